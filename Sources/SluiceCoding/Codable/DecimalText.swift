import FoundationEssentials

/// Numbers as decimal text.
enum DecimalText {
  /// The shortest decimal text that reads back as `value`, without an empty fraction: `1`, `0.1`, `1e+16`.
  /// Nil for a NaN or an infinity.
  static func text(_ value: some BinaryFloatingPoint & LosslessStringConvertible) -> String? {
    guard value.isFinite else { return nil }
    let text = value.description
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The number that decimal `text` is nearest to. Nil for any other text, and for a number that `T` cannot
  /// hold: too large, or a NaN or infinity by name.
  static func floatingPoint<T: BinaryFloatingPoint & LosslessStringConvertible>(_ text: String) -> T? {
    guard isDecimal(text), let value = T(text), value.isFinite else { return nil }
    return value
  }

  /// The number that decimal `text` is exactly. Nil for any other text, and for a number that no `Decimal`
  /// is.
  static func decimal(_ text: String) -> Decimal? {
    guard isDecimal(text), let value = Decimal(string: text) else { return nil }
    // Foundation cuts off the digits that do not fit.
    return significantDigits(text) == significantDigits(value.description) ? value : nil
  }

  /// The digits of decimal `text`, without a point, an exponent, and zeros before the first or after the last
  /// of them.
  private static func significantDigits(_ text: String) -> String {
    let digits = text.utf8.prefix { $0 | 0x20 != UInt8(ascii: "e") }
      .filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      .drop { $0 == UInt8(ascii: "0") }
    let end = digits.lastIndex { $0 != UInt8(ascii: "0") }
    return String(decoding: end.map { digits[...$0] } ?? [], as: UTF8.self)
  }

  /// Whether `text` is digits with at most a sign, a decimal point and an exponent, all ASCII.
  static func isDecimal(_ text: String) -> Bool {
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
