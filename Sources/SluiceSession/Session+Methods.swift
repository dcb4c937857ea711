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

  /// Gets a resource and decodes it as the configuration's default decoder does.
  ///
  /// ```swift
  /// let user: User = try await session.get("users/1")
  /// ```
  public func get<Output: Decodable & Sendable>(
    _ reference: String, fields: HTTPFields = [:], progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await get(
      reference, fields: fields, decoding: configuration.decoder.decoder(for: Output.self), progress: progress
    )
  }

  /// Asks for a resource's head.
  ///
  /// - Throws: a ``ResponseError`` for a status that is not from 200 to 299.
  public func head(_ reference: String, fields: HTTPFields = [:]) async throws -> HTTPResponse {
    try await send(request(.head, reference, fields: fields), decoding: ResponseDecoder { head, _ in head })
  }

  /// Deletes a resource.
  ///
  /// - Throws: a ``ResponseError`` for a status that is not from 200 to 299. What the body says is passed over.
  public func delete(_ reference: String, fields: HTTPFields = [:]) async throws {
    _ = try await delete(reference, fields: fields, decoding: .collected)
  }

  /// Deletes a resource and decodes the answer.
  public func delete<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>
  ) async throws -> Output {
    try await send(request(.delete, reference, fields: fields), decoding: decoder)
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
}
