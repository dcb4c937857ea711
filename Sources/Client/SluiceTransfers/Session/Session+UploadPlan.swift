public import HTTPTypes
public import SluiceBody
public import SluiceSerialization
public import SluiceSession
public import SluiceTransport

extension Session {
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
    let upload = try PartsUpload(
      of: body,
      .init(
        size: nil, workers: limit, limits: UploadPart.Limits(needsETags: needsETags), record: nil,
        keptFields: keptFields, retries: retries,
        share: .init(plan: plan, numbers: numbers, earlier: earlier, didSend: didSend), makeRequest: request,
        complete: nil))
    let whole = PartsUpload.wholeRequest(body)
    return try await runner.observing(Call(whole, progress: progress)) { context in
      try await upload.run(in: runner, context)
    }
  }
}
