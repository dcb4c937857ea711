/// Numbers of 16 lowercase hexadecimal digits, which sort as texts in the order of the numbers.
enum HexNumber {
  static let digitCount = 16

  /// Returns the digits of a number.
  static func text(_ number: UInt64, digits: Int = digitCount) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Parses digits; `nil` for anything else than 1 to 16 lowercase digits.
  static func parse(_ digits: some Collection<UInt8>) -> UInt64? {
    guard (1...digitCount).contains(digits.count) else { return nil }
    var number: UInt64 = 0
    for digit in digits {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
    }
    return number
  }
}
