internal import SluiceBody

/// The forms of IPv4 addresses that clients accept: one to four numbers, the last of which fills the bytes that remain.
///
/// ```
/// 127.0.0.1    0x7f.1    017700000001    2130706433      the same address
/// ```
enum IPv4Address {
  /// Returns the address as four decimal numbers, or `nil` for a host that does not end in a number, which is a name.
  ///
  /// - Parameters:
  ///   - host: In lower case, with no empty label.
  ///   - lastLabel: The position of its last label.
  /// - Throws: A ``SessionError`` with the code `invalid-url` if the host ends in a number but is not an address.
  static func normalized(_ host: Span<UInt8>, lastLabel: Int) throws(SessionError) -> String? {
    guard isNumber(host.extracting(lastLabel...)) else { return nil }
    guard let value = value(of: host, lastLabel: lastLabel) else {
      throw RequestURL.error("the URL's host ends in a number but is not an IPv4 address")
    }
    return "\(value >> 24).\(value >> 16 & 0xFF).\(value >> 8 & 0xFF).\(value & 0xFF)"
  }

  /// Whether a label is a number to any client. Binary numbers are new in C23, and never part of an address.
  private static func isNumber(_ label: Span<UInt8>) -> Bool {
    guard digit(label[0], radix: 10) != nil else { return false }
    var (start, radix) = (0, 10)
    if label.count > 1, label[0] == UInt8(ascii: "0") {
      switch label[1] {
      case UInt8(ascii: "x"): (start, radix) = (2, 16)
      case UInt8(ascii: "b"): (start, radix) = (2, 2)
      default: break
      }
    }
    for position in start..<label.count where digit(label[position], radix: radix) == nil { return false }
    return true
  }

  /// Returns the address as a number, or `nil` if the host is malformed or a number is too large.
  private static func value(of host: Span<UInt8>, lastLabel: Int) -> UInt32? {
    var value: UInt32 = 0
    var remainingBits = 32
    var start = 0
    while start < lastLabel {
      guard remainingBits > 8, let end = host.firstIndex(of: UInt8(ascii: "."), from: start),
        let byte = number(host.extracting(start..<end), upTo: 0xFF)
      else { return nil }
      value = value << 8 | byte
      remainingBits -= 8
      start = end + 1
    }
    guard let rest = number(host.extracting(lastLabel...), upTo: .max >> (32 - remainingBits)) else {
      return nil
    }
    return value << remainingBits | rest
  }

  /// Parses a decimal, octal or hexadecimal number, or `nil` if it is malformed or larger than `maximum`.
  ///
  /// - Parameters:
  ///   - label: The digits; not empty.
  ///   - maximum: The largest number that is accepted.
  private static func number(_ label: Span<UInt8>, upTo maximum: UInt32) -> UInt32? {
    var (start, radix) = (0, 10)
    if label[0] == UInt8(ascii: "0") {
      (start, radix) = label.count > 1 && label[1] == UInt8(ascii: "x") ? (2, 16) : (0, 8)
    }
    guard start < label.count else { return nil }
    var number = 0
    for position in start..<label.count {
      guard let digit = digit(label[position], radix: radix) else { return nil }
      number = number * radix + digit
      guard number <= maximum else { return nil }
    }
    return UInt32(number)
  }

  private static func digit(_ byte: UInt8, radix: Int) -> Int? {
    let digit: UInt8
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - UInt8(ascii: "a") + 10
    default: return nil
    }
    return digit < radix ? Int(digit) : nil
  }
}
