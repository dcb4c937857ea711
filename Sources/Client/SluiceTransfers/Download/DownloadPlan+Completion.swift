public import SluiceBody
internal import SluiceSession
internal import SluiceTransport

extension DownloadPlan {
  /// Checks the segments of all machines, and gives the file its name. Until then, no file has it.
  ///
  /// The file and its name are flushed to the disk. A call that is repeated after it has succeeded checks the file, and
  /// succeeds again.
  ///
  /// - Parameters:
  ///   - segments: The results of all machines, in any order. A result may occur more than once, because a machine may
  ///     have been stopped before it could say that it was done.
  ///   - path: The path that was passed to
  ///     ``Session/downloadSegments(_:of:from:to:after:maximumConcurrentCount:retries:progress:didWrite:)``.
  ///   - expectedSHA256: The SHA-256 of the file in hexadecimal, or `nil` if unknown. Defaults to `nil`.
  ///   - policy: The treatment of anything that already exists at `path`. Defaults to ``ExistingFilePolicy/fail``. A
  ///     file that an earlier call has completed is not an error.
  ///   - hashing: Whether the file is read, and compared with the digest that the server has declared (RFC 9530) or,
  ///     without it, with those of the segments, on all processors. Defaults to `true`. With `expectedSHA256`, it is
  ///     read in any case. Otherwise, each segment must have been written to this very file, as its random mark shows;
  ///     bytes that another program has changed since are not noticed.
  /// - Throws: A ``SessionError`` with the code `invalid-record` if a segment is missing, is not one of this plan, has
  ///   another size, was written twice with different bytes, or, without reading, to another file, `digest-mismatch`
  ///   for other bytes, or `invalid-configuration` for a malformed digest; a ``BodyError`` with the code `file-missing`
  ///   if no segments have been written for this path, `file-in-use` if another call completes it, `file-exists`,
  ///   `file-is-directory`, `file-unreadable` or `write-failed`; a `CancellationError`.
  /// - Complexity: O(*n*) for *n* bytes, or *n* segments without reading.
  public func complete(
    _ segments: some Sequence<DownloadedSegment>, at path: some FilePathConvertible,
    expectedSHA256: String? = nil, ifExists policy: ExistingFilePolicy = .fail, hashing: Bool = true
  ) async throws {
    let digests = try [expectedSHA256, hashing ? sha256 : nil].compactMap(\.self).map(SHA256.expected)
    let segments = Array(segments)
    let path = try DestinationPath(path._filePath)
    let unmarked = try accept(segments, nil)
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      if policy == .replace { try path.checkReplaceable() }
      let temporary = temporaryPath(for: path)
      if let file = try file(at: temporary, for: path) {
        try await claim(file)
        defer { file.release() }
        let mark = try mark(of: file, at: temporary)
        let accepted = try accept(segments, mark)
        if digests.isEmpty, !hashing, let lost = accepted.first(where: { $0.fileMark == nil }) {
          throw lost.isElsewhere
        }
        try await check(temporary, accepted, digests, hashing: hashing)
        try commit(file, mark, to: path, ifExists: policy)
        return
      }
      // An earlier call may have completed the file, which only its bytes show.
      guard hashing, try isComplete(path) else { throw BodyError(.fileMissing, path: temporary) }
      try await check(path.text, unmarked, digests, hashing: true)
    }
  }

  /// Waits until no machine writes to the file, and keeps all from writing to it.
  ///
  /// - Throws: A ``BodyError`` with the code `file-in-use` if others write for 10 s without a pause, or complete it.
  private func claim(_ file: PartialFile) async throws {
    for _ in 0..<1000 {
      if try file.claim() { return }
      try await Task.sleep(for: .milliseconds(10))
    }
    throw BodyError(.fileInUse, path: file.path)
  }

  /// Returns the mark of the hidden file, or `nil` if a call that was killed has removed it already.
  private func mark(of file: PartialFile, at path: String) throws(BodyError) -> SegmentsMark? {
    if let mark = try file.segmentsMark(after: byteCount) { return mark }
    let size = try file.byteCount
    if size == byteCount { return nil }
    throw BodyError(size < byteCount ? .fileShrank : .fileGrew, path: path, expected: byteCount, actual: size)
  }

  /// Checks the results, and returns them in order.
  ///
  /// A segment may have been written to a file that is gone, and again to this one.
  ///
  /// - Parameter mark: The mark of the hidden file. Results with another one have none afterwards.
  private func accept(
    _ segments: [DownloadedSegment], _ mark: SegmentsMark?
  ) throws(SessionError) -> [DownloadedSegment] {
    var here: Set<Int> = []
    if let mark {
      for segment in segments where segment.fileMark == mark.text { here.insert(segment.number) }
    }
    var results: [DownloadedSegment] = []
    for var segment in segments {
      if !here.contains(segment.number) {
        segment.fileMark = nil
      } else if segment.fileMark != mark?.text {
        continue
      }
      results.append(segment)
    }
    let accepted = try division.accept(results) { _ in nil }
    try division.checkComplete(accepted)
    return accepted
  }

  /// Removes the mark, and gives the file its name. After an error, the file has the mark again, unless it has got the
  /// name: the disk may have failed later.
  private func commit(
    _ file: PartialFile, _ mark: SegmentsMark?, to path: DestinationPath, ifExists policy: ExistingFilePolicy
  ) throws(BodyError) {
    if mark != nil { try file.resize(to: byteCount) }
    do throws(BodyError) {
      _ = try file.commit(to: path, of: byteCount, ifExists: policy, synchronizing: true)
    } catch {
      if let mark, file.hasOnlyTemporaryName { try? file.write(mark.bytes.span, at: byteCount) }
      throw error
    }
  }

  /// Opens the file that the segments were written to.
  ///
  /// - Returns: The file, or `nil` if it is missing or belongs to another user.
  private func file(at temporary: String, for path: DestinationPath) throws(BodyError) -> PartialFile? {
    do throws(SystemError) {
      let inode = try FileStatus(ofFileAt: temporary).inode
      return try PartialFile(leftAt: temporary, inode: inode, of: path)
    } catch {
      if error.isMissingFile { return nil }
      throw BodyError(.writeFailed, path: temporary, systemError: error)
    }
  }

  /// Whether there is a file of the plan's size at the final path.
  private func isComplete(_ path: DestinationPath) throws(BodyError) -> Bool {
    do throws(SystemError) {
      return try FileStatus(ifExistsAt: path.text)?.byteCount == byteCount
    } catch {
      throw BodyError(.fileUnreadable, path: path.text, systemError: error)
    }
  }

  /// Compares the bytes of a file with the digests of all of them or, if there are none, of the segments.
  private func check(
    _ path: String, _ segments: [DownloadedSegment], _ digests: [[UInt8]], hashing: Bool
  ) async throws {
    // The mark may follow.
    let file = FileSource(at: path, range: 0..<byteCount)
    var whole = DigestCheck(Set(digests))
    if whole.isNeeded {
      _ = try await file.makeReader().forEachBlock { block in
        whole.update(block)
        return true
      }
      _ = try whole.verify()
    } else if hashing {
      for (segment, digest) in zip(segments, try await file.digests(of: segmentCount, each: segmentByteCount))
      where segment.sha256 != digest {
        throw SessionError(
          .digestMismatch,
          message:
            "segment \(segment.number) does not match its result: the SHA-256 is \(digest) instead "
            + "of \(segment.sha256); download it again without this result")
      }
    }
  }
}
