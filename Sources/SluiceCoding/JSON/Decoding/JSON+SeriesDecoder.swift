extension JSON {
  /// Decodes documents one after the other. What was found out about the types, and made to read them, is used again.
  ///
  /// `@unchecked Sendable`: the reader is used only while no copy of the value has it.
  package struct SeriesDecoder: @unchecked Sendable {
    private let decoder: Decoder
    private var reading = Reading()

    package init(_ decoder: Decoder) { self.decoder = decoder }

    /// The type that `value` holds.
    package mutating func decode<T: Decodable>(_ type: T.Type, from value: Value) throws -> T {
      guard case .scanned(let document, let index) = value.storage else {
        return try decoder.decode(type, from: value)
      }
      if !isKnownUniquelyReferenced(&reading) { reading = Reading() }
      return try reading.reader(of: document, decoder).decodeRoot(type, at: index)
    }

    private final class Reading {
      private var reader: JSONReader?

      func reader(of document: JSONDocument, _ decoder: Decoder) -> JSONReader {
        // Whoever kept a decoder reads on in the document that it was made for.
        if let reader, !reader.hasLostScopes {
          reader.begin(document)
          return reader
        }
        reader?.close()
        let new = JSONReader(document: document, strategies: decoder)
        reader = new
        return new
      }

      deinit { reader?.close() }
    }
  }
}
