public import HTTPTypes
public import SluiceSerialization
public import SluiceTransport

// The serializer is the given one, or the configuration's; the response is decoded by the given decoder, by the
// configuration's, or ignored.

extension Session {
  /// Puts a value and decodes the response.
  ///
  /// ```swift
  /// let user = try await session.put("users/1", user, as: .json, decoding: .json(User.self))
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
  public func put<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output>, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(
      request(.put, reference, input, as: serializer, fields: fields), decoding: decoder, progress: progress)
  }

  /// Puts a value and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.put("users/1", user, as: .form)
  /// ```
  public func put<Input, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await put(
      reference, input, as: serializer, fields: fields, decoding: defaultDecoder(), progress: progress)
  }

  /// Puts a value, validates the status of the response, and ignores its body.
  ///
  /// ```swift
  /// try await session.put("users/1", user, as: .form)
  /// ```
  public func put<Input>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws {
    try await put(reference, input, as: serializer, fields: fields, decoding: .ignored, progress: progress)
  }

  /// Puts a value, which the configuration's default serializer writes, and decodes the response.
  ///
  /// ```swift
  /// let user = try await session.put("users/1", user, decoding: .withHead(.json(User.self)))
  /// ```
  public func put<Input: Encodable & SendableMetatype, Output: Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(request(.put, reference, input, fields: fields), decoding: decoder, progress: progress)
  }

  /// Puts a value and decodes the response, with the configuration's default serializer and decoder.
  ///
  /// ```swift
  /// let user: User = try await session.put("users/1", user)
  /// ```
  public func put<Input: Encodable & SendableMetatype, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await put(reference, input, fields: fields, decoding: defaultDecoder(), progress: progress)
  }

  /// Puts a value, which the configuration's default serializer writes, validates the status of the
  /// response, and ignores its body.
  ///
  /// ```swift
  /// try await session.put("users/1", user)
  /// ```
  public func put<Input: Encodable & SendableMetatype>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws {
    try await put(reference, input, fields: fields, decoding: .ignored, progress: progress)
  }
}
