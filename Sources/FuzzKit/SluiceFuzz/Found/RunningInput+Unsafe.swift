import Glibc

// SAFETY: The calls read the bytes and the path during the call and keep no address.

/// A file with the input that is running, so that an input with which the process ends is not lost.
package final class RunningInput: Sendable {
  private let path: String
  private let descriptor: CInt

  /// - Parameter path: The path of the file, which is removed when this object is.
  package init(path: String) throws {
    self.path = path
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Unwritable(path: path, errorNumber: errno) }
  }

  /// Writes the input to the file. An error is ignored, because the record is only a help.
  package func record(_ bytes: [UInt8]) {
    _ = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    _ = ftruncate(descriptor, bytes.count)
  }

  deinit {
    close(descriptor)
    unsafe unlink(path)
  }

  /// A record that cannot be written.
  struct Unwritable: Error, CustomStringConvertible {
    let path: String
    let errorNumber: CInt

    var description: String { "cannot write \(path): \(unsafe String(cString: strerror(errorNumber)))" }
  }
}
