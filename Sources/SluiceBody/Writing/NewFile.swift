internal import Glibc

/// A file that did not exist before, written on threads that may block.
package final class NewFile: Sendable {
  package let path: String
  private let descriptor: Descriptor

  /// Creates the file.
  ///
  /// - Throws: ``BodyError/Code/fileExists`` if anything exists at `path`, including a symbolic link;
  ///   ``BodyError/Code/writeFailed``.
  package init(at path: String, permissions: UInt32 = 0o666) async throws {
    self.path = path
    descriptor = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      // The system would take a NUL for the end of the path, and create another file.
      if path.utf8.contains(0) { throw BodyError(.writeFailed, path: path) }
      do throws(SystemError) {
        return try Descriptor.create(path, permissions: permissions)
      } catch {
        throw BodyError(error.number == EEXIST ? .fileExists : .writeFailed, path: path, systemError: error)
      }
    }
  }

  /// Appends `bytes` to the file.
  ///
  /// - Throws: ``BodyError/Code/writeFailed``.
  package func append(_ bytes: ArraySlice<UInt8>) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      do throws(SystemError) {
        try descriptor.write(bytes.span)
      } catch {
        throw BodyError(.writeFailed, path: path, systemError: error)
      }
    }
  }

  /// Renames the file to `newPath`, in place of any file there. Nothing may be written afterwards.
  ///
  /// - Throws: ``BodyError/Code/fileReplaced`` or ``BodyError/Code/writeFailed``.
  package func rename(to newPath: String) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      let final = try DestinationPath(newPath)
      do throws(SystemError) {
        try descriptor.replace(newPath, from: path)
      } catch {
        throw BodyError(error, naming: final)
      }
    }
  }

  /// Removes the file. A missing file is not an error.
  package func remove() { descriptor.removeName(path) }
}
