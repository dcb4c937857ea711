internal import Glibc

// SAFETY: Each member that takes a pointer accesses exactly the bytes that its documentation requires to be
// accessible, without any alignment. Its callers prove that they are.

/// A word of eight bytes of text, which are examined in one step.
///
/// The first byte is the least significant one.
@usableFromInline
struct JSONWord {
  @usableFromInline let bits: UInt64

  @inlinable @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// Creates a word of the eight decimal digits of `value`, including leading zeros.
  ///
  /// - Precondition: `value` is less than 10⁸.
  @inline(__always)
  init(digitsOf value: UInt64) {
    // The word is split into two numbers below 10,000, then four below 100, then eight below 10. The factors with their
    // shifts approximate 1 / 100 and 1 / 10 closely enough for these numbers.
    let fours = value / 10_000 | (value % 10_000) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    bits = (tens | (twos &- tens &* 10) << 8) | Self.ones &* UInt64(UInt8(ascii: "0"))
  }

  /// The number of leading zero digits.
  @inline(__always)
  var leadingZeros: Int { (bits ^ Self.ones &* UInt64(UInt8(ascii: "0"))).trailingZeroBitCount >> 3 }

  /// The number of decimal digits before the first other byte.
  @inline(__always)
  var digitCount: Int {
    let values = bits ^ 0x3030_3030_3030_3030
    // The sum of 0x76 and the value of a digit is below 0x80. For all other bytes, the highest bit of the sum or of the
    // value is set. No sum carries into the next byte.
    let sums = (values & 0x7F7F_7F7F_7F7F_7F7F) &+ 0x7676_7676_7676_7676
    return ((sums | values) & 0x8080_8080_8080_8080).trailingZeroBitCount >> 3
  }

  /// Returns the number that the first `count` bytes stand for, which must be decimal digits.
  ///
  /// - Precondition: `count` is from 1 to 8.
  @inline(__always)
  func number(ofDigits count: Int) -> UInt64 {
    // The digits move to the end, and zeros precede them.
    Self.number((bits ^ 0x3030_3030_3030_3030) &<< UInt64(64 &- count &* 8))
  }

  /// Returns the number that the first `count` bytes stand for, or `nil` if one of them is not a decimal digit.
  ///
  /// - Precondition: `count` is from 1 to 8.
  @inline(__always)
  func number(ofPossibleDigits count: Int) -> UInt64? {
    let values = (bits ^ 0x3030_3030_3030_3030) &<< UInt64(64 &- count &* 8)
    // The highest bit of a byte is set in its value, or in its sum with 0x76, if it is not a digit. A sum carries into
    // the next byte only after such a byte.
    guard (values | values &+ 0x7676_7676_7676_7676) & 0x8080_8080_8080_8080 == 0 else { return nil }
    return Self.number(values)
  }

  /// Returns the number of eight digits, given the value of each.
  @inline(__always)
  private static func number(_ values: UInt64) -> UInt64 {
    // Pairs of digits become numbers below 100, then pairs of these, then pairs of those.
    let pairs = values &* 10 &+ (values >> 8)
    let even = (pairs & 0x0000_00FF_0000_00FF) &* 0x000F_4240_0000_0064
    let odd = ((pairs >> 16) & 0x0000_00FF_0000_00FF) &* 0x0000_2710_0000_0001
    return (even &+ odd) >> 32
  }

  /// Returns the word without its first `count` bytes.
  ///
  /// - Precondition: `count` is less than 8.
  @inline(__always)
  func dropping(_ count: Int) -> JSONWord { JSONWord(bits: bits &>> UInt64(count &* 8)) }

  /// Returns the word with zeros in place of all but its first `count` bytes.
  ///
  /// - Precondition: `count` is from 0 to 8.
  @inline(__always)
  func keeping(_ count: Int) -> JSONWord {
    // Two shifts, because one by 64 bits would change nothing.
    let half = UInt64(truncatingIfNeeded: count &* 4)
    return JSONWord(bits: bits & ((1 &<< half) &<< half &- 1))
  }

