public import HTTPTypes
public import SluiceBody
public import SluiceSerialization
public import SluiceSession
public import SluiceTransport

extension Session {
  /// Uploads a body in parts, each in a request of its own, several at a time.
  ///
  /// ```swift
  /// let parts = try await session.uploadParts(of: .file(at: "/data/holiday.mov"), record: "holiday.parts") { part in
  ///   try session.request(.put, await signedURL(of: part.number))
  /// }
  /// ```
  ///
  /// This is how stores take objects of any size: S3 and those that are compatible with it, or any other API that
  /// numbers parts. `request` makes the request of a part, whose body is the part's bytes. It is called again for each
  /// retry, so that it can return a new URL. A response with a status other than 200 to 299 is an error, which ends
  /// the upload, as does an error of `request`, or a part without an ETag if `limits` requires ETags. Each part is a
  /// transfer of its own to monitors, to time limits and to the policy for retries. If the server refuses a request
  /// with 401 or 403, perhaps because its signature has expired, `request` is called again: if it returns another
  /// request, that one is sent instead, once.
  ///
  /// With a record, an upload resumes after an error, a cancellation or the end of the process. The record is a small
  /// file, which contains the ``BodyIdentity`` of the body, and the kept fields of the finished parts, but no URLs. The
  /// same call with the same record sends only the other parts. The record is removed at the end.
  ///
  /// ```
  ///  call           requests                           record
  ///  uploadParts    part 1, part 2, part 3, part 4     1, 2, 4
  ///                 (kill -9)
  ///  uploadParts    part 3, part 5                     1, 2, 3, 4, 5
  ///                 completing(all parts)              removed
  /// ```
  ///
  /// At any time, the parts that are being sent have a descriptor and libcurl's buffers each; no part is read into
  /// memory.
  ///
  /// ## Stores that are compatible with S3
  ///
  /// The program, or a server that has the keys, creates the upload, signs a URL for each part, and completes the
  /// upload with the list of the parts. Credentials in a signed URL exclude an `Authorization` field, so the session
  /// must not add one to requests to the store.
  ///
  /// ```swift
  /// let id = try await api.uploadID(of: "holiday.mov")            // CreateMultipartUpload, once for each record
  /// try await session.uploadParts(of: video, atMost: 4, record: "holiday.parts", uploadID: id) { part in
  ///   try session.request(.put, await api.signPart(part.number, of: id))        // UploadPart
  /// } completing: { parts in
  ///   let url = try await api.signCompletion(of: id)                            // CompleteMultipartUpload
  ///   let result = try await session.post(url, parts, as: .completeMultipartUpload, decoding: .text())
  ///   if result.contains("<Error>") { throw StoreError(description: result) }   // possible with the status 200
  /// }
  /// ```
  ///
  /// To give up, remove the record, and abort the upload: `try await session.delete(api.signAbortion(of: id))`, with
  /// the URL that is signed for `AbortMultipartUpload`. The store keeps, and charges for, the parts of an upload that
  /// is neither completed nor aborted.
  ///
  /// ## Concatenation with tus
  ///
  /// A tus server with the extensions `concatenation` and `creation-with-upload` takes each part as an upload of its
  /// own, whose URL is kept:
  ///
  /// ```swift
  /// try await session.uploadParts(
  ///   of: video, limits: UploadPart.Limits(needsETags: false), record: "holiday.parts", keeping: [.location]
  /// ) { part in
  ///   let fields = ["Upload-Concat": "partial", "Upload-Length": "\(part.byteCount)"]
  ///   return try session.request(.post, "files/", fields: tusFields(fields))       // and Tus-Resumable, Content-Type
  /// } completing: { parts in
  ///   let urls = parts.compactMap { $0.fields[.location] }.joined(separator: " ")
  ///   try await session.send(
  ///     session.request(.post, "files/", fields: tusFields(["Upload-Concat": "final;\(urls)"])),
  ///     decoding: .ignored)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - body: The body. Its size must be known, and it must be replayable; with a record, it must have an
  ///     ``BodySource/identity()``. A source of your own should implement ``BodySource/makeReader(at:)``.
  ///   - size: The number of bytes of each part but the last, which may have fewer. Defaults to `nil`: the size of the
  ///     record, or otherwise ``UploadPart/Limits/partByteCount(for:)``.
  ///   - limit: The maximum number of simultaneous requests, at least 1. Defaults to 4.
  ///   - limits: The sizes and the number of parts that the store accepts. Defaults to those of S3.
  ///   - record: The path of the record, or `nil` for none. Defaults to `nil`.
  ///   - uploadID: The store's identifier of the upload, or `nil` if there is none. Defaults to `nil`. A record with
  ///     another one is refused. Without an identifier, the record belongs to the URL of part 1: its scheme, host, port
  ///     and path, and `uploadId` in its query or, without that, all of the query but a signature. `request` is then
  ///     called for part 1 first, even if the record has that part. Only a SHA-256 is stored.
  ///   - keptFields: The names of fields of the responses that ``UploadedPart/fields`` and the record keep in addition
  ///     to ETags and checksums. Defaults to none.
  ///   - retries: The policy for retries of each part. It takes the place of that of the session; the options of a
  ///     request can have another. Defaults to at most 10 retries of idempotent methods, such as PUT.
  ///   - request: Makes the request of a part. Its body is the part's, unless it has one of its own, such as a form
  ///     that contains ``UploadPart/body``. Called for several parts at a time, each time with the time limit
  ///     ``Session/Configuration/timeout``.
  ///   - completing: Completes the upload. Defaults to `nil`. The record is removed after it has returned. If it
  ///     throws, or the process ends meanwhile, the record stays, and the same call calls it again, without sending the
  ///     parts again. The store may have completed the upload by then, so it must be harmless to repeat.
  ///   - progress: Receives the progress of the whole body every 50 ms and at the end. Defaults to `nil`. Bytes that
  ///     are sent again do not count.
  /// - Returns: The parts in order.
  /// - Throws: The errors of `request`, `completing` and ``Session/send(_:decoding:progress:)``, after which the record
  ///   stays. A ``SessionError`` or ``ResponseError`` of a part has its number. Before anything is sent:
  ///   - A ``SessionError``: `invalid-configuration` for a body of unknown size, and for parts that exceed the limits;
  ///     `body-failed` for a body that is not replayable, has no identity, or has changed since the record was made;
  ///     `invalid-record` if the record's file has another content, is the record of another upload or of parts of
  ///     another size, or is one of version 0.2 without an `uploadID`.
  ///   - A `BodyError`: `file-in-use` if another upload uses the record; `file-exists` if it is not a file;
  ///     `write-failed`.
  ///
  ///   If a file has changed while it was sent, the upload fails with `body-failed`, at the last byte of a part or in
  ///   the end.
  @discardableResult
  public func uploadParts(
    of body: some BodySource, size: Int64? = nil, atMost limit: Int = 4, limits: UploadPart.Limits = .s3,
    record: String? = nil, uploadID: String? = nil, keeping keptFields: Set<HTTPField.Name> = [],
    retries: Session.RetryPolicy = Session.RetryPolicy(maximumCount: 10),
    request: @escaping @Sendable (_ part: UploadPart) async throws -> Request,
    completing: (@Sendable (_ parts: [UploadedPart]) async throws -> Void)? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> [UploadedPart] {
    let whole = PartsUpload.Whole(
      size: size, limits: limits, record: record.map { ($0, uploadID) }, complete: completing)
    let requests = PartsUpload.Requests(
      workers: limit, needsETags: limits.needsETags, keptFields: keptFields, retries: retries, make: request)
    return try await PartsUpload(.whole(whole), of: body, by: requests, in: runner).run(progress: progress)
  }

  /// Creates a transfer that uploads a body in parts, to suspend it, cancel it, or change its priority.
  ///
  /// ```swift
  /// let transfer = session.transfer(partsOf: .file(at: "/data/holiday.mov"), record: "holiday.parts") { part in
  ///   try session.request(.put, await signedURL(of: part.number))
  /// }
  /// transfer.start()
  /// ```
  ///
  /// The rules and the defaults are those of
  /// ``uploadParts(of:size:atMost:limits:record:uploadID:keeping:retries:request:completing:progress:)``. Errors that
  /// it throws before anything is sent are those of the transfer. Suspending the transfer suspends all requests that
  /// run, and its priority is that of all requests. After ``Transfer/cancel()``, another transfer with the same record
  /// resumes where this one was.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - size: The number of bytes of each part but the last.
  ///   - limit: The maximum number of simultaneous requests.
  ///   - limits: The sizes and the number of parts that the store accepts.
  ///   - record: The path of the record, or `nil` for none.
  ///   - uploadID: The store's identifier of the upload, or `nil` if there is none.
  ///   - keptFields: The names of fields of the responses to keep in addition to ETags and checksums.
  ///   - retries: The policy for retries of each part.
  ///   - request: Makes the request of a part.
  ///   - completing: Completes the upload, or `nil` for nothing.
  ///   - label: A text that identifies the transfer for the caller. Defaults to `nil`.
  ///   - dependencies: Transfers that must have finished before this one sends a request. Its start starts them, too.
  ///     If one of them fails or is cancelled, this one fails with the code `dependency-failed`. Defaults to none.
  /// - Returns: A transfer of the kind `upload`. Its ``Transfer/request`` has the whole body, and no URL.
  public func transfer(
    partsOf body: some BodySource, size: Int64? = nil, atMost limit: Int = 4,
    limits: UploadPart.Limits = .s3, record: String? = nil, uploadID: String? = nil,
    keeping keptFields: Set<HTTPField.Name> = [],
    retries: Session.RetryPolicy = Session.RetryPolicy(maximumCount: 10), label: String? = nil,
    after dependencies: [any TransferHandle] = [],
    request: @escaping @Sendable (_ part: UploadPart) async throws -> Request,
    completing: (@Sendable (_ parts: [UploadedPart]) async throws -> Void)? = nil
  ) -> Transfer<[UploadedPart]> {
    let whole = PartsUpload.Whole(
      size: size, limits: limits, record: record.map { ($0, uploadID) }, complete: completing)
    let requests = PartsUpload.Requests(
      workers: limit, needsETags: limits.needsETags, keptFields: keptFields, retries: retries, make: request)
    let request = PartsUpload.wholeRequest(body)
    return Transfer(.upload, request, label: label, after: dependencies, in: runner) { [runner] control in
      try await PartsUpload(.whole(whole), of: body, by: requests, in: runner).run(control)
    }
  }

  /// Uploads some of the parts of a plan. Other machines send the others.
  ///
  /// ```swift
  /// let sent = try await session.uploadParts(1...200, of: plan, in: .file(at: "/data/holiday.mov")) { part in
  ///   try session.request(.put, urls[part.number - 1])
  /// } didSend: { try results.append($0.jsonLine) }
  /// ```
  ///
  /// The rules for requests, retries and responses are those of
  /// ``uploadParts(of:size:atMost:limits:record:uploadID:keeping:retries:request:completing:progress:)``. In place of a
  /// record, pass the parts that an earlier call has sent: they are not sent again. A part whose bytes are not those of
  /// the plan fails before its last byte is sent, if the plan has digests.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the parts, from 1.
  ///   - plan: The plan.
  ///   - body: The body that was divided, on this machine.
  ///   - earlier: Parts that have been sent. Those with other numbers are ignored. Defaults to none.
  ///   - limit: The maximum number of simultaneous requests, at least 1. Defaults to 4.
  ///   - needsETags: Whether a response without an ETag is an error. Defaults to `true`.
  ///   - keptFields: The names of fields of the responses that ``UploadedPart/fields`` keeps in addition to ETags and
  ///     checksums. Defaults to none.
  ///   - retries: The policy for retries of each part. Defaults to at most 10 retries of idempotent methods, such as
  ///     PUT.
  ///   - request: Makes the request of a part. Called for several parts at a time.
  ///   - didSend: Called with each part that the server has accepted, for several parts at a time. An error ends the
  ///     upload. Defaults to `nil`.
  ///   - progress: Receives the progress of these parts every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The parts with these numbers, in order.
  /// - Throws: The errors of `request`, `didSend` and ``Session/send(_:decoding:progress:)``; a ``SessionError`` with
  ///   the code `invalid-configuration` for numbers that the plan does not have, `body-failed` for another body than
  ///   the one that was divided or one that changes, or `invalid-record` for earlier parts that are not those of the
  ///   plan.
  @discardableResult
  public func uploadParts(
    _ numbers: ClosedRange<Int>, of plan: UploadPlan, in body: some BodySource,
    after earlier: [UploadedPart] = [], atMost limit: Int = 4, needsETags: Bool = true,
    keeping keptFields: Set<HTTPField.Name> = [],
    retries: Session.RetryPolicy = Session.RetryPolicy(maximumCount: 10),
    request: @escaping @Sendable (_ part: UploadPart) async throws -> Request,
    didSend: (@Sendable (_ part: UploadedPart) async throws -> Void)? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> [UploadedPart] {
    let share = PartsUpload.Share(plan: plan, numbers: numbers, earlier: earlier, didSend: didSend)
    let requests = PartsUpload.Requests(
      workers: limit, needsETags: needsETags, keptFields: keptFields, retries: retries, make: request)
    return try await PartsUpload(.share(share), of: body, by: requests, in: runner).run(progress: progress)
  }
}
