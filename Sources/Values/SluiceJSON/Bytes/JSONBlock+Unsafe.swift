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
