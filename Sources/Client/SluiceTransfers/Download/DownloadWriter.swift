internal import Glibc
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// Writes the body of a response to a download, as a ``DownloadMachine`` has decided, checks the file, and gives it its
/// name.
struct DownloadWriter {
  let download: FileDownload
  let attempt: Attempt
  let url: RequestURL
  let path: DestinationPath
  let response: SessionResponse

  private var options: DownloadOptions { download.options }
  private var maximumByteCount: Int64 { options.maximumByteCount ?? .max }

  /// Writes the whole file.
  ///
  /// - Parameter record: The record with which the partial file can be resumed, or `nil` if it cannot.
  func writeWhole(_ partial: PartialDownload, _ record: ResumeRecord?) async throws -> DownloadedFile {
    let copyable = try response.body.takeCopyable()
    // A copy is made again rather than resumed: what is not checked yet may be damaged.
    let record = copyable == nil ? record : nil
    try partial.begin(record)
    if let record { didBecomeResumable(partial, record) }
    attempt.context.beginFile()
    var check = digests()
    let count: Int64
    if let copyable {
      do {
        count = try await copy(copyable, to: partial, &check)
      } catch let error as BodyError where [.changed, .readFailed].contains(error.code) {
        throw DownloadMachine.Setback.damaged
      }
    } else {
      count = try await write(&check) { try partial.file.append($0) }
    }
    try checkSize(count)
    let file = try await complete(partial, of: count, check)
    attempt.context.didRead(response.body)
    return file
  }

  /// Copies a body that a cache has in a file: with the system's means, or otherwise by reading it.
  ///
  /// - Returns: The number of bytes.
  private func copy(
    _ source: any CopyableSource, to partial: PartialDownload, _ check: inout DigestCheck
  ) async throws -> Int64 {
    if let count = try source.byteCount { try checkSize(count) }
    var count: Int64 = 0
    let isCopied = try partial.file.copy(source) { block in
      check.update(block)
      count += Int64(block.count)
    }
    if !isCopied {
      _ = try await BodyPass(over: source).forEachBlock { block in
        check.update(block)
        try partial.file.append(block)
        count += Int64(block.count)
        return true
      }
    }
    attempt.context.didReceive(ofFile: count)
    return count
  }

  /// Appends the missing bytes of a file.
  func writeRest(
    _ partial: PartialDownload, from point: ResumePoint, upTo size: Int64
  ) async throws -> DownloadedFile {
    try checkSize(size)
    didBecomeResumable(partial, point.record)
    attempt.context.beginFile(after: point.byteCount, of: size)
    var check = digests(point.record)
    if check.isNeeded { try partial.read { check.update($0) } }
    var missing = point.byteCount..<size
    let count = try await response.readRange(&missing) { block, _ in
      check.update(block)
      try partial.file.append(block)
    }
    guard count != nil, missing.isEmpty else { throw contradiction(partial) }
    let file = try await complete(partial, of: size, check, resumed: point.byteCount)
    attempt.context.didRead(response.body)
    return file
  }

  /// Writes the missing ranges of a file. The body is the first one.
  ///
  /// - Parameter isResumed: Whether the partial file has the bytes that the record says it has. Otherwise, it is begun.
  func writeSegments(
    _ partial: PartialDownload, _ record: ResumeRecord, isResumed: Bool
  ) async throws -> DownloadedFile {
    if !isResumed { try partial.begin(record) }
    didBecomeResumable(partial, record)
    if isResumed { try partial.save(record) }
    guard let size = record.byteCount, let missing = record.missing else { throw contradiction(partial) }
    try checkSize(size)
    // The bytes are written in any order.
    try partial.file.resize(to: size)
    let earlier = size - missing.missingByteCount
    attempt.context.beginFile(after: earlier, of: size)
    let segments = SegmentedDownload(
      attempt, of: download, into: partial, record, missing, atOnce: max(options.maximumConcurrentCount, 1))
    do {
      try await segments.run(missing.ranges.first ?? 0..<0, response)
    } catch let setback as DownloadMachine.Setback {
      throw setback
    } catch is SegmentedDownload.Contradiction {
      throw contradiction(partial)
    } catch {
      if !isResumed, segments.receivedByteCount == 0 { partial.remove() }
      throw error
    }
    return try await finish(partial, of: size, record, resumed: earlier)
  }

