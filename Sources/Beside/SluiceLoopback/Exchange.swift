/// The state of the current request and its response.
struct Exchange {
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
    isHead = request.method == "HEAD"
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
/// - Throws: ``LoopbackError/Code/malformed``.
func parseChunkSize(_ line: String) throws(LoopbackError) -> Int64 {
  let digits = line.prefix { $0.isASCII && $0.isHexDigit }
  let rest = line.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }
  guard rest.isEmpty || rest.hasPrefix(";"), let size = Int64(digits, radix: 16) else {
    throw LoopbackError(.malformed, "chunk size \"\(line)\"")
  }
  return size
}
