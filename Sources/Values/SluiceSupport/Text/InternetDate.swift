package import FoundationEssentials

/// Dates as text in the format of RFC 3339: ISO 8601 with a four-digit year, a full date and time, and an offset.
///
/// The offset may have any form of ISO 8601: `+02:00`, `+0200` or `+02`.
package enum InternetDate {
  /// Returns `date` in UTC, rounded down to the second, such as `2001-09-09T01:46:40Z`.
  ///
  /// - Returns: The text, or `nil` outside the years 0000 to 9999.
  package static func text(_ date: Date) -> String? {
    let sinceEpoch = date.timeIntervalSince1970.rounded(.down)
    guard let sinceEpoch = Int(exactly: sinceEpoch), range.contains(sinceEpoch) else { return nil }
    let seconds = sinceEpoch - range.lowerBound
    let (year, month, day) = civilDate(daysSinceYear0: seconds / 86_400)
    let time = seconds % 86_400
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
      + "T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))Z"
  }

  /// Returns the date that `text` specifies, such as `2001-09-09T03:46:40.25+02:00`.
  ///
  /// - Returns: The date, or `nil` if the text has another form, if the day does not exist, or for a leap second,
  ///   which a `Date` cannot represent.
  package static func date(_ text: String) -> Date? {
    var rest = text.utf8[...]
    guard let days = days(from: &rest), skip("T", in: &rest),
      let hour = number(2, from: &rest), hour < 24, skip(":", in: &rest),
      let minute = number(2, from: &rest), minute < 60, skip(":", in: &rest),
      let second = number(2, from: &rest), second < 60,
      let fraction = fraction(from: &rest),
      let offset = offset(from: &rest), rest.isEmpty
    else { return nil }
    // BOUNDED: the year has four digits.
    let seconds = range.lowerBound + days * 86_400 + hour * 3600 + minute * 60 + second - offset
    return Date(timeIntervalSince1970: Double(seconds) + fraction)
  }

  /// Returns the start in UTC of the day that `text` specifies, such as `2001-09-09`.
  ///
  /// - Returns: The date, or `nil` if the text has another form or if the day does not exist.
  package static func day(_ text: String) -> Date? {
    var rest = text.utf8[...]
    guard let days = days(from: &rest), rest.isEmpty else { return nil }
    return Date(timeIntervalSince1970: Double(range.lowerBound + days * 86_400))
  }

  // MARK: Reading

  /// Reads a day of the calendar, and returns the number of days from the start of the year 0000 to it.
  private static func days(from rest: inout Substring.UTF8View) -> Int? {
    guard let year = number(4, from: &rest), skip("-", in: &rest),
      let month = number(2, from: &rest), (1...12).contains(month), skip("-", in: &rest),
      let day = number(2, from: &rest), (1...monthLength(month, year)).contains(day)
    else { return nil }
    // BOUNDED: the year has four digits.
    return yearStart(year) + (1..<month).reduce(0) { $0 + monthLength($1, year) } + day - 1
  }

  private static func skip(_ character: Unicode.Scalar, in rest: inout Substring.UTF8View) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  private static func number(_ digits: Int, from rest: inout Substring.UTF8View) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = rest.popFirst(), UInt8(ascii: "0")...UInt8(ascii: "9") ~= digit else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// Reads the fraction of a second. Returns 0 if there is no point, and `nil` if the point has no digits after it.
  private static func fraction(from rest: inout Substring.UTF8View) -> Double? {
    guard skip(".", in: &rest) else { return 0 }
    let digits = rest.prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    rest = rest[digits.endIndex...]
    return digits.isEmpty ? nil : Double("0.\(Substring(digits))")
  }

  /// Reads the offset from UTC, in seconds east.
  private static func offset(from rest: inout Substring.UTF8View) -> Int? {
    if skip("Z", in: &rest) { return 0 }
    let sign: Int
    if skip("+", in: &rest) {
      sign = 1
    } else if skip("-", in: &rest) {
      sign = -1
    } else {
      return nil
    }
    guard let hours = number(2, from: &rest), hours < 24 else { return nil }
    var minutes = 0
    if skip(":", in: &rest) || !rest.isEmpty {
      guard let number = number(2, from: &rest), number < 60 else { return nil }
      minutes = number
    }
    return sign * (hours * 3600 + minutes * 60)
  }

  // MARK: The Gregorian calendar, from 0000-01-01

  /// The seconds from the start of the year 0000 to the end of the year 9999, relative to 1970.
  private static let range = -yearStart(1970) * 86_400..<(yearStart(10_000) - yearStart(1970)) * 86_400

  /// Returns the number of days before 1 January of `year`. The year 0 is a leap year.
  private static func yearStart(_ year: Int) -> Int {
    guard year > 0 else { return 0 }
    let past = year - 1
    return year * 365 + past / 4 - past / 100 + past / 400 + 1
  }

  private static func monthLength(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func civilDate(daysSinceYear0 days: Int) -> (year: Int, month: Int, day: Int) {
    // 400 years have 146,097 days, so this estimate is off by one year at most.
    var year = days * 400 / 146_097
    if days >= yearStart(year + 1) { year += 1 }
    if days < yearStart(year) { year -= 1 }
    var month = 1
    var day = days - yearStart(year)
    while day >= monthLength(month, year) {
      day -= monthLength(month, year)
      month += 1
    }
    return (year, month, day + 1)
  }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let text = String(value)
    return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
  }
}
