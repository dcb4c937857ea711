/// Validation of UTF-8 in blocks, by the syntax of RFC 3629 §4.
extension JSONBlock {
  /// The number of bytes before a block that its validation reads. A character has at most four bytes.
  static let lookBehind = 3

  /// Returns whether the 32 bytes at `pointer` and the three bytes before them are ASCII.
  ///
  /// - Precondition: The bytes from `pointer - 3` up to `pointer + 32` are readable.
  @inline(__always)
  static func areASCII(at pointer: UnsafePointer<UInt8>) -> Bool {
    let before = unsafe JSONBlock(at: pointer - lookBehind).bytes
    let bytes = unsafe JSONBlock(at: pointer).bytes | JSONBlock(at: pointer + size).bytes
    // SAFETY: Both vector types have 16 bytes without padding, and every bit pattern is valid for both.
    let words = unsafe unsafeBitCast(before | bytes, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// Returns a vector with a nonzero byte for each of the 16 bytes at `pointer` that is invalid after those before it.
  ///
  /// An incomplete character at the end of the block is detected by the validation of the following bytes.
  ///
  /// - Precondition: The bytes from `pointer - 3` up to `pointer + 16` are readable.
  @inline(__always)
  static func invalidBytes(at pointer: UnsafePointer<UInt8>) -> SIMD2<UInt64> {
    let bytes = unsafe JSONBlock(at: pointer).bytes
    let first = unsafe JSONBlock(at: pointer - 1).bytes
    let second = unsafe JSONBlock(at: pointer - 2).bytes
    let third = unsafe JSONBlock(at: pointer - 3).bytes
    let isContinuation = (bytes & all(0xC0)) .== all(0x80)
    let isExpected = first .>= all(0xC0) .| second .>= all(0xE0) .| third .>= all(0xF0)
    // Bytes that never start a character; second bytes of overlong forms; and second bytes of surrogates and of values
    // above U+10FFFF.
    let isNoLead = (bytes & all(0xFE)) .== all(0xC0) .| bytes .>= all(0xF5)
    let isTooLong = first .== all(0xE0) .& bytes .< all(0xA0) .| first .== all(0xF0) .& bytes .< all(0x90)
    let isNoScalar = first .== all(0xED) .& bytes .>= all(0xA0) .| first .== all(0xF4) .& bytes .>= all(0x90)
    let isInvalid = (isContinuation .^ isExpected) .| isNoLead .| isTooLong .| isNoScalar
    // SAFETY: Both vector types have 16 bytes without padding, and every bit pattern is valid for both.
    return unsafe unsafeBitCast(isInvalid, to: SIMD2<UInt64>.self)
  }

  // Comparing a vector with a plain number makes the standard library compare byte by byte.
  @inline(__always)
  private static func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }
}
