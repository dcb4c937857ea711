public import FoundationEssentials

extension JSON {
  /// Reads JSON as any `Decodable` type.
  ///
  ///     let users = try JSON.Decoder().decode([User].self, from: bytes)
  ///
  /// It has the strategies, results and errors of Foundation's `JSONDecoder`; the documentation of
  /// ``JSON`` lists where it differs. Malformed text is a `DecodingError.dataCorrupted` whose underlying error
  /// is a ``SyntaxError``; it is found before any type's `init(from:)` runs.
  ///
  /// Memory grows with the text alone: a copy of it, and eight bytes for each value and key.
  public struct Decoder: Sendable {
    /// How dates are written. `.deferredToDate` by default: seconds since 2001.
    public var dateDecodingStrategy: DateDecodingStrategy = .deferredToDate
    /// How data is written. `.base64` by default.
    public var dataDecodingStrategy: DataDecodingStrategy = .base64
    /// How a document's keys become coding keys. `.useDefaultKeys` by default: as they are.
    public var keyDecodingStrategy: KeyDecodingStrategy = .useDefaultKeys
    /// What stands for infinities and NaN, which JSON cannot write. `.throw` by default: nothing does.
    public var nonConformingFloatDecodingStrategy: NonConformingFloatDecodingStrategy = .throw
    /// What the types' `init(from:)` finds in their decoder. Empty by default.
    public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
    /// How many arrays and objects may lie within one another. 512 by default.
    ///
    /// Whatever it is, a value that is nested too deeply for the calling thread's stack is a `DecodingError`.
    public var maxDepth = 512
    /// What becomes of a key that its object has already. `.keepFirst` by default, as Foundation does.
    public var duplicateKeys: DuplicateKeys = .keepFirst

    public init() {}

    /// The value that `bytes` hold.
    ///
    /// - Throws: `DecodingError`, with the coding path, and what the types' `init(from:)` throw.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: Span<UInt8>) throws -> T {
      try decode(type) { () throws(SyntaxError) in
        try JSONDocument(copying: bytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
      }
    }

    /// The value that `bytes` hold.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: RawSpan) throws -> T {
      try decode(type) { () throws(SyntaxError) in
        try JSONDocument(copying: bytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
      }
    }

    /// The value that `bytes` hold.
    public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
      try decode(type, from: bytes.span)
    }

    /// The value that `data` holds.
    public func decode<T: Decodable>(_ type: T.Type, from data: Data) throws -> T {
      try decode(type, from: data.bytes)
    }

    /// The value that `text` holds.
    public func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
      try decode(type, from: text.utf8.span)
    }

    /// The type that `value` holds. One that was parsed is not parsed again.
    public func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
      if case .scanned(let document, let index) = value.storage {
        return try decode(type, from: document, at: index)
      }
      return try decode(type, from: value.bytes(formatting: .withoutEscapingSlashes))
    }

    private func decode<T: Decodable>(
      _ type: T.Type, scanning document: () throws(SyntaxError) -> JSONDocument
    ) throws -> T {
      let scanned: JSONDocument
      do {
        scanned = try document()
      } catch {
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "This is no valid JSON: \(error).", underlyingError: error))
      }
      return try decode(type, from: scanned, at: JSONDocument.root)
    }

    func decode<T: Decodable>(_ type: T.Type, from document: JSONDocument, at entry: Int) throws -> T {
      let reader = JSONReader(document: document, strategies: self)
      defer { reader.close() }
      return try reader.decodeRoot(type, at: entry)
    }
  }
}
