public import HTTPTypes
public import SluiceCoding
public import SluiceSerialization
public import SluiceTransport

// A value is written by the configuration's encoder, by a given format, or by a custom encoder; the response is decoded
// by the given decoder, by the configuration's, or ignored. A custom encoder needs a decoder, or ignores the response.
// It is disfavored, because each format is an encoder of any value, too.

extension Session {
  /// Posts a value and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.post("users", newUser)
  /// let user = try await session.post("users", newUser, decoding: .withHead(.json(User.self)))
  /// try await session.post("token", ["grant": "x"], encoding: .urlEncoded)
  /// try await session.post("revoke")
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL. Interpolated values are escaped.
  ///   - input: The value, or `nil` for no body. Defaults to `nil`.
  ///   - encoder: Writes the value into the request: `.json`, `.propertyList` or `.urlEncoded`. Defaults to the format
  ///     of ``Configuration/encoder``.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: Additional fields. Defaults to none.
  ///   - options: The settings of this request. Defaults to `nil`, those of the session.
  ///   - decoder: Validates and decodes the response. Defaults to `.ignored`, which validates the status.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the encoders; `invalid-url` for a malformed
  ///   reference.
  public func post<Output: Sendable>(
    _ reference: Reference, _ input: (any Encodable & SendableMetatype)? = nil,
    encoding encoder: RequestEncoder<any Encodable & SendableMetatype> = .default,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .post, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: decoder, progress: progress)
  }

  /// Posts a value and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.post("users", newUser)
  /// ```
  ///
  /// See `post(_:_:encoding:query:fields:options:decoding:progress:)` for the parameters.
  public func post<Output: Decodable & Sendable>(
    _ reference: Reference, _ input: (any Encodable & SendableMetatype)? = nil,
    encoding encoder: RequestEncoder<any Encodable & SendableMetatype> = .default,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .post, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: defaultDecoder(), progress: progress)
  }

  /// Posts a value that a custom encoder writes, and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.post("rows", rows, encoding: .csv)
  /// ```
  ///
  /// See `post(_:_:encoding:query:fields:options:decoding:progress:)` for the parameters.
  @_disfavoredOverload
  public func post<Input, Output: Sendable>(
    _ reference: Reference, _ input: Input, encoding encoder: RequestEncoder<Input>,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .post, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: decoder, progress: progress)
  }
}

extension Session {
  /// Puts a value and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.put("users/\(id)", user)
  /// let user = try await session.put("users/\(id)", user, encoding: .propertyList, decoding: .json(User.self))
  /// ```
  ///
  /// See `post(_:_:encoding:query:fields:options:decoding:progress:)` for the parameters.
  public func put<Output: Sendable>(
    _ reference: Reference, _ input: (any Encodable & SendableMetatype)? = nil,
    encoding encoder: RequestEncoder<any Encodable & SendableMetatype> = .default,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .put, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: decoder, progress: progress)
  }

  /// Puts a value and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.put("users/\(id)", user)
  /// ```
  ///
  /// See `post(_:_:encoding:query:fields:options:decoding:progress:)` for the parameters.
  public func put<Output: Decodable & Sendable>(
    _ reference: Reference, _ input: (any Encodable & SendableMetatype)? = nil,
    encoding encoder: RequestEncoder<any Encodable & SendableMetatype> = .default,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .put, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: defaultDecoder(), progress: progress)
  }

  /// Puts a value that a custom encoder writes, and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.put("rows", rows, encoding: .csv)
  /// ```
  ///
  /// See `post(_:_:encoding:query:fields:options:decoding:progress:)` for the parameters.
  @_disfavoredOverload
  public func put<Input, Output: Sendable>(
    _ reference: Reference, _ input: Input, encoding encoder: RequestEncoder<Input>,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .put, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: decoder, progress: progress)
  }
}

extension Session {
  /// Patches a value and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.patch("users/\(id)", changes)
  /// let user = try await session.patch("users/\(id)", changes, decoding: .json(User.self))
  /// ```
  ///
  /// See `post(_:_:encoding:query:fields:options:decoding:progress:)` for the parameters.
  public func patch<Output: Sendable>(
    _ reference: Reference, _ input: (any Encodable & SendableMetatype)? = nil,
    encoding encoder: RequestEncoder<any Encodable & SendableMetatype> = .default,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .patch, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: decoder, progress: progress)
  }

  /// Patches a value and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.patch("users/\(id)", changes)
  /// ```
  ///
  /// See `post(_:_:encoding:query:fields:options:decoding:progress:)` for the parameters.
  public func patch<Output: Decodable & Sendable>(
    _ reference: Reference, _ input: (any Encodable & SendableMetatype)? = nil,
    encoding encoder: RequestEncoder<any Encodable & SendableMetatype> = .default,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .patch, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: defaultDecoder(), progress: progress)
  }

  /// Patches a value that a custom encoder writes, and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.patch("rows", rows, encoding: .csv)
  /// ```
  ///
  /// See `post(_:_:encoding:query:fields:options:decoding:progress:)` for the parameters.
  @_disfavoredOverload
  public func patch<Input, Output: Sendable>(
    _ reference: Reference, _ input: Input, encoding encoder: RequestEncoder<Input>,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      .patch, reference, input, encoding: encoder, query: query, fields: fields, options: options)
    return try await send(request, decoding: decoder, progress: progress)
  }
}
