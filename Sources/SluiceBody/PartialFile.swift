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
        let descriptor = try Descriptor.openForUpdating(path, creating: creating)
        guard try descriptor.status().kind == .regular else { throw SystemError(number: EEXIST) }
        guard try descriptor.claim() else { throw SystemError(number: EWOULDBLOCK) }
        // The previous writer may have renamed or removed the file since it was opened here.
        guard descriptor.isFile(at: path) else { continue }
        let status = try descriptor.status()
        if status.nameCount > 1 {
          // The file is also a complete one, if the process that gave it its second name was killed before it removed
          // the first. It must not be written to.
          removeFile(path)
          continue
        }
        descriptor.seek(to: status.byteCount)
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

  /// Writes `bytes` at `offset`. What ``append(_:)`` writes next is not affected.
  package func write(_ bytes: borrowing Span<UInt8>, at offset: Int64) throws(BodyError) {
    do throws(SystemError) {
      try descriptor.write(bytes, at: offset)
    } catch {
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
  }

  /// Reads at most `limit` bytes at `offset`.
  ///
  /// - Returns: The number of bytes; 0 at the end.
  package func read(
    into output: inout OutputSpan<UInt8>, upTo limit: Int, at offset: Int64
  ) throws(BodyError) -> Int {
    do throws(SystemError) {
      return try descriptor.read(into: &output, upTo: limit, at: offset)
    } catch {
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }

  /// Truncates the file to 0 bytes.
  package func removeAll() throws(BodyError) {
    try BodyError.writing(path) { () throws(SystemError) in
      // If an empty file is truncated, ext4 nevertheless waits for the disk when it is closed.
      if try descriptor.status().byteCount > 0 { try descriptor.resize(to: 0) }
    }
    descriptor.seek(to: 0)
  }

  /// Changes the size of the file. New bytes are zeros that take no space.
  package func resize(to byteCount: Int64) throws(BodyError) {
    try BodyError.writing(path) { () throws(SystemError) in try descriptor.resize(to: byteCount) }
  }

  /// Blocks until the bytes that were written are on the disk.
  package func synchronizeContent() throws(BodyError) {
    try BodyError.writing(path) { () throws(SystemError) in try descriptor.synchronizeContent() }
  }

  /// Renames the file. Nothing may be written afterwards.
  ///
  /// - Parameters:
  ///   - final: The new path, in the same folder.
  ///   - policy: What happens if something exists there.
  ///   - synchronizing: Whether to block until the bytes and the name are on the disk. That can take longer than a
  ///     download.
  /// - Returns: The path under which the file is.
  /// - Throws: ``BodyError/Code/fileExists``, ``BodyError/Code/fileIsDirectory`` or ``BodyError/Code/writeFailed``.
  package func commit(
    to final: DestinationPath, ifExists policy: ExistingFilePolicy, synchronizing: Bool
  ) throws(BodyError) -> String {
    do throws(SystemError) {
      if synchronizing { try descriptor.synchronize() }
      let name: String
      switch policy {
      case .replace:
        try renameFile(path, to: final.text)
        name = final.text
      case .fail:
        try renameFileIfFree(path, to: final.text)
        name = final.text
      case .unique: name = try final.takeUniqueName { name throws(SystemError) in try take(name) }
      }
      if synchronizing { try synchronizeFolder(final.folder) }
      return name
    } catch {
      switch error.number {
      case EEXIST: throw BodyError(.fileExists, path: final.text)
      case EISDIR: throw BodyError(.fileIsDirectory, path: final.text)
      default: throw BodyError(.writeFailed, path: final.text, systemError: error)
      }
    }
  }

  /// Renames the file, and returns whether the name was free.
  private func take(_ name: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try renameFileIfFree(path, to: name)
      return true
    } catch {
      guard error.number == EEXIST else { throw error }
      return false
    }
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
