package import FoundationEssentials

/// Numbers as decimal text.
package enum DecimalText {
  /// Returns the shortest decimal text that reads back as `value`, without an empty fraction: `1`, `0.1`, `1e+16`.
  ///
  /// - Returns: The text, or `nil` for NaN and infinities.
  package static func text(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> String? {
    guard value.isFinite else { return nil }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// Returns the number that is nearest to decimal `text`.
  ///
  /// - Returns: The number, or `nil` if the text is anything else, including a NaN or an infinity by name, or if
  ///   the number is too large for `T`.
  package static func floatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(_ text: String) -> T?
  {
    guard isDecimal(text), let value = T(text), value.isFinite else { return nil }
    return value
  }

  /// Returns the exact value of decimal `text`.
  ///
  /// - Returns: The number, or `nil` if the text is anything else or if `Decimal` cannot represent the number
  ///   exactly.
  package static func decimal(_ text: String) -> Decimal? {
    guard isDecimal(text), let value = Decimal(string: text) else { return nil }
    // Foundation cuts off digits that do not fit.
    return significantDigits(text) == significantDigits(value.description) ? value : nil
  }

  /// Returns the digits of decimal `text` without its point, exponent, leading zeros and trailing zeros.
  private static func significantDigits(_ text: String) -> String {
    let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      .filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      .drop { $0 == UInt8(ascii: "0") }
    let end = digits.lastIndex { $0 != UInt8(ascii: "0") }
    return String(decoding: end.map { digits[...$0] } ?? [], as: UTF8.self)
  }

  /// Whether `text` consists of digits with an optional sign, decimal point and exponent, all in ASCII.
  package static func isDecimal(_ text: String) -> Bool {
    var rest = text.utf8[...]
    skipSign(&rest)
    var digits = skipDigits(&rest)
    if rest.first == UInt8(ascii: ".") {
      rest.removeFirst()
      digits += skipDigits(&rest)
    }
    guard digits > 0 else { return false }
    if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
      rest.removeFirst()
      skipSign(&rest)
      guard skipDigits(&rest) > 0 else { return false }
    }
    return rest.isEmpty
  }

  private static func skipSign(_ rest: inout Substring.UTF8View) {
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
  }

  private static func skipDigits(_ rest: inout Substring.UTF8View) -> Int {
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    rest = rest[digits.endIndex...]
    return digits.count
  }
}
