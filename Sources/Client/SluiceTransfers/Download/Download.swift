internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// An attempt at a download: sends the requests that a ``DownloadMachine`` decides on, finds what is at the path, and
/// lets a ``DownloadWriter`` write the file. It blocks its thread, so it runs on the `BlockingExecutor`.
final class Download {
  private let download: FileDownload
  private let attempt: Attempt
  private let url: RequestURL
  /// The partial file, once there is one.
  private var partial: PartialDownload?

  init(_ download: FileDownload, _ attempt: Attempt) throws(SessionError) {
    url = try RequestURL(of: attempt.request.head)
    (self.download, self.attempt) = (download, attempt)
  }

  private var options: DownloadOptions { download.options }

  /// Downloads the file. A failed download leaves a partial file that can be resumed, but nothing of a file that could
  /// never be complete.
  ///
  /// - Throws: The errors of ``Session/download(_:to:options:progress:)``.
  func run() async throws -> DownloadedFile {
    defer { partial?.close() }
    do {
      return try await perform()
    } catch let error as SessionError
      where [.bodyTooLarge, .sizeMismatch, .digestMismatch].contains(error.code)
    {
      guard let partial else { throw error }
      partial.remove()
      throw error.at(url.redacted)
    } catch let error as BodyError
      where [.fileReplaced, .fileGrew, .fileShrank].contains(error.code)
    {
      // Another program has written to the files, so a later download must not trust them.
      partial?.remove()
      throw error
    }
  }

  private func perform() async throws -> DownloadedFile {
    var machine = DownloadMachine(
      at: try download.knownPath().map(place), url: url.text, segments: options.maximumConcurrentCount,
      isResumable: attempt.isResumable, asksForRange: attempt.asksForRange)
    while true {
      let response = try await send(machine.question)
      try await checkHasContent(response)
      let location = attempt.location(of: response)
      var verdict = machine.didReceive(response.head, at: location)
      if verdict == .isFirst {
        let place = try place(await download.path(for: response, until: attempt.deadline))
        verdict = machine.didFind(
          place, for: response.head, at: location, isCopyable: response.body.isCopyable)
      }
      switch verdict {
      case .isContent(let content):
        do {
          return try await write(content, response)
        } catch let setback as DownloadMachine.Setback {
          machine.didFail(setback)
        }
      // Otherwise, the response would keep a connection that the next request might wait for.
      case .isUseless, .isFirst: await response.discard()
      case .isRefusal: throw try await response.refusal()
      case .isInvalid:
        throw SessionError(
          .invalidResponse, message: "the server sent a range of a file that was requested as a whole"
        ).at(url.redacted)
      }
    }
  }

  /// Refuses a response to GET without content (204 or 205), which is not an empty file. For any other method, it is
  /// the success that counts: the request must not be sent again for the sake of a file.
  private func checkHasContent(_ response: SessionResponse) async throws {
    guard attempt.request.head.method == .get, [204, 205].contains(response.head.status.code) else { return }
    await response.discard()
    throw ResponseError(
      .emptyBody, response: response.head, request: response.request, body: CollectedBody([]))
  }

  private func send(_ question: DownloadMachine.Question) async throws -> SessionResponse {
    if let range = question.range { return try await attempt.send(range) }
    var request = attempt.request
    let takesFile = question == .whole(takesFile: true)
    if !takesFile { request.options.layers.takesFile = false }
    return try await attempt.send(request, applyingItsOptions: !takesFile)
  }

  // MARK: Finding

  /// Returns what a path names, and claims an earlier partial file.
  private func place(_ path: DestinationPath) throws(BodyError) -> DownloadMachine.Place {
    if let file = try specialFile(at: path) { return .special(file) }
    // A retry continues from the partial file that the previous attempt has left.
    guard attempt.isResumable, options.resumes || attempt.number > 0 else { return .free }
    partial = try earlierPartial(of: path)
    return try partial.map { file throws(BodyError) in .partial(try file.resumePoint(of: url.text)) } ?? .free
  }

  /// Returns the partial file of an earlier attempt or download, or `nil` if there is none.
  private func earlierPartial(of path: DestinationPath) throws(BodyError) -> PartialDownload? {
    do throws(BodyError) {
      return try PartialDownload.earlier(of: download.begun.withLock { $0 } ?? path)
    } catch {
      guard options.ifExists == .unique, error.code == .fileInUse else { throw error }
      return nil
    }
  }

  /// Returns the file that is written in place, or `nil` for a path that gets a new file.
  ///
  /// - Throws: A ``BodyError`` for a path that cannot name a file, or that exists and must not.
  private func specialFile(at path: DestinationPath) throws(BodyError) -> SpecialFile? {
    switch options.policy(at: path) {
    case .replace: return try SpecialFile(at: path.text)
    case .fail:
      if isTaken(path.text) { throw BodyError(.fileExists, path: path.text) }
      return try SpecialFile(at: path.text)
    case .unique:
      guard path.hasFileName else { throw BodyError(.fileIsDirectory, path: path.text) }
      return nil
    }
  }

  // MARK: Writing

  private func write(_ content: DownloadMachine.Content, _ response: SessionResponse) async throws
    -> DownloadedFile
  {
    let path = try await download.path(for: response, until: attempt.deadline)
    let writer = DownloadWriter(
      download: download, attempt: attempt, url: url, path: path, response: response)
    return switch content {
    case .inPlace(let file): try await writer.writeInPlace(file)
    case .whole(let record): try await writer.writeWhole(partial(of: path), record)
    case .rest(let point, let size): try await writer.writeRest(partial(of: path), from: point, upTo: size)
    case .segments(let record, let isResumed):
      try await writer.writeSegments(partial(of: path), record, isResumed: isResumed)
    case .nothing(let point): try await writer.finish(partial(of: path), of: point.byteCount, point.record)
    }
  }

  /// Returns the partial file, which is a new one if there was none.
  private func partial(of path: DestinationPath) throws(BodyError) -> PartialDownload {
    if let partial { return partial }
    if options.createsFolders { try path.createFolder(synchronizing: options.synchronizes) }
    let partial = try PartialDownload.new(of: path, isUnique: options.ifExists == .unique)
    self.partial = partial
    download.begun.withLock { $0 = partial.path }
    return partial
  }
}

extension Attempt {
  /// Whether the request allows asking for a range of its resource.
  var isResumable: Bool {
    request.head.method == .get && request.body == nil && !asksForRange
      && request.head.headerFields[.ifRange] == nil
  }

  /// Whether the request is for a range of its resource.
  var asksForRange: Bool {
    (request.head.headerFields[.range] ?? runner.settings.configuration.fields[.range]) != nil
  }
}
