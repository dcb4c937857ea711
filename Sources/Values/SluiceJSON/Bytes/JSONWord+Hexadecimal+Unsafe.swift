extension JSONWord {
  /// Returns the number that the four hexadecimal digits at `pointer` stand for, or `nil` if they are not such digits.
  ///
  /// SAFETY: Only the bytes that must be readable are read.
  ///
  /// - Precondition: Four bytes are readable at `pointer`.
  @inline(__always)
  static func hexadecimal(at pointer: UnsafePointer<UInt8>) -> UInt32? {
    let digits = unsafe half(at: pointer).littleEndian
    let (low, lowerCase) = (digits & 0x7F7F_7F7F, digits & 0x7F7F_7F7F | 0x2020_2020)
    // The highest bit of a byte of the first sum is set if it is at least `0`, of the second if it is above `9`, and so
    // on. No sum carries into the next byte.
    let isDecimal = (low &+ 0x5050_5050) & ~(low &+ 0x4646_4646)
    let isLetter = (lowerCase &+ 0x1F1F_1F1F) & ~(lowerCase &+ 0x1919_1919)
    guard (isDecimal | isLetter) & ~digits & 0x8080_8080 == 0x8080_8080 else { return nil }
    // The lowest four bits of a letter are those of its value minus 9.
    let values = (digits & 0x0F0F_0F0F) &+ (isLetter & 0x8080_8080) >> 7 &* 9
    let pairs = values.byteSwapped
    let bytes = (pairs | pairs >> 4) & 0x00FF_00FF
    return (bytes | bytes >> 8) & 0xFFFF
  }
}
