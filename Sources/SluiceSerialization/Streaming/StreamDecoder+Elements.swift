internal import SluiceBody
public import SluiceJSON

extension StreamDecoder {
  /// Returns a decoder of the elements that a parser finds.
  private static func elements<Element>(
    _ validation: ResponseValidation, _ makeParser: @escaping @Sendable () -> any StreamParser<Element>
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    StreamDecoder(validation) { _, body in ElementStream(body.chunks(), makeParser: makeParser) }
  }

  /// Returns a decoder of lines of UTF-8 text, without their terminators.
  ///
  /// Accepts `text/*` and responses without a media type. See ``LineParser``.
  ///
  /// - Parameter maximumLineByteCount: The maximum number of bytes of a line; `nil` for no limit. Defaults to 1 MiB.
  public static func lines(maximumLineByteCount: Int? = 1 << 20) -> StreamDecoder
  where Stream == ElementStream<String> {
    elements(ResponseValidation(["text/*"], acceptsMissingMediaType: true)) {
      LineParser(maximumLineByteCount: maximumLineByteCount)
    }
  }

  /// Returns a decoder of JSON Lines, also known as NDJSON.
  ///
  /// Accepts the media types in use: `application/jsonl`, `application/x-jsonl`, `application/jsonlines`,
  /// `application/x-jsonlines`, `application/ndjson`, `application/x-ndjson` and `text/jsonl`. See ``JSONLinesParser``.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - decoder: The decoder of the records. Defaults to `JSON.Decoder()`.
  ///   - maximumRecordByteCount: The maximum number of bytes of a line; `nil` for no limit. Defaults to 16 MiB.
  public static func jsonLines<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder = JSON.Decoder(), maximumRecordByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    let mediaTypes = [
      "application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonl",
      "application/jsonlines", "application/x-jsonlines", "text/jsonl",
    ]
    return elements(ResponseValidation(mediaTypes)) {
      JSONLinesParser(of: Element.self, decoder: decoder, maximumRecordByteCount: maximumRecordByteCount)
    }
  }

  /// Returns a decoder of a JSON text sequence ([RFC 7464](https://www.rfc-editor.org/rfc/rfc7464)).
  ///
  /// Accepts `application/json-seq` and every type with the suffix `+json-seq`
  /// ([RFC 8091](https://www.rfc-editor.org/rfc/rfc8091)). See ``JSONSequenceParser``.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - decoder: The decoder of the records. Defaults to `JSON.Decoder()`.
  ///   - maximumRecordByteCount: The maximum number of bytes of a record; `nil` for no limit. Defaults to 16 MiB.
  public static func jsonSequence<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder = JSON.Decoder(), maximumRecordByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(ResponseValidation(["application/json-seq", "*/*+json-seq"])) {
      JSONSequenceParser(of: Element.self, decoder: decoder, maximumRecordByteCount: maximumRecordByteCount)
    }
  }

  /// Returns a decoder of the elements of one top-level JSON array.
  ///
  /// Accepts `application/json`, `text/json` and every type with the suffix `+json`. See ``JSONArrayParser``.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - decoder: The decoder of the elements. Defaults to `JSON.Decoder()`.
  ///   - maximumElementByteCount: The maximum number of bytes of an element; `nil` for no limit. Defaults to 16 MiB.
  public static func jsonElements<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder = JSON.Decoder(), maximumElementByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(.json) {
      JSONArrayParser(of: Element.self, decoder: decoder, maximumElementByteCount: maximumElementByteCount)
    }
  }

  /// Returns a decoder of server-sent events
  /// ([HTML standard §9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html)).
  ///
  /// Accepts `text/event-stream`. To reconnect after the stream ends, use a ``ServerSentEventParser`` on the chunks of
  /// the body instead: it keeps the last event ID.
  ///
  /// - Parameter maximumEventByteCount: The maximum number of bytes of an event; `nil` for no limit. Defaults to 1 MiB.
  public static func serverSentEvents(
    maximumEventByteCount: Int? = 1 << 20
  ) -> StreamDecoder where Stream == ElementStream<ServerSentEvent> {
    elements(ResponseValidation(["text/event-stream"])) {
      ServerSentEventParser(maximumEventByteCount: maximumEventByteCount)
    }
  }
}
