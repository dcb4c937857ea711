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
  ///     ``Session/downloadSegments(_:of:from:to:after:atMost:retries:didWrite:progress:)``.
  ///   - expectedSHA256: The SHA-256 of the file in hexadecimal, or `nil` if unknown. Defaults to `nil`.
  ///   - existingFile: The treatment of anything that already exists at `path`. Defaults to
  ///     ``ExistingFilePolicy/replace``.
  ///   - hashing: Whether the file is read, and compared with ``sha256`` or, without it, with the digests of the
  ///     segments, on all processors. Defaults to `true`. With `expectedSHA256`, it is read in any case.
  /// - Throws: A ``SessionError`` with the code `invalid-record` if a segment is missing, is not one of this plan, has
  ///   another size, or was written twice with different bytes, `digest-mismatch` for other bytes, or
  ///   `invalid-configuration` for a malformed digest; a ``BodyError`` with the code `file-missing` if no segments have
  ///   been written for this path, `file-exists`, `file-is-directory`, `file-unreadable` or `write-failed`; a
  ///   `CancellationError`.
  /// - Complexity: O(*n*) for *n* bytes, or *n* segments without reading.
  public func complete(
    _ segments: some Sequence<DownloadedSegment>, at path: String, expectedSHA256: String? = nil,
    existingFile: ExistingFilePolicy = .replace, hashing: Bool = true
  ) async throws {
    let accepted = try division.accept(segments) { _ in nil }
    try division.checkComplete(accepted)
    let digests = try [expectedSHA256, hashing ? sha256 : nil].compactMap(\.self).map(SHA256.expected)
    let path = try DestinationPath(path)
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      if existingFile == .replace { try path.checkReplaceable() }
      let temporary = temporaryPath(for: path)
      if let file = try file(at: temporary, for: path) {
        try await check(temporary, accepted, digests, hashing: hashing)
        _ = try file.commit(to: path, of: byteCount, ifExists: existingFile, synchronizing: true)
        return
      }
      // An earlier call may have completed the file, which only its bytes show.
      guard hashing, try isComplete(path) else { throw BodyError(.fileMissing, path: temporary) }
      try await check(path.text, accepted, digests, hashing: true)
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
    let file = FileSource(at: path)
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
