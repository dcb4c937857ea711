internal import Glibc
internal import SluiceBody

/// A file that is written under a temporary name, and gets its final one once it is complete. All calls block.
///
/// It is the open file that is written, read, measured and named. If the temporary name names another file meanwhile,
/// that file is neither written to nor removed, and does not get the final name.
final class PartialFile: Sendable {
  /// The temporary path.
  let path: String
  /// The final path, for errors.
  private let final: String
  private let descriptor: Descriptor

  /// Creates an empty file.
  ///
  /// - Parameters:
  ///   - path: The temporary path, which must be free.
  ///   - final: The final path.
  ///   - willAppear: Receives the inode of the file. If the file system has files without a name, this happens before
  ///     the file has one.
  /// - Throws: The error of `willAppear`; ``ErrorCode/writeFailed``.
  init(
    at path: String, of final: DestinationPath, willAppear: (_ inode: UInt64) throws -> Void
  ) throws {
    self.path = path
    self.final = final.text
    if Descriptor.canLink,
      let file = try? Descriptor.createUnnamed(in: final.folder, permissions: final.permissions),
      let inode = try? file.status().inode
    {
      try willAppear(inode)
      try BodyError.writing(final.text) { () throws(SystemError) in
        try file.limitAccess(toThatOf: final.text, keepingOwner: false)
      }
      if (try? file.link(as: path)) != nil {
        descriptor = file
        return
      }
    }
    let file = try BodyError.writing(final.text) { () throws(SystemError) in
      try Descriptor.create(path, flags: O_RDWR, permissions: final.permissions)
    }
    do {
      try willAppear(
        BodyError.writing(final.text) { () throws(SystemError) in
          try file.limitAccess(toThatOf: final.text, keepingOwner: false)
          return try file.status().inode
        })
    } catch {
      file.removeName(path)
      throw error
    }
    descriptor = file
  }

  /// Opens a file that an earlier process has left. The result is `nil` if the path names anything but this file, or if
  /// the file belongs to another user or has another name, too.
  ///
  /// - Parameters:
  ///   - path: The temporary path.
  ///   - inode: The inode of the file.
  ///   - final: The final path.
  /// - Throws: The error of the system if the file cannot be opened.
  init?(leftAt path: String, inode: UInt64, of final: DestinationPath) throws(SystemError) {
    self.path = path
    self.final = final.text
    descriptor = try Descriptor.openForUpdating(path, creating: false)
    let status = try descriptor.status()
    guard status.inode == inode, status.isOwnFile(at: final) else { return nil }
    descriptor.seek(to: status.byteCount)
  }

  /// Takes an open file.
  init(_ descriptor: Descriptor, at path: String, of final: DestinationPath) {
    (self.path, self.final, self.descriptor) = (path, final.text, descriptor)
  }

  /// Removes the temporary name of a file that an earlier process has left.
  ///
  /// The file may have its final name, too, if that process was killed between giving it that name and removing the
  /// temporary one. If the path names another file, nothing is done.
  static func removeName(_ path: String, inode: UInt64, of final: DestinationPath) {
    guard let file = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let status = try? file.status(), status.kind == .regular, status.inode == inode,
      status.isOwned(at: final)
    else { return }
    file.removeName(path)
  }

  /// Whether the temporary path names the file.
  var hasTemporaryName: Bool { get throws(BodyError) { try isNamed(path) } }

  /// Whether the temporary path is the file's only name.
  var hasOnlyTemporaryName: Bool {
    (try? hasTemporaryName) == true && (try? descriptor.status())?.nameCount == 1
  }

  /// Whether a path names the file.
  func isNamed(_ path: String) throws(BodyError) -> Bool {
    try BodyError.writing(final) { () throws(SystemError) in try descriptor.isFile(at: path) }
  }

  /// Reads the mark after a number of bytes. The result is `nil` if the file does not end with one there.
  func segmentsMark(after byteCount: Int64) throws(BodyError) -> SegmentsMark? {
    try BodyError.reading(path) { () throws(SystemError) in try descriptor.segmentsMark(after: byteCount) }
  }