  /// Writes the eight bytes of the word.
  ///
  /// - Precondition: Eight bytes are writable at `pointer`.
  @inlinable @inline(__always)
  func store(at pointer: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: bits.littleEndian, as: UInt64.self)
  }

  /// Creates a word from the eight bytes at `pointer`.
  ///
  /// - Precondition: Eight bytes are readable at `pointer`.
  @inlinable @inline(__always)
  init(at pointer: UnsafePointer<UInt8>) {
    bits = unsafe UInt64(
      littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// Creates a word from up to eight bytes at `pointer`, padded with zeros.
  ///
  /// - Precondition: The first eight of the `count` bytes at `pointer` are readable, or all if there are fewer.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>, count: Int) {
    if count >= 8 {
      self = unsafe JSONWord(at: pointer)
    } else if count >= 4 {
      // Two halves, which overlap unless there are exactly eight bytes.
      let last = unsafe UInt64(Self.half(at: pointer + count - 4).littleEndian)
      bits = unsafe UInt64(Self.half(at: pointer).littleEndian) | last << UInt64((count - 4) * 8)
    } else if count > 0 {
      let (middle, last) = unsafe (UInt64(pointer[count / 2]), UInt64(pointer[count - 1]))
      bits = unsafe UInt64(pointer[0]) | middle << UInt64(count / 2 * 8) | last << UInt64((count - 1) * 8)
    } else {
      bits = 0
    }
  }

  /// Returns the number of bytes of the character at `pointer`, or 0 if it is not valid UTF-8.
  ///
  /// The syntax is that of RFC 3629 §4. Apart from the second byte, no byte is read after one that does not
  /// belong to the character.
  ///
  /// - Precondition: The first byte is not ASCII.
  @inline(__always)
  static func lengthOfMultibyteCharacter(at pointer: UnsafePointer<UInt8>) -> Int {
    func isContinuation(_ index: Int) -> Bool { unsafe pointer[index] & 0xC0 == 0x80 }
    let first = unsafe pointer[0]
    let second = unsafe pointer[1]
    switch first {
    case 0xC2...0xDF: return second & 0xC0 == 0x80 ? 2 : 0
    case 0xE0: return (0xA0...0xBF).contains(second) && isContinuation(2) ? 3 : 0
    case 0xED: return (0x80...0x9F).contains(second) && isContinuation(2) ? 3 : 0
    case 0xE1...0xEF: return second & 0xC0 == 0x80 && isContinuation(2) ? 3 : 0
    case 0xF0: return (0x90...0xBF).contains(second) && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF1...0xF3: return second & 0xC0 == 0x80 && isContinuation(2) && isContinuation(3) ? 4 : 0
    case 0xF4: return (0x80...0x8F).contains(second) && isContinuation(2) && isContinuation(3) ? 4 : 0
    default: return 0
    }
  }

  /// Returns whether the `count` bytes at both pointers are equal. No other bytes are read.
  @inlinable @inline(__always)
  static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
    if count > 32 { return unsafe areLongEqual(left, right, count: count) }
    // Four words, the last two of which overlap the others unless there are exactly 32 bytes.
    if count > 16 {
      let first = unsafe JSONWord(at: left).bits ^ JSONWord(at: right).bits
      let second = unsafe JSONWord(at: left + 8).bits ^ JSONWord(at: right + 8).bits
      let third = unsafe JSONWord(at: left + (count &- 16)).bits ^ JSONWord(at: right + (count &- 16)).bits
      let last = unsafe JSONWord(at: left + (count &- 8)).bits ^ JSONWord(at: right + (count &- 8)).bits
      return first | second | third | last == 0
    }
    // Two words, which overlap unless there are exactly 16 bytes.
    if count >= 8 {
      return unsafe JSONWord(at: left).bits == JSONWord(at: right).bits
        && JSONWord(at: left + count - 8).bits == JSONWord(at: right + count - 8).bits
    }
    if count >= 4 {
      return unsafe half(at: left) == half(at: right)
        && half(at: left + count - 4) == half(at: right + count - 4)
    }
    var index = 0
    while index < count {
      if unsafe left[index] != right[index] { return false }
      index &+= 1
    }
    return true
  }

  /// Returns whether the `count` bytes at both pointers are equal.
  @usableFromInline
  static func areLongEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
    unsafe memcmp(left, right, count) == 0
  }

  @inlinable @inline(__always)
  static func half(at pointer: UnsafePointer<UInt8>) -> UInt32 {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self)
  }
}

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
