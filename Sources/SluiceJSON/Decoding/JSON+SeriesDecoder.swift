extension JSON {
  /// A decoder of consecutive documents, which reuses its reader and what it knows about the types.
  ///
  /// SAFETY: `@unchecked Sendable` is sound because the reader is used only while this value holds the only reference
  /// to it. A copy of the value creates another reader when it decodes.
  package struct SeriesDecoder: @unchecked Sendable {
    private let decoder: Decoder
    private var reading = Reading()

    /// Creates a series decoder with the strategies and limits of `decoder`.
    package init(_ decoder: Decoder) { self.decoder = decoder }

    /// Decodes a value of `type` from a JSON value.
    ///
    /// - Throws: `DecodingError`, or the error that a type's `init(from:)` throws.
    package mutating func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
      guard case .scanned(let document, let index) = value.storage else {
        return try decoder.decode(type, from: value)
      }
      if type == JSON.Value.self { return exactCast(value, to: type) }
      if !isKnownUniquelyReferenced(&reading) { reading = Reading() }
      return try reading.reader(of: document, decoder).decodeRoot(type, at: index)
    }

    private final class Reading {
      private var reader: JSONReader?

      func reader(of document: JSONDocument, _ decoder: Decoder) -> JSONReader {
        // A decoder that a type kept must continue to read its own document, so its reader is not reused.
        if let reader, !reader.hasLostScopes {
          reader.begin(document)
          return reader
        }
        reader?.close()
        let new = JSONReader.reader(of: document, decoder)
        reader = new
        return new
      }

      deinit { reader?.close() }
    }
  }
}
