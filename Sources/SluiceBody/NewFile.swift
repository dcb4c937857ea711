internal import Glibc

/// A file that was not there before, written where blocking harms nobody.
package final class NewFile: Sendable {
  package let path: String
  private let descriptor: Descriptor

  /// - Throws: ``BodyError/Code/fileExists``, where there is anything at `path`, even a symbolic link;
  ///   ``BodyError/Code/writeFailed``.
  package init(at path: String, permissions: UInt32 = 0o666) async throws {
    self.path = path
    descriptor = try await withTaskExecutorPreference(BlockingExecutor.shared) {
      // The system would take a NUL for the path's end, and make another file.
      if path.utf8.contains(0) { throw BodyError(.writeFailed, path: path) }
      do throws(SystemError) {
        return try Descriptor.create(path, permissions: permissions)
      } catch {
        throw BodyError(error.number == EEXIST ? .fileExists : .writeFailed, path: path, systemError: error)
      }
    }
  }

  package func append(_ bytes: ArraySlice<UInt8>) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      do throws(SystemError) {
        try descriptor.write(bytes.span)
      } catch {
        throw BodyError(.writeFailed, path: path, systemError: error)
      }
    }
  }

  package func remove() { removeFile(path) }
}
