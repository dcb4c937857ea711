package import HTTPTypes
internal import SluiceBody
internal import SluiceCoding

/// Assembles a response's head from the lines that libcurl passes.
///
/// ```
///  take("HTTP/1.1 100 Continue\r\n")    nil      a status line begins a head
///  take("\r\n")                         nil      interim heads (1xx) are dropped
///  take("HTTP/1.1 200 OK\r\n")          nil
///  take("X: a\r\n")                     nil
///  take(" b\r\n")                       nil      a folded line continues the last field
///  take("\r\n")                         200, X: a b
///  take("Y: c\r\n")                     nil      after the head: a trailer, ignored
/// ```
package struct ResponseHeadParser {
  private var status: HTTPResponse.Status?
  private var fields = HTTPFields()
  /// The last field, which the next line may continue.
  private var open: (name: HTTPField.Name, value: [UInt8])?

  /// Creates a parser at the beginning of a response.
  package init() {}

  /// Whether a head has begun but not ended.
  package var isWithinHead: Bool { status != nil }
  /// Whether the head is malformed: a status line without a status, or a field without a colon or with a NUL (RFC 9112
  /// §4 and §5). Not every version of libcurl refuses these.
  package private(set) var isMalformed = false

  /// Takes a line with its line break.
  ///
  /// - Returns: The head after its empty last line; otherwise, `nil`. Interim heads (1xx) are skipped.
  package mutating func take(_ line: borrowing Span<UInt8>) -> HTTPResponse? {
    var count = 0
    while count < line.count, line[count] != UInt8(ascii: "\r"), line[count] != UInt8(ascii: "\n") {
      count += 1
    }
    let line = line.extracting(first: count)
    guard let status else {
      // Any other line here is a trailer.
      if line.count >= 5, String(repairing: line.extracting(first: 5)) == "HTTP/" {
        self.status = Self.status(of: line)
        isMalformed = self.status == nil
      }
      return nil
    }
    guard line.isEmpty else {
      takeField(line)
      return nil
    }
    closeField()
    defer { self = ResponseHeadParser() }
    return status.kind == .informational ? nil : HTTPResponse(status: status, headerFields: fields)
  }

  private mutating func takeField(_ line: Span<UInt8>) {
    guard line.firstIndex(of: 0, from: 0) == nil else {
      isMalformed = true
      return
    }
    if Self.isBlank(line[0]) {
      // A folded line continues the value (RFC 9112 §5.2).
      var start = 0
      while start < line.count, Self.isBlank(line[start]) { start += 1 }
      open?.value.append(UInt8(ascii: " "))
      open?.value.append(copying: line.extracting(droppingFirst: start))
      return
    }
    closeField()
    guard let colon = line.firstIndex(of: UInt8(ascii: ":"), from: 0) else {
      isMalformed = true
      return
    }
    if let name = HTTPField.Name(String(repairing: line.extracting(first: colon))) {
      open = (name, [UInt8](copying: line.extracting((colon + 1)...)))
    }
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
  }

  private mutating func closeField() {
    guard let (name, value) = open.take() else { return }
    fields.append(HTTPField(name: name, value: value))
  }

  /// Parses a status line: `HTTP/1.1 200 OK` or `HTTP/2 200`.
  private static func status(of line: Span<UInt8>) -> HTTPResponse.Status? {
    let space = UInt8(ascii: " ")
    guard let start = line.firstIndex(of: space, from: 0) else { return nil }
    let end = line.firstIndex(of: space, from: start + 1) ?? line.count
    guard let code = Int(String(repairing: line.extracting(start + 1..<end))), (100...999).contains(code)
    else { return nil }
    let reason = end < line.count ? String(repairing: line.extracting((end + 1)...)) : ""
    return HTTPResponse.Status(code: code, reasonPhrase: reason)
  }
}

/// The length of a response's body, as its head declares it (RFC 9112 §6.3).
package enum BodyLength: Equatable {
  /// A number of bytes.
  case bytes(Int64)
  /// The body is chunked, and marks its own end.
  case chunked
  /// The body ends with the connection; over HTTP/2, with the stream.
  case untilClose
  /// The length is indeterminate. libcurl would use the last of several lengths and the digits of `5x`, and ignore a
  /// length that is too large; some versions ignore an unknown transfer coding.
  case invalid(_ reason: String)

  /// Determines the length of a response's body.
  ///
  /// - Parameters:
  ///   - head: The response's head.
  ///   - method: The method of the request.
  package init(of head: HTTPResponse, inAnswerTo method: HTTPRequest.Method) {
    let length = head.headerFields[.contentLength].map { Self.parse($0) }
    if case .some(nil) = length {
      self = .invalid("the response's Content-Length is malformed or contradicts another")
    } else if let coding = head.headerFields[.transferEncoding], !Self.isChunked(coding) {
      self = .invalid("the response's Transfer-Encoding is not chunked")
    } else if method == .head || [204, 304].contains(head.status.code) {
      self = .bytes(0)
    } else if head.headerFields[.transferEncoding] != nil {
      self = .chunked
    } else if case .some(.some(let count)) = length {
      self = .bytes(count)
    } else {
      self = .untilClose
    }
  }

  /// Whether the length is indeterminate.
  package var isInvalid: Bool {
    if case .invalid = self { true } else { false }
  }

  /// Whether the coding is `chunked`, the only one that a client without a `TE` field accepts (RFC 9112 §7.4).
  private static func isChunked(_ value: String) -> Bool { value.lowercased() == "chunked" }

  /// The number of bytes; `nil` if unknown.
  package var byteCount: Int64? {
    if case .bytes(let count) = self { count } else { nil }
  }

  private static func parse(_ value: String) -> Int64? {
    if let length = Int64(decimal: value) { return length }
    // Several fields are equivalent to one with comma-separated values (RFC 9110 §5.3).
    let members = value.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
    let lengths = Set(
      members.map { member in
        var length = member.drop(while: \.isBlank)
        while length.last?.isBlank == true { length.removeLast() }
        return String(Substring(length))
      })
    return lengths.count == 1 ? lengths.first.flatMap { Int64(decimal: $0) } : nil
  }
}

extension Int64 {
  /// Parses decimal digits without a sign.
  fileprivate init?(decimal text: String) {
    guard text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) else { return nil }
    self.init(text)
  }
}
