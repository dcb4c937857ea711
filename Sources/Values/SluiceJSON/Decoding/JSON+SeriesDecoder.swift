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

    /// Parses a document with the memory of the last one, unless a value still refers to that.
    ///
    /// - Throws: ``SyntaxError``.
    package mutating func parse(_ bytes: Span<UInt8>) throws(SyntaxError) -> Value {
      if !isKnownUniquelyReferenced(&reading) { reading = Reading() }
      return Value(try reading.scan(bytes, decoder), JSONDocument.root)
    }

    /// Decodes a value of `type` from a JSON value.
    ///
    /// - Throws: `DecodingError`, or the error that a type's `init(from:)` throws.
    package mutating func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
      guard case .scanned(let document, let index) = value.storage, decoder.allows(document, index) else {
        return try decoder.decode(type, from: value)
      }
      if type == JSON.Value.self { return exactCast(value, to: type) }
      if !isKnownUniquelyReferenced(&reading) { reading = Reading() }
      defer { reading.releaseDocument() }
      return try reading.reader(of: document, decoder).decodeRoot(type, at: index)
    }

    private final class Reading {
      private var reader: JSONReader?
      private var document = JSONReusedDocument()
      /// The document of the reader between two others.
      private static let noDocument = JSONDocument()

      func scan(_ bytes: Span<UInt8>, _ decoder: Decoder) throws(SyntaxError) -> JSONDocument {
        try document.scan(
          copying: bytes, maximumDepth: decoder.maximumDepth, duplicateKeys: decoder.duplicateKeys)
      }

      /// Lets the next document use the memory of the last one.
      func releaseDocument() {
        if let reader, !reader.hasLostScopes { reader.begin(Self.noDocument) }
      }

      func reader(of document: JSONDocument, _ decoder: Decoder) -> JSONReader {
        // A decoder that a type kept must continue to read its own document, so its reader is not reused.
        if let reader, !reader.hasLostScopes {
          reader.begin(document)
          return reader
        }
        close()
        let new = JSONReader.reader(of: document, decoder)
        reader = new
        return new
      }

      private func close() {
        if let closed = reader.take() { JSONReader.close(closed) }
      }

      deinit { close() }
    }
  }
}
