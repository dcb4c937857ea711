internal import Glibc

/// Eight bytes of text, looked at in one step.
struct JSONWord {
  let bits: UInt64

  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Reads eight bytes, which have to be there.
  @inline(__always)
  init(at pointer: UnsafePointer<UInt8>) {
    bits = unsafe UInt64(
      littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
  }

  /// Reads `count` bytes, fewer than eight. Bytes that a string may hold as they are stand for the others.
  init(at pointer: UnsafePointer<UInt8>, count: Int) {
    var bits = Self.ones &* UInt64(UInt8(ascii: " "))
    for index in 0..<count {
      unsafe bits = bits & ~(0xFF << UInt64(index * 8)) | UInt64(pointer[index]) << UInt64(index * 8)
    }
    self.bits = bits
  }

  /// A bit for the first byte that is no plain character of a string: a quotation mark, a backslash, a control
  /// character, or part of a character that is not ASCII. There may be more bits after the first, which mean
  /// nothing.
  @inline(__always)
  var needsAttention: UInt64 {
    let quote = bits ^ (Self.ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = bits ^ (Self.ones &* UInt64(UInt8(ascii: "\\")))
    return ((quote &- Self.ones) | (backslash &- Self.ones) | (bits &- Self.ones &* 0x20) | bits)
      & Self.highBits
  }

  /// A bit for the first byte that an encoder has to escape: a quotation mark, a backslash, a control
  /// character and, if `escapesSlashes`, a slash.
  @inline(__always)
  func needsEscape(escapesSlashes: Bool) -> UInt64 {
    let quote = bits ^ (Self.ones &* UInt64(UInt8(ascii: "\"")))
    let backslash = bits ^ (Self.ones &* UInt64(UInt8(ascii: "\\")))
    let slash = escapesSlashes ? bits ^ (Self.ones &* UInt64(UInt8(ascii: "/"))) : Self.ones &* 2
    return
      ((quote &- Self.ones) | (backslash &- Self.ones) | (slash &- Self.ones) | (bits &- Self.ones &* 0x20))
      & ~bits & Self.highBits
  }

  /// A bit for the first backslash.
  @inline(__always)
  var backslash: UInt64 {
    let backslash = bits ^ (Self.ones &* UInt64(UInt8(ascii: "\\")))
    return (backslash &- Self.ones) & ~backslash & Self.highBits
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
