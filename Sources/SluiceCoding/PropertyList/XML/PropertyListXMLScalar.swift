import FoundationEssentials

/// The texts of numbers, dates and data in XML.
enum PropertyListXMLScalar {
  /// What an element with this text is worth. Nil where it is malformed. White space around all but strings
  /// says nothing.
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

  /// The shortest text that reads back as `real`, as Foundation writes it: `1`, `1e-07`, `nan`, `+infinity`.
  static func text(_ real: Double) -> String {
    if real.isNaN { return "nan" }
    return DecimalText.text(real) ?? (real < 0 ? "-infinity" : "+infinity")
  }

  /// An optional sign, and decimal digits or hexadecimal ones after `0x`.
  private static func integer(_ text: ArraySlice<UInt8>) -> Int128? {
    var digits = text
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits.removeFirst() }
    var radix = 10
    if digits.first == UInt8(ascii: "0"), digits.dropFirst().first.map({ $0 | 0x20 }) == UInt8(ascii: "x") {
      radix = 16
      digits.removeFirst(2)
    }
    // A second sign would be read as one.
    guard let first = digits.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "-"),
      let magnitude = Int128(String(decoding: digits, as: UTF8.self), radix: radix)
    else { return nil }
    let integer = isNegative ? -magnitude : magnitude
    return PropertyList.Value.integers.contains(integer) ? integer : nil
  }

  /// A decimal number; `nan`, `inf` or `infinity` in any case, with an optional sign.
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
