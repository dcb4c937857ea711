public import HTTPTypes
public import SluiceBody
public import SluiceCoding
public import SluiceSerialization
public import SluiceSession
public import SluiceTransport

extension Session {
  /// Uploads a body and decodes the response, or ignores its body.
  ///
  /// ```swift
  /// try await session.upload(.file(at: "/data/a.bin"), to: "files/a", method: .put)
  /// let receipt = try await session.upload(form, to: "videos", decoding: .json(Receipt.self)) { bar.show($0) }
  /// ```
  ///
  /// - Parameters:
  ///   - body: The body. It is sent with its exact `Content-Length` if its size is known, and chunked otherwise. Its
  ///     `Content-Type` is sent unless `fields` has that field.
  ///   - reference: A URL, or a reference relative to the base URL.
  ///   - method: The method. Defaults to POST.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: Additional fields. Defaults to none.
  ///   - options: The settings of this request. Defaults to `nil`, those of the session.
  ///   - resumable: How to resume the upload after an interruption, or `nil` to disable resumption. Defaults to `nil`.
  ///   - decoder: Validates and decodes the response. Defaults to `.ignored`, which validates the status.
  ///   - progress: Receives the progress every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The decoded value.
  /// - Throws: The errors of ``Session/send(_:decoding:progress:)``; `invalid-url` for a malformed reference. For a
  ///   resumable upload, also:
  ///   - A ``SessionError``: `body-failed` for a body that is not replayable, has no identity, or is not the one that
  ///     an earlier call has sent a part of; `invalid-record` if the record's file has another content, or is the
  ///     record of another upload; `offset-mismatch`, `digest-mismatch` or `upload-too-large`, after which the record
  ///     is removed.
  ///   - A `BodyError`: `file-in-use` if another upload uses the record; `file-exists` if it is not a file;
  ///     `write-failed`.
  public func upload<Output: Sendable>(
    _ body: some BodySource, to reference: Reference, method: HTTPRequest.Method = .post,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    resumable: ResumableUpload? = nil,
    decoding decoder: ResponseDecoder<Output> = .ignored,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    let request = try request(
      method, reference, query: query, fields: fields, options: options, body: body)
    guard let resumable else { return try await send(request, decoding: decoder, progress: progress) }
    let upload = try BodyUpload(runner.settings.request(request, for: decoder.validation), resumable)
    let call = Call(upload.request, progress: progress)
    return try await runner.perform(
      call, deciding: { try await upload.run($0) { try await $0.output(decoder, of: $1) } })
  }

  /// Uploads a body and decodes the response with the configuration's default decoder.
  ///
  /// ```swift
  /// let receipt: Receipt = try await session.upload(form, to: "videos") { bar.show($0) }
  /// ```
  public func upload<Output: Decodable & Sendable>(
    _ body: some BodySource, to reference: Reference, method: HTTPRequest.Method = .post,
    query: Query.Parameters = [:], fields: HTTPFields = [:], options: SessionRequest.Options? = nil,
    resumable: ResumableUpload? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> Output {
    try await upload(
      body, to: reference, method: method, query: query, fields: fields, options: options,
      resumable: resumable, decoding: defaultDecoder(), progress: progress)
  }

  /// Sends a request whose upload is resumed after an interruption, and returns the response when its head has arrived,
  /// whatever its status.
  ///
  /// The record is removed when the head of the last response has arrived.
  ///
  /// - Parameters:
  ///   - request: The request, with its body.
  ///   - resumable: How to resume the upload after an interruption, or `nil` to disable resumption.
  ///   - progress: Receives the progress every 50 ms until the head has arrived, never on the thread that runs the
  ///     transfers. Defaults to `nil`.
  /// - Returns: The response, after redirects and challenges.
  /// - Throws: The errors of ``upload(_:to:method:query:fields:options:resumable:decoding:progress:)``.
  public func send(
    _ request: SessionRequest, resumable: ResumableUpload?,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> SessionResponse {
    guard let resumable else { return try await send(request, progress: progress) }
    let upload = try BodyUpload(request, resumable)
    let call = Call(upload.request, progress: progress)
    return try await runner.perform(call, deciding: { try await upload.run($0) { $1 } })
  }

  /// Creates a transfer that sends a request whose upload is resumed after an interruption, and decodes its response.
  ///
  /// After ``Transfer/cancel()``, another transfer with the same record resumes where this one was.
  ///
  /// - Parameters:
  ///   - request: The request, with its body.
  ///   - resumable: How to resume the upload after an interruption, or `nil` to disable resumption.
  ///   - decoder: Validates and decodes the response.
  ///   - label: A text that identifies the transfer for the caller. Defaults to `nil`.
  ///   - dependencies: Transfers that must have finished before this one sends its request. Its start starts them, too.
  ///     If one of them fails or is cancelled, this one fails with the code `dependency-failed`. Defaults to none.
  /// - Returns: A transfer of the kind `upload`.
  public func transfer<Output: Sendable>(
    _ request: SessionRequest, resumable: ResumableUpload?, decoding decoder: ResponseDecoder<Output>,
    label: String? = nil, after dependencies: [any TransferHandle] = []
  ) -> Transfer<Output> {
    guard let resumable else {
      return transfer(request, decoding: decoder, label: label, after: dependencies)
    }
    return Transfer(.upload, request, label: label, after: dependencies, in: runner) { [runner] control in
      let upload = try BodyUpload(runner.settings.request(request, for: decoder.validation), resumable)
      let call = Call(upload.request, control: control)
      return try await runner.perform(
        call, deciding: { try await upload.run($0) { try await $0.output(decoder, of: $1) } })
    }
  }

  /// Gives up a resumable upload: asks the server to delete the bytes that it has, and removes the record.
  ///
  /// Without a record, this has no effect. An upload that the server does not know any more is not an error.
  ///
  /// - Parameters:
  ///   - reference: The URL to which the body was sent, or a reference relative to the base URL.
  ///   - method: The method with which it was sent. Defaults to POST.
  ///   - query: The query, which is added to that of the reference. Defaults to none.
  ///   - fields: Additional fields. Defaults to none.
  ///   - resumable: The protocol and the record.
  /// - Throws: A ``SessionError``, with the code `invalid-record` as for an upload; a ``ResponseError`` if the server
  ///   refuses, after which the record stays; a `BodyError` with the code `file-in-use` if the upload runs.
  public func abandonUpload(
    to reference: Reference, method: HTTPRequest.Method = .post, query: Query.Parameters = [:],
    fields: HTTPFields = [:], resumable: ResumableUpload
  ) async throws {
    let upload = try AbandonedUpload(
      request(method, reference, query: query, fields: fields), resumable)
    try await runner.perform(Call(upload.request)) { try await upload.run($0) }
  }
}
