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

  /// The bytes of the body that have arrived, after the head. Those of a chunked body have their framing.
  ///
  /// - Parameter byteCount: The size of the body, or `nil` if unknown.
  @_lifetime(borrow self)
  func body(upTo byteCount: Int64?) -> Span<UInt8> {
    let rest = bytes.span.extracting(position...)
    return rest.extracting(first: Int(clamping: byteCount ?? .max))
  }
}
