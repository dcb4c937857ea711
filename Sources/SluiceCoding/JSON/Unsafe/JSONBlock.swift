/// Sixteen bytes of text, looked at in one step.
struct JSONBlock {
  static let size = 16

  let bytes: SIMD16<UInt8>

  /// Reads sixteen bytes, which have to be there.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>) {
    bytes = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// Reads `count` bytes, sixteen at most. Zeros stand for those that are missing.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>, count: Int) {
    guard count < Self.size else {
      self = unsafe JSONBlock(at: pointer)
      return
    }
    let first = unsafe JSONWord(at: pointer, count: min(count, 8))
    let second = count > 8 ? unsafe JSONWord(at: pointer + 8, count: count - 8) : JSONWord(bits: 0)
    let words = SIMD2(first.bits.littleEndian, second.bits.littleEndian)
    // Vectors of one size have no bits that are not theirs.
    bytes = unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
  }

  /// Writes sixteen bytes, for which there has to be room.
  @inline(__always)
  func store(at pointer: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
  }

  /// How many bytes come before the first that is no plain character of a string: a quotation mark, a backslash, a control
  /// character, or part of a character that is not ASCII.
  @inline(__always)
  var plainCount: Int {
    // As signed numbers, what is not ASCII is below zero.
    let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
    let special = signed .< SIMD16<Int8>(repeating: 0x20)
    return Self.distance(special .| places(of: "\"") .| places(of: "\\"))
  }

  /// A bit for each byte, from the lowest, that ends a string or begins an escape, or is a control character.
  @inline(__always)
  var syntax: UInt32 {
    let control = bytes .< SIMD16<UInt8>(repeating: 0x20)
    let mask = control .| places(of: "\"") .| places(of: "\\")
    // A mask's bytes are 0 or 255. The factor moves the highest bits of eight bytes side by side.
    let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    func bits(_ half: UInt64) -> UInt32 {
      let highest = half.littleEndian & 0x8080_8080_8080_8080
      return UInt32(truncatingIfNeeded: (highest &* 0x0002_0408_1020_4081) >> 56)
    }
    return bits(halves[0]) | bits(halves[1]) << 8
  }

  /// How many bytes come before the first that an encoder has to escape: a quotation mark, a backslash, a control
  /// character and, if `escapesSlashes`, a slash.
  @inline(__always)
  func unescapedCount(escapesSlashes: Bool) -> Int {
    let control = bytes .< SIMD16<UInt8>(repeating: 0x20)
    let special = control .| places(of: "\"") .| places(of: "\\")
    return Self.distance(escapesSlashes ? special .| places(of: "/") : special)
  }

  /// How many bytes come before the first backslash.
  @inline(__always)
  var countBeforeBackslash: Int { Self.distance(places(of: "\\")) }

  @inline(__always)
  private func places(of character: Unicode.Scalar) -> SIMDMask<SIMD16<Int8>> {
    bytes .== SIMD16(repeating: UInt8(ascii: character))
  }

  /// How many bytes come before the first one in `mask`. Sixteen if there is none.
  @inline(__always)
  private static func distance(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
    // A mask's bytes are 0 or 255.
    let halves = unsafe unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    // The second half counts where the first has none: 64 bits of zeros. A branch would be guessed wrong too often.
    let first = halves[0].littleEndian.trailingZeroBitCount
    let second = halves[1].littleEndian.trailingZeroBitCount
    return (first &+ (first >> 6) &* second) >> 3
  }
}
