internal import SluiceBody
public import SluiceJSON

extension StreamDecoder {
  /// Returns a decoder of the records that a parser finds, which uses the JSON decoder of the session.
  private static func records<Element>(
    _ validation: ResponseValidation,
    _ makeParser: @escaping @Sendable (JSON.Decoder) -> any StreamParser<Element>
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    StreamDecoder(validation) { _, body, context in
      ElementStream(body.chunks()) { makeParser(context.decoder.json) }
    }
  }

  /// Returns a decoder of JSON Lines, also known as NDJSON.
  ///
  /// Accepts the media types in use: `application/jsonl`, `application/x-jsonl`, `application/jsonlines`,
  /// `application/x-jsonlines`, `application/ndjson`, `application/x-ndjson` and `text/jsonl`. See ``JSONLinesParser``.
  ///
  /// It uses the session's decoder (`configuration.decoder.json`); outside of a session, `JSON.Decoder()`.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - maximumRecordByteCount: The maximum number of bytes of a line, or `nil` for no limit. Defaults to 16 MiB.
  public static func jsonLines<Element: Decodable & Sendable>(
    _ type: Element.Type, maximumRecordByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    records(.jsonLines) {
      JSONLinesParser(of: Element.self, decoder: $0, maximumRecordByteCount: maximumRecordByteCount)
    }
  }

  /// Returns a decoder of JSON Lines with its own options. Otherwise, it is the same as
  /// ``jsonLines(_:maximumRecordByteCount:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - decoder: The decoder of the records, which takes precedence over the session's.
  ///   - maximumRecordByteCount: The maximum number of bytes of a line, or `nil` for no limit. Defaults to 16 MiB.
  public static func jsonLines<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder, maximumRecordByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(.jsonLines) {
      JSONLinesParser(of: Element.self, decoder: decoder, maximumRecordByteCount: maximumRecordByteCount)
    }
  }

  /// Returns a decoder of a JSON text sequence ([RFC 7464](https://www.rfc-editor.org/rfc/rfc7464)).
  ///
  /// Accepts `application/json-seq` and every type with the suffix `+json-seq`
  /// ([RFC 8091](https://www.rfc-editor.org/rfc/rfc8091)). See ``JSONSequenceParser``.
  ///
  /// It uses the session's decoder (`configuration.decoder.json`); outside of a session, `JSON.Decoder()`.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - maximumRecordByteCount: The maximum number of bytes of a record, or `nil` for no limit. Defaults to 16 MiB.
  public static func jsonSequence<Element: Decodable & Sendable>(
    _ type: Element.Type, maximumRecordByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    records(.jsonSequence) {
      JSONSequenceParser(of: Element.self, decoder: $0, maximumRecordByteCount: maximumRecordByteCount)
    }
  }

  /// Returns a decoder of a JSON text sequence with its own options. Otherwise, it is the same as
  /// ``jsonSequence(_:maximumRecordByteCount:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - decoder: The decoder of the records, which takes precedence over the session's.
  ///   - maximumRecordByteCount: The maximum number of bytes of a record, or `nil` for no limit. Defaults to 16 MiB.
  public static func jsonSequence<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder, maximumRecordByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(.jsonSequence) {
      JSONSequenceParser(of: Element.self, decoder: decoder, maximumRecordByteCount: maximumRecordByteCount)
    }
  }

  /// Returns a decoder of the elements of one top-level JSON array.
  ///
  /// Accepts `application/json`, `text/json` and every type with the suffix `+json`. See ``JSONArrayParser``.
  ///
  /// It uses the session's decoder (`configuration.decoder.json`); outside of a session, `JSON.Decoder()`.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - maximumElementByteCount: The maximum number of bytes of an element, or `nil` for no limit. Defaults to 16 MiB.
  public static func jsonElements<Element: Decodable & Sendable>(
    _ type: Element.Type, maximumElementByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    records(.json) {
      JSONArrayParser(of: Element.self, decoder: $0, maximumElementByteCount: maximumElementByteCount)
    }
  }

  /// Returns a decoder of the elements of one top-level JSON array with its own options. Otherwise, it is the same as
  /// ``jsonElements(_:maximumElementByteCount:)``.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - decoder: The decoder of the elements, which takes precedence over the session's.
  ///   - maximumElementByteCount: The maximum number of bytes of an element, or `nil` for no limit. Defaults to 16 MiB.
  public static func jsonElements<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder, maximumElementByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(.json) {
      JSONArrayParser(of: Element.self, decoder: decoder, maximumElementByteCount: maximumElementByteCount)
    }
  }
}

extension ResponseValidation {
  /// A status from 200 to 299 and a media type of JSON Lines.
  fileprivate static let jsonLines = ResponseValidation([
    "application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonl",
    "application/jsonlines", "application/x-jsonlines", "text/jsonl",
  ])
  /// A status from 200 to 299 and a media type of JSON text sequences.
  fileprivate static let jsonSequence = ResponseValidation(["application/json-seq", "*/*+json-seq"])
}
