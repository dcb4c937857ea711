internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// An attempt at a download. It blocks its thread, so it runs on the `BlockingExecutor`.
///
/// ```
///  run ──► a special file ────────────────────────────────► ask ─► 2xx ─► written as it is
///    ├───► resuming, and a part with a record
///    │       └─► Range, If-Range ─► 206 with the rest ─────────────────► appended, commit
///    │                              416, nothing missing ──────────────► commit
///    │                              200, another version ──────────────► from byte 0, commit
///    │                              another range, or malformed ─► ask ─► from byte 0, commit
///    │                              any other status ──────────────────► ResponseError; the part stays
///    ├───► several segments ─► Range ─► 206, size and validator ───────► SegmentedDownload, commit
///    │                                  200 ───────────────────────────► from byte 0, commit
///    │                                  another range, or 416 ────► ask ─► from byte 0, commit
///    └───► otherwise ─────────────────────────────► ask ─► 2xx ─────────► from byte 0, commit
/// ```
///
/// If the path depends on the response, the first request decides on it. If there is a part of this version there, the
/// response is discarded, and the download resumes.
struct Download {
  private let download: FileDownload
  private let attempt: Attempt
  private let url: RequestURL
  private let maximumByteCount: Int64

  init(_ download: FileDownload, _ attempt: Attempt) throws(SessionError) {
    url = try RequestURL(of: attempt.request.head)
    self.download = download
    self.attempt = attempt
    maximumByteCount = download.options.maximumByteCount ?? .max
  }

  private var request: Request { attempt.request }
  private var options: DownloadOptions { download.options }
  /// A retry continues from the part that the previous attempt has left.
  private var isResuming: Bool { isResumable && (options.resumes || attempt.number > 0) }

  /// Downloads the file.
  ///
  /// - Throws: The errors of ``Session/download(_:to:options:progress:)``.
  func run() async throws -> DownloadedFile {
    if let path = try download.knownPath() {
      if let file = try specialFile(at: path) {
        return try await writeInPlace(file, with: ask(takingFile: false))
      }
      if isResuming, let part = try earlierPart(of: path) {
        return try await closing(part) { try await resume(part, to: path) }
      }
    }
    return try await begin(with: options.segments > 1 && isResumable ? askForFirstSegment() : ask())
  }

  /// Decides on the path, and writes the file from its first byte, or continues an earlier download of it.
  private func begin(with response: Response) async throws -> DownloadedFile {
    let isKnown = try download.knownPath() != nil
    let path = try await download.path(for: response)
    if !isKnown {
      if let file = try specialFile(at: path) {
        let isUseless = isSegment(response) || response.body.isCopyable
        return try await writeInPlace(
          file, with: isUseless ? askInstead(of: response, takingFile: false) : response)
      }
      if isResuming, let part = try earlierPart(of: path) {
        return try await closing(part) {
          if let point = try part.resumePoint(of: url.text),
            point.record.validator.isConfirmed(by: response.head)
          {
            await response.discard()
            return try await resume(part, to: path)
          }
          return try await writeWhole(part, to: path, with: response)
        }
      }
    }
    if options.createsFolders { try path.createFolder(synchronizing: options.synchronizes) }
    let part = try PartialDownload.new(of: path, isUnique: options.existingFile == .unique)
    download.didBegin(part.path)
    return try await closing(part) { try await writeWhole(part, to: path, with: response) }
  }

