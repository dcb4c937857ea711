public import HTTPTypes
internal import SluiceBody
public import SluiceSerialization

extension Session {
  /// Downloads a resource to a file, which is replaced only when the download is complete.
  ///
  /// ```swift
  /// let file = try await session.download("videos/1", toFile: "/data/holiday.mov") { bar.show($0) }
  /// ```
  ///
  /// See ``download(_:toFile:resuming:upTo:progress:)`` for the parameters, the files that are written, and the
  /// errors.
  @discardableResult
  public func download(
    _ reference: String, fields: HTTPFields = [:], toFile path: String, resuming: Bool = false,
    upTo limit: Int64? = nil, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> DownloadedFile {
    try await download(
      request(.get, reference, fields: fields), toFile: path, resuming: resuming, upTo: limit,
      progress: progress)
  }

  /// Downloads the response to a request to a file, which is replaced only when the download is complete.
  ///
  /// Until then, the bytes are in `FILE.part`. A download that fails leaves this part if a later one with `resuming`
  /// can continue it, with a record in `FILE.part.json`; otherwise, it removes the part. It can be continued if the
  /// request was a GET without a range, and the response a 200 with a strong validator (RFC 9110 §8.8.1), without a
  /// content coding, and without `Accept-Ranges: none`.
  ///
  /// The later download requests the rest with `Range` and `If-Range`. It starts over if the resource has changed, the
  /// URL is different (including its query), or the server returns another range than requested.
  ///
  /// The file is not flushed to the disk, so it may be lost in a power failure shortly after the download.
  ///
  /// A file that exists and is not regular, such as `/dev/stdout`, is written in place. A symbolic link to a file is
  /// replaced.
  ///
  /// - Parameters:
  ///   - request: The request. It is sent with `Accept-Encoding: identity`, unless it has that field. A content coding
  ///     of the response is still decoded, as configured.
  ///   - path: The path of the file. Its folder must exist.
  ///   - resuming: Whether to continue an earlier download; otherwise, its part is replaced. Defaults to `false`.
  ///   - limit: The maximum number of bytes of the file; `nil` for no limit. Defaults to `nil`.
  ///   - progress: Receives the progress every 50 ms and at the end, never on the thread that runs the transfers. The
  ///     bytes of an earlier download count as received. Defaults to `nil`.
  /// - Returns: The path and the size of the file, and the head of the last response.
  /// - Throws:
  ///   - A ``ResponseError`` if the status is not from 200 to 299.
  ///   - A ``SessionError``: `connection-lost` for a truncated body, `invalid-response` for a 206 to a request without
  ///     a range, `body-too-large` for a file above the limit, and others.
  ///   - A ``BodyError``: `file-in-use` if another download writes the same file, `file-exists` if the part's name
  ///     belongs to something other than a file, `write-failed`.
  ///   - A `CancellationError`.
  @discardableResult
  public func download(
    _ request: Request, toFile path: String, resuming: Bool = false, upTo limit: Int64? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> DownloadedFile {
    var request = request
    // A coded response cannot be resumed.
    if request.head.headerFields[.acceptEncoding] == nil {
      request.head.headerFields[.acceptEncoding] = "identity"
    }
    return try await runner.perform(request, progress: progress, isDownload: true) { attempt in
      let download = try Download(attempt, toFile: path, upTo: limit)
      // A retry continues from the part that the previous attempt has left.
      return try await withTaskExecutorPreference(BlockingExecutor.shared) {
        try await download.run(resuming: resuming || attempt.number > 0)
      }
    }
  }
}
