public import FoundationEssentials

/// How a `Date` is written and read.
public struct QueryDates: Sendable {
  let text: @Sendable (Date) -> String?
  let date: @Sendable (String) -> Date?

  /// `2001-09-09T01:46:40Z`: ISO 8601 in the profile of RFC 3339, years 0000 to 9999, UTC, to the second (a
  /// fraction is dropped). Read with any offset, with or without a fraction.
  public static let iso8601 = QueryDates(text: InternetDate.text, date: InternetDate.date)

  /// `1000000000.5`
  public static let secondsSince1970 = QueryDates(
    text: { DecimalText.text($0.timeIntervalSince1970) },
    date: { DecimalText.floatingPoint($0).map(Date.init(timeIntervalSince1970:)) })

  /// `1000000000500`: to the nearest millisecond, so that it is always an integer.
  public static let millisecondsSince1970 = QueryDates(
    text: { DecimalText.text(($0.timeIntervalSince1970 * 1000).rounded()) },
    date: { DecimalText.floatingPoint($0).map { Date(timeIntervalSince1970: $0 / 1000) } })

  /// Dates written by `text` and read by `date`.
  ///
  /// Where `text` returns nil, encoding throws an `EncodingError`; where `date` does, decoding a
  /// `DecodingError`. By default `date` reads nothing.
  public static func custom(
    text: @escaping @Sendable (Date) -> String?,
    date: @escaping @Sendable (String) -> Date? = { _ in nil }
  ) -> QueryDates {
    QueryDates(text: text, date: date)
  }
}
