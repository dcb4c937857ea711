public import HTTPTypes
internal import SluiceBody
public import SluiceSerialization

extension Session {
  /// Gets a resource into a file: all of it, or nothing is there under that name, and what was there stays.
  ///
  /// ```swift
  /// let file = try await session.download("videos/1", to: "/data/holiday.mov") { bar.show($0) }
  /// ```
  ///
  /// See ``download(_:to:resuming:maximumSize:progress:)`` for all there is to say.
  @discardableResult
  public func download(
    _ reference: String, fields: HTTPFields = [:], to path: String, resuming: Bool = false,
    maximumSize: Int64? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> DownloadedFile {
    try await download(
      request(.get, reference, fields: fields), to: path, resuming: resuming, maximumSize: maximumSize,
      progress: progress)
  }

  /// Writes what answers a request into a file: all of it, or nothing is there under that name, and what was there stays.
  ///
  /// Until it is whole, it is written to `FILE.part`. Of a download that ends before, that part stays where a later one
  /// with `resuming` can go on from it, as `FILE.part.json` says; else it is removed. It can where the request was a GET
  /// without a range of its own, and the answer a 200 with a strong validator (RFC 9110 §8.8.1), not coded, whose
  /// `Accept-Ranges` is not `none`.
  ///
  /// A later one asks for the rest with `Range` and `If-Range`. Where the resource has changed, where the URL is another
  /// (its query counts), or the server answers with another range than it was asked for, it starts over.
  ///
  /// What exists and is no regular file, such as `/dev/stdout`, is written to as it is. A symbolic link to a file is
  /// replaced.
  ///
  /// - Parameters:
  ///   - request: gets an `Accept-Encoding` of `identity`, unless it has one. What is coded nevertheless is decoded, as
  ///     the configuration says.
  ///   - path: where the file is to be. Its folder has to be there.
  ///   - resuming: whether to go on from where an earlier download has stopped. False by default, which replaces what that
  ///     one has left.
  ///   - maximumSize: the most bytes that the file may have; more are a ``SessionError`` with the code `body-too-large`.
  ///     No limit by default.
  ///   - progress: told every 50 ms and at the end, never on the thread that runs the transfers. What an earlier download
  ///     had left counts as received.
  /// - Throws: a ``ResponseError`` where the status is not from 200 to 299; a ``SessionError``, with the code
  ///   `connection-lost` for a body that is cut short, `invalid-response` for a 206 that was not asked for; a ``BodyError``:
  ///   `file-in-use` where another download writes the same file, `file-exists` where something that is no file stands in
  ///   the part's place, `write-failed`; a `CancellationError`.
  @discardableResult
  public func download(
    _ request: Request, to path: String, resuming: Bool = false, maximumSize: Int64? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> DownloadedFile {
    var request = request
    // What is coded on its way cannot be resumed.
    if request.head.headerFields[.acceptEncoding] == nil {
      request.head.headerFields[.acceptEncoding] = "identity"
    }
    let told = DownloadProgress()
    return try await perform(request, progress: progress, relay: told.relay) { attempt, _ in
      let download = try Download(attempt, to: path, maximumSize: maximumSize, progress: told)
      // What a try has left, the next may go on from.
      return try await withTaskExecutorPreference(BlockingExecutor.shared) {
        try await download.run(resuming: resuming || attempt.number > 0)
      }
    }
  }
}
