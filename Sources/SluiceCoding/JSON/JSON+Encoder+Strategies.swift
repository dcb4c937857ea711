public import FoundationEssentials

extension JSON.Encoder {
  /// How the output is laid out.
  public typealias OutputFormatting = JSON.OutputFormatting

  /// How dates are written.
  public enum DateEncodingStrategy: Sendable {
    /// As `Date` itself does: seconds since 1 January 2001, a number.
    case deferredToDate
    /// Seconds since 1 January 1970, a number.
    case secondsSince1970
    /// Milliseconds since 1 January 1970, a number.
    case millisecondsSince1970
    /// ISO 8601 text in the profile of RFC 3339, in UTC and to the second (a fraction is dropped): `2001-09-09T01:46:40Z`. A
    /// date outside the years 0000 to 9999 is an `EncodingError`.
    case iso8601
    /// As the function writes it. If it writes nothing, an empty object.
    case custom(@Sendable (Date, any Swift.Encoder) throws -> Void)
  }

  /// How data is written.
  public enum DataEncodingStrategy: Sendable {
    /// As `Data` itself does: an array of numbers.
    case deferredToData
    /// Base64 text, with padding.
    case base64
    /// As the function writes it. If it writes nothing, an empty object.
    case custom(@Sendable (Data, any Swift.Encoder) throws -> Void)
  }

  /// How coding keys are written. A `[String: T]`'s keys are data, and stay as they are.
  public enum KeyEncodingStrategy: Sendable {
    /// As they are.
    case useDefaultKeys
    /// `pageSize` becomes `page_size`, and `baseURLPath` becomes `base_url_path`.
    case convertToSnakeCase
    /// As the function says, which is given the key's whole path.
    case custom(@Sendable (_ codingPath: [any CodingKey]) -> any CodingKey)
  }

  /// What is written for the numbers that JSON cannot write.
  public enum NonConformingFloatEncodingStrategy: Sendable {
    /// They are an error.
    case `throw`
    /// These strings.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