  /// Completes a file all of whose bytes are in the partial file.
  ///
  /// - Parameter earlier: The number of bytes of an earlier download, or `nil` for all.
  func finish(
    _ partial: PartialDownload, of byteCount: Int64, _ record: ResumeRecord, resumed earlier: Int64? = nil
  ) async throws -> DownloadedFile {
    try checkSize(byteCount)
    var check = digests(record)
    if check.isNeeded { try partial.read { check.update($0) } }
    let file = try await complete(partial, of: byteCount, check, resumed: earlier ?? byteCount)
    if earlier == nil { attempt.context.beginFile(after: byteCount, of: byteCount) }
    return file
  }

  /// Writes the body to a special file. Bytes that were written cannot be taken back, so no other attempt follows them,
  /// nor the closing of a FIFO, which is the end for its reader.
  func writeInPlace(_ file: SpecialFile) async throws -> DownloadedFile {
    attempt.context.beginFile()
    let descriptor = try await file.open(until: attempt.deadline)
    var check = digests()
    var hasWritten = false
    do {
      let count = try await write(&check) { block in
        hasWritten = true
        try write(block, to: descriptor, file.path)
      }
      try checkSize(count)
      let digest = try await response.verify(check)
      attempt.context.didRead(response.body)
      return DownloadedFile(at: file.path, of: count, digest, response)
    } catch let error as SessionError where hasWritten || file.isFIFO {
      throw Attempt.Refusal.final(error)
    }
  }

  /// Writes a block, and waits for the reader of a FIFO as long as the call may run.
  private func write(
    _ block: borrowing Span<UInt8>, to descriptor: Descriptor, _ path: String
  ) throws {
    do throws(BodyError) {
      try descriptor.write(block, toFileAt: path) {
        !Task.isCancelled && (try? attempt.deadline.check()) != nil
      }
    } catch {
      guard error.systemErrorNumber == EAGAIN else { throw error }
      try Task.checkCancellation()
      try attempt.deadline.check()
      throw error
    }
  }

  private func write(
    _ check: inout DigestCheck, _ append: (borrowing Span<UInt8>) throws -> Void
  ) async throws -> Int64 {
    let body = response.body
    if let count = body.byteCount { try checkSize(count) }
    do {
      let count = try await body.write(upTo: maximumByteCount) { block in
        check.update(block)
        try append(block)
      }
      guard let count else { throw tooLarge }
      return count
    } catch {
      await body.refuse(for: error)
      throw error
    }
  }

  /// Compares the digests of the file, and gives the file its name.
  private func complete(
    _ partial: PartialDownload, of byteCount: Int64, _ check: DigestCheck, resumed: Int64 = 0
  ) async throws -> DownloadedFile {
    let digest = try await response.verify(check)
    if options.mayGetName?() == false { throw BodyError(.fileInUse, path: path.text) }
    let name = try partial.commit(
      of: byteCount, ifExists: options.policy(at: path), synchronizing: options.synchronizes)
    return DownloadedFile(at: name, of: byteCount, digest, response, resumed: resumed)
  }

  private func didBecomeResumable(_ partial: PartialDownload, _ record: ResumeRecord) {
    options.didBecomeResumable?(
      DownloadResumption(url: url, path: partial.path.text, byteCount: record.byteCount))
  }

  // MARK: Checks and errors

  /// Returns the digests of the whole file: the caller's, those of the response, and that of the record.
  private func digests(_ record: ResumeRecord? = nil) -> DigestCheck {
    var digests: Set<[UInt8]> = []
    if let expected = download.expectedDigest { digests.insert(expected) }
    if let digest = record?.digest { digests.insert(digest) }
    // A digest is that of the bytes before they are decoded.
    if response.head.isUncoded || !attempt.runner.settings.configuration.decodesContent {
      let declared = DeclaredDigests(response.head.headerFields)
      // A range that the caller requested counts as a whole file.
      if !attempt.asksForRange { digests.formUnion(declared.representation) }
      if response.head.status.code != 206 || attempt.asksForRange { digests.formUnion(declared.content) }
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

  private func failure(_ code: ErrorCode, _ message: String) -> SessionError {
    SessionError(code, message: message).at(url.redacted)
  }

  private var tooLarge: SessionError {
    failure(.bodyTooLarge, "the file has more than \(maximumByteCount) bytes")
  }

  /// Removes the partial file, and returns the error for a response that contradicts its own range, so that none of its
  /// bytes can be trusted.
  private func contradiction(_ partial: PartialDownload) -> SessionError {
    partial.remove()
    return failure(.invalidResponse, "the size of the body does not match its range")
  }
}
