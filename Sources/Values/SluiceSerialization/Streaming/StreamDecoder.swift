public import HTTPTypes
public import SluiceBody

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
