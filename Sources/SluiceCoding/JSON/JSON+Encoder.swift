extension JSON {
  /// Writes any `Encodable` type as JSON.
  ///
  ///     let bytes = try JSON.Encoder().encode(user)
  ///
  /// It has the strategies, results and errors of Foundation's `JSONEncoder`, but for the order of an object's
  /// members: they stay in the order in which they were encoded. The documentation of ``JSON`` lists what else
  /// differs.
  public struct Encoder: Sendable {
    /// How the output is laid out. Empty by default: in one line.
    public var outputFormatting: OutputFormatting = []
    /// How dates are written. `.deferredToDate` by default: seconds since 2001.
    public var dateEncodingStrategy: DateEncodingStrategy = .deferredToDate
    /// How data is written. `.base64` by default.
    public var dataEncodingStrategy: DataEncodingStrategy = .base64
    /// How coding keys are written. `.useDefaultKeys` by default: as they are.
    public var keyEncodingStrategy: KeyEncodingStrategy = .useDefaultKeys
    /// What is written for infinities and NaN. `.throw` by default: they are an error.
    public var nonConformingFloatEncodingStrategy: NonConformingFloatEncodingStrategy = .throw
    /// What the types' `encode(to:)` finds in their encoder. Empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// How many arrays and objects may lie within one another. 512 by default.
    ///
    /// Whatever it is, a value that is nested too deeply for the calling thread's stack is an `EncodingError`.
    public var maxDepth = 512

    public init() {}

    /// `value` as JSON, in UTF-8.
    ///
    /// - Throws: `EncodingError`, with the coding path, and what the types' `encode(to:)` throw.
    public func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try encode(value, into: &bytes)
      return bytes
    }

    /// Appends `value` as JSON to `bytes`, which stay as they were where that fails.
    public func encode<T: Encodable>(_ value: T, into bytes: inout [UInt8]) throws {
      let (output, mayRepeatKeys) = try JSONWriter.output(of: value, strategies: self)
      guard mayRepeatKeys || !outputFormatting.isDisjoint(with: [.prettyPrinted, .sortedKeys]) else {
        output.append(to: &bytes)
        return
      }
      try output.scanned().read { tape in
        JSONFormatter(tape: tape, formatting: outputFormatting)
          .format(JSONDocument.root, dropsRepeatedKeys: true).append(to: &bytes)
      }
    }

    /// `value` as JSON text.
    public func string<T: Encodable>(for value: T) throws -> String {
      String(decoding: try encode(value), as: UTF8.self)
    }
  }
}
