/// Skips a UTF-8 byte order mark at the very start of a stream, however the stream is split into chunks.
struct ByteOrderMark {
  static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The number of bytes of the mark that matched so far; `nil` once the start of the stream is decided.
  private var open: Int? = 0
  /// The number of bytes that belong to the mark: 3 after a complete mark, otherwise 0.
  private(set) var byteCount = 0

  /// Consumes bytes that may belong to the mark.
  ///
  /// - Returns: The bytes consumed earlier that turned out to be text; usually empty.
  mutating func take(in bytes: Span<UInt8>, from position: inout Int) -> ArraySlice<UInt8> {
    while let matched = open, position < bytes.count {
      guard bytes[position] == Self.bytes[matched] else { return finish() }
      position += 1
      open = matched + 1
      if matched + 1 == Self.bytes.count {
        byteCount = Self.bytes.count
        open = nil
      }
    }
    return []
  }

  /// Ends the search and returns the bytes that were consumed but are text: an incomplete mark.
  mutating func finish() -> ArraySlice<UInt8> {
    defer { open = nil }
    return Self.bytes[..<(open ?? 0)]
  }
}
