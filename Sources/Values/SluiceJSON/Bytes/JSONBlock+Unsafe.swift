internal import CScan

// SAFETY: Each member that takes a pointer accesses exactly the bytes that its documentation requires to be
// accessible, without any alignment. Its callers prove that they are.

/// A vector of 16 bytes of text, which are examined in one step.
struct JSONBlock {
  static let size = 16

  let bytes: SIMD16<UInt8>

  /// Creates a block from the 16 bytes at `pointer`.
  ///
  /// - Precondition: 16 bytes are readable at `pointer`.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>) {
    bytes = unsafe UnsafeRawPointer(pointer).loadUnaligned(as: SIMD16<UInt8>.self)
  }

  /// Creates a block from the 16 bytes at `index`.
  ///
  /// - Precondition: The span has 16 bytes at `index`.
  @inline(__always)
  init(in bytes: borrowing Span<UInt8>, at index: Int) {
    // SAFETY: Any 16 bytes are a valid vector, and the load checks the bounds.
    self.bytes = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)
  }

  /// Creates a block from up to 16 bytes at `pointer`, padded with zeros.
  ///
  /// - Precondition: The first 16 of the `count` bytes at `pointer` are readable, or all if there are fewer.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>, count: Int) {
    guard count < Self.size else {
      self = unsafe JSONBlock(at: pointer)
      return
    }
    let first = unsafe JSONWord(at: pointer, count: min(count, 8))
    let second = count > 8 ? unsafe JSONWord(at: pointer + 8, count: count - 8) : JSONWord(bits: 0)
    self.init(SIMD2(first.bits.littleEndian, second.bits.littleEndian))
  }

  /// Creates a block of two words, in the order of the memory.
  @inline(__always)
  init(_ words: SIMD2<UInt64>) {
    // SAFETY: Both vector types have 16 bytes without padding, and every bit pattern is valid for both.
    bytes = unsafe unsafeBitCast(words, to: SIMD16<UInt8>.self)
  }

  /// Writes the 16 bytes of the block.
  ///
  /// - Precondition: 16 bytes are writable at `pointer`.
  @inline(__always)
  func store(at pointer: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: bytes, as: SIMD16<UInt8>.self)
  }

  /// The number of bytes before the first one that needs special treatment in a string.
  ///
  /// These are quotation marks, backslashes, control characters, and bytes that are not ASCII.
  @inline(__always)
  var plainCount: Int {
    // SAFETY: Both vector types have 16 bytes without padding, and every bit pattern is valid for both.
    // As signed numbers, bytes that are not ASCII are negative.
    let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
    let special = signed .< SIMD16<Int8>(repeating: 0x20)
    return Self.distance(special .| places(of: "\"") .| places(of: "\\"))
  }

  /// Whether all bytes are ASCII and none is a control character.
  @inline(__always)
  var isPlain: Bool {
    // SAFETY: Both vector types have 16 bytes without padding, and every bit pattern is valid for both.
    // As signed numbers, bytes that are not ASCII are negative.
    let signed = unsafe unsafeBitCast(bytes, to: SIMD16<Int8>.self)
    return Self.bits(signed .< SIMD16<Int8>(repeating: 0x20)) == 0
  }

  /// A mask of the bytes that end a string, start an escape, or are control characters.
  ///
  /// The lowest bit belongs to the first byte.
  @inline(__always)
  var syntax: UInt32 {
    Self.bits(isSyntax)
  }

  /// A mask of the bytes that are not ASCII.
  ///
  /// The lowest bit belongs to the first byte.
  @inline(__always)
  var nonASCII: UInt32 { Self.bits(bytes .>= SIMD16<UInt8>(repeating: 0x80)) }

  /// Returns a mask of the bytes that must be escaped.
  ///
  /// These are quotation marks, backslashes, control characters and, if `escapesSlashes` is `true`, slashes. The lowest
  /// bit belongs to the first byte.
  @inline(__always)
  func escapes(escapesSlashes: Bool) -> UInt32 {
    escapesSlashes
      ? Self.bits(isSyntax .| places(of: "/")) : Self.bits(isSyntax)
  }

  /// Returns the number of bytes before the first one that must be escaped.
  @inline(__always)
  func unescapedCount(escapesSlashes: Bool) -> Int {
    escapesSlashes ? Self.distance(isSyntax .| places(of: "/")) : Self.distance(isSyntax)
  }

  /// The number of bytes before the first one that is not white space.
  @inline(__always)
  var whiteSpaceCount: Int {
    let breaks = places(of: "\n") .| places(of: "\r") .| places(of: "\t")
    return Self.distance(.!(places(of: " ") .| breaks))
  }

  /// A mask of the bytes that are not decimal digits.
  ///
  /// The lowest bit belongs to the first byte. The bit after those of the block is set, too.
  @inline(__always)
  var nonDigits: UInt32 {
    let values = bytes &- SIMD16(repeating: UInt8(ascii: "0"))
    return Self.bits(values .> SIMD16(repeating: 9)) | 1 << UInt32(Self.size)
  }

  /// The number of bytes before the first backslash.
  @inline(__always)
  var countBeforeBackslash: Int { Self.distance(places(of: "\\")) }

  @inline(__always)
  private var isSyntax: SIMDMask<SIMD16<Int8>> {
    bytes .< SIMD16<UInt8>(repeating: 0x20) .| places(of: "\"") .| places(of: "\\")
  }

  @inline(__always)
  private func places(of character: Unicode.Scalar) -> SIMDMask<SIMD16<Int8>> {
    bytes .== SIMD16(repeating: UInt8(ascii: character))
  }

  /// Returns the number of bytes before the first one in `mask`, or 16 if the mask is empty.
  @inline(__always)
  private static func distance(_ mask: SIMDMask<SIMD16<Int8>>) -> Int {
    sluice_scan_first(lanes(of: mask))
  }

  /// Returns a bit for each byte in `mask`, the lowest for the first byte.
  @inline(__always)
  private static func bits(_ mask: SIMDMask<SIMD16<Int8>>) -> UInt32 { sluice_scan_bits(lanes(of: mask)) }

  @inline(__always)
  private static func lanes(of mask: SIMDMask<SIMD16<Int8>>) -> SIMD16<Int8> {
    // SAFETY: A vector mask is a vector of bytes that are 0 or -1, and has the same size.
    unsafe unsafeBitCast(mask, to: SIMD16<Int8>.self)
  }
}

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
