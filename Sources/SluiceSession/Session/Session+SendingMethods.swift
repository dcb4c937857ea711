public import HTTPTypes
public import SluiceSerialization

// Methods that send a value. References are URLs, or are resolved against the configuration's base URL. Decoders
// validate the status and the media type before they decode. Progress is reported every 50 ms and at the end, never on
// the thread that runs the transfers.

extension Session {
  /// Posts a value and decodes the response.
  ///
  /// ```swift
  /// let user = try await session.post("users", newUser, as: .json, decoding: .json(User.self))
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value; `nil` for none.
  ///   - serializer: Writes the value into the request.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the serializer; `invalid-url` for a malformed
  ///   reference.
  public func post<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(
      request(.post, reference, input, as: serializer, fields: fields), decoding: decoder, progress: progress)
  }

  /// Posts a value and decodes the response, with the configuration's default serializer and decoder.
  ///
  /// ```swift
  /// let user: User = try await session.post("users", newUser)
  /// ```
  public func post<Input: Encodable & SendableMetatype, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await post(
      reference, input, as: configuration.serializer.serializer(for: Input.self), fields: fields,
      decoding: configuration.decoder.decoder(for: Output.self), progress: progress)
  }

  /// Puts a value and decodes the response.
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value; `nil` for none.
  ///   - serializer: Writes the value into the request.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the serializer; `invalid-url` for a malformed
  ///   reference.
  public func put<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(
      request(.put, reference, input, as: serializer, fields: fields), decoding: decoder, progress: progress)
  }

  /// Puts a value and decodes the response, with the configuration's default serializer and decoder.
  public func put<Input: Encodable & SendableMetatype, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await put(
      reference, input, as: configuration.serializer.serializer(for: Input.self), fields: fields,
      decoding: configuration.decoder.decoder(for: Output.self), progress: progress)
  }

  /// Patches a resource with a value and decodes the response.
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value; `nil` for none.
  ///   - serializer: Writes the value into the request.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the serializer; `invalid-url` for a malformed
  ///   reference.
  public func patch<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(
      request(.patch, reference, input, as: serializer, fields: fields), decoding: decoder, progress: progress
    )
  }

  /// Patches a resource with a value and decodes the response, with the configuration's default serializer and decoder.
  public func patch<Input: Encodable & SendableMetatype, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await patch(
      reference, input, as: configuration.serializer.serializer(for: Input.self), fields: fields,
      decoding: configuration.decoder.decoder(for: Output.self), progress: progress)
  }
}
