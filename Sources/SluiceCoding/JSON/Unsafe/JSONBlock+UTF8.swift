/// UTF-8 in blocks: RFC 3629, section 4.
extension JSONBlock {
  /// How many bytes before a block its check looks at: a character has four at most.
  static let lookBehind = 3

  /// Whether all of the 32 bytes at `pointer` are ASCII, and the three before them.
  @inline(__always)
  static func areASCII(at pointer: UnsafePointer<UInt8>) -> Bool {
    let before = unsafe JSONBlock(at: pointer - lookBehind).bytes
    let bytes = unsafe JSONBlock(at: pointer).bytes | JSONBlock(at: pointer + size).bytes
    // Vectors of one size have no bits that are not theirs.
    let words = unsafe unsafeBitCast(before | bytes, to: SIMD2<UInt64>.self)
    return (words[0] | words[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// Which of the sixteen bytes at `pointer` cannot follow those before them, in UTF-8: there, a byte is not zero.
  ///
  /// Whether the last character is whole, the next bytes tell.
  @inline(__always)
  static func invalidBytes(at pointer: UnsafePointer<UInt8>) -> SIMD2<UInt64> {
    let bytes = unsafe JSONBlock(at: pointer).bytes
    let first = unsafe JSONBlock(at: pointer - 1).bytes
    let second = unsafe JSONBlock(at: pointer - 2).bytes
    let third = unsafe JSONBlock(at: pointer - 3).bytes
    let isContinuation = (bytes & all(0xC0)) .== all(0x80)
    let isExpected = first .>= all(0xC0) .| second .>= all(0xE0) .| third .>= all(0xF0)
    // What no character begins with, and second bytes for which there is a shorter form, or no character.
    let isNoLead = (bytes & all(0xFE)) .== all(0xC0) .| bytes .>= all(0xF5)
    let isTooLong = first .== all(0xE0) .& bytes .< all(0xA0) .| first .== all(0xF0) .& bytes .< all(0x90)
    let isNoScalar = first .== all(0xED) .& bytes .>= all(0xA0) .| first .== all(0xF4) .& bytes .>= all(0x90)
    let isInvalid = (isContinuation .^ isExpected) .| isNoLead .| isTooLong .| isNoScalar
    return unsafe unsafeBitCast(isInvalid, to: SIMD2<UInt64>.self)
  }

  // Beside a vector, a bare number has the standard library compare byte by byte.
  @inline(__always)
  private static func all(_ byte: UInt8) -> SIMD16<UInt8> { SIMD16(repeating: byte) }
}
