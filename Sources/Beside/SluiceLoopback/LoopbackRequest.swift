// Its types are those of requests and responses.
@_exported public import HTTPTypes
internal import SluiceBody
internal import SluiceCoding

/// The head of an HTTP/1 request ([RFC 9112](https://www.rfc-editor.org/rfc/rfc9112)), as it was received.
///
/// Requests with contradictory framing of the body are refused as ``ErrorCode/malformed``.
public struct LoopbackRequest: Sendable {
  /// The method.
  public let method: HTTPRequest.Method
  /// The target of the request line, such as `/upload?a=b`.
  package let target: String
  /// The version of HTTP: `HTTP/1.1` or `HTTP/1.0`.
  public let version: String
  /// The fields in the order in which they were sent, with names as the peer wrote them.
  package let headers: [(name: String, value: String)]
  /// The size of the body in bytes, or `nil` without a `Content-Length`.
  public let contentLength: Int64?
  /// A Boolean value that indicates whether the body is sent in chunks
  /// ([RFC 9112 §7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1)).
  public let isChunked: Bool

  /// Parses the lines of a head.
  ///
  /// - Throws: ``ErrorCode/malformed``.
  init(requestLine: String, fieldLines: [String]) throws(LoopbackError) {
    let words = requestLine.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, let method = HTTPRequest.Method(words[0]), !words[1].isEmpty,
      words[1].utf8.allSatisfy({ 0x21...0x7E ~= $0 }),
      words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
    else { throw LoopbackError(.malformed, "request line \"\(requestLine)\"") }
    self.method = method
    target = words[1]
    version = words[2]

    var headers: [(name: String, value: String)] = []
    for line in fieldLines { headers.append(try parseField(line)) }
    self.headers = headers

    let lengths = Set(values(of: "Content-Length", in: headers))
    let codings = values(of: "Transfer-Encoding", in: headers)
    contentLength = try lengths.first.map { (text) throws(LoopbackError) in try parseLength(text) }
    isChunked = !codings.isEmpty
    guard lengths.count <= 1, lengths.isEmpty || codings.isEmpty,
      codings.isEmpty || (codings.count == 1 && codings[0].lowercased() == "chunked")
    else { throw LoopbackError(.malformed, "body framing \(lengths.sorted() + codings)") }
  }

  /// The path of the target without its query, percent-encoded, such as `/upload`.
  public var path: String { String(target.prefix { $0 != "?" }) }

  /// The query without its question mark, percent-encoded, or `nil` if there is none.
  public var query: String? {
    target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
  }

  /// The fields in the order in which they were sent, with names as the peer wrote them.
  ///
  /// - Complexity: O(*n*), where *n* is the number of fields.
  public var fields: HTTPFields {
    HTTPFields(
      headers.compactMap { header in
        HTTPField.Name(header.name).map { HTTPField(name: $0, value: header.value) }
      })
  }

  /// The value of the first header with a name, or `nil` if there is none. The case of the name is ignored.
  ///
  /// - Complexity: O(*n*), where *n* is the number of headers.
  package subscript(_ name: String) -> String? { values(of: name, in: headers).first }

  /// A Boolean value that indicates whether the peer allows another request on the connection
  /// ([RFC 9112 §9.3](https://www.rfc-editor.org/rfc/rfc9112#section-9.3)).
  package var keepAlive: Bool {
    let options = values(of: "Connection", in: headers)
      .flatMap { $0.lowercased().split(separator: ",") }.map { String(Substring($0.utf8.trimmingBlanks)) }
    return version == "HTTP/1.1" ? !options.contains("close") : options.contains("keep-alive")
  }

  /// A Boolean value that indicates whether the peer waits for `100 Continue` before it sends the body
  /// ([RFC 9110 §10.1.1](https://www.rfc-editor.org/rfc/rfc9110#section-10.1.1)).
  public var expectsContinue: Bool { self["Expect"]?.lowercased() == "100-continue" }
}

/// Parses a header line ([RFC 9112 §5](https://www.rfc-editor.org/rfc/rfc9112#section-5)).
///
/// - Throws: ``ErrorCode/malformed`` if the line is not a field, or is folded.
func parseField(_ line: String) throws(LoopbackError) -> (name: String, value: String) {
  let bytes = line.utf8.span
  guard let field = HeaderLine(bytes),
    case let name = String(repairing: bytes.extracting(field.name)), name.utf8.isHTTPToken,
    case let value = String(repairing: bytes.extracting(field.value)),
    value.utf8.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) })
  else { throw LoopbackError(.malformed, "header line \"\(line)\"") }
  return (name, value)
}

private func parseLength(_ text: String) throws(LoopbackError) -> Int64 {
  guard text.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let length = Int64(text) else {
    throw LoopbackError(.malformed, "Content-Length \"\(text)\"")
  }
  return length
}

private func values(of name: String, in headers: [(name: String, value: String)]) -> [String] {
  let name = name.lowercased()
  return headers.filter { $0.name.lowercased() == name }.map(\.value)
}

/// The state of the current request and its response.
struct LoopbackExchange {
  /// The position in the body of the request.
  enum Framing {
    /// This number of bytes of the body remain.
    case bytes(Int64)
    /// This number of bytes of a chunk remain, followed by CRLF.
    case chunk(Int64)
    /// The line with the size of a chunk is next.
    case chunkSize
  }

  var framing = Framing.bytes(0)
  /// Whether the peer may be waiting for `100 Continue`. It may send the body at any time without it.
  var awaitsContinue = false
  /// Whether the connection can serve another request.
  var keepsAlive = false
  /// Whether the method is HEAD.
  var isHead = false

  init() {}

  init(_ request: LoopbackRequest) {
    framing = request.isChunked ? .chunkSize : .bytes(request.contentLength ?? 0)
    awaitsContinue = request.expectsContinue
    keepsAlive = request.keepAlive
    isHead = request.method == .head
  }

  /// Updates the state for a final response with these headers.
  ///
  /// If the peer may be waiting for `100 Continue`, it may or may not send the body after a final response, so the
  /// connection cannot serve another request.
  mutating func didRespond(with headers: [(name: String, value: String)]) {
    if awaitsContinue { keepsAlive = false }
    awaitsContinue = false
    if headers.contains(where: { $0.name.lowercased() == "connection" && $0.value.lowercased() == "close" }) {
      keepsAlive = false
    }
  }
}

/// Parses the line with the size of a chunk
/// ([RFC 9112 §7.1](https://www.rfc-editor.org/rfc/rfc9112#section-7.1)). Extensions are ignored.
///
/// - Throws: ``ErrorCode/malformed``.
func parseChunkSize(_ line: String) throws(LoopbackError) -> Int64 {
  let digits = line.prefix { $0.isASCII && $0.isHexDigit }
  let rest = line.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }
  guard rest.isEmpty || rest.hasPrefix(";"), let size = Int64(digits, radix: 16) else {
    throw LoopbackError(.malformed, "chunk size \"\(line)\"")
  }
  return size
}
