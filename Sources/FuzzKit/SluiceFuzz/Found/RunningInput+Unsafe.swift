import Glibc

// SAFETY: The calls read the bytes and the path during the call and keep no address.

/// A file with the input that is running, so that an input with which the process ends is not lost.
package final class RunningInput: Sendable {
  private let path: String
  private let descriptor: CInt

  /// - Parameters:
  ///   - path: The path of the file, which is locked as long as this object exists.
  ///   - unlocked: The path that the file has until it is locked, in the same folder. Defaults to `path`.
  package init(path: String, unlocked: String? = nil) throws {
    let unlocked = unlocked ?? path
    self.path = path
    descriptor = unsafe open(unlocked, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Unwritable(path: path, errorNumber: errno) }
    // File systems without locks have only the name.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    guard unsafe rename(unlocked, path) == 0 else {
      let errorNumber = errno
      close(descriptor)
      throw Unwritable(path: path, errorNumber: errorNumber)
    }
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

  /// Removes a folder, unless it has files.
  static func removeFolder(_ path: String) { unsafe rmdir(path) }

  /// Returns whether a process writes to the file at `path`, or has just removed it.
  ///
  /// Its lock shows that. An identifier of the process would not: each process of a container may have the same one.
  static func isInUse(_ path: String) -> Bool {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return true }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  /// A record that cannot be written.
  struct Unwritable: Error, CustomStringConvertible {
    let path: String
    let errorNumber: CInt

    var description: String { "cannot write \(path): \(unsafe String(cString: strerror(errorNumber)))" }
  }
}