  var byteCount: Int64 {
    get throws(BodyError) {
      try BodyError.writing(final) { () throws(SystemError) in try descriptor.status().byteCount }
    }
  }

  /// Appends `bytes` to the file.
  func append(_ bytes: borrowing Span<UInt8>) throws(BodyError) {
    try descriptor.write(bytes, toFileAt: final)
  }

  /// Copies a source to the file, which is empty. See ``CopyableSource/copy(to:_:)``.
  ///
  /// - Throws: ``ErrorCode/writeFailed``, and the errors of the source and of `consume`.
  func copy(
    _ source: any CopyableSource, _ consume: (borrowing Span<UInt8>) throws -> Void
  ) throws -> Bool {
    do {
      return try source.copy(to: descriptor, consume)
    } catch let error as SystemError {
      throw BodyError(.writeFailed, path: final, systemError: error)
    }
  }

  /// Writes `bytes` at `offset`. What ``append(_:)`` writes next is not affected.
  func write(_ bytes: borrowing Span<UInt8>, at offset: Int64) throws(BodyError) {
    do throws(SystemError) {
      try descriptor.write(bytes, at: offset)
    } catch {
      throw BodyError(.writeFailed, path: final, systemError: error)
    }
  }

  /// Reads at most `limit` bytes at `offset`.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  func read(
    into output: inout OutputSpan<UInt8>, upTo limit: Int, at offset: Int64
  ) throws(BodyError) -> Int {
    do throws(SystemError) {
      return try descriptor.read(into: &output, upTo: limit, at: offset)
    } catch {
      throw BodyError(.readFailed, path: final, systemError: error)
    }
  }

  /// Changes the size of the file. New bytes are zeros that take no space.
  func resize(to byteCount: Int64) throws(BodyError) {
    try BodyError.writing(final) { () throws(SystemError) in try descriptor.resize(to: byteCount) }
  }

  /// Locks the file until ``release()``. See ``Descriptor/claim(isShared:)``.
  ///
  /// - Returns: `false` if another descriptor has locked it. `true` if the file system has no locks.
  func claim(isShared: Bool = false) throws(BodyError) -> Bool {
    do throws(SystemError) {
      return try descriptor.claim(isShared: isShared)
    } catch {
      if [ENOLCK, ENOSYS, EOPNOTSUPP].contains(error.number) { return true }
      throw BodyError(.writeFailed, path: final, systemError: error)
    }
  }

  /// Unlocks the file.
  func release() { descriptor.release() }

  /// Blocks until the bytes that were written are on the disk.
  func synchronizeContent() throws(BodyError) {
    try BodyError.writing(final) { () throws(SystemError) in try descriptor.synchronizeContent() }
  }

  /// Gives the file its final name. Nothing may be written afterwards.
  ///
  /// - Parameters:
  ///   - final: The new path, in the same folder.
  ///   - byteCount: The number of bytes that were written.
  ///   - policy: What happens if something exists there.
  ///   - synchronizing: Whether to block until the bytes and the name are on the disk. That can take longer than a
  ///     download.
  /// - Returns: The path under which the file is.
  /// - Throws: ``ErrorCode/fileReplaced`` if the temporary path does not name the file;
  ///   ``ErrorCode/fileShrank`` or ``ErrorCode/fileGrew`` if the file has another size;
  ///   ``ErrorCode/fileExists``, ``ErrorCode/fileIsDirectory`` or ``ErrorCode/writeFailed``.
  func commit(
    to final: DestinationPath, of byteCount: Int64, ifExists policy: ExistingFilePolicy, synchronizing: Bool
  ) throws(BodyError) -> String {
    let found = try self.byteCount
    guard found == byteCount else {
      throw BodyError(
        found < byteCount ? .fileShrank : .fileGrew, path: final.text, expected: byteCount, actual: found)
    }
    do throws(SystemError) {
      return try descriptor.commit(
        to: final, from: path, ifExists: policy, flushing: synchronizing ? .contentAndName : .nothing)
    } catch {
      throw BodyError(error, naming: final)
    }
  }

  /// Removes the temporary name. If the path names another file, nothing is done.
  func remove() { descriptor.removeName(path) }
}
