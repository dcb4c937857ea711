public import FoundationEssentials
internal import SluiceSupport

extension JSON {
  /// A decoder of `Decodable` types from JSON.
  ///
  ///     var decoder = JSON.Decoder()
  ///     decoder.dateDecodingStrategy = .iso8601
  ///     let users = try decoder.decode([User].self, from: bytes)
  ///
  /// The strategies, results and errors match Foundation's `JSONDecoder`, except for the differences that the
  /// documentation of ``JSON`` lists.
  ///
  /// Types that conform to ``JSONReadable`` are decoded in less time than others, with the same results.
  ///
  /// The document is checked as a whole before any type's `init(from:)` runs. A malformed document throws
  /// `DecodingError.dataCorrupted` with a ``SyntaxError`` as its underlying error.
  ///
  /// Besides the decoded values, decoding needs eight bytes of memory for each value and key of the document. The
  /// document itself is not copied, unless a type keeps its decoder or a ``Value``. Up to 4 MiB of memory are kept for
  /// later calls, for at most eight concurrent calls.
  public struct Decoder: Sendable {
    /// The strategy for decoding dates. Defaults to `.deferredToDate`, seconds since 2001.
    public var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate
    /// The strategy for decoding data. Defaults to `.base64`.
    public var dataDecodingStrategy: DataDecodingStrategy = .base64
    /// The strategy for converting keys to coding keys. Defaults to `.useDefaultKeys`, which keeps them unchanged.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
    /// The strategy for decoding infinities and NaN. Defaults to `.throw`.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
    /// The strategy for decoding a `Decimal` from a number that it cannot represent. Defaults to `.exact`, an error.
    public var decimalDecodingStrategy: DecimalDecodingStrategy = .exact
    /// Values that a type's `init(from:)` can read from its decoder. Defaults to an empty dictionary.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The maximum depth of nested arrays and objects. Defaults to 512.
    ///
    /// A depth of 0 permits scalars only. A deeper document throws an error with the code
    /// ``ErrorCode/tooDeep``. Independently of this limit, types that are nested too deeply for the stack of
    /// the calling thread throw a `DecodingError`.
    public var maximumDepth = 512
    /// The handling of duplicate keys in an object. Defaults to `.keepFirst`, as in Foundation.
    public var duplicateKeys: DuplicateKeys = .keepFirst

    /// Creates a decoder with the default strategies and limits.
    public init() {}

    /// Decodes a value from a UTF-8 document.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - bytes: The bytes of a whole document.
    /// - Returns: The decoded value.
    /// - Throws: `DecodingError` with the coding path, or the error that a type's `init(from:)` throws. For a
    ///   malformed document or one over a limit, it is `DecodingError.dataCorrupted` with a ``JSON/SyntaxError`` as its
    ///   underlying error.
    /// - Complexity: O(*n*) in the number of bytes, plus the work of the types' `init(from:)`.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
      if type == JSON.Value.self {
        return exactCast(
          try scanned { () throws(SyntaxError) in
            try Value(parsing: bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
          }, to: type)
      }
      return try JSONReader.using(JSONReader.reader(self)) { reader in
        try scanned { () throws(SyntaxError) in try reader.scan(bytes) }
        return try reader.decodeRoot(type, at: JSONDocument.root)
      }
    }

    /// Decodes a value from the bytes of a UTF-8 document, such as an array or `Data`.
    ///
    /// Bytes that are not contiguous in memory are copied.
    ///
    /// - Throws: `DecodingError`, or the error that a type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the number of bytes, plus the work of the types' `init(from:)`.
    @inlinable
    public func decode<T: Decodable>(_ type: T.Type, from bytes: some Collection<UInt8>) throws -> T {
      try bytes.withByteSpan { try decode(type, from: $0) }
    }

