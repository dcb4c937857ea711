public import FoundationEssentials

extension JSON.Decoder {
  /// The strategy for decoding dates.
  public enum DateDecodingStrategy: Sendable {
    /// Reads a number of seconds since 1 January 2001 at 00:00 UTC, as `Date` itself does.
    case deferredToDate
    /// Reads a number of seconds since 1 January 1970 at 00:00 UTC.
    case secondsSince1970
    /// Reads a number of milliseconds since 1 January 1970 at 00:00 UTC.
    case millisecondsSince1970
    /// Reads ISO 8601 text in the profile of RFC 3339, such as `2001-09-09T01:46:40Z`.
    ///
    /// The text may have a fraction of a second and any UTC offset.
    case iso8601
    /// Calls the function with a decoder for the value.
    case custom(@Sendable (any Swift.Decoder) throws -> Date)
  }

  /// The strategy for decoding data.
  public enum DataDecodingStrategy: Sendable {
    /// Reads an array of byte values, as `Data` itself does.
    case deferredToData
    /// Reads Base64 text with padding.
    case base64
    /// Calls the function with a decoder for the value.
    case custom(@Sendable (any Swift.Decoder) throws -> Data)
  }

  /// The strategy for converting a document's keys to coding keys.
  ///
  /// The keys of a `[String: T]` are data and are never converted.
  public enum KeyDecodingStrategy: Sendable {
    /// Uses the keys unchanged.
    case useDefaultKeys
    /// Converts snake case to camel case: `page_size` becomes `pageSize`.
    ///
    /// Leading and trailing underscores are kept. The conversion cannot restore acronyms: `base_url` becomes
    /// `baseUrl`, not `baseURL`.
    case convertFromSnakeCase
    /// Calls the function to convert each key.
    ///
    /// The last element of `codingPath` is the key to convert.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// The strategy for decoding infinities and NaN, which JSON numbers cannot represent.
  ///
  /// It applies to `Double` and `Float`.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// Throws `DecodingError.typeMismatch` for a string in place of a number.
    case `throw`
    /// Reads the given strings as the values that they stand for.
    ///
    /// The strings are compared byte by byte. A string that contains escapes in the document never matches.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
