import Glibc

// SAFETY: Each system call takes a path as a C string, which is valid during the call.

extension TemporaryDirectory {
  /// Creates a FIFO, and returns its path.
  @discardableResult
  package func fifo(_ name: String) throws -> String { try node(name, S_IFIFO) }

  /// Creates the file of a socket on which no process listens, and returns its path.
  @discardableResult
  package func socket(_ name: String) throws -> String { try node(name, S_IFSOCK) }

  /// Shortens a file, or extends it with zeros.
  package func truncate(_ name: String, to byteCount: Int64) throws {
    try check(unsafe Glibc.truncate(path(name), off_t(byteCount)))
  }

  /// Creates a file of zeros that takes no space on the disk, and returns its path.
  package func sparseFile(_ name: String, byteCount: Int64) throws -> String {
    try file(name)
    try truncate(name, to: byteCount)
    return path(name)
  }

  private func node(_ name: String, _ kind: mode_t) throws -> String {
    let path = path(name)
    try check(unsafe mknod(path, kind | 0o600, 0))
    return path
  }
}

func check(_ result: CInt) throws {
  if result != 0 { throw SystemCallFailed(number: errno) }
}

/// An error that holds the `errno` of a failed system call.
package struct SystemCallFailed: Error {
  let number: CInt

  package init(number: CInt) { self.number = number }
}
