import FoundationEssentials

/// The value of a JSON number, computed from its digits.
struct ReferenceNumber {
  private let text: String

  init(_ text: String) { self.text = text }

  /// The nearest double, or `nil` if it is an infinity, or zero for a number that is not zero.
  var double: Double? { nearest() }
  /// The nearest float, or `nil` as for ``double``.
  var float: Float? { nearest() }

  /// The exact integer that the number is.
  ///
  /// The inner optional is `nil` if the number is not an integer or exceeds 128 bits. The outer one is `nil` if the
  /// number has more than 400 digits, or a larger exponent.
  var integer: Int128?? {
    let (digits, exponent) = parts
    guard digits.count <= 400, abs(exponent) <= 400 else { return nil }
    var shifted = digits
    if exponent >= 0 {
      shifted += Array(repeating: UInt8(ascii: "0"), count: exponent)
    } else {
      shifted = Array(repeating: UInt8(ascii: "0"), count: -exponent) + shifted
      guard shifted.suffix(-exponent).allSatisfy({ $0 == UInt8(ascii: "0") }) else { return .some(nil) }
      shifted.removeLast(-exponent)
    }
    let magnitude = String(decoding: shifted.isEmpty ? [UInt8(ascii: "0")] : shifted, as: UTF8.self)
    return .some(Int128((text.utf8.first == UInt8(ascii: "-") ? "-" : "") + magnitude))
  }

  /// The digits without the decimal point, and the power of ten that they are multiplied by.
  private var parts: (digits: [UInt8], exponent: Int) {
    let isExponent = { (byte: UInt8) in byte | 0x20 == UInt8(ascii: "e") }
    let mantissa = text.utf8.prefix { !isExponent($0) }.filter { $0 != UInt8(ascii: "-") }
    let written = text.utf8.drop { !isExponent($0) }.dropFirst()
    let exponent = written.isEmpty ? 0 : Int(Substring(written)) ?? 1_000_000
    let fraction = mantissa.drop { $0 != UInt8(ascii: ".") }.dropFirst()
    return (mantissa.filter { $0 != UInt8(ascii: ".") }, exponent - fraction.count)
  }

  private func nearest<T: BinaryFloatingPoint & LosslessStringConvertible>() -> T? {
    guard let value = T(text), value.isFinite else { return nil }
    let isZero = parts.digits.allSatisfy { $0 == UInt8(ascii: "0") }
    return value != 0 || isZero ? value : nil
  }
}

/// A reference for parsing dates of [RFC 3339](https://www.rfc-editor.org/rfc/rfc3339) with the offsets of ISO 8601, by
/// the positions of their characters.
enum ReferenceDate {
  /// Returns the date, or `nil` if the text is malformed or the date does not exist.
  static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, fits(bytes[..<19], "dddd-dd-ddTdd:dd:dd") else { return nil }
    let (year, month, day) = (number(bytes[..<4]), number(bytes[5..<7]), number(bytes[8..<10]))
    let (hour, minute, second) = (number(bytes[11..<13]), number(bytes[14..<16]), number(bytes[17..<19]))
    guard (1...12).contains(month), day >= 1, day <= ReferenceCalendar.monthLengths(year)[month - 1] else {
      return nil
    }
    guard hour < 24, minute < 60, second < 60 else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: isDigit)
      guard let value = Double("0." + String(decoding: digits, as: UTF8.self)), !digits.isEmpty else {
        return nil
      }
      fraction = value
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(rest) else { return nil }
    let time = hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(days(year, month, day) * 86_400 + time) + fraction)
  }

  /// Returns the offset in seconds east of UTC, or `nil` if the text is malformed.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    if text == [UInt8(ascii: "Z")] { return 0 }
    let forms = ["+dd:dd", "+dddd", "+dd"]
    guard let sign = text.first, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign),
      forms.contains(where: { fits([UInt8(ascii: "+")] + text.dropFirst(), $0) })
    else { return nil }
    let hours = number(text.dropFirst().prefix(2))
    let minutes = text.count > 3 ? number(text.suffix(2)) : 0
    guard hours < 24, minutes < 60 else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 60 + minutes) * 60
  }

  /// Returns whether the bytes match a form, in which `d` stands for a digit.
  private static func fits(_ bytes: some Collection<UInt8>, _ form: String) -> Bool {
    bytes.count == form.utf8.count
      && zip(bytes, form.utf8).allSatisfy { $1 == UInt8(ascii: "d") ? isDigit($0) : $0 == $1 }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }

  private static func number(_ digits: some Collection<UInt8>) -> Int {
    Int(String(decoding: digits, as: UTF8.self)) ?? 0
  }

  /// Returns the number of days since 1 January 1970.
  ///
  /// Years begin in March here, and are counted from four centuries earlier, so that none is negative.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = year + 400 - (month < 3 ? 1 : 0)
    let months = (month + 9) % 12
    return shifted * 365 + shifted / 4 - shifted / 100 + shifted / 400 + (153 * months + 2) / 5 + day
      - 719_469 - 146_097
  }
}

/// The months of the proleptic Gregorian calendar, for the references that parse and write dates.
enum ReferenceCalendar {
  /// Returns the number of days of each month of a year, January first.
  static func monthLengths(_ year: Int) -> [Int] {
    [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  }

  static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
}

/// A reference for decoding Base64 ([RFC 4648 §4](https://www.rfc-editor.org/rfc/rfc4648#section-4)), six bits at a
/// time.
enum ReferenceBase64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// Returns the decoded bytes, or `nil` if the text is malformed.
  static func data(_ text: String) -> Data? {
    let digits = text.utf8.prefix { $0 != UInt8(ascii: "=") }
    let padding = text.utf8.dropFirst(digits.count)
    guard padding.allSatisfy({ $0 == UInt8(ascii: "=") }), padding.count == [0, nil, 2, 1][digits.count % 4]
    else { return nil }
    var data = Data()
    var (bits, count) = (0, 0)
    for digit in digits {
      guard let value = alphabet.firstIndex(of: digit) else { return nil }
      bits = (bits & 0xFF) << 6 | value
      count += 6
      if count >= 8 {
        count -= 8
        data.append(UInt8(bits >> count & 0xFF))
      }
    }
    return data
  }
}
