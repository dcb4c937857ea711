/// What is known of the request that is being answered.
struct Exchange {
  enum Framing {
    /// So many bytes of the body are left.
    case bytes(Int64)
    /// So many bytes of a chunk are left, and its CRLF.
    case chunk(Int64)
    /// A chunk's size line is next.
    case chunkSize
  }

  var framing = Framing.bytes(0)
  /// The peer may hold its body back, or send it at any time.
  var awaitsContinue = false
  var keepsAlive = false
  var isHead = false

  init() {}

  init(_ request: LoopbackRequest) {
    framing = request.isChunked ? .chunkSize : .bytes(request.contentLength ?? 0)
    awaitsContinue = request.expectsContinue
    keepsAlive = request.keepAlive
    isHead = request.method == "HEAD"
  }

  /// After a final answer nobody can say whether a body that was held back still comes.
  mutating func answer(with headers: [(name: String, value: String)]) {
    if awaitsContinue { keepsAlive = false }
    awaitsContinue = false
    if headers.contains(where: { $0.name.lowercased() == "connection" && $0.value.lowercased() == "close" }) {
      keepsAlive = false
    }
  }
}

/// The size that a chunk's size line states (RFC 9112 section 7.1); extensions are skipped.
func parseChunkSize(_ line: String) throws(LoopbackError) -> Int64 {
  let digits = line.prefix { $0.isASCII && $0.isHexDigit }
  let rest = line.dropFirst(digits.count).drop { $0 == " " || $0 == "\t" }
  guard rest.isEmpty || rest.hasPrefix(";"), let size = Int64(digits, radix: 16) else {
    throw LoopbackError(.malformed, "chunk size \"\(line)\"")
  }
  return size
}
