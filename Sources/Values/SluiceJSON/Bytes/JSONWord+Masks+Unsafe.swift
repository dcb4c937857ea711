/// Masks of the eight bytes, in which the highest bit of a byte is set if the byte has a property.
extension JSONWord {
  static let byteCount = 8

  private static let lowBits: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

  /// Creates a word from the eight bytes at `index`.
  ///
  /// - Precondition: The span has eight bytes at `index`.
  @inline(__always)
  init(in bytes: borrowing Span<UInt8>, at index: Int) {
    // SAFETY: Any eight bytes are a valid integer, and the load checks the bounds.
    unsafe self.init(
      bits: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
  }

  /// Creates a word from the last bytes of a span, padded with spaces.
  ///
  /// - Precondition: The span has one to seven bytes from `index` to its end.
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

  /// Returns a mask of the bytes that are equal to `byte`.
  @inline(__always)
  func mask(of byte: UInt8) -> UInt64 { Self.zeros(in: bits ^ Self.repeated(byte)) }

  /// A mask of the bytes `[` and `{`, which differ in a single bit.
  @inline(__always)
  var openings: UInt64 { Self.zeros(in: bits & Self.repeated(~0x20) ^ Self.repeated(UInt8(ascii: "["))) }

  /// A mask of the bytes `]` and `}`, which differ in a single bit.
  @inline(__always)
  var closings: UInt64 { Self.zeros(in: bits & Self.repeated(~0x20) ^ Self.repeated(UInt8(ascii: "]"))) }

  /// Whether all bytes are ASCII and none is a control character.
  @inline(__always)
  var isPlain: Bool { ((bits &- Self.repeated(0x20)) | bits) & ~Self.lowBits == 0 }

  /// Whether the word contains neither a quotation mark nor a backslash.
  @inline(__always)
  var hasNoSyntaxOfStrings: Bool {
    let ones = Self.repeated(1)
    let quote = bits ^ Self.repeated(UInt8(ascii: "\""))
    let backslash = bits ^ Self.repeated(UInt8(ascii: "\\"))
    return ((quote &- ones) & ~quote | (backslash &- ones) & ~backslash) & ~Self.lowBits == 0
  }

  /// A mask of the bytes that start a character in UTF-8.
  @inline(__always)
  var characterStarts: UInt64 { (~bits | bits << 1) & ~Self.lowBits }

  /// Returns the number of bytes in a mask.
  ///
  /// Some of the supported processors have no instruction that counts bits.
  @inline(__always)
  static func count(of mask: UInt64) -> Int {
    Int(truncatingIfNeeded: ((mask >> 7) &* repeated(1)) >> 56)
  }

  /// Returns a mask of the bytes up to and including which `mask` contains an odd number of bytes.
  ///
  /// For a mask of quotation marks, these are the bytes from each opening mark up to its closing mark, exclusive.
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
    // The highest bit of a sum is clear only if the low seven bits of the byte are. No sum carries into the next byte.
    ~((bits & lowBits) &+ lowBits | bits | lowBits)
  }
}
