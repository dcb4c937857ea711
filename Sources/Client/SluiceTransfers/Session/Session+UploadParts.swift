public import SluiceBody
internal import SluiceSerialization
public import SluiceSession
public import SluiceTransport

extension Session {
  /// Uploads a body in parts, each in a request of its own, several at a time.
  ///
  /// ```swift
  /// let store = PartStore.s3(record: "holiday.parts") { part in
  ///   try session.request(.put, .init(await signedURL(of: part.number)))
  /// }
  /// let parts = try await session.uploadParts(of: .file(at: "/data/holiday.mov"), to: store) { bar.show($0) }
  /// ```
  ///
  /// ``PartStore`` describes the requests, the record with which an upload resumes, and its end. Each part is a
  /// separate transfer to monitors, to time limits and to the policy for retries. At any time, the parts that are
  /// being sent have a descriptor and libcurl's buffers each; no part is read into memory.
  ///
  /// - Parameters:
  ///   - body: The body. Its size must be known, and it must be replayable; with a record, it must have an
  ///     ``BodySource/identity()``. A source of your own should implement ``BodySource/makeReader(at:)``.
  ///   - size: The number of bytes of each part but the last, which may have fewer. Defaults to `nil`: the size of the
  ///     record, or otherwise ``PartStore/Limits/partByteCount(for:)``.
  ///   - store: The store.
  ///   - progress: Receives the progress of the whole body every 50 ms and at the end. Defaults to `nil`. Bytes that
  ///     are sent again do not count.
  /// - Returns: The parts in order.
  /// - Throws: The errors of the store's closures and of ``Session/send(_:decoding:progress:)``, after which the record
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
    of body: some BodySource, size: Int64? = nil, to store: PartStore,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> [UploadedPart] {
    try await PartsUpload(.whole(size: size), of: body, to: store, in: runner).run(progress: progress)
  }

  /// Creates a transfer that uploads a body in parts, to suspend it, cancel it, or change its priority.
  ///
  /// ```swift
  /// let transfer = session.transfer(partsOf: .file(at: "/data/holiday.mov"), to: store)
  /// transfer.start()
  /// ```
  ///
  /// The rules are those of ``uploadParts(of:size:to:progress:)``. Errors that it throws before anything is sent are
  /// those of the transfer. Suspending the transfer suspends all requests that run, and its priority is that of all
  /// requests. After ``Transfer/cancel()``, another transfer with the same record resumes where this one was.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - size: The number of bytes of each part but the last. Defaults to `nil`: the size of the record, or otherwise
  ///     ``PartStore/Limits/partByteCount(for:)``.
  ///   - store: The store.
  ///   - label: A text that identifies the transfer for the caller. Defaults to `nil`.
  ///   - dependencies: Transfers that must have finished before this one sends a request. Its start starts them, too.
  ///     If one of them fails or is cancelled, this one fails with the code `dependency-failed`. Defaults to none.
  /// - Returns: A transfer of the kind `upload`. Its ``Transfer/request`` has the whole body, and no URL.
  public func transfer(
    partsOf body: some BodySource, size: Int64? = nil, to store: PartStore, label: String? = nil,
    after dependencies: [any TransferHandle] = []
  ) -> Transfer<[UploadedPart]> {
    let request = PartsUpload.wholeRequest(body)
    return Transfer(.upload, request, label: label, after: dependencies, in: runner) { [runner] control in
      try await PartsUpload(.whole(size: size), of: body, to: store, in: runner).run(control)
    }
  }

  /// Uploads some of the parts of a plan. Other machines send the others.
  ///
  /// ```swift
  /// let store = PartStore.s3 { part in try session.request(.put, .init(urls[part.number - 1])) }
  /// let sent = try await session.uploadParts(
  ///   1...200, of: plan, in: .file(at: "/data/holiday.mov"), to: store,
  ///   didSend: { try results.append($0.jsonLine) })
  /// ```
  ///
  /// The rules for requests, retries and responses are those of ``uploadParts(of:size:to:progress:)``. In place of a
  /// record, pass the parts that an earlier call has sent: they are not sent again. A part whose bytes are not those of
  /// the plan fails before its last byte is sent, if the plan has digests.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the parts, from 1.
  ///   - plan: The plan.
  ///   - body: The body that was divided, on this machine.
  ///   - store: The store. It must have no record and no closure that completes the upload, because these parts are not
  ///     all.
  ///   - earlier: Parts that have been sent. Those with other numbers are ignored. Defaults to none.
  ///   - progress: Receives the progress of these parts every 50 ms and at the end. Defaults to `nil`.
  ///   - didSend: Called with each part that the server has accepted, for several parts at a time. An error ends the
  ///     upload. Defaults to `nil`.
  /// - Returns: The parts with these numbers, in order.
  /// - Throws: The errors of the store's closure, of `didSend` and of ``Session/send(_:decoding:progress:)``; a
  ///   ``SessionError`` with the code `invalid-configuration` for numbers that the plan does not have, or a store with
  ///   a record or a completion, `body-failed` for another body than the one that was divided or one that changes, or
  ///   `invalid-record` for earlier parts that are not those of the plan.
  @discardableResult
  public func uploadParts(
    _ numbers: ClosedRange<Int>, of plan: UploadPlan, in body: some BodySource, to store: PartStore,
    after earlier: [UploadedPart] = [], progress: (@Sendable (TransferProgress) -> Void)? = nil,
    didSend: (@Sendable (_ part: UploadedPart) async throws -> Void)? = nil
  ) async throws -> [UploadedPart] {
    let share = PartsUpload.Share(plan: plan, numbers: numbers, earlier: earlier, didSend: didSend)
    return try await PartsUpload(.share(share), of: body, to: store, in: runner).run(progress: progress)
  }
}
