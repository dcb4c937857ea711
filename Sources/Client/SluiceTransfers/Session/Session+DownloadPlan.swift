public import SluiceSerialization
public import SluiceSession
public import SluiceTransport

extension Session {
  /// Downloads some of the segments of a plan into a file. Other machines download the others into the same file.
  ///
  /// ```swift
  /// let written = try await session.downloadSegments(1...200, of: plan, to: "/data/holiday.mov") { segment in
  ///   try results.append(segment.jsonLine)
  /// }
  /// ```
  ///
  /// Until ``DownloadPlan/complete(_:at:expectedSHA256:existingFile:hashing:)`` has checked all segments, the bytes are
  /// in a hidden file beside it, whose name all machines derive from the plan. Each segment is written at its offset,
  /// and is on the disk before it is reported. A share is safe to repeat, also while another machine downloads the same
  /// segments.
  ///
  /// Each request has `Range` and `If-Range`. A response that is not exactly this range of the version of the plan is
  /// an error, so that bytes of two versions are never mixed.
  ///
  /// - Parameters:
  ///   - numbers: The numbers of the segments, from 1.
  ///   - plan: The plan.
  ///   - request: The request for the file, a GET without a body and a range. Defaults to `nil`, for one with the URL
  ///     of the plan.
  ///   - path: The path of the file, on this machine.
  ///   - earlier: Segments that have been written to this file. They are not downloaded again. Those with other numbers
  ///     are ignored. Defaults to none.
  ///   - limit: The maximum number of simultaneous requests, at least 1. Defaults to 4.
  ///   - retries: The policy for retries of each segment, unless the request has one. Defaults to at most 10 retries.
  ///   - didWrite: Called with each segment that has been written, for several segments at a time. An error ends the
  ///     download. Defaults to `nil`.
  ///   - progress: Receives the progress of these segments every 50 ms and at the end. Defaults to `nil`.
  /// - Returns: The segments with these numbers, in order.
  /// - Throws: The errors of `didWrite`; a ``ResponseError`` for a status that is not from 200 to 299; a
  ///   ``SessionError`` with the code `invalid-response` for another range or version, `invalid-configuration` for
  ///   numbers that the plan does not have, or without any URL, or `invalid-record` for earlier segments that are not
  ///   those of the plan; a ``BodyError`` with the code `write-failed`, or `file-exists` or `file-grew` if the hidden
  ///   file is not one of these segments; a `CancellationError`.
  @discardableResult
  public func downloadSegments(
    _ numbers: ClosedRange<Int>, of plan: DownloadPlan, from request: Request? = nil, to path: String,
    after earlier: [DownloadedSegment] = [], atMost limit: Int = 4,
    retries: Session.RetryPolicy = Session.RetryPolicy(maximumCount: 10),
    didWrite: (@Sendable (_ segment: DownloadedSegment) async throws -> Void)? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> [DownloadedSegment] {
    guard var request = try request ?? plan.url.map({ url in try self.request(.get, url) }) else {
      throw SessionError(.invalidConfiguration, message: "the plan has no URL; pass the request for the file")
    }
    request.options.retries = request.options.retries ?? retries
    let download = try PlannedDownload(
      numbers, of: plan, from: request, to: path, after: earlier, atMost: limit, didWrite: didWrite)
    return try await runner.observing(Call(request, isDownload: true, progress: progress)) { context in
      try await download.run(in: runner, context)
    }
  }
}
