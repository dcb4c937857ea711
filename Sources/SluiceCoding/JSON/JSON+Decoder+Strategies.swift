public import FoundationEssentials

extension JSON.Decoder {
  /// How dates are written.
  public enum DateDecodingStrategy: Sendable {
    /// As `Date` itself does: seconds since 1 January 2001, a number.
    case deferredToDate
    /// Seconds since 1 January 1970, a number.
    case secondsSince1970
    /// Milliseconds since 1 January 1970, a number.
    case millisecondsSince1970
    /// ISO 8601 text in the profile of RFC 3339: `2001-09-09T01:46:40Z`, or with a fraction and any offset.
    case iso8601
    /// As the function reads it.
    case custom(@Sendable (any Swift.Decoder) throws -> Date)
  }

  /// How data is written.
  public enum DataDecodingStrategy: Sendable {
    /// As `Data` itself does: an array of numbers.
    case deferredToData
    /// Base64 text, with padding.
    case base64
    /// As the function reads it.
    case custom(@Sendable (any Swift.Decoder) throws -> Data)
  }

  /// How a document's keys become coding keys. A `[String: T]`'s keys are data, and stay as they are.
  public enum KeyDecodingStrategy: Sendable {
    /// As they are.
    case useDefaultKeys
    /// `page_size` becomes `pageSize`. Underscores at the ends stay. There is no way back to `baseURL`:
    /// `base_url` becomes `baseUrl`.
    case convertFromSnakeCase
    /// As the function says, which is given the key's whole path.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// What stands for the numbers that JSON cannot write.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// Nothing: a string is an error where a number is wanted.
    case `throw`
    /// These strings, byte by byte and without escapes.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
