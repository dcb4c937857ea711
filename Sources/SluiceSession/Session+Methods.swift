public import HTTPTypes
public import SluiceBody
public import SluiceSerialization

// References are URLs, or are resolved against the configuration's base URL. Decoders validate status and media type
// before they decode. Progress is told every 50 ms and at the end, never on the thread that runs the transfers.

extension Session {
  /// Gets a resource and decodes it.
  ///
  /// ```swift
  /// let user = try await session.get("users/1", decoding: .json(User.self))
  /// ```
  public func get<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(request(.get, reference, fields: fields), decoding: decoder, progress: progress)
  }

  /// Gets a resource that a query names, and decodes it.
  ///
  /// ```swift
  /// let hits = try await session.get("search", Search(text: "to & fro"), as: .query, decoding: .json([Hit].self))
  /// ```
  public func get<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(
      request(.get, reference, input, as: serializer, fields: fields), decoding: decoder, progress: progress)
  }

  /// Posts a value and decodes the answer.
  ///
  /// ```swift
  /// let user = try await session.post("users", newUser, as: .json, decoding: .json(User.self))
  /// ```
  public func post<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(
      request(.post, reference, input, as: serializer, fields: fields), decoding: decoder, progress: progress)
  }

  /// Sends a body and decodes the answer.
  ///
  /// ```swift
  /// let receipt = try await session.upload(form, to: "videos", decoding: .json(Receipt.self)) { bar.show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: sent with its exact `Content-Length` where its size is known, else chunked. Its own `Content-Type` is sent
  ///     unless `fields` has one.
  ///   - method: POST by default.
  public func upload<Output: Sendable>(
    _ body: some BodySource, to reference: String, method: HTTPRequest.Method = .post,
    fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(
      request(method, reference, fields: fields, body: body), decoding: decoder, progress: progress)
  }

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
