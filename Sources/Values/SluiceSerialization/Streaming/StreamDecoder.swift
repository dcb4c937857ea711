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
///
/// // With chunks of any origin:
/// for try await event in ElementStream(chunks, decoding: .jsonLines(Event.self)) { handle(event) }
/// ```
///
/// The body may have any length. It is read only as fast as the sequence is consumed.
public struct StreamDecoder<Stream: AsyncSequence & Sendable>: ValidatingDecoder {
  /// The requirements that a response must meet before its body is decoded.
  public var validation: ResponseValidation
  private let makeStream: @Sendable (HTTPResponse, StreamInput, DecodingContext) throws -> Stream

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
    makeStream = { response, input, _ in try stream(response, input.body) }
  }

  /// Creates a decoder that uses the defaults of the session.
  private init(
    _ validation: ResponseValidation,
    stream: @escaping @Sendable (HTTPResponse, StreamInput, DecodingContext) throws -> Stream
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
    guard let code = validation.refusal(of: response) else {
      return try makeStream(response, StreamInput(body), context)
    }
    let start = try await validation.start(of: body.chunks(), refusedBy: response)
    try await validation.check(code, of: response, body: start, in: context)
    // A response without a body passes the check, whatever its media type.
    return try makeStream(response, StreamInput(start), context)
  }

  /// Returns the contents of chunks that are not the body of a response. Nothing is validated.
  func stream(_ input: StreamInput) throws -> Stream {
    try makeStream(HTTPResponse(status: .ok), input, DecodingContext())
  }
}

/// The bytes that a stream decoder reads: for the decoders of this module, their chunks as they are; for custom ones, a
/// body.
struct StreamInput {
  let chunks: ChunkSource
  let body: any BodySource

  init(_ body: any BodySource) {
    chunks = ChunkSource(body.chunks())
    self.body = body
  }

