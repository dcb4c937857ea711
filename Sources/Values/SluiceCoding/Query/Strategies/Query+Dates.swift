public import FoundationEssentials
internal import SluiceSupport

extension Query {
  /// A format of `Date`.
  public struct Dates: Sendable {
    let text: @Sendable (Date) -> String?
    let date: @Sendable (String) -> Date?

    /// The form `2001-09-09T01:46:40Z` of ISO 8601 and RFC 3339, in UTC, for the years 0000 to 9999.
    ///
    /// Fractions of a second are dropped in writing. A date can be read with any offset, and with or without a
    /// fraction.
    public static let iso8601 = Dates(text: InternetDate.text, date: InternetDate.date)

    /// The number of seconds since 1970: `1000000000.5`.
    ///
    /// A `Date` counts from 2001. In the larger number, the last bit of its fraction is lost, which is about 0.1 µs.
    public static let secondsSince1970 = Dates(
      text: { DecimalText.text($0.timeIntervalSince1970) },
      date: { DecimalText.floatingPoint($0).map(Date.init(timeIntervalSince1970:)) })

    /// The number of milliseconds since 1970, rounded to an integer: `1000000000500`.
    public static let millisecondsSince1970 = Dates(
      text: { DecimalText.text(($0.timeIntervalSince1970 * 1000).rounded()) },
      date: { DecimalText.floatingPoint($0).map { Date(timeIntervalSince1970: $0 / 1000) } })

    /// Returns a strategy that writes and reads dates with closures.
    ///
    /// ```swift
    /// encoder.dates = .custom(text: { date in "\(date.timeIntervalSinceReferenceDate)" })
    /// ```
    ///
    /// - Parameters:
    ///   - text: Returns the text of a date. If it returns `nil`, encoding throws an `EncodingError`.
    ///   - date: Returns the date of text. If it returns `nil`, as it does by default, decoding throws a
    ///     `DecodingError`.
    public static func custom(
      text: @escaping @Sendable (Date) -> String?,
      date: @escaping @Sendable (String) -> Date? = { _ in nil }
    ) -> Dates {
      Dates(text: text, date: date)
    }
  }
}