    /// Decodes a value from the text of a document.
    ///
    /// - Throws: `DecodingError`, or the error that a type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the number of UTF-8 bytes, plus the work of the types' `init(from:)`.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      try decode(type, from: text.utf8.span)
    }

    /// Decodes a value of `type` from a JSON value.
    ///
    /// The limits and the handling of duplicate keys are those of this decoder, as for text. A value that was parsed is
    /// not parsed again. A value that the program built is written and parsed first.
    ///
    /// - Throws: `DecodingError`, or the error that a type's `init(from:)` throws.
    /// - Complexity: O(*n*) in the size of `value` if the program built it, or if it was parsed with limits that are
    ///   less strict than the decoder's, plus the work of the types' `init(from:)`.
    public func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
      // A value over the limits is parsed for its error.
      if case .scanned(let document, let index) = value.storage, allows(document, index) {
        return try decode(type, from: document, at: index)
      }
      return try decode(type, from: value.bytes(formatting: .withoutEscapingSlashes))
    }

    /// Returns whether a value of a scanned document is within the limits.
    func allows(_ document: JSONDocument, _ index: Int) -> Bool {
      document.obeys(maximumDepth: maximumDepth, duplicateKeys: duplicateKeys, at: index)
    }

    /// Whether the strategies are the defaults, apart from the limits, and there are no further values.
    var isStandard: Bool {
      guard case .deferredToDate = dateDecodingStrategy, case .base64 = dataDecodingStrategy,
        case .useDefaultKeys = keyDecodingStrategy, case .throw = nonConformingFloatDecodingStrategy,
        case .exact = decimalDecodingStrategy
      else { return false }
      return userInfo.isEmpty
    }

    /// Calls a closure that scans a document, and throws its error as a `DecodingError`.
    private func scanned<Result>(_ scan: () throws(SyntaxError) -> Result) throws -> Result {
      do {
        return try scan()
      } catch {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "Invalid JSON: \(error).", underlyingError: error))
      }
    }

    func decode<T: Decodable>(_ type: T.Type, from document: JSONDocument, at entry: Int) throws -> T {
      try JSONReader.using(JSONReader.reader(of: document, self)) { try $0.decodeRoot(type, at: entry) }
    }
  }
}

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
    /// Reads a day without a time, such as `2001-09-09`, as the start of that day in UTC (`full-date` of RFC 3339
    /// §5.6).
    case dateOnly
    /// Reads a date as in the header fields of HTTP, such as `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7).
    ///
    /// The two obsolete forms of the RFC are read as well.
    case httpDate
    /// Reads the date with the first of the strategies that succeeds.
    ///
    /// ```swift
    /// decoder.dateDecodingStrategy = .anyOf([.iso8601, .dateOnly, .httpDate, .secondsSince1970])
    /// ```
    ///
    /// If all of them fail, the error is `DecodingError.dataCorrupted`.
    case anyOf([DateDecodingStrategy])
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

  /// The strategy for decoding a `Decimal` from a number that it cannot represent exactly.
  ///
  /// A `Decimal` is an integer below 2¹²⁸, which has 38 or 39 digits, and a power of ten from −128 to 127.
  public enum DecimalDecodingStrategy: Sendable {
    /// Throws `DecodingError.dataCorrupted`, so that no digit is lost.
    case exact
    /// Reads the nearest `Decimal`. If two are equally near, it is the one whose last digit is even.
    ///
    /// A number that is too small becomes 0. One that is too large throws `DecodingError.dataCorrupted`.
    case rounded
  }

  /// The strategy for decoding infinities and NaN, which JSON numbers cannot represent.
  ///
  /// It applies to `Double` and `Float`.
  public enum NonConformingFloatDecodingStrategy: Sendable {
    /// Throws `DecodingError.typeMismatch` for a string instead of a number.
    case `throw`
    /// Reads the given strings as the values that they stand for.
    ///
    /// The strings are compared byte by byte. A string that contains escapes in the document never matches.
    case convertFromString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
