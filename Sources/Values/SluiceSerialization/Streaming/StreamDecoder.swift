public import HTTPTypes
public import SluiceBody
public import SluiceJSON
public import SluiceMultipart

/// A decoder that validates a response and then returns the contents of its body as an asynchronous sequence.
///
/// ```swift
/// for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
///
/// // With the response of any other client:
/// let events = try await StreamDecoder.jsonLines(Event.self).stream(response, body: body)
/// for try await event in events { handle(event) }
/// ```
///
/// The body may have any length. It is read only as fast as the sequence is consumed.
public struct StreamDecoder<Stream: AsyncSequence & Sendable>: ValidatingDecoder {
  /// The requirements that a response must meet before its body is decoded.
  public var validation: ResponseValidation
  private let makeStream: @Sendable (HTTPResponse, any BodySource, DecodingContext) throws -> Stream

  /// Creates a custom decoder.
  ///
  /// - Parameters:
  ///   - validation: The requirements. By default, a status from 200 to 299 and any media type.
  ///   - stream: Creates the sequence from a valid response and its body.
  public init(
    _ validation: ResponseValidation = ResponseValidation(),
    stream: @escaping @Sendable (_ response: HTTPResponse, _ body: any BodySource) throws -> Stream
  ) {
    self.validation = validation
    makeStream = { response, body, _ in try stream(response, body) }
  }

  /// Creates a decoder that uses the defaults of the session.
  init(
    _ validation: ResponseValidation,
    stream: @escaping @Sendable (HTTPResponse, any BodySource, DecodingContext) throws -> Stream
  ) {
    self.validation = validation
    makeStream = stream
  }

  /// Validates a response and returns the contents of its body, outside of a session.
  ///
  /// - Parameters:
  ///   - response: The head of the response.
  ///   - request: The request that led to the response, for error messages. Defaults to `nil`.
  ///   - body: The body, which is read once. If the response is refused, up to 64 KiB of it are read.
  /// - Returns: The sequence, which throws the errors of the body.
  /// - Throws: ``ResponseError`` if the status or media type is not acceptable; `CancellationError`; errors of the
  ///   closure that creates the sequence.
  public func stream(
    _ response: HTTPResponse, for request: HTTPRequest? = nil, body: any BodySource
  ) async throws -> Stream {
    try await stream(response, body: body, in: DecodingContext(request: request))
  }

  /// Validates a response and returns the contents of its body.
  package func stream(
    _ response: HTTPResponse, body: any BodySource, in context: DecodingContext
  ) async throws -> Stream {
    guard let code = validation.refusal(of: response) else { return try makeStream(response, body, context) }
    let start = try await validation.start(of: body.chunks(), refusedBy: response)
    try await validation.check(code, of: response, body: start, in: context)
    // A response without a body passes the check, whatever its media type.
    return try makeStream(response, start, context)
  }
}

extension ResponseValidation {
  /// Returns the first 64 KiB of the body of a refused response.
  ///
  /// If reading fails and the status is not acceptable, returns what has arrived, so that the status is reported.
  package func start(
    of chunks: some AsyncSequence<[UInt8], any Error>, refusedBy response: HTTPResponse
  ) async throws -> CollectedBody {
    var start: [UInt8] = []
    do {
      for try await chunk in chunks {
        let room = ResponseError.maximumBodyByteCount - start.count
        start += chunk.prefix(room)
        if chunk.count > room { break }
      }
    } catch is CancellationError {
      throw CancellationError()
    } catch  where !accepts(response.status) {
      // The status is more useful than the reason why the body was cut short.
    }
    return CollectedBody(start)
  }
}

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

extension StreamDecoder<MultipartReader> {
  /// Returns a decoder of the parts of a multipart body, one after the other.
  ///
  /// Accepts `multipart/*`.
  ///
  /// - Parameters:
  ///   - limits: The limits of the body. Defaults to ``MultipartLimits/default``.
  ///   - leniencies: The deviations from the strict profile to accept. None by default.
  public static func multipart(
    limits: MultipartLimits = .default, accepting leniencies: MultipartLeniencies = .strict
  ) -> StreamDecoder {
    StreamDecoder(ResponseValidation(["multipart/*"])) { response, body in
      try MultipartReader(
        body, contentType: response.headerFields[.contentType] ?? "", limits: limits, accepting: leniencies)
    }
  }
}

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
