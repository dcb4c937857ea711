internal import SluiceBody
public import SluiceCoding

extension StreamDecoder {
  /// The elements that a parser finds.
  private static func elements<Element>(
    _ validation: ResponseValidation, _ makeParser: @escaping @Sendable () -> any StreamParser<Element>
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    StreamDecoder(validation) { _, body in ElementStream(body.chunks(), makeParser: makeParser) }
  }

  /// Lines of UTF-8, without their ends: `text/*`, and what has no media type.
  ///
  /// - Parameter maxLineBytes: 1 MiB by default.
  public static func lines(maxLineBytes: Int = 1 << 20) -> StreamDecoder
  where Stream == ElementStream<String> {
    elements(ResponseValidation(["text/*"], acceptsMissingMediaType: true)) {
      LineParser(maxLineBytes: maxLineBytes)
    }
  }

  /// JSON Lines, also known as NDJSON, into a type: `application/jsonl`, `application/x-ndjson` and the other names that are
  /// in use.
  ///
  /// - Parameters:
  ///   - decoder: with its own defaults by default.
  ///   - maxRecordBytes: 16 MiB by default.
  public static func jsonLines<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder = JSON.Decoder(), maxRecordBytes: Int = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    let mediaTypes = [
      "application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonl",
      "application/jsonlines", "application/x-jsonlines", "text/jsonl",
    ]
    return elements(ResponseValidation(mediaTypes)) {
      JSONLinesParser(of: Element.self, decoder: decoder, maxRecordBytes: maxRecordBytes)
    }
  }

  /// A JSON text sequence (RFC 7464) into a type: `application/json-seq`, and every type with the suffix `+json-seq` (RFC 8091).
  ///
  /// - Parameters:
  ///   - decoder: with its own defaults by default.
  ///   - maxRecordBytes: 16 MiB by default.
  public static func jsonSequence<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder = JSON.Decoder(), maxRecordBytes: Int = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(ResponseValidation(["application/json-seq", "*/*+json-seq"])) {
      JSONSequenceParser(of: Element.self, decoder: decoder, maxRecordBytes: maxRecordBytes)
    }
  }

  /// The elements of one JSON array of any length, each into a type: `application/json`, `text/json` and every type with the
  /// suffix `+json`.
  ///
  /// - Parameters:
  ///   - decoder: with its own defaults by default.
  ///   - maxElementBytes: 16 MiB by default.
  public static func jsonElements<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder = JSON.Decoder(), maxElementBytes: Int = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(.json) {
      JSONArrayParser(of: Element.self, decoder: decoder, maxElementBytes: maxElementBytes)
    }
  }

  /// Server-sent events (the HTML standard, section 9.2): `text/event-stream`. A `ServerSentEventParser` over the body's chunks
  /// is for those who connect again: it tells the last event's ID.
  ///
  /// - Parameter maxEventBytes: 1 MiB by default.
  public static func serverSentEvents(
    maxEventBytes: Int = 1 << 20
  ) -> StreamDecoder where Stream == ElementStream<ServerSentEvent> {
    elements(ResponseValidation(["text/event-stream"])) {
      ServerSentEventParser(maxEventBytes: maxEventBytes)
    }
  }
}
