public import HTTPTypes
public import SluiceSerialization
public import SluiceTransport

// The serializer is the given one, or the configuration's; the response is decoded by the given decoder, by the
// configuration's, or ignored.

extension Session {
  /// Posts without a body and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.post("revoke")
  /// ```
  public func post<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(request(.post, reference, fields: fields), decoding: decoder, progress: progress)
  }

  /// Posts without a body and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let token: Token = try await session.post("renew")
  /// ```
  public func post<Output: Decodable & Sendable>(
    _ reference: String, fields: HTTPFields = [:], progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await post(reference, fields: fields, decoding: defaultDecoder(), progress: progress)
  }

  /// Posts a value and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// let user = try await session.post("users", newUser, as: .json, decoding: .json(User.self))
  /// try await session.post("users", newUser, as: .form)
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value, or `nil` for none.
  ///   - serializer: Writes the value into the request.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response. Defaults to `.ignored`, which validates the status.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the serializer; `invalid-url` for a malformed
  ///   reference.
  public func post<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(.post, reference, input, as: serializer, fields: fields)
    return try await send(request, decoding: decoder, progress: progress)
  }

  /// Posts a value and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.post("users", newUser, as: .form)
  /// ```
  public func post<Input, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await post(
      reference, input, as: serializer, fields: fields, decoding: defaultDecoder(), progress: progress)
  }

  /// Posts a value, which the configuration's default serializer writes, and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// let user = try await session.post("users", newUser, decoding: .withHead(.json(User.self)))
  /// try await session.post("users", newUser)
  /// ```
  public func post<Input: Encodable & SendableMetatype, Output: Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(request(.post, reference, input, fields: fields), decoding: decoder, progress: progress)
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
    try await post(reference, input, fields: fields, decoding: defaultDecoder(), progress: progress)
  }
}

extension Session {
  /// Puts a value and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// let user = try await session.put("users/1", user, as: .json, decoding: .json(User.self))
  /// try await session.put("users/1", user, as: .form)
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value, or `nil` for none.
  ///   - serializer: Writes the value into the request.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response. Defaults to `.ignored`, which validates the status.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the serializer; `invalid-url` for a malformed
  ///   reference.
  public func put<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(.put, reference, input, as: serializer, fields: fields)
    return try await send(request, decoding: decoder, progress: progress)
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

  /// Puts a value, which the configuration's default serializer writes, and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// let user = try await session.put("users/1", user, decoding: .withHead(.json(User.self)))
  /// try await session.put("users/1", user)
  /// ```
  public func put<Input: Encodable & SendableMetatype, Output: Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output> = .ignored,
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
}

extension Session {
  /// Patches a resource with a value and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// let user = try await session.patch("users/1", changes, as: .json, decoding: .json(User.self))
  /// try await session.patch("users/1", changes, as: .form)
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - input: The value, or `nil` for none.
  ///   - serializer: Writes the value into the request.
  ///   - fields: Additional fields. Defaults to none.
  ///   - decoder: Validates and decodes the response. Defaults to `.ignored`, which validates the status.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the serializer; `invalid-url` for a malformed
  ///   reference.
  public func patch<Input, Output: Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(.patch, reference, input, as: serializer, fields: fields)
    return try await send(request, decoding: decoder, progress: progress)
  }

  /// Patches a resource with a value and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.patch("users/1", changes, as: .form)
  /// ```
  public func patch<Input, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input?, as serializer: RequestSerializer<Input>, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await patch(
      reference, input, as: serializer, fields: fields, decoding: defaultDecoder(), progress: progress)
  }

  /// Patches a resource with a value, which the configuration's default serializer writes, and decodes the response, or
  /// ignores its body.
  ///
  /// ```swift
  /// let user = try await session.patch("users/1", changes, decoding: .withHead(.json(User.self)))
  /// try await session.patch("users/1", changes)
  /// ```
  public func patch<Input: Encodable & SendableMetatype, Output: Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await send(request(.patch, reference, input, fields: fields), decoding: decoder, progress: progress)
  }

  /// Patches a resource with a value and decodes the response, with the configuration's default serializer and decoder.
  ///
  /// ```swift
  /// let user: User = try await session.patch("users/1", changes)
  /// ```
  public func patch<Input: Encodable & SendableMetatype, Output: Decodable & Sendable>(
    _ reference: String, _ input: Input, fields: HTTPFields = [:],
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await patch(reference, input, fields: fields, decoding: defaultDecoder(), progress: progress)
  }
}
