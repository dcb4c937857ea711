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

  /// Returns the value of decimal `text`.
  ///
  /// A `Decimal` is an integer of up to 128 bits and a power of ten from -128 to 127. Foundation cuts off digits that
  /// do not fit, and does not find all of these forms: it refuses `1e128`, which is 10·10¹²⁷, and `0e999`.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - rounds: Whether a number that `Decimal` cannot represent becomes the nearest one, with an even last digit if
  ///     two are equally near.
  /// - Returns: The number, or `nil` if the text is anything else, if the number is too large, or if it would have to
  ///   be rounded.
  /// - Complexity: O(*n*) in the length of the text.
  package static func decimal(_ text: String, rounds: Bool = false) -> Decimal? {
    guard isDecimal(text) else { return nil }
    let mark = text.utf8.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? text.utf8.endIndex
    let digits = text.utf8[..<mark].filter { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    guard let first = digits.firstIndex(where: { $0 != UInt8(ascii: "0") }),
      let last = digits.lastIndex(where: { $0 != UInt8(ascii: "0") })
    else { return 0 }
    let point = text.utf8[..<mark].firstIndex(of: UInt8(ascii: "."))
    let fractionCount = point.map { text.utf8.distance(from: $0, to: mark) - 1 } ?? 0
    let written = mark == text.utf8.endIndex ? "0" : text[text.utf8.index(after: mark)...]
    guard
      let (exponent, overflow) = Int(written)?.addingReportingOverflow(
        digits.count - 1 - last - fractionCount),
      !overflow
    else { return rounds && written.first == "-" ? 0 : nil }
    guard var number = DecimalParts(digits[first...last], exponent, rounds: rounds) else { return nil }
    while number.exponent > 127 {
      let (product, overflow) = number.significand.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      number.significand = product
      number.exponent -= 1
    }
    let sign = text.utf8.first == UInt8(ascii: "-") ? "-" : ""
    return Decimal(string: "\(sign)\(number.significand)e\(number.exponent)")
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

  /// Whether decimal `text` has neither a fraction nor an exponent, so that its digits are all that counts.
  package static func isInteger(_ text: String) -> Bool {
    !text.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 0x20 == UInt8(ascii: "e") }
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

/// The integer and the power of ten of a `Decimal`.
private struct DecimalParts {
  var significand: UInt128
  /// At least -128.
  var exponent: Int

  /// Creates the parts of a number that is not zero, or `nil` if they would have to be rounded and `rounds` is false.
  init?(_ digits: ArraySlice<UInt8>, _ exponent: Int, rounds: Bool) {
    if exponent >= -128, let significand = UInt128(String(decoding: digits, as: UTF8.self)) {
      (self.significand, self.exponent) = (significand, exponent)
      return
    }
    // A larger power of ten does not fit, even after a single digit.
    guard rounds, exponent < 256 else { return nil }
    // Digits that are dropped: those after the 39th, and those behind the last place of a `Decimal`.
    // BOUNDED: the exponent is only subtracted if it is not far below -128.
    var dropped = max(
      digits.count - 39, 0, exponent < -128 - digits.count ? digits.count + 1 : -128 - exponent)
    while true {
      if let significand = Self.rounded(digits, dropping: dropped) {
        (self.significand, self.exponent) = (significand, max(exponent + dropped, -128))
        return
      }
      dropped += 1
    }
  }

  /// Returns the digits before the last ones as a number, rounded, or `nil` if it has more than 128 bits.
  private static func rounded(_ digits: ArraySlice<UInt8>, dropping count: Int) -> UInt128? {
    guard count <= digits.count else { return 0 }
    let kept = digits.dropLast(count)
    guard let number = kept.isEmpty ? 0 : UInt128(String(decoding: kept, as: UTF8.self)) else { return nil }
    let rest = digits[kept.endIndex...]
    guard let first = rest.first, first >= UInt8(ascii: "5") else { return number }
    let isTie = first == UInt8(ascii: "5") && rest.dropFirst().allSatisfy { $0 == UInt8(ascii: "0") }
    if isTie, number.isMultiple(of: 2) { return number }
    let (sum, overflow) = number.addingReportingOverflow(1)
    return overflow ? nil : sum
  }
}

/// A container that encodes a number of JSON with its digits, so that no type has to represent it.
///
/// The containers of Sluice's encoders conform. Those of others get the type that fits a number best.
package protocol NumberTextEncodingContainer {
  /// Encodes a number.
  ///
  /// - Parameters:
  ///   - text: The text of the number.
  ///   - nearest: The nearest `Double`, or `nil` if it is an infinity, or zero although the number is not.
  /// - Throws: `EncodingError` if the format cannot represent the number.
  func encode(numberText text: String, nearest: Double?) throws
}

/// A container that decodes a number of JSON, and has its digits.
package protocol NumberTextDecodingContainer {
  /// The text of the number, or `nil` if the value is none.
  var numberText: String? { get }
}
