internal import Glibc

/// A small file that has one writer at a time, and is replaced as a whole. All calls block.
///
/// ```
///                       FILE          .sluice-HASH-INODE.new
///  init                 old or empty
///  replace: writes      old           new, claimed
///  replace: renames     new           none
/// ```
///
/// A process that is killed leaves the old content or the new one, and never a part. After a power failure, the file
/// may also be empty, because waiting for the disk could take longer than what the content describes.
///
/// The name of the new file contains a hash of the file's name and the inode of the old one, so it is removed by the
/// next writer of a file that was not replaced.
package final class ClaimedFile: Sendable {
  package let path: String
  /// The file as it was when this object was made.
  private let first: Descriptor
  /// The file at the path, which holds the claim.
  private let current: Lock<Descriptor>
  /// The maximum number of attempts to open a file whose name changes meanwhile.
  private static let attempts = 100

  private init(_ file: Descriptor, at path: String) {
    self.path = path
    first = file
    current = Lock(file)
  }

  /// Opens the file, or creates an empty one.
  ///
  /// - Throws: ``BodyError/Code/fileInUse`` if another writer has the file open, in this process or another;
  ///   ``BodyError/Code/fileExists`` if the path names something other than a regular file of this user with a single
  ///   name; ``BodyError/Code/writeFailed``. Whatever exists stays as it is.
  package convenience init(at path: String) throws(BodyError) {
    guard let file = try Self.open(path, creating: true) else { throw BodyError(.writeFailed, path: path) }
    self.init(file, at: path)
  }

  /// Opens the file. The result is `nil` if it does not exist.
  ///
  /// - Throws: The errors of ``init(at:)``.
  package static func existing(at path: String) throws(BodyError) -> ClaimedFile? {
    try open(path, creating: false).map { ClaimedFile($0, at: path) }
  }

  /// Creates the file with its content, which only the owner may read. It is one step if the file system has files
  /// without a name. The result is `nil` if anything has the name.
  ///
  /// - Throws: ``BodyError/Code/writeFailed``.
  package static func new(at path: String, content: [UInt8]) throws(BodyError) -> ClaimedFile? {
    let final = try DestinationPath(path)
    let file = try BodyError.writing(path) { () throws(SystemError) -> Descriptor? in
      let file = try TemporaryFile(in: final.folder, orElse: .temporaryName, permissions: 0o600)
      _ = try file.descriptor.claim()
      try file.descriptor.write(content.span)
      return try file.take(final) ? file.descriptor : nil
    }
    return file.map { ClaimedFile($0, at: path) }
  }

  deinit { current.withLock { $0.release() } }

  private static func open(_ path: String, creating: Bool) throws(BodyError) -> Descriptor? {
    let destination = try DestinationPath(path)
    do throws(SystemError) {
      for _ in 0..<attempts {
        let file = try Descriptor.openForUpdating(path, creating: creating)
        guard try file.status().kind == .regular else { throw SystemError(number: EEXIST) }
        guard try file.claim() else { throw SystemError(number: EWOULDBLOCK) }
        // The previous writer may have replaced or removed the file since it was opened here.
        guard file.isFile(at: path) else { continue }
        let status = try file.status()
        guard status.isOwnFile(at: destination) else {
          file.release()
          throw SystemError(number: EEXIST)
        }
        removeLeftOver(at: newPath(of: destination, status.inode))
        return file
      }
      throw SystemError(number: EWOULDBLOCK)
    } catch {
      switch error.number {
      case ENOENT where !creating: return nil
      case EWOULDBLOCK: throw BodyError(.fileInUse, path: path)
      // A symbolic link, a directory, a FIFO without a reader, or a socket.
      case EEXIST, ELOOP, EISDIR, ENXIO: throw BodyError(.fileExists, path: path)
      default: throw BodyError(.writeFailed, path: path, systemError: error)
      }
    }
  }

  private static func newPath(of path: DestinationPath, _ inode: UInt64) -> String {
    path.sibling("\(path.hiddenStem)-\(inode).new")
  }

  /// Removes the new file of a process that was killed before it renamed it.
  private static func removeLeftOver(at path: String) {
    guard let file = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let destination = try? DestinationPath(path),
      (try? file.status().isOwnFile(at: destination)) == true
    else { return }
    file.removeName(path)
  }

  /// Returns the content of the file as it was when this object was made, and at most `limit` bytes of it.
  ///
  /// - Throws: ``BodyError/Code/readFailed``.
  package func content(upTo limit: Int) throws(BodyError) -> [UInt8] {
    var bytes: [UInt8] = []
    var count = 0
    do throws(SystemError) {
      repeat {
        count = bytes.count
        try bytes.append(addingCapacity: min(limit - count, 16 * 1024)) { output throws(SystemError) in
          _ = try first.read(into: &output, upTo: min(limit - count, 16 * 1024), at: Int64(count))
        }
      } while bytes.count > count && bytes.count < limit
    } catch {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
    return bytes
  }

  /// Replaces the content, which only the file's owner may read.
  ///
  /// - Throws: ``BodyError/Code/fileExists`` if the path names another file now, which stays as it is;
  ///   ``BodyError/Code/writeFailed``.
  package func replace(with bytes: [UInt8]) throws(BodyError) {
    let final = try DestinationPath(path)
    let old = current.withLock { $0 }
    let file: Descriptor
    do throws(SystemError) {
      let new = Self.newPath(of: final, try old.status().inode)
      file = try Descriptor.create(new, permissions: 0o600)
      do throws(SystemError) {
        _ = try file.claim()
        try file.write(bytes.span)
        guard old.isFile(at: path) || !isTaken(path) else { throw SystemError(number: EEXIST) }
        try file.replace(path, from: new)
      } catch {
        file.removeName(new)
        throw error
      }
    } catch {
      throw BodyError(error, naming: final)
    }
    current.withLock { current in
      current.release()
      current = file
    }
  }

  /// Removes the file. A missing file is not an error, and another file at the path stays.
  package func remove() { current.withLock { $0.removeName(path) } }
}
