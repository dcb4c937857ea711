internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A download with its destination and options, which several attempts may be made at.
struct FileDownload: Sendable {
  /// The request.
  let request: SessionRequest
  let options: DownloadOptions
  /// The SHA-256 that the caller expects, or `nil` for any.
  let expectedDigest: [UInt8]?
  private let destination: DownloadDestination
  /// The path, as soon as it is decided.
  private let decided = Lock<DestinationPath?>(nil)
  /// The path whose partial file an attempt has begun, or `nil` if none has. It may be a numbered one.
  let begun = Lock<DestinationPath?>(nil)
  /// The sets of paths in which a derived path is unique, and the number of the download in each.
  private let claims: [(paths: DerivedPaths, number: Int)]
  private let runner: TransferRunner
  private let control: TransferControl?

  /// - Parameter control: The control of the transfer's handle. Defaults to `nil`.
  /// - Throws: A ``SessionError`` with the code `invalid-configuration` for a malformed digest.
  init(
    _ request: SessionRequest, to destination: DownloadDestination, options: DownloadOptions,
    in runner: TransferRunner, _ control: TransferControl? = nil
  ) throws(SessionError) {
    var request = request
    // A coded response cannot be resumed.
    if request.head.headerFields[.acceptEncoding] == nil {
      request.head.headerFields[.acceptEncoding] = "identity"
    }
    request.options.layers.takesFile = true
    self.request = request
    (self.destination, self.options) = (destination, options)
    (self.runner, self.control) = (runner, control)
    expectedDigest = try options.expectedSHA256.map(SHA256.expected)
    let isDerived = destination.knownPath == nil && options.ifExists != .unique
    // Those of the session's downloads, and of the batch's if it belongs to one.
    let paths = [runner.paths, control?.batchPaths].compactMap(\.self)
    claims = isDerived ? paths.map { ($0, $0.begin()) } : []
  }

  /// Makes all attempts.
  ///
  /// - Parameter progress: The observer of the progress. Defaults to `nil`.
  func run(progress: TransferProgress.Report? = nil) async throws -> DownloadedFile {
    defer {
      let path = decided.withLock { $0 }
      for (paths, number) in claims { paths.end(number, path) }
    }
    do {
      let call = Call(request, control: control, isDownload: true, progress: progress)
      return try await runner.perform(call) { try await run($0) }
    } catch {
      if let path = decided.withLock({ $0 }) { release(path) }
      throw error
    }
  }

  private func release(_ path: DestinationPath) {
    for (paths, number) in claims { paths.release(path, by: number) }
  }

  /// Makes an attempt, on threads that may block.
  private func run(_ attempt: Attempt) async throws -> DownloadedFile {
    let file = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      try await Download(self, attempt).run()
    }
    attempt.context.post(file) { $0.didProduce($1, value: $2, decoder: nil) }
    return file
  }

  /// The path, if it does not depend on the response or has been decided; otherwise, `nil`.
  func knownPath() throws(BodyError) -> DestinationPath? {
    if let path = decided.withLock({ $0 }) { return path }
    return try destination.knownPath.map { path throws(BodyError) in try DestinationPath(path) }
  }

  /// Decides on the path for a response, until the deadline at most.
  func path(for response: SessionResponse, until deadline: Deadline) async throws -> DestinationPath {
    if let path = try knownPath() { return path }
    let path = try DestinationPath(await destination.path(for: response, until: deadline))
    do throws(BodyError) {
      for (paths, number) in claims { try paths.claim(path, by: number) }
    } catch {
      release(path)
      throw error
    }
    decided.withLock { $0 = path }
    return path
  }
}
