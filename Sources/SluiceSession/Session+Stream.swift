public import HTTPTypes
public import SluiceSerialization

extension Session {
  /// Gets what a resource holds as it arrives, of any length.
  ///
  /// ```swift
  /// for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
  /// ```
  ///
  /// The request is sent when the first element is asked for; leaving the loop ends the transfer.
  public func stream<Stream: AsyncSequence & Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: StreamDecoder<Stream>
  ) -> ResponseStream<Stream> {
    ResponseStream { try await self.open(self.request(.get, reference, fields: fields), decoding: decoder) }
  }

  /// Sends a request and hands out what is in the answer as it arrives.
  public func stream<Stream: AsyncSequence & Sendable>(
    _ request: Request, decoding decoder: StreamDecoder<Stream>
  ) -> ResponseStream<Stream> {
    ResponseStream { try await self.open(request, decoding: decoder) }
  }

  private func open<Stream: AsyncSequence & Sendable>(
    _ request: Request, decoding decoder: StreamDecoder<Stream>
  ) async throws -> Stream {
    try await send(request.asking(for: decoder)).stream(by: decoder)
  }
}