  init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks) where Chunks.Element: Collection<UInt8> {
    self.chunks = ChunkSource(chunks)
    body = .async(chunks)
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
  /// Returns a decoder of the elements that a parser finds. The parser gets the JSON decoder of the session.
  private static func elements<Element>(
    _ validation: ResponseValidation,
    _ makeParser: @escaping @Sendable (JSON.Decoder) -> any StreamParser<Element>
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    StreamDecoder(validation) { _, input, context in
      ElementStream(input.chunks) { makeParser(context.decoder.json) }
    }
  }

  /// Returns a decoder of [JSON Lines](https://jsonlines.org), also known as NDJSON: one JSON document per line.
  ///
  /// Accepts the media types in use: `application/jsonl`, `application/x-jsonl`, `application/jsonlines`,
  /// `application/x-jsonlines`, `application/ndjson`, `application/x-ndjson` and `text/jsonl`.
  ///
  /// A line ends with LF or CRLF; the last line may lack its terminator. Lines that contain only white space and a byte
  /// order mark at the very start are skipped.
  ///
  /// While iterating, a ``StreamError`` is thrown with the code ``ErrorCode/recordTooLarge`` or
  /// ``ErrorCode/undecodableRecord``: for malformed JSON, with a `JSON.SyntaxError` that has the line, column and byte
  /// in the stream; for a record of another type, with a `DecodingError` whose coding path begins with the index of the
  /// record.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - decoder: The decoder of the records. Defaults to that of the session (`configuration.decoder.json`); outside
  ///     of a session, to `JSON.Decoder()`.
  ///   - maximumRecordByteCount: The maximum number of bytes of a line, without its terminator, or `nil` for no limit.
  ///     Defaults to 16 MiB.
  public static func jsonLines<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder? = nil, maximumRecordByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(.jsonLines) {
      JSONLinesParser<Element>(decoder: decoder ?? $0, maximumRecordByteCount: maximumRecordByteCount)
    }
  }

  /// Returns a decoder of a JSON text sequence ([RFC 7464](https://www.rfc-editor.org/rfc/rfc7464)): each a record
  /// separator, a JSON document and a line feed.
  ///
  /// Accepts `application/json-seq` and every type with the suffix `+json-seq`
  /// ([RFC 8091](https://www.rfc-editor.org/rfc/rfc8091)).
  ///
  /// An array, object or string is returned as soon as it is complete. A number, `true`, `false` or `null` is returned
  /// with the white space that has to follow it (§2.4). Consecutive separators count as one.
  ///
  /// The errors are those of ``jsonLines(_:decoder:maximumRecordByteCount:)``, and
  /// ``ErrorCode/truncatedRecord`` and ``ErrorCode/missingSeparator``.
  ///
  /// - Parameters:
  ///   - type: The type of the records.
  ///   - decoder: The decoder of the records. Defaults to that of the session (`configuration.decoder.json`); outside
  ///     of a session, to `JSON.Decoder()`.
  ///   - maximumRecordByteCount: The maximum number of bytes of a record, or `nil` for no limit. Defaults to 16 MiB.
  ///   - skipsMalformedRecords: Whether to skip records that are not JSON or are cut short, as RFC 7464 §2.1 and §2.3
  ///     allow, instead of throwing an error. Defaults to `false`.
  public static func jsonSequence<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder? = nil, maximumRecordByteCount: Int? = 16 << 20,
    skipsMalformedRecords: Bool = false
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(.jsonSequence) {
      JSONSequenceParser<Element>(
        decoder: decoder ?? $0, maximumRecordByteCount: maximumRecordByteCount,
        skipsMalformedRecords: skipsMalformedRecords)
    }
  }

  /// Returns a decoder of the elements of one top-level JSON array.
  ///
  /// Accepts `application/json`, `text/json` and every type with the suffix `+json`.
  ///
  /// The array may have any length; memory is bounded by its largest element. While iterating, a ``StreamError`` is
  /// thrown with the code ``ErrorCode/undecodableRecord``: for malformed JSON, and an element that exceeds its limit,
  /// with a `JSON.SyntaxError` that has the line, column and byte in the stream; for an element of another type, with a
  /// `DecodingError` whose coding path begins with the index of the element.
  ///
  /// - Parameters:
  ///   - type: The type of the elements.
  ///   - decoder: The decoder of the elements. Defaults to that of the session (`configuration.decoder.json`); outside
  ///     of a session, to `JSON.Decoder()`. Its `maximumDepth` includes the outer array.
  ///   - maximumElementByteCount: The maximum number of bytes of an element, or `nil` for no limit. Defaults to 16 MiB.
  public static func jsonElements<Element: Decodable & Sendable>(
    _ type: Element.Type, decoder: JSON.Decoder? = nil, maximumElementByteCount: Int? = 16 << 20
  ) -> StreamDecoder where Stream == ElementStream<Element> {
    elements(.json) {
      JSONArrayParser<Element>(decoder: decoder ?? $0, maximumElementByteCount: maximumElementByteCount)
    }
  }

  /// Returns a decoder of lines of UTF-8 text, without their terminators.
  ///
  /// Accepts `text/*` and responses without a media type.
  ///
  /// A line ends with LF or CRLF; a lone CR is data. Empty lines are returned, and so is a non-empty last line without
  /// terminator. A byte order mark at the very start is dropped. While iterating, a ``StreamError`` is thrown with the
  /// code ``ErrorCode/lineTooLong`` or ``ErrorCode/invalidUTF8``.
  ///
  /// - Parameter maximumLineByteCount: The maximum number of bytes of a line, or `nil` for no limit. Defaults to 1 MiB.
  public static func lines(maximumLineByteCount: Int? = 1 << 20) -> StreamDecoder
  where Stream == ElementStream<String> {
    elements(ResponseValidation(mediaTypes: ["text/*"], acceptsMissingMediaType: true)) { _ in
      LineParser(maximumLineByteCount: maximumLineByteCount)
    }
  }

  /// Returns a decoder of server-sent events
  /// ([HTML standard §9.2](https://html.spec.whatwg.org/multipage/server-sent-events.html)).
  ///
  /// Accepts `text/event-stream`. It decodes one response; `session.events(_:query:fields:options:)` reconnects.
  ///
  /// Bytes that are not UTF-8 become U+FFFD. An event that is cut off by the end of the stream is dropped. While
  /// iterating, a ``StreamError`` is thrown with the code ``ErrorCode/eventTooLarge``.
  ///
  /// - Parameter maximumEventByteCount: The maximum number of bytes of an event's lines, without their terminators and
  ///   without comments, or `nil` for no limit. Defaults to 1 MiB.
  public static func serverSentEvents(
    maximumEventByteCount: Int? = 1 << 20
  ) -> StreamDecoder where Stream == ElementStream<ServerSentEvent> {
    elements(ResponseValidation(mediaTypes: ["text/event-stream"])) { _ in
      ServerSentEventParser(maximumEventByteCount: maximumEventByteCount)
    }
  }
}

extension ResponseValidation {
  /// A status from 200 to 299 and a media type of JSON Lines.
  fileprivate static let jsonLines = ResponseValidation(mediaTypes: [
    "application/jsonl", "application/x-ndjson", "application/ndjson", "application/x-jsonl",
    "application/jsonlines", "application/x-jsonlines", "text/jsonl",
  ])
  /// A status from 200 to 299 and a media type of JSON text sequences.
  fileprivate static let jsonSequence = ResponseValidation(mediaTypes: [
    "application/json-seq", "*/*+json-seq",
  ])
}

extension StreamDecoder<MultipartReader> {
  /// Returns a decoder of the parts of a multipart body, one after the other.
  ///
  /// Accepts `multipart/*`.
  ///
  /// - Parameters:
  ///   - limits: The limits of the body. Defaults to `MultipartLimits()`.
  ///   - leniencies: The deviations from the strict profile to accept. None by default.
  public static func multipart(
    limits: MultipartLimits = MultipartLimits(), accepting leniencies: MultipartLeniencies = []
  ) -> StreamDecoder {
    StreamDecoder(ResponseValidation(mediaTypes: ["multipart/*"])) { response, body in
      try MultipartReader(
        body, contentType: response.headerFields[.contentType] ?? "", limits: limits, accepting: leniencies)
    }
  }
}
