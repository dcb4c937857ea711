public import HTTPTypes
public import SluiceCoding
public import SluiceSerialization
public import SluiceSession
public import SluiceTransport

extension Session {
  /// Downloads a resource to a file, which has its name only when the download is complete.
  ///
  /// ```swift
  /// let file = try await session.download("videos/1", to: .file("/data/holiday.mov")) { bar.show($0) }
  /// ```
  ///
  /// See ``download(_:to:options:progress:)`` for the parameters, the files that are written, and the errors.
  @discardableResult
  public func download(
    _ reference: Reference, query: Query.Parameters = [:], fields: HTTPFields = [:],
    to destination: DownloadDestination, options: DownloadOptions = DownloadOptions(),
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> DownloadedFile {
    try await download(
      request(.get, reference, query: query, fields: fields), to: destination, options: options,
      progress: progress)
  }

  /// Downloads the response to a request to a file, which has its name only when the download is complete.
  ///
  /// Until then, the bytes are in a hidden file beside it, with a record of what they are. Their names begin with
  /// `.sluice-` and a hash of the file's name. A file that exists under such a name is used, changed or removed only if
  /// an earlier download by the same user has left it; no other file in the folder is touched. If the file with the
  /// bytes is removed or replaced during the download, the download fails with `file-replaced`.
  ///
  /// A download that fails leaves both if a later one with ``DownloadOptions/resumes`` can continue it; otherwise, it
  /// removes them. It can be continued if the request was a GET without a range, and the response a 200 with a strong
  /// validator (RFC 9110 §8.8.1), without a content coding, and without `Accept-Ranges: none`.
  ///
  /// The later download requests the rest with `Range` and `If-Range`. It starts over if the resource has changed, the
  /// URL is different (including its query), or the server returns another range than requested. If the destination
  /// depends on the response, a first request decides on the path; its response is discarded if there is a partial file
  /// of the same version.
  ///
  /// If the session's cache has the whole body in a file, the download is a copy of it, which shares its blocks where
  /// the file system can. A copy that fails is not continued, but made again.
  ///
  /// The space of the whole file is not reserved: a server that declares a huge size could take the disk from other
  /// programs with a head alone, and a failed download would keep it. If the disk is full, the download fails with
  /// `write-failed`, and a later one continues it.
  ///
  /// The file is not flushed to the disk unless ``DownloadOptions/synchronizes`` is set, so it may be lost in a power
  /// failure shortly after the download.
  ///
  /// A file that exists and is not regular, and an open descriptor, such as `/dev/stdout` and `/dev/fd/3`, are written
  /// in place with ``ExistingFilePolicy/replace``. A symbolic link to a file is replaced. An existing file whose name
  /// begins with `.sluice-` is not replaced; it is a `file-exists` error.
  ///
  /// - Parameters:
  ///   - request: The request. It is sent with `Accept-Encoding: identity`, unless it has that field. A content coding
  ///     of the response is still decoded, as configured.
  ///   - destination: The path of the file, or how to decide on it.
  ///   - options: The settings of the download. Defaults to `DownloadOptions()`.
  ///   - progress: Receives the progress every 50 ms and at the end, never on the thread that runs the transfers. The
  ///     bytes of an earlier download count as received. Defaults to `nil`.
  /// - Returns: The path and the size of the file, and the head of the last response.
  /// - Throws:
  ///   - A ``ResponseError`` if the status is not from 200 to 299, or with the code `empty-body` if the response to GET
  ///     has no content (204 or 205), which is not an empty file. With any other method, it is a file of 0 bytes.
  ///   - A ``SessionError``: `connection-lost` for a truncated body, `invalid-response` for a 206 to a request without
  ///     a range, `body-too-large` for a file above the limit, `size-mismatch`, `digest-mismatch`,
  ///     `invalid-configuration` for a malformed digest, and others.
  ///   - A ``BodyError``: `file-in-use` if another download writes the same file, `file-exists` if the file exists and
  ///     must not, or if the destination depends on the response, and another download of the session has written the
  ///     file since this one began, or another one of its batch; `file-is-directory`, `file-replaced`, `write-failed`.
  ///   - The error of ``DownloadDestination/chosen(_:)``.
  ///   - A `CancellationError`.
  @discardableResult
  public func download(
    _ request: SessionRequest, to destination: DownloadDestination,
    options: DownloadOptions = DownloadOptions(),
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> DownloadedFile {
    try await FileDownload(request, to: destination, options: options, in: runner).run(progress: progress)
  }

  /// Continues a download, possibly of another process, or starts it over if its partial file is missing or outdated.
  ///
  /// - Parameters:
  ///   - resumption: What an earlier download passed to ``DownloadOptions/didBecomeResumable``.
  ///   - fields: The fields of the request, which the resumption does not contain. Empty by default.
  ///   - options: The settings of the download, of which ``DownloadOptions/resumes`` is ignored. Defaults to
  ///     `DownloadOptions()`.
  ///   - progress: Receives the progress, as in ``download(_:to:options:progress:)``. Defaults to `nil`.
  /// - Returns: The path and the size of the file, and the head of the last response.
  /// - Throws: The errors of ``download(_:to:options:progress:)``.
  @discardableResult
  public func download(
    resuming resumption: DownloadResumption, fields: HTTPFields = [:],
    options: DownloadOptions = DownloadOptions(), progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> DownloadedFile {
    var options = options
    options.resumes = true
    return try await download(
      .init(resumption.url), fields: fields, to: .file(resumption.path), options: options, progress: progress)
  }

  /// Creates a transfer that downloads the response to a request to a file.
  ///
  /// ```swift
  /// let transfer = session.transfer(try session.request(.get, "videos/1"), to: .folder("/data"))
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - destination: Where the file appears when the download is complete.
  ///   - options: What is checked, and how the file is written: see ``download(_:to:options:progress:)``. Defaults to
  ///     `DownloadOptions()`.
  ///   - label: A text that identifies the transfer for the caller. Defaults to `nil`.
  ///   - dependencies: Transfers that must have finished before this one sends its request. Its start starts them, too.
  ///     If one of them fails or is cancelled, this one fails with the code `dependency-failed`. Defaults to none.
  public func transfer(
    _ request: SessionRequest, to destination: DownloadDestination,
    options: DownloadOptions = DownloadOptions(),
    label: String? = nil, after dependencies: [any TransferHandle] = []
  ) -> Transfer<DownloadedFile> {
    Transfer(.download, request, label: label, after: dependencies, in: runner) { [runner] control in
      try await FileDownload(request, to: destination, options: options, in: runner, control).run()
    }
  }

  /// Downloads some of the segments of a plan into a file. Other machines download the others into the same file.
  ///
  /// ```swift
  /// let written = try await session.downloadSegments(
  ///   1...200, of: plan, to: "/data/holiday.mov", didWrite: { try results.append($0.jsonLine) })
  /// ```
  ///
  /// Until ``DownloadPlan/complete(_:at:expectedSHA256:ifExists:hashing:)`` has checked all segments, the bytes are
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
  ///   - maximumConcurrentCount: The maximum number of simultaneous requests, at least 1. Defaults to 4.
  ///   - retries: The policy for retries of each segment, unless the request has one. Defaults to at most 10 retries.
  ///   - progress: Receives the progress of these segments every 50 ms and at the end. Defaults to `nil`.
  ///   - didWrite: Called with each segment that has been written, for several segments at a time. An error ends the
  ///     download. Defaults to `nil`.
  /// - Returns: The segments with these numbers, in order.
  /// - Throws: The errors of `didWrite`; a ``ResponseError`` for a status that is not from 200 to 299; a
  ///   ``SessionError`` with the code `invalid-response` for another range or version, `invalid-configuration` for
  ///   numbers that the plan does not have, or without any URL, or `invalid-record` for earlier segments that are not
  ///   those of the plan; a ``BodyError`` with the code `write-failed`, `file-is-directory` or `file-exists` if the
  ///   path names something other than a regular file, or `file-exists` or `file-grew` if the hidden file is not one
  ///   of these segments; a `CancellationError`.
  @discardableResult
  public func downloadSegments(
    _ numbers: ClosedRange<Int>, of plan: DownloadPlan, from request: SessionRequest? = nil,
    to path: some FilePathConvertible, after earlier: [DownloadedSegment] = [],
    maximumConcurrentCount: Int = 4,
    retries: Session.RetryPolicy = Session.RetryPolicy(maximumCount: 10),
    progress: (@Sendable (TransferProgress) -> Void)? = nil,
    didWrite: (@Sendable (_ segment: DownloadedSegment) async throws -> Void)? = nil
  ) async throws -> [DownloadedSegment] {
    guard var request = try request ?? plan.url.map({ url in try self.request(.get, Reference(url)) }) else {
      throw SessionError(.invalidConfiguration, message: "the plan has no URL; pass the request for the file")
    }
    request.options.retries = request.options.retries ?? retries
    let download = try PlannedDownload(
      numbers, of: plan, from: request, to: path._filePath, after: earlier, atMost: maximumConcurrentCount,
      didWrite: didWrite)
    return try await runner.observing(Call(request, isDownload: true, progress: progress)) { context in
      try await download.run(in: runner, context)
    }
  }
}
