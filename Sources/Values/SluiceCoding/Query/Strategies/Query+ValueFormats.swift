public import FoundationEssentials
internal import SluiceSupport

extension Query {
  /// The text of Booleans.
  public enum Bools: Sendable, Hashable {
    /// Writes `true` and `false`.
    case literal
    /// Writes `1` and `0`.
    case numeric
    /// Writes `on`, and leaves out `false`, as browsers do for a checkbox without a value. A missing field is `false`.
    case checkbox

    /// The text of a value, or `nil` to leave it out.
    func text(_ value: Bool) -> String? {
      switch self {
      case .literal: value ? "true" : "false"
      case .numeric: value ? "1" : "0"
      case .checkbox: value ? "on" : nil
      }
    }

    func value(_ text: String) -> Bool? {
      [true, false].first { self.text($0).map(ExactString.init) == ExactString(text) }
    }
  }
}

extension Query {
  /// A format of `Data`.
  public struct DataEncoding: Sendable {
    let text: @Sendable (Data) -> String?
    let data: @Sendable (String) -> Data?

    /// Base64 with padding (RFC 4648 §4).
    public static let base64 = DataEncoding(
      text: { $0.base64EncodedString() },
      data: { Base64Text.data($0.utf8) })

    /// Returns a strategy that writes and reads data with closures.
    ///
    /// ```swift
    /// encoder.dataEncodingStrategy = .custom(text: { $0.map { String($0, radix: 16) }.joined(separator: "-") })
    /// ```
    ///
    /// - Parameters:
    ///   - text: Returns the text of data. If it returns `nil`, encoding throws an `EncodingError`.
    ///   - data: Returns the data of text. If it returns `nil`, as it does by default, decoding throws a
    ///     `DecodingError`.
    public static func custom(
      text: @escaping @Sendable (Data) -> String?,
      data: @escaping @Sendable (String) -> Data? = { _ in nil }
    ) -> DataEncoding {
      DataEncoding(text: text, data: data)
    }
  }
}

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
    /// encoder.dateEncodingStrategy = .custom(text: { date in "\(date.timeIntervalSinceReferenceDate)" })
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

extension Query {
  /// The form of `nil`: as a member, as an element, and as an optional property that a type leaves out.
  public enum Nils: Sendable, Hashable {
    /// Leaves out `nil`.
    case drop
    /// Writes a name alone: `a`.
    case bare
    /// Writes this value: `a=NULL`.
    case custom(String)

    /// Writes an empty value: `a=`.
    public static let empty = Nils.custom("")
    /// Writes the word `null`: `a=null`.
    public static let literal = Nils.custom("null")

    /// Whether `value`, which is `nil` for a name alone, stands for `nil`.
    func isNil(_ value: String?) -> Bool {
      switch self {
      case .drop: false
      case .bare: value == nil
      case .custom(let text): ExactString(text) == ExactString(value ?? "")
      }
    }
  }
}
