internal import SluiceBody

extension StreamDecoder {
  /// Returns a decoder of the elements that a parser finds.
  static func elements<Element>(
    _ validation: ResponseValidation, _ makeParser: @escaping @Sendable () -> any StreamParser<Element>
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    StreamDecoder(validation) { _, body in ElementStream(body.chunks(), makeParser: makeParser) }
  }

  /// Returns a decoder of lines of UTF-8 text, without their terminators.
  ///
  /// Accepts `text/*` and responses without a media type. See ``LineParser``.
  ///
  /// - Parameter maximumLineByteCount: The maximum number of bytes of a line, or `nil` for no limit. Defaults to 1 MiB.
  public static func lines(maximumLineByteCount: Int? = 1 << 20) -> StreamDecoder
  where Stream == ElementStream<String> {
    elements(ResponseValidation(["text/*"], acceptsMissingMediaType: true)) {
      LineParser(maximumLineByteCount: maximumLineByteCount)
    }
  }

  /// Returns a decoder of server-sent events
  /// ([HTML standard §9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html)).
  ///
  /// Accepts `text/event-stream`. It decodes one response; `session.events(_:fields:options:)` reconnects.
  ///
  /// - Parameter maximumEventByteCount: The maximum number of bytes of an event, or `nil` for no limit. Defaults to
  ///   1 MiB.
  public static func serverSentEvents(
    maximumEventByteCount: Int? = 1 << 20
  ) -> StreamDecoder where Stream == ElementStream<ServerSentEvent> {
    elements(ResponseValidation(["text/event-stream"])) {
      ServerSentEventParser(maximumEventByteCount: maximumEventByteCount)
    }
  }
}
