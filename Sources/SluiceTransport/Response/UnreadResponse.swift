internal import SluiceBody

/// A response that libcurl has not read: the bytes that have arrived over an HTTP/1 connection before the server has
/// reset it.
///
/// ```
///  HTTP/1.1 413 Content Too Large CRLF      nextLine()    lines of the head, for ResponseHeadParser
///  Transfer-Encoding: chunked CRLF          nextLine()
///  CRLF                                     nextLine()    the last one
///  5 CRLF large CRLF 0 CRLF CRLF            takeBody()    large, and it is whole
/// ```
struct UnreadResponse {
  let bytes: [UInt8]
  private var position = 0

  /// Creates a response from bytes, or returns `nil` if they do not begin with a status line: libcurl has read its
  /// beginning, or they are of another protocol.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: "HTTP/1.".utf8) else { return nil }
    self.bytes = bytes
  }

  /// Returns the range of the next line, with its line break, or `nil` if it has none.
  mutating func nextLine() -> Range<Int>? {
    guard let end = bytes.span.firstIndex(of: UInt8(ascii: "\n"), from: position) else { return nil }
    defer { position = end + 1 }
    return position..<end + 1
  }

  /// Returns the part of the body that has arrived, after the head.
  ///
  /// - Parameters:
  ///   - byteCount: The size of the body, or `nil` if unknown.
  ///   - isChunked: Whether the body is chunked, if its size is unknown.
  /// - Returns: The content, and whether it is whole. A body without a size or chunks never is, because a reset may have
  ///   cut it short.
  mutating func takeBody(byteCount: Int64?, isChunked: Bool) -> (content: [UInt8], isWhole: Bool) {
    if byteCount == nil, isChunked { return takeChunks() }
    let content = bytes[position...].prefix(Int(clamping: byteCount ?? .max))
    return ([UInt8](content), byteCount.map { $0 == content.count } ?? false)
  }

  /// Returns the content of the chunks that have arrived (RFC 9112 §7.1), and whether the last one has.
  private mutating func takeChunks() -> (content: [UInt8], isWhole: Bool) {
    var content: [UInt8] = []
    while let size = nextChunkSize() {
      if size == 0 { return (content, skipTrailers()) }
      let chunk = bytes[position...].prefix(size)
      content += chunk
      position += chunk.count
      guard chunk.count == size, nextLine()?.count == 2 else { break }
    }
    return (content, false)
  }

  /// Returns the size in the next line, or `nil` if it is malformed or incomplete.
  private mutating func nextChunkSize() -> Int? {
    guard let line = nextLine() else { return nil }
    let text = bytes[line].prefix { ![UInt8(ascii: ";"), UInt8(ascii: "\r")].contains($0) }
    // An integer may have a sign.
    guard text.first != UInt8(ascii: "+"), text.first != UInt8(ascii: "-") else { return nil }
    return Int(String(decoding: text, as: UTF8.self), radix: 16)
  }

  /// Skips the lines after the last chunk, and returns whether the empty one has arrived.
  private mutating func skipTrailers() -> Bool {
    while let line = nextLine() {
      if line.count <= 2 { return true }
    }
    return false
  }
}
