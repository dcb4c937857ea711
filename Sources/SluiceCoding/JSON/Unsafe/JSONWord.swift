internal import Glibc

/// Eight bytes of text, looked at in one step.
struct JSONWord {
  let bits: UInt64

  @inline(__always)
  init(bits: UInt64) { self.bits = bits }

  private static let ones: UInt64 = 0x0101_0101_0101_0101

  /// The eight decimal digits of `value`, which is less than 10⁸, zeros before it among them.
  @inline(__always)
  init(digitsOf value: UInt64) {
    // Two numbers below 10,000 side by side, then four below 100, then eight below 10. The factors are 1 / 100 and 1 / 10, as
    // near as these need them.
    let fours = value / 10_000 | (value % 10_000) << 32
    let hundreds = (fours &* 10_486) >> 20 & 0x0000_007F_0000_007F
    let twos = hundreds | (fours &- hundreds &* 100) << 16
    let tens = (twos &* 103) >> 10 & 0x000F_000F_000F_000F
    bits = (tens | (twos &- tens &* 10) << 8) | Self.ones &* UInt64(UInt8(ascii: "0"))
  }

  /// How many zeros stand before the other digits.
  @inline(__always)
  var leadingZeros: Int { (bits ^ Self.ones &* UInt64(UInt8(ascii: "0"))).trailingZeroBitCount >> 3 }

  /// The word without its first bytes, fewer than eight.
  @inline(__always)
  func dropping(_ count: Int) -> JSONWord { JSONWord(bits: bits >> UInt64(count * 8)) }

  /// Writes eight bytes, for which there has to be room.
  @inline(__always)
  func store(at pointer: UnsafeMutablePointer<UInt8>) {
    unsafe UnsafeMutableRawPointer(pointer).storeBytes(of: bits.littleEndian, as: UInt64.self)
  }

  /// Reads eight bytes, which have to be there.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>) {
    bits = unsafe UInt64(
      littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// Reads `count` bytes, eight at most. Zeros stand for those that are missing.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>, count: Int) {
    if count >= 8 {
      self = unsafe JSONWord(at: pointer)
    } else if count >= 4 {
      // Two halves that overlap, or not.
      let last = unsafe UInt64(Self.half(at: pointer + count - 4).littleEndian)
      bits = unsafe UInt64(Self.half(at: pointer).littleEndian) | last << UInt64((count - 4) * 8)
    } else if count > 0 {
      let (middle, last) = unsafe (UInt64(pointer[count / 2]), UInt64(pointer[count - 1]))
      bits = unsafe UInt64(pointer[0]) | middle << UInt64(count / 2 * 8) | last << UInt64((count - 1) * 8)
    } else {
      bits = 0
    }
  }

  /// How many bytes the character at `pointer` has, which is not ASCII. Zero where it is no UTF-8. Reads no byte
  /// after one that does not belong to the character.
  @inline(__always)
  static func lengthOfMultibyteCharacter(at pointer: UnsafePointer<UInt8>) -> Int {
    func isContinuation(_ index: Int) -> Bool { unsafe pointer[index] & 0xC0 == 0x80 }
    let first = unsafe pointer[0]
    let second = unsafe pointer[1]
    // RFC 3629, section 4.
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

  /// Whether the `count` bytes at both places are the same. Reads no others.
  @inline(__always)
  static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, count: Int) -> Bool {
    if count > 16 { return unsafe memcmp(left, right, count) == 0 }
    // Two words that overlap, or not.
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

  @inline(__always)
  private static func half(at pointer: UnsafePointer<UInt8>) -> UInt32 {
    unsafe UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self)
  }
}
