public import HTTPTypes
public import SluiceCoding
public import SluiceSerialization
public import SluiceTransport

// There are forms with a decoder, which is `.ignored` by default except for `get`, and with the configuration's default
// decoder. All methods have the same parameters in the same order; only those of `Session+PostPutPatch` have a value.
// References are URLs, or are resolved against the configuration's base URL. Decoders validate the status and the media
// type before they decode. Progress is reported every 50 ms and at the end, never on the thread that runs the
// transfers. The errors are those of `send(_:decoding:progress:)` and `request(_:_:query:fields:options:body:)`.

extension Session {
  /// Gets a resource and decodes it.
  ///
  /// ```swift
  /// let user = try await session.get("users/\(id)", decoding: .json(User.self))
  /// let found = try await session.get("users", query: ["name": name, "page": 2], decoding: .json([User].self))
  /// ```
  ///
  /// - Parameters:
  ///   - reference: A URL, or a reference relative to the base URL. Interpolated values are escaped.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: Additional fields. Defaults to none.
  ///   - options: The settings of this request. Defaults to `nil`, those of the session.
  ///   - decoder: Validates and decodes the response.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)`` and of the query's encoder; `invalid-url` for a malformed
  ///   reference.
  public func get<Output: Sendable>(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: SessionRequest.Options? = nil, decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(.get, reference, query: query, fields: fields, options: options)
    return try await send(request, decoding: decoder, progress: progress)
  }

  /// Gets a resource and decodes it with the configuration's default decoder.
  ///
  /// ```swift
  /// let user: User = try await session.get("users/\(id)")
  /// let found: [User] = try await session.get("users", query: .init(filter))
  /// ```
  ///
  /// See ``get(_:query:fields:options:decoding:progress:)`` for the parameters.
  public func get<Output: Decodable & Sendable>(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: SessionRequest.Options? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await get(
      reference, query: query, fields: fields, options: options, decoding: defaultDecoder(),
      progress: progress)
  }

  /// Gets the head of a resource, without its body.
  ///
  /// See ``get(_:query:fields:options:decoding:progress:)`` for the parameters.
  ///
  /// - Returns: The status and the fields.
  /// - Throws: A ``SessionError``; a ``ResponseError`` if the status is not from 200 to 299.
  public func head(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: SessionRequest.Options? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> HTTPResponse {
    let request = try request(.head, reference, query: query, fields: fields, options: options)
    return try await send(request, decoding: ResponseDecoder { head, _ in head }, progress: progress)
  }

  /// Deletes a resource and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.delete("users/\(id)", options: .init(retries: .never))
  /// ```
  ///
  /// See ``get(_:query:fields:options:decoding:progress:)`` for the parameters. The decoder defaults to `.ignored`,
  /// which validates the status.
  public func delete<Output: Sendable>(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: SessionRequest.Options? = nil, decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(.delete, reference, query: query, fields: fields, options: options)
    return try await send(request, decoding: decoder, progress: progress)
  }

  /// Deletes a resource and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let remaining: [User] = try await session.delete("users/\(id)")
  /// ```
  public func delete<Output: Decodable & Sendable>(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    options: SessionRequest.Options? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await delete(
      reference, query: query, fields: fields, options: options, decoding: defaultDecoder(),
      progress: progress)
  }
}
