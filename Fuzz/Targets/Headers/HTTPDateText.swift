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
