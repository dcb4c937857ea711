/// Answers for all eight bytes: the highest bit of a byte is set where the answer is yes.
extension JSONWord {
  static let byteCount = 8

  private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

  /// Reads eight bytes.
  @inline(__always)
  init(in bytes: borrowing Span<UInt8>, at index: Int) {
    // Right: any eight bytes are an integer, and the load checks that they are there.
    unsafe self.init(
      bits: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
  }

  /// Reads the last bytes, from `index` on: one to seven. Spaces stand for the others.
  @inline(__always)
  init(endOf bytes: borrowing Span<UInt8>, from index: Int) {
    let count = bytes.count - index
    let shift = UInt64(truncatingIfNeeded: (Self.byteCount - count) * 8)
    var bits: UInt64 = 0
    if bytes.count >= Self.byteCount {
      bits = JSONWord(in: bytes, at: bytes.count - Self.byteCount).bits >> shift
    } else {
      for index in (index..<bytes.count).reversed() { bits = bits << 8 | UInt64(bytes[index]) }
    }
    self.init(bits: bits | Self.repeated(0x20) << (64 - shift))
  }

  /// The bytes that are `byte`.
  @inline(__always)
  func mask(of byte: UInt8) -> UInt64 { Self.zeros(in: bits ^ Self.repeated(byte)) }

  /// The bytes that are `[` or `{`, which differ in one bit.
  @inline(__always)
  var openings: UInt64 { Self.zeros(in: bits & Self.repeated(~0x20) ^ Self.repeated(UInt8(ascii: "["))) }

  /// The bytes that are `]` or `}`, which differ in one bit.
  @inline(__always)
  var closings: UInt64 { Self.zeros(in: bits & Self.repeated(~0x20) ^ Self.repeated(UInt8(ascii: "]"))) }

  /// Whether all bytes are ASCII and no control characters.
  @inline(__always)
  var isPlain: Bool { ((bits &- Self.repeated(0x20)) | bits) & ~Self.lowBits == 0 }

  /// Whether there is neither a quotation mark nor a backslash.
  @inline(__always)
  var hasNoSyntaxOfStrings: Bool {
    let ones = Self.repeated(1)
    let quote = bits ^ Self.repeated(UInt8(ascii: "\""))
    let backslash = bits ^ Self.repeated(UInt8(ascii: "\\"))
    return ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & ~Self.lowBits == 0
  }

  /// The bytes that begin a character of UTF-8.
  @inline(__always)
  var characterStarts: UInt64 { (~bits | bits << 1) & ~Self.lowBits }

  /// How many bytes a mask has. Not every processor that we build for counts bits by itself.
  @inline(__always)
  static func count(of mask: UInt64) -> Int {
    Int(truncatingIfNeeded: ((mask >> 7) &* repeated(1)) >> 56)
  }

  /// Each bit, with all below it, added without carry: between every first and second bit of `mask` all are set.
  @inline(__always)
  static func parity(of mask: UInt64) -> UInt64 {
    var parity = mask ^ mask << 8
    parity ^= parity << 16
    return parity ^ parity << 32
  }

  @inline(__always)
  private static func repeated(_ byte: UInt8) -> UInt64 { 0x0101_0101_0101_0101 &* UInt64(byte) }

  @inline(__always)
  private static func zeros(in bits: UInt64) -> UInt64 {
    // The sum's highest bit is clear where the low seven are; no byte's sum reaches the next.
    ~((bits & lowBits) &+ lowBits | bits | lowBits)
  }
}
