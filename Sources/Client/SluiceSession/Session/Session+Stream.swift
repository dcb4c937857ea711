public import HTTPTypes
public import SluiceCoding
public import SluiceSerialization
internal import SluiceTransport

extension Session {
  /// Gets a resource of any length, and decodes its elements as they arrive.
  ///
  /// ```swift
  /// for try await event in session.stream("events", decoding: .jsonLines(Event.self)) { handle(event) }
  /// ```
  ///
  /// The request is sent when the first element is requested. Leaving the loop, or cancelling its task, ends the
  /// transfer.
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL. A malformed one fails the iteration with the code
  ///     `invalid-url`.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates the response and decodes its elements.
  /// - Returns: The elements. Each iteration sends the request again. It throws a ``SessionError``; a ``ResponseError``
  ///   if the status or the media type is not acceptable; the errors of the decoder's sequence; a `CancellationError`.
  ///   An error is final.
  public func stream<Stream: AsyncSequence & Sendable>(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    decoding decoder: StreamDecoder<Stream>
  ) -> some AsyncSequence<Stream.Element, any Error> & Sendable {
    ResponseStream {
      let request = try self.request(.get, reference, query: query, fields: fields)
      return try await self.open(request, decoding: decoder)
    }
  }

  /// Sends a request, and decodes the elements of its response as they arrive.
  ///
  /// - Parameters:
  ///   - request: The request, sent when the first element is requested.
  ///   - decoder: Validates the response and decodes its elements.
  /// - Returns: The elements. Each iteration sends the request again.
  public func stream<Stream: AsyncSequence & Sendable>(
    _ request: SessionRequest, decoding decoder: StreamDecoder<Stream>
  ) -> some AsyncSequence<Stream.Element, any Error> & Sendable {
    ResponseStream { try await self.open(request, decoding: decoder) }
  }

  private func open<Stream: AsyncSequence & Sendable>(
    _ request: SessionRequest, decoding decoder: StreamDecoder<Stream>
  ) async throws -> Stream {
    try await send(runner.settings.request(request, for: decoder.validation).streamed).stream(
      decoding: decoder)
  }
}

extension SessionRequest {
  /// The request of a response that is decoded while it arrives, and may have no end.
  var streamed: SessionRequest {
    var streamed = self
    streamed.options.isStream = true
    return streamed
  }
}

extension Session {
  /// Gets the server-sent events of a resource, and reconnects when the connection ends, as the `EventSource` of
  /// browsers does.
  ///
  /// ```swift
  /// for try await event in session.events("news") { print(event.type, event.data) }
  /// ```
  ///
  /// See ``EventStream`` for the rules.
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL. A malformed one fails the iteration with the code
  ///     `invalid-url`.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: Additional fields. Defaults to none.
  ///   - options: The settings of the stream. Defaults to `EventStream.Options()`.
  /// - Returns: The events. Each iteration sends the request again, and begins with the last event ID of the options.
  public func events(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: EventStream.Options = EventStream.Options()
  ) -> EventStream {
    EventStream(self, Result { try request(.get, reference, query: query, fields: fields) }, options)
  }

  /// Sends a request, and returns the server-sent events of its response. See ``events(_:query:fields:options:)``.
  ///
  /// ```swift
  /// let request = try session.request(.post, "chat", prompt, encoding: .json)
  /// for try await event in session.events(request) { print(event.data) }
  /// ```
  ///
  /// A request with the method POST is sent once, unless `request.options.retries` allows its repetition.
  ///
  /// - Parameters:
  ///   - request: The request. Its fields `Accept` and `Cache-Control` take precedence over those of the stream.
  ///   - options: The settings of the stream. Defaults to `EventStream.Options()`.
  public func events(
    _ request: SessionRequest, options: EventStream.Options = EventStream.Options()
  ) -> EventStream {
    EventStream(self, .success(request), options)
  }
}
