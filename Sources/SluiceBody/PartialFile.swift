internal import Glibc

/// A file with one writer at a time, which is written under a temporary name and renamed once it is complete. All calls
/// block.
package final class PartialFile: Sendable {
  package let path: String
  private let descriptor: Descriptor
  /// How often the file is opened again if its name changes meanwhile.
  private static let attempts = 100

  /// Opens the file, or creates it. The result is `nil` if it does not exist and `creating` is `false`.
  ///
  /// - Throws: ``BodyError/Code/fileInUse`` if another writer has the file open, in this process or another;
  ///   ``BodyError/Code/fileExists`` if the path names something other than a regular file, including a symbolic link
  ///   to one; ``BodyError/Code/writeFailed``.
  package init?(at path: String, creating: Bool) throws(BodyError) {
    self.path = path
    // The system would take a NUL for the end of the path, and open another file.
    if path.utf8.contains(0) { throw BodyError(.writeFailed, path: path) }
    do throws(SystemError) {
      for _ in 0..<Self.attempts {
        let descriptor = try Descriptor.openForAppending(path, creating: creating)
        guard try descriptor.status().kind == .regular else { throw SystemError(number: EEXIST) }
        guard try descriptor.claim() else { throw SystemError(number: EWOULDBLOCK) }
        // The previous writer may have renamed or removed the file since it was opened here.
        guard descriptor.isFile(at: path) else { continue }
        self.descriptor = descriptor
        return
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

  deinit { descriptor.release() }

  package var byteCount: Int64 {
    get throws(BodyError) {
      try BodyError.writing(path) { () throws(SystemError) in try descriptor.status().byteCount }
    }
  }

  /// Appends `bytes` to the file.
  package func append(_ bytes: borrowing Span<UInt8>) throws(BodyError) {
    try descriptor.write(bytes, toFileAt: path)
  }

  /// Truncates the file to 0 bytes.
  package func removeAll() throws(BodyError) {
    try BodyError.writing(path) { () throws(SystemError) in try descriptor.truncate() }
  }

  /// Renames the file to `finalPath`, in place of any file there. Nothing may be written afterwards.
  ///
  /// The file is not flushed to the disk: that would take longer than most downloads.
  package func commit(to finalPath: String) throws(BodyError) {
    try BodyError.writing(path) { () throws(SystemError) in try renameFile(path, to: finalPath) }
  }

  /// Removes the file. A missing file is not an error.
  package func remove() { removeFile(path) }
}

extension Descriptor {
  /// Writes all of `bytes`.
  ///
  /// - Parameter path: The path of the file in the error.
  /// - Throws: ``BodyError/Code/writeFailed``.
  package func write(_ bytes: borrowing Span<UInt8>, toFileAt path: String) throws(BodyError) {
    do throws(SystemError) {
      try write(bytes)
    } catch {
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
  }
}

extension BodyError {
  /// Returns the result of `call`, and throws its error as ``BodyError/Code/writeFailed``.
  package static func writing<Result>(
    _ path: String, _ call: () throws(SystemError) -> Result
  ) throws(BodyError) -> Result {
    do throws(SystemError) {
      return try call()
    } catch {
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
  }
}
