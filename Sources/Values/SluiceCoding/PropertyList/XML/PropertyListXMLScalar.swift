import FoundationEssentials
internal import SluiceSupport

/// The text of numbers, dates and data in XML.
enum PropertyListXMLScalar {
  /// Returns the value of an element with this text, or `nil` if the text is malformed.
  ///
  /// White space around the text is ignored, except in strings.
  static func value(of element: PropertyListXMLElement, text: [UInt8]) -> PropertyList.Value? {
    switch element {
    case .string: .string(String(decoding: text, as: UTF8.self))
    case .integer: integer(trimmed(text)).map { .integer($0) }
    case .real: real(String(decoding: trimmed(text), as: UTF8.self)).map { .real($0) }
    case .true: trimmed(text).isEmpty ? .bool(true) : nil
    case .false: trimmed(text).isEmpty ? .bool(false) : nil
    case .date: InternetDate.date(String(decoding: trimmed(text), as: UTF8.self)).map { .date($0) }
    case .data: Base64Text.data(text.filter { !$0.isXMLWhitespace }).map { .data($0) }
    case .plist, .dict, .key, .array: nil
    }
  }

  /// Returns the shortest text that reads back as `real`, as in Foundation: `1`, `1e-07`, `nan`, `+infinity`.
  static func text(_ real: Double) -> String {
    if real.isNaN { return "nan" }
    return DecimalText.text(real) ?? (real < 0 ? "-infinity" : "+infinity")
  }

  /// Parses an optional sign followed by decimal digits, or by `0x` and hexadecimal digits.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int128? {
    var digits = text
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    var radix = 10
    if digits.first == UInt8(ascii: "0"), digits.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
      radix = 16
      digits.removeFirst(2)
    }
    // `Int128` would accept a second sign.
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let magnitude = Int128(String(decoding: digits, as: UTF8.self), radix: radix)
    else { return nil }
    let integer = isNegative ? -magnitude : magnitude
    return PropertyList.Value.integers.contains(integer) ? integer : nil
  }

  /// Parses a decimal number, or `nan`, `inf` or `infinity` in any case with an optional sign.
  private static func real(_ text: String) -> Double? {
    if DecimalText.isDecimal(text) { return Double(text) }
    guard text.utf8.count <= 9 else { return nil }
    return switch text.lowercased() {
    case "nan", "+nan", "-nan": .nan
    case "inf", "+inf", "infinity", "+infinity": .infinity
    case "-inf", "-infinity": -.infinity
    default: nil
    }
  }

  private static func trimmed(_ text: [UInt8]) -> ArraySlice<UInt8> {
    guard let first = text.firstIndex(where: { !$0.isXMLWhitespace }),
      let last = text.lastIndex(where: { !$0.isXMLWhitespace })
    else { return [] }
    return text[first...last]
  }
}
