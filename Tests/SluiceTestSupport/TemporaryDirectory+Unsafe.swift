import Glibc

// System calls that take a path as a C string, which lives as long as the call.

extension TemporaryDirectory {
  @discardableResult
  package func fifo(_ name: String) throws -> String { try node(name, S_IFIFO) }

  /// A socket's file, behind which nobody listens.
  @discardableResult
  package func socket(_ name: String) throws -> String { try node(name, S_IFSOCK) }

  /// Makes a file shorter, or longer by zeros.
  package func truncate(_ name: String, to byteCount: Int64) throws {
    try check(unsafe Glibc.truncate(path(name), off_t(byteCount)))
  }

  /// A new file of zeros, which take no space on the disk.
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

/// A system call's `errno`.
package struct SystemCallFailed: Error {
  let number: CInt

  package init(number: CInt) { self.number = number }
}
