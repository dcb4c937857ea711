internal import Glibc
internal import SluiceBody

/// A file that several machines write at the same time, at different offsets. All calls block.
///
/// Each write holds a shared lock. The call that checks and names the file holds an exclusive one, so that the checked
/// bytes stay, and a machine that repeats a share does not write to a complete file.
final class SharedPartialFile: Sendable {
  private let file: PartialFile
  let mark: SegmentsMark
  /// The threads of this process have one lock of the file among them.
  private let isWriting = Lock(())
  /// The number of bytes of the complete file.
  private let byteCount: Int64
  private let final: DestinationPath

  /// Opens the file, or creates it with its size and a mark. Its name is on the disk then.
  ///
  /// - Parameters:
  ///   - path: The temporary path.
  ///   - byteCount: The number of bytes of the complete file.
  ///   - final: The final path.
  ///   - isStarted: Whether the file exists, because it has bytes that are not written again.
  /// - Throws: ``ErrorCode/fileExists`` or ``ErrorCode/fileGrew`` if the path names anything but a regular
  ///   file of this user with a single name that has the size and a mark; ``ErrorCode/fileMissing`` for a missing
  ///   or empty file that is started; ``ErrorCode/writeFailed``.
  init(at path: String, of byteCount: Int64, for final: DestinationPath, isStarted: Bool) throws(BodyError) {
    (self.byteCount, self.final) = (byteCount, final)
    let temporary = try DestinationPath(path)
    // Others may create and remove the file meanwhile, again and again.
    for attempt in 0..<100 {
      guard let descriptor = try Self.open(path, final) else {
        if isStarted { throw BodyError(.fileMissing, path: path) }
        try Self.create(temporary, of: byteCount, for: final, ifExists: .fail)
        continue
      }
      let (status, mark) = try BodyError.writing(final.text) { () throws(SystemError) in
        (try descriptor.status(), try descriptor.segmentsMark(after: byteCount))
      }
      guard status.isOwnFile(at: final) else {
        if mark != nil, status.isOwned(at: final), descriptor.removeLeftName(in: final.folder) { continue }
        throw BodyError(.fileExists, path: path)
      }
      if let mark {
        (file, self.mark) = (PartialFile(descriptor, at: path, of: final), mark)
        // What is flushed later would be lost with the name.
        try BodyError.writing(final.text) { () throws(SystemError) in try synchronizeFolder(final.folder) }
        return
      }
      guard status.byteCount == 0 else {
        throw status.byteCount > byteCount
          ? BodyError(.fileGrew, path: path, expected: byteCount, actual: status.byteCount)
          : BodyError(.fileExists, path: path)
      }
      if isStarted { throw BodyError(.fileMissing, path: path) }
      // Where files have no atomic rename, another process reserves the name for a moment, or was killed then.
      if attempt < 10 {
        usleep(10_000)
      } else {
        try Self.create(temporary, of: byteCount, for: final, ifExists: .replace)
      }
    }
    throw BodyError(.fileInUse, path: path)
  }

  /// - Returns: `nil` if there is no file.
  private static func open(_ path: String, _ final: DestinationPath) throws(BodyError) -> Descriptor? {
    do throws(SystemError) {
      return try .openForUpdating(path, creating: false)
    } catch {
      if error.isMissingFile { return nil }
      throw BodyError(.writeFailed, path: final.text, systemError: error)
    }
  }

  /// Creates the file in one step, unless another process is faster.
  private static func create(
    _ path: DestinationPath, of byteCount: Int64, for final: DestinationPath,
    ifExists policy: ExistingFilePolicy
  ) throws(BodyError) {
    let file = try BodyError.writing(final.text) { () throws(SystemError) in
      let file = try TemporaryFile(for: final)
      try file.descriptor.resize(to: byteCount)
      try file.descriptor.write(SegmentsMark().bytes.span, at: byteCount)
      return file
    }
    do throws(BodyError) {
      try file.commit(to: path, ifExists: policy, flushing: .contentAndName)
    } catch {
      guard [.fileExists, .fileReplaced].contains(error.code) else {
        throw error.naming(final, as: .writeFailed)
      }
    }
  }

  /// Writes `bytes` at `offset`.
  ///
  /// - Throws: ``ErrorCode/fileInUse`` while another process completes the file, ``ErrorCode/fileExists`` if it has its
  ///   final name; ``ErrorCode/fileReplaced`` or ``ErrorCode/writeFailed``.
  func write(_ bytes: borrowing Span<UInt8>, at offset: Int64) throws(BodyError) {
    try isWriting.withLock { _ throws(BodyError) in
      guard try file.claim(isShared: true) else { throw BodyError(.fileInUse, path: final.text) }
      defer { file.release() }
      guard try file.hasTemporaryName else {
        throw try file.isNamed(final.text)
          ? BodyError(.fileExists, path: final.text) : BodyError(.fileReplaced, path: file.path)
      }
      try file.write(bytes, at: offset)
    }
  }

  /// Blocks until the bytes that were written are on the disk, and checks that they are not lost.
  ///
  /// - Throws: The errors of ``check()``; ``ErrorCode/writeFailed``.
  func synchronize() throws(BodyError) {
    try file.synchronizeContent()
    try check()
  }

  /// Checks that the file still has its name, its size and its mark, so that what was written to it is not lost.
  ///
  /// - Throws: ``ErrorCode/fileReplaced``; ``ErrorCode/fileShrank`` or ``ErrorCode/fileGrew``.
  func check() throws(BodyError) {
    // Another machine may have completed it, and a share was repeated.
    if try file.isNamed(final.text) { return }
    guard try file.hasTemporaryName else { throw BodyError(.fileReplaced, path: file.path) }
    guard try file.segmentsMark(after: byteCount) == mark else {
      let (size, expected) = (try file.byteCount, byteCount + Int64(SegmentsMark.byteCount))
      throw BodyError(
        size > expected ? .fileGrew : .fileShrank, path: file.path, expected: expected, actual: size)
    }
  }
}
