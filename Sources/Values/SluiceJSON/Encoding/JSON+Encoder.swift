public import FoundationEssentials

extension JSON {
  /// An encoder of `Encodable` types as JSON.
  ///
  ///     var encoder = JSON.Encoder()
  ///     encoder.outputFormatting = .prettyPrinted
  ///     let bytes = try encoder.encode(user)
  ///
  /// The strategies, results and errors match Foundation's `JSONEncoder`, except that the members of an object
  /// keep the order in which they were encoded. The documentation of ``JSON`` lists the other differences.
  ///
  /// Types that conform to ``JSONWritable`` are encoded several times as fast as others, with the same results.
  ///
  /// Memory for up to 4 MiB of output is kept for later calls, for at most sixteen concurrent calls.
  public struct Encoder: Sendable {
    /// The layout of the output. Defaults to no options: a single line.
    public var outputFormatting: JSON.OutputFormatting = []
    /// The strategy for encoding dates. Defaults to `.deferredToDate`, seconds since 2001.
    public var dateEncodingStrategy: DateEncodingStrategy = .deferredToDate
    /// The strategy for encoding data. Defaults to `.base64`.
    public var dataEncodingStrategy: DataEncodingStrategy = .base64
    /// The strategy for converting coding keys. Defaults to `.useDefaultKeys`, which keeps them unchanged.
    public var keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys
    /// The strategy for encoding infinities and NaN. Defaults to `.throw`.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw
    /// Values that a type's `encode(to:)` can read from its encoder. Defaults to an empty dictionary.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// The maximum depth of nested arrays and objects. Defaults to 512.
    ///
    /// A depth of 0 permits scalars only. A deeper value throws an `EncodingError`. The limit does not apply to arrays
    /// and objects within a ``JSON/Value``. Independently of it, types that are nested too deeply for the stack of the
    /// calling thread throw an `EncodingError`.
    public var maximumDepth = 512

    /// Creates an encoder with the default strategies and limits.
    public init() {}

    /// Encodes a value as JSON in UTF-8.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The bytes of the document.
    /// - Throws: `EncodingError` with the coding path, or the error that a type's `encode(to:)` throws.
    /// - Complexity: O(*n*) in the number of bytes written, plus the work of the types' `encode(to:)`. The option
    ///   ``JSON/OutputFormatting/sortedKeys`` sorts the keys of each object.
    public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
      try JSONSpareEmitters.use(for: self) { emitter in
        guard !isFormatted, let capacity = emitter.cache.lengths.expectedCapacity else {
          return try withFormatted(value, by: emitter, in: nil) { $0.array }
        }
        return try array(of: value, by: emitter, capacity: capacity)
      }
    }

    /// Encodes a value with the layout of the options.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - memory: The memory to write to if the text needs no formatting and fits, or `nil` for that of the buffer.
    ///   - use: A closure that is called with the text. It must not keep the buffer.
    func withFormatted<Result>(
      _ value: some Encodable, in memory: JSONBuffer.Memory? = nil, _ use: (JSONBuffer) throws -> Result
    ) throws -> Result {
      try JSONSpareEmitters.use(for: self) { try withFormatted(value, by: $0, in: memory, use) }
    }

    /// Encodes a value with an emitter that has not encoded any other value.
    func withFormatted<Result>(
      _ value: some Encodable, by emitter: JSONEmitter, in memory: JSONBuffer.Memory?,
      _ use: (JSONBuffer) throws -> Result
    ) throws -> Result {
      try emitter.withOutput(of: value, in: memory) { output, mayRepeatKeys in
        guard mayRepeatKeys || isFormatted else { return try use(output) }
        return try output.scanned().read { tape in
          let text = JSONBuffer()
          let conflict = JSONFormatter(tape: tape, formatting: outputFormatting).format(
            JSONDocument.root, into: text, mergesRepeatedKeys: true)
          if let conflict { throw emitter.otherKind(at: conflict, on: tape) }
          return try use(text)
        }
      }
    }

    /// Whether the layout requires that the text is written again.
    var isFormatted: Bool { !outputFormatting.isDisjoint(with: [.prettyPrinted, .sortedKeys]) }

    /// Encodes a value as JSON text.
    ///
    /// - Parameter value: The value to encode.
    /// - Returns: The text of the document.
    /// - Throws: `EncodingError` with the coding path, or the error that a type's `encode(to:)` throws.
    /// - Complexity: That of ``encode(_:)``.
    public func string<T: Encodable>(for value: T) throws -> String {
      String(decoding: try encode(value), as: UTF8.self)
    }
  }
}

extension JSON.Encoder {
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
    /// Writes the given strings instead of the values.
    case convertToString(positiveInfinity: String, negativeInfinity: String, nan: String)
  }
}
