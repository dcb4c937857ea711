/// Passes over a byte order mark at the very start of a stream, in whatever pieces it comes.
struct ByteOrderMark {
  static let bytes: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// How much of the mark has come, while that is open.
  private var open: Int? = 0
  /// How many bytes were passed over for good: those of the mark, or none.
  private(set) var byteCount = 0

  /// Takes what may be of the mark. What was taken before and turns out to be text is returned.
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

  /// What was taken and is text, where the stream ends.
  mutating func finish() -> ArraySlice<UInt8> {
    defer { open = nil }
    return Self.bytes[..<(open ?? 0)]
  }
}
