internal import Glibc

/// A file that is written under a name of its own, by one writer at a time, and gets its final name when it is whole. Its
/// calls block.
package final class PartFile: Sendable {
  package let path: String
  private let descriptor: Descriptor
  private static let attempts = 100

  /// Opens the file, or makes one. Nil where there is none and none is to be made.
  ///
  /// - Throws: ``BodyError/Code/fileInUse`` where somebody else writes it, in this process or another;
  ///   ``BodyError/Code/fileExists`` where there is something that is no regular file, be it a symbolic link to one;
  ///   ``BodyError/Code/writeFailed``.
  package init?(at path: String, creating: Bool) throws(BodyError) {
    self.path = path
    // The system would take a NUL for the path's end, and open another file.
    if path.utf8.contains(0) { throw BodyError(.writeFailed, path: path) }
    do throws(SystemError) {
      for _ in 0..<Self.attempts {
        let descriptor = try Descriptor.openForAppending(path, creating: creating)
        guard try descriptor.status().kind == .regular else { throw SystemError(number: EEXIST) }
        guard try descriptor.claim() else { throw SystemError(number: EWOULDBLOCK) }
        // Whoever had it may have renamed or removed it meanwhile.
        guard descriptor.isFile(at: path) else { continue }
        self.descriptor = descriptor
        return
      }
      throw SystemError(number: EWOULDBLOCK)
    } catch {
      switch error.number {
      case ENOENT where !creating: return nil
      case EWOULDBLOCK: throw BodyError(.fileInUse, path: path)
      // A symbolic link, a directory, and a FIFO that nobody reads or a socket.
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

  package func append(_ bytes: borrowing Span<UInt8>) throws(BodyError) {
    try descriptor.write(bytes, toFileAt: path)
  }

  /// Starts over.
  package func removeAll() throws(BodyError) {
    try BodyError.writing(path) { () throws(SystemError) in try descriptor.truncate() }
  }

  /// Gives the file its final name, once it is on the disk. It is written no more.
  package func commit(to finalPath: String) throws(BodyError) {
    try BodyError.writing(path) { () throws(SystemError) in
      try descriptor.synchronize()
      try renameFile(path, to: finalPath)
    }
  }

  package func remove() { removeFile(path) }
}

extension Descriptor {
  /// - Parameter path: what an error calls the file.
  package func write(_ bytes: borrowing Span<UInt8>, toFileAt path: String) throws(BodyError) {
    do throws(SystemError) {
      try write(bytes)
    } catch {
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
  }
}

extension BodyError {
  /// What a call to the system throws, as what is wrong with writing a file.
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
