public import HTTPTypes
public import SluiceBody

/// Validates a response's status and media type, then hands out what is in its body as it arrives: an async sequence with
/// back-pressure over a body of any length.
///
/// ```swift
/// for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
/// for try await event in try await StreamDecoder.jsonLines(Event.self).stream(response, body: body) { … }   // any client's
/// ```
public struct StreamDecoder<Stream: AsyncSequence & Sendable>: ValidatingDecoder {
  public var validation: ResponseValidation
  private let makeStream: @Sendable (HTTPResponse, any BodySource) throws -> Stream

  /// A decoder of one's own.
  ///
  /// - Parameters:
  ///   - validation: by default a status from 200 to 299, and any media type.
  ///   - stream: called with responses that are valid, and their bodies.
  public init(
    _ validation: ResponseValidation = ResponseValidation(),
    stream: @escaping @Sendable (_ response: HTTPResponse, _ body: any BodySource) throws -> Stream
  ) {
    self.validation = validation
    makeStream = stream
  }

  /// What is in a response's body.
  ///
  /// - Parameters:
  ///   - request: what the response answers, for errors to tell of.
  ///   - body: read once. Of a response that is refused, the first 64 KiB are.
  /// - Throws: a ``ResponseError`` where status or media type are not acceptable; a `CancellationError`. What is wrong with the
  ///   body is thrown by the sequence.
  public func stream(
    _ response: HTTPResponse, to request: HTTPRequest? = nil, body: any BodySource
  ) async throws -> Stream {
    guard validation.refusal(of: response) != nil else { return try makeStream(response, body) }
    let start = try await validation.start(of: body.chunks(), refusedBy: response)
    try await validation.check(response, to: request, body: start)
    // Without a body there is nothing that could be of a wrong type.
    return try makeStream(response, start)
  }
}

extension ResponseValidation {
  /// The first 64 KiB of a body that will not be decoded.
  package func start(
    of chunks: some AsyncSequence<[UInt8], any Error>, refusedBy response: HTTPResponse
  ) async throws -> CollectedBody {
    do {
      return try await CollectedBody.collecting(chunks, upTo: ResponseError.bodyLimit).body
    } catch is CancellationError {
      throw CancellationError()
    } catch  where !accepts(response.status) {
      // The status says more than how the rest was lost.
      return CollectedBody([])
    }
  }
}
