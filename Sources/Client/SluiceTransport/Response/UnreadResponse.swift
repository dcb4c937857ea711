internal import SluiceBody

/// A response that libcurl has not read: the bytes that have arrived over an HTTP/1 connection before the server has
/// reset it.
///
/// ```
///  HTTP/1.1 413 Content Too Large CRLF      nextLine()    lines of the head, for ResponseHeadParser
///  Transfer-Encoding: chunked CRLF          nextLine()
///  CRLF                                     nextLine()    the last one
///  5 CRLF large CRLF 0 CRLF CRLF            body(upTo:)   for ChunkDecoder
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

  /// Returns the range of the part of the body that has arrived, after the head. A chunked body has its framing.
  ///
  /// - Parameter byteCount: The size of the body, or `nil` if unknown.
  func body(upTo byteCount: Int64?) -> Range<Int> {
    bytes[position...].prefix(Int(clamping: byteCount ?? .max)).indices
  }
}