  /// Returns the part of an earlier attempt or download, or `nil` if there is none.
  private func earlierPart(of path: DestinationPath) throws(BodyError) -> PartialDownload? {
    do throws(BodyError) {
      return try PartialDownload.earlier(of: download.begunPath ?? path)
    } catch {
      guard options.existingFile == .unique, error.code == .fileInUse else { throw error }
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

  /// Closes the part after `work`. A failed download leaves a part that can be resumed, but nothing of a file that
  /// could never be complete.
  private func closing(
    _ part: PartialDownload, after work: () async throws -> DownloadedFile
  ) async throws -> DownloadedFile {
    defer { part.close() }
    do {
      return try await work()
    } catch let error as SessionError
      where [.bodyTooLarge, .sizeMismatch, .digestMismatch].contains(error.code)
    {
      part.remove()
      throw error.at(url.redacted)
    } catch let error as BodyError
      where [.fileReplaced, .fileGrew, .fileShrank].contains(error.code)
    {
      // Another program has written to the files, so a later download must not trust what is left of them.
      part.remove()
      throw error
    }
  }

  /// Whether the request allows asking for a range of its resource.
  private var isResumable: Bool {
    request.head.method == .get && request.body == nil && !asksForRange
      && request.head.headerFields[.ifRange] == nil
  }

  private var asksForRange: Bool {
    (request.head.headerFields[.range] ?? attempt.runner.settings.configuration.fields[.range]) != nil
  }

  // MARK: Asking

  /// Requests the whole file.
  ///
  /// - Parameter takesFile: Whether the body may be a file that a cache has, and that may turn out to be damaged while
  ///   it is read. Otherwise, the cache requests damaged bytes from the server. Defaults to `true`.
  /// - Throws: A ``ResponseError`` for a status that is not from 200 to 299; a ``SessionError`` with the code
  ///   `invalid-response` for a 206 to a request without a range.
  private func ask(takingFile takesFile: Bool = true) async throws -> Response {
    var request = request
    if !takesFile { request.options.layerSettings.removeAll { $0 is TakesFile } }
    let response = try await attempt.send(request, applyingItsOptions: !takesFile)
    guard (200..<300).contains(response.head.status.code) else { throw try await response.refusal() }
    guard response.head.status.code != 206 || asksForRange else {
      throw failure(.invalidResponse, "the response is a part of a file that was requested as a whole")
    }
    return response
  }

  /// The range of the first request of a download in segments.
  private static let firstSegment: Range<Int64> = 0..<MissingRanges.minimumByteCount

  /// Requests the first segment, which shows whether the server supports more.
  ///
  /// - Returns: The first segment, or the whole file.
  private func askForFirstSegment() async throws -> Response {
    var request = request
    request.head.headerFields.ask(for: Self.firstSegment, of: nil)
    let response = try await attempt.send(request)
    switch response.head.status.code {
    case 206 where segments(of: response) != nil: return response
    // A range of an empty file is not satisfiable.
    case 206, 416: return try await askInstead(of: response)
    case 200..<300: return response
    default: throw try await response.refusal()
    }
  }

  /// Discards a response, and requests the whole file.
  private func askInstead(of response: Response, takingFile takesFile: Bool = true) async throws -> Response {
    // Otherwise, the response would keep a connection that the next request might wait for.
    await response.discard()
    return try await ask(takingFile: takesFile)
  }

  private func isSegment(_ response: Response) -> Bool { response.head.status.code == 206 && !asksForRange }

  /// Returns the record of a file whose first segment is the body of a response, or `nil` for any other response.
  private func segments(of response: Response) -> ResumeRecord? {
    isSegment(response) ? ResumeRecord(of: response.head, at: url.text, first: Self.firstSegment) : nil
  }

  /// Continues an earlier download, or starts over if the file has changed.
  private func resume(_ part: PartialDownload, to path: DestinationPath) async throws -> DownloadedFile {
    guard let point = try part.resumePoint(of: url.text) else {
      return try await writeWhole(part, to: path, with: ask())
    }
    if let record = point.inSegments(options.segments), let first = record.missing?.ranges.first {
      return try await resumeSegments(part, to: path, record, first)
    }
    var request = request
    point.ask(in: &request.head.headerFields)
    let response = try await attempt.send(request)
    switch point.meaning(of: response.head) {
    case .rest(let size): return try await writeRest(part, to: path, from: point, upTo: size, with: response)
    case .nothingMissing:
      return try await finish(part, to: path, byteCount: point.byteCount, with: response, point.record)
    case .whole: return try await writeWhole(part, to: path, with: response)
    case .useless: return try await writeWhole(part, to: path, with: askInstead(of: response))
    case .refused: throw try await response.refusal()
    }
  }

  /// Continues an earlier download in segments, or starts over if the file has changed.
  private func resumeSegments(
    _ part: PartialDownload, to path: DestinationPath, _ record: ResumeRecord, _ first: Range<Int64>
  ) async throws -> DownloadedFile {
    var request = request
    request.head.headerFields.ask(for: first, of: record)
    let response = try await attempt.send(request)
    switch record.meaning(of: response.head, for: first) {
    case .segment:
      didBecomeResumable(part, record)
      try part.save(record)
      return try await writeSegments(part, to: path, record, first, with: response, isResumed: true)
    case .useless: return try await writeWhole(part, to: path, with: askInstead(of: response))
    case .whole: return try await writeWhole(part, to: path, with: response)
    case .refused: throw try await response.refusal()
    }
  }

  // MARK: Writing

  /// Writes the whole file, from the body of a response or from segments of which it is the first.
  private func writeWhole(
    _ part: PartialDownload, to path: DestinationPath, with response: Response
  ) async throws -> DownloadedFile {
    if var record = segments(of: response) {
      record.missing?.divide(into: min(options.segments, MissingRanges.maximumCount) + 1, after: 1)
      try part.begin(record)
      didBecomeResumable(part, record)
      let first = record.missing?.ranges.first ?? 0..<0
      return try await writeSegments(part, to: path, record, first, with: response, isResumed: false)
    }
    let copyable = try response.body.takeCopyable()
    // A copy is made again rather than resumed: what is not checked yet may be damaged.
    let record = isResumable && copyable == nil ? ResumeRecord(of: response.head, at: url.text) : nil
    try part.begin(record)
    if let record { didBecomeResumable(part, record) }
    attempt.context.beginFile()
    var check = digests(of: response)
    let count: Int64
    if let copyable {
      do {
        count = try await copy(copyable, to: part, &check)
      } catch let error as BodyError where [.changed, .readFailed].contains(error.code) {
        // The stored file is damaged.
        return try await writeWhole(part, to: path, with: ask(takingFile: false))
      }
    } else {
      count = try await write(response.body) { block in
        check.update(block)
        try part.append(block)
      }
    }
    try checkSize(count)
    let digest = try await response.verify(check)
    let name = try commit(part, to: path, of: count)
    attempt.context.didRead(response.body)
    return DownloadedFile(at: name, of: count, digest, response)
  }

  /// Copies a body that a cache has in a file: with the system's means, or otherwise by reading it.
  ///
  /// - Returns: The number of bytes.
  private func copy(
    _ source: any CopyableSource, to part: PartialDownload, _ check: inout DigestCheck
  ) async throws -> Int64 {
    if let count = try source.byteCount { try checkSize(count) }
    var count: Int64 = 0
    let isCopied = try part.copy(source) { block in
      check.update(block)
      count += Int64(block.count)
    }
    if !isCopied {
      _ = try await BodyPass(over: source).forEachBlock { block in
        check.update(block)
        try part.append(block)
        count += Int64(block.count)
        return true
      }
    }
    attempt.context.didReceive(ofFile: count)
    return count
  }

  /// Appends the missing bytes of a file.
  private func writeRest(
    _ part: PartialDownload, to path: DestinationPath, from point: ResumePoint, upTo size: Int64,
    with response: Response
  ) async throws -> DownloadedFile {
    try checkSize(size)
    didBecomeResumable(part, point.record)
    attempt.context.beginFile(after: point.byteCount, of: size)
    var check = digests(of: response, point.record)
    if check.isNeeded { try part.read { check.update($0) } }
    var content = DigestCheck(DeclaredDigests(response.head.headerFields).content)
    let missing = size - point.byteCount
    let count = try await response.body.write(upTo: missing) { block in
      check.update(block)
      content.update(block)
      try part.append(block)
    }
    guard count == missing else { throw contradiction(part) }
    _ = try await response.verify(content)
    let digest = try await response.verify(check)
    let name = try commit(part, to: path, of: size)
    attempt.context.didRead(response.body)
    return DownloadedFile(at: name, of: size, digest, response, resumed: point.byteCount)
  }

  /// Writes the missing ranges of a file.
  private func writeSegments(
    _ part: PartialDownload, to path: DestinationPath, _ record: ResumeRecord, _ first: Range<Int64>,
    with response: Response, isResumed: Bool
  ) async throws -> DownloadedFile {
    guard let size = record.byteCount, let missing = record.missing else { throw contradiction(part) }
    try checkSize(size)
    try part.reserve(size)
    let earlier = size - missing.missingByteCount
    attempt.context.beginFile(after: earlier, of: size)
    let segments = SegmentedDownload(
      attempt, of: download, into: part, record, missing, atOnce: max(options.segments, 1))
    do {
      try await segments.run(first, response)
    } catch is SegmentedDownload.Changed {
      // A single response cannot be of two versions.
      return try await writeWhole(part, to: path, with: ask())
    } catch is SegmentedDownload.Contradiction {
      throw contradiction(part)
    } catch {
      if !isResumed, segments.receivedByteCount == 0 { part.remove() }
      throw error
    }
    return try await finish(
      part, to: path, byteCount: size, with: response, record, resumed: earlier)
  }

  /// Completes a file whose part has all of its bytes.
  ///
  /// - Parameter earlier: The number of bytes of an earlier download, or `nil` for all.
  private func finish(
    _ part: PartialDownload, to path: DestinationPath, byteCount: Int64, with response: Response,
    _ record: ResumeRecord, resumed earlier: Int64? = nil
  ) async throws -> DownloadedFile {
    try checkSize(byteCount)
    var check = digests(of: response, record)
    if check.isNeeded { try part.read { check.update($0) } }
    let digest = try await response.verify(check)
    let name = try commit(part, to: path, of: byteCount)
    if earlier == nil { attempt.context.beginFile(after: byteCount, of: byteCount) }
    return DownloadedFile(at: name, of: byteCount, digest, response, resumed: earlier ?? byteCount)
  }

  /// Writes the response to a special file.
  private func writeInPlace(_ file: SpecialFile, with response: Response) async throws -> DownloadedFile {
    attempt.context.beginFile()
    let descriptor = try file.open()
    var check = digests(of: response)
    let count = try await write(response.body) { block in
      check.update(block)
      try descriptor.write(block, toFileAt: file.path)
    }
    try checkSize(count)
    let digest = try await response.verify(check)
    attempt.context.didRead(response.body)
    return DownloadedFile(at: file.path, of: count, digest, response)
  }

  private func write(
    _ body: ResponseBody, _ append: (borrowing Span<UInt8>) throws -> Void
  ) async throws -> Int64 {
    if let count = body.byteCount { try checkSize(count) }
    do {
      guard let count = try await body.write(upTo: maximumByteCount, append) else { throw tooLarge }
      return count
    } catch {
      await body.refuse(for: error)
      throw error
    }
  }

  private func commit(
    _ part: PartialDownload, to path: DestinationPath, of byteCount: Int64
  ) throws(BodyError) -> String {
    try part.commit(
      to: path, of: byteCount, ifExists: options.policy(at: path), synchronizing: options.synchronizes)
  }

  private func didBecomeResumable(_ part: PartialDownload, _ record: ResumeRecord) {
    options.didBecomeResumable?(
      DownloadResumption(url: url, path: part.path.text, byteCount: record.byteCount))
  }

  // MARK: Checks and errors

  /// Returns the digests of the whole file: the caller's, those of the response, and that of the record.
  private func digests(of response: Response, _ record: ResumeRecord? = nil) -> DigestCheck {
    var digests: Set<[UInt8]> = []
    if let expected = download.expectedDigest { digests.insert(expected) }
    if let digest = record?.digest { digests.insert(digest) }
    // A digest is that of the bytes before they are decoded.
    if response.head.isUncoded || !attempt.runner.settings.configuration.decodesContent {
      let declared = DeclaredDigests(response.head.headerFields)
      // A part that the caller requested is a file of its own.
      if !asksForRange { digests.formUnion(declared.representation) }
      if response.head.status.code != 206 || asksForRange { digests.formUnion(declared.content) }
    }
    return DigestCheck(digests)
  }

  /// - Throws: A ``SessionError`` with the code `body-too-large` or `size-mismatch`.
  private func checkSize(_ byteCount: Int64) throws(SessionError) {
    if byteCount > maximumByteCount { throw tooLarge }
    if let expected = options.expectedByteCount, byteCount != expected {
      throw failure(.sizeMismatch, "the file has \(byteCount) bytes instead of \(expected)")
    }
  }

  private func failure(_ code: SessionError.Code, _ message: String) -> SessionError {
    SessionError(code, message: message).at(url.redacted)
  }

  private var tooLarge: SessionError {
    failure(.bodyTooLarge, "the file has more than \(maximumByteCount) bytes")
  }

  /// Removes the part, and returns the error for a response that contradicts its own range, so that none of its bytes
  /// can be trusted.
  private func contradiction(_ part: PartialDownload) -> SessionError {
    part.remove()
    return failure(.invalidResponse, "the body's size is not that of its range")
  }
}
