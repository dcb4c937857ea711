public import HTTPTypes
public import SluiceBody
public import SluiceSerialization

// There are forms with a decoder, with the configuration's default decoder, and, except for `get`, without a result.
// References are URLs, or are resolved against the configuration's base URL. Decoders validate the status and the media
// type before they decode. Progress is reported every 50 ms and at the end, never on the thread that runs the
// transfers. The errors are those of `send(_:decoding:progress:)`, and those of `request(_:_:fields:body:)`.

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
  ///   - input: The value; `nil` for none.
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

  /// Deletes a resource, validates the status of the response, and ignores its body.
  ///
  /// - Throws: A ``SessionError``; a ``ResponseError`` if the status is not from 200 to 299.
  public func delete(_ reference: String, fields: HTTPFields = [:]) async throws {
    try await delete(reference, fields: fields, decoding: .ignored)
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

  /// Deletes a resource and decodes the response.
  public func delete<Output: Sendable>(
    _ reference: String, fields: HTTPFields = [:], decoding decoder: ResponseDecoder<Output>
  ) async throws -> Output {
    try await send(request(.delete, reference, fields: fields), decoding: decoder)
  }

  /// Uploads a body and decodes the response.
  ///
  /// ```swift
  /// let receipt = try await session.upload(form, to: "videos", decoding: .json(Receipt.self)) { bar.show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: The body. It is sent with its exact `Content-Length` if its size is known, and chunked otherwise. Its
  ///     `Content-Type` is sent unless `fields` has that field.
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - method: The method. Defaults to POST.
  ///   - fields: Additional fields. Defaults to none.
  ///   - resumable: How the upload goes on after an interruption; `nil` for not at all. Defaults to `nil`.
  ///   - decoder: Validates and decodes the response.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``send(_:decoding:progress:)``; `invalid-url` for a malformed reference. For a resumable
  ///   upload, also:
  ///   - A ``SessionError``: `body-failed` for a body that is not replayable, has no identity, or is not the one that
  ///     an earlier call has sent a part of; `invalid-record` if the record's file has another content, or is the
  ///     record of another upload; `offset-mismatch`, `digest-mismatch` or `upload-too-large`, after which the record
  ///     is removed.
  ///   - A `BodyError`: `file-in-use` if another upload uses the record; `file-exists` if it is not a file;
  ///     `write-failed`.
  public func upload<Output: Sendable>(
    _ body: some BodySource, to reference: String, method: HTTPRequest.Method = .post,
    fields: HTTPFields = [:], resumable: ResumableUpload? = nil, decoding decoder: ResponseDecoder<Output>,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(method, reference, fields: fields, body: body)
    guard let resumable else { return try await send(request, decoding: decoder, progress: progress) }
    let upload = try BodyUpload(request.asking(for: decoder), resumable)
    return try await runner.perform(upload.request, progress: progress) { attempt in
      try await upload.run(attempt) { try await $0.output(decoder, of: $1) }
    }
  }

  /// Uploads a body and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let receipt: Receipt = try await session.upload(form, to: "videos") { bar.show($0) }
  /// ```
  public func upload<Output: Decodable & Sendable>(
    _ body: some BodySource, to reference: String, method: HTTPRequest.Method = .post,
    fields: HTTPFields = [:], resumable: ResumableUpload? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await upload(
      body, to: reference, method: method, fields: fields, resumable: resumable, decoding: defaultDecoder(),
      progress: progress)
  }

  /// Uploads a body, validates the status of the response, and ignores its body.
  ///
  /// ```swift
  /// try await session.upload(.file(at: "/data/a.bin"), to: "files/a", method: .put)
  /// ```
  public func upload(
    _ body: some BodySource, to reference: String, method: HTTPRequest.Method = .post,
    fields: HTTPFields = [:], resumable: ResumableUpload? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws {
    try await upload(
      body, to: reference, method: method, fields: fields, resumable: resumable, decoding: .ignored,
      progress: progress)
  }

  /// Gives up a resumable upload: asks the server to delete the bytes that it has, and removes the record.
  ///
  /// Without a record, this has no effect. An upload that the server does not know any more is not an error.
  ///
  /// - Parameters:
  ///   - reference: The URL to which the body was sent, or a reference relative to the base URL.
  ///   - method: The method with which it was sent. Defaults to POST.
  ///   - fields: Additional fields. Defaults to none.
  ///   - resumable: The protocol and the record.
  /// - Throws: A ``SessionError``, with the code `invalid-record` as for an upload; a ``ResponseError`` if the server
  ///   refuses, after which the record stays; a `BodyError` with the code `file-in-use` if the upload runs.
  public func abandonUpload(
    to reference: String, method: HTTPRequest.Method = .post, fields: HTTPFields = [:],
    resumable: ResumableUpload
  ) async throws {
    let upload = try AbandonedUpload(request(method, reference, fields: fields), resumable)
    try await runner.perform(upload.request, progress: nil) { try await upload.run($0) }
  }
}
