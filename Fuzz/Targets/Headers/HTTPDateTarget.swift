import FoundationEssentials
import HTTPTypes
import SluiceCoding
import SluiceFuzz
import SluiceSession
import SluiceSupport

extension FuzzTarget {
  /// Dates of header fields and `Retry-After`: a text that is parsed, and a date that is written in one of the three
  /// forms.
  ///
  /// Bytes 0 to 4 are the seconds of the date, byte 5 is its form. The text follows.
  static let httpDate = FuzzTarget("http-date", format: .httpDate, optionByteCount: 6, maximumByteCount: 256)
  { input in
    let seconds = Int(input.bytes(5).reduce(0) { $0 << 8 | UInt64($1) }) % secondsBefore10000
    let form = input.choice(of: HTTPDateText.Form.allCases)
    let text = String(decoding: input.rest(), as: UTF8.self)

    // Years of two digits stand for 1970 to 2069.
    let writable = form == .rfc850 ? seconds % secondsBefore2070 : seconds
    let written = HTTPDateText.text(writable, form)
    try requireEqual(
      HTTPDate(written)?.date.timeIntervalSince1970, Double(writable), "\(written) is parsed as another date")
    try requireEqual(
      HTTPDate(secondsSince1970: Int64(seconds)).text, HTTPDateText.text(seconds, .imf),
      "\(seconds) is written as another date")

    try checkRetryAfter(text)
    guard let date = HTTPDate(text)?.date else { return }
    try require(date.timeIntervalSince1970 == date.timeIntervalSince1970.rounded(), "\(text): a fraction")
    // Accepted text is one of the three forms of its date, except for the day's name and blanks.
    let since1970 = Int(date.timeIntervalSince1970)
    guard since1970 >= 0 else { return }
    let words = text.split(separator: " ").dropFirst()
    let forms = HTTPDateText.Form.allCases.map {
      HTTPDateText.text(since1970, $0).split(separator: " ").dropFirst()
    }
    let isOneOfThem = forms.contains { form in
      form.count == words.count
        && zip(form, words).allSatisfy { wanted, word in word == wanted || word == "0" + wanted }
    }
    try require(isOneOfThem, "\(text) is parsed as \(HTTPDateText.text(since1970, .imf))")
  }

  /// Checks that the wait is the field's number of seconds or the time until its date, and never negative.
  private static func checkRetryAfter(_ text: String) throws {
    var response = HTTPResponse(status: .serviceUnavailable)
    response.headerFields[.retryAfter] = text
    let now = Date(timeIntervalSince1970: 1_000_000_000)
    let wait = response.retryAfter(now: now)
    guard let value = response.headerFields[.retryAfter] else { return }
    let isNumber = value.utf8.allSatisfy { (0x30...0x39).contains($0) }
    if isNumber, value.utf8.count < 19, let seconds = UInt64(value) {
      try requireEqual(wait, .seconds(seconds), "the wait for a number of seconds")
    } else if let date = HTTPDate(value)?.date {
      try requireEqual(wait, .seconds(max(0, date.timeIntervalSince(now))), "the wait for a date")
    }
    try require(wait ?? .zero >= .zero, "\(value): \(String(describing: wait))")
  }

  private static let secondsBefore2070 = 3_155_760_000
  private static let secondsBefore10000 = 253_402_300_800
}

/// A reference for writing dates in the forms of
/// [RFC 9110 §5.6.7](https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7), which counts days from 1 January 1970.
enum HTTPDateText {
  enum Form: CaseIterable {
    /// `Sun, 06 Nov 1994 08:49:37 GMT`
    case imf
    /// `Sunday, 06-Nov-94 08:49:37 GMT`
    case rfc850
    /// `Sun Nov  6 08:49:37 1994`
    case asctime
  }

  /// Returns the text of a date.
  ///
  /// - Parameters:
  ///   - seconds: The seconds since 1970, which must not be negative.
  ///   - form: The form of the date.
  static func text(_ seconds: Int, _ form: Form) -> String {
    let (days, second) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let time = [second / 3600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
    let (year, month, day) = date(days)
    // 1 January 1970 was a Thursday.
    let name = ["Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday"][days % 7]
    let monthName = monthNames[month]
    return switch form {
    case .imf: "\(name.prefix(3)), \(twoDigits(day)) \(monthName) \(year) \(time) GMT"
    case .rfc850: "\(name), \(twoDigits(day))-\(monthName)-\(twoDigits(year % 100)) \(time) GMT"
    case .asctime: "\(name.prefix(3)) \(monthName) \(day < 10 ? " " : "")\(day) \(time) \(year)"
    }
  }

  private static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func date(_ daysSince1970: Int) -> (year: Int, month: Int, day: Int) {
    var days = daysSince1970
    // Any 400 years have the same number of days.
    var year = 1970 + days / 146_097 * 400
    days %= 146_097
    while days >= (ReferenceCalendar.isLeap(year) ? 366 : 365) {
      days -= ReferenceCalendar.isLeap(year) ? 366 : 365
      year += 1
    }
    var month = 0
    let lengths = ReferenceCalendar.monthLengths(year)
    while days >= lengths[month] {
      days -= lengths[month]
      month += 1
    }
    return (year, month, days + 1)
  }
}
