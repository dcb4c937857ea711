public import FoundationEssentials

extension JSON.Encoder {
  /// Options for the layout of the output.
  public typealias OutputFormatting = JSON.OutputFormatting

  /// The strategy for encoding dates.
  public enum DateEncodingStrategy: Sendable {
    /// Writes the number of seconds since 1 January 2001 at 00:00 UTC, as `Date` itself does.
    case deferredToDate
    /// Writes the number of seconds since 1 January 1970 at 00:00 UTC.
    case secondsSince1970
    /// Writes the number of milliseconds since 1 January 1970 at 00:00 UTC.
    case millisecondsSince1970
    /// Writes ISO 8601 text in the profile of RFC 3339, in UTC, such as `2001-09-09T01:46:40Z`.
    ///
    /// Fractions of a second are dropped. A date outside the years 0000 to 9999 throws
    /// `EncodingError.invalidValue`.
    case iso8601
    /// Calls the function to encode the date.
    ///
    /// If the function encodes nothing, the result is an empty object.
    case custom(@Sendable (Date, any Swift.Encoder) throws -> Void)
  }

  /// The strategy for encoding data.
  public enum DataEncodingStrategy: Sendable {
    /// Writes an array of byte values, as `Data` itself does.
    case deferredToData
    /// Writes Base64 text with padding.
    case base64
    /// Calls the function to encode the data.
    ///
    /// If the function encodes nothing, the result is an empty object.
    case custom(@Sendable (Data, any Swift.Encoder) throws -> Void)
  }

  /// The strategy for converting coding keys to a document's keys.
  ///
  /// The keys of a `[String: T]` are data and are never converted.
  public enum KeyEncodingStrategy: Sendable {
    /// Uses the keys unchanged.
    case useDefaultKeys
    /// Converts camel case to snake case: `pageSize` becomes `page_size`, and `baseURLPath` `base_url_path`.
    case convertToSnakeCase
    /// Calls the function to convert each key.
    ///
    /// The last element of `codingPath` is the key to convert.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// The strategy for encoding infinities and NaN, which JSON numbers cannot represent.
  ///
  /// It applies to `Double` and `Float`.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// Throws `EncodingError.invalidValue`.
    case `throw`
    /// Writes the given strings in place of the values.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
