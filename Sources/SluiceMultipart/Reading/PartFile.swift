internal import Glibc
internal import SluiceBody

/// A new file that a part is written to, where blocking harms nobody.
final class PartFile: Sendable {
  let path: String
  private let descriptor: Descriptor

  init(at path: String, permissions: UInt32 = 0o666) async throws {
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

  func append(_ bytes: ArraySlice<UInt8>) async throws {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      do throws(SystemError) {
        try descriptor.write(bytes.span)
      } catch {
        throw BodyError(.writeFailed, path: path, systemError: error)
      }
    }
  }

  func remove() { removeFile(path) }
}
