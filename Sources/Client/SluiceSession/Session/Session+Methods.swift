public import HTTPTypes
public import SluiceSerialization
public import SluiceTransport

// There are forms with a decoder, which is `.ignored` by default except for `get`, and with the configuration's default
// decoder.
// References are URLs, or are resolved against the configuration's base URL. Decoders validate the status and the media
// type before they decode. Progress is reported every 50 ms and at the end, never on the thread that runs the
// transfers. The errors are those of `send(_:decoding:progress:)` and `request(_:_:fields:body:)`.

extension Session {
  /// Gets a resource and decodes it.
  ///
  /// ```swift
  /// let user = try await session.get("users/1", decoding: .json(User.self))
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)``; `invalid-url` for a malformed reference.
  public func get<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(request(.get, reference, fields: fields), decoding: decoder, progress: progress)
  }

  /// Gets a resource with a value in the query, and decodes it.
  ///
  /// ```swift
  /// let hits = try await session.get("search", Search(text: "to & fro"), as: .query, decoding: .json([Hit].self))
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value, or `nil` for none.
  ///   - serializer: Writes the value into the request.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the serializer; `invalid-url` for a malformed
  ///   reference.
  public func get<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(
      request(.get, reference, input, as: serializer, fields: fields), decoding: decoder, progress: progress)
  }

  /// Gets a resource and decodes it with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.get("users/1")
  /// ```
  public func get<Output: Decodable & Sendable>(
    _ reference: String, fields: HTTPFields = [:], progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await get(reference, fields: fields, decoding: defaultDecoder(), progress: progress)
  }

  /// Gets a resource with a value in the query, and decodes it with the configuration's default decoder.
  ///
  /// ```swift
  /// let hits: [Hit] = try await session.get("search", Search(text: "to & fro"), as: .query)
  /// ```
  public func get<Input, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await get(
      reference, input, as: serializer, fields: fields, decoding: defaultDecoder(), progress: progress)
  }

  /// Gets the head of a resource, without its body.
  ///
  /// - Returns: The status and the fields.
  /// - Throws: A ``SessionError``; a ``ResponseError`` if the status is not from 200 to 299.
  public func head(_ reference: String, fields: HTTPFields = [:]) async throws -> HTTPResponse {
    try await send(request(.head, reference, fields: fields), decoding: ResponseDecoder { head, _ in head })
  }

  /// Deletes a resource and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let remaining: [User] = try await session.delete("users/1")
  /// ```
  public func delete<Output: Decodable & Sendable>(
    _ reference: String, fields: HTTPFields = [:]
  ) async throws -> Output {
    try await delete(reference, fields: fields, decoding: defaultDecoder())
  }

  /// Deletes a resource and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.delete("users/1")
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response. Defaults to `.ignored`, which validates the status.
  /// - Throws: A ``SessionError``; a ``ResponseError`` if the status is not from 200 to 299.
  public func delete<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output> = .ignored
  ) async throws -> Output {
    try await send(request(.delete, reference, fields: fields), decoding: decoder)
  }
}
