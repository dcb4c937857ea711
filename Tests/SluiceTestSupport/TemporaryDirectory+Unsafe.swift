import Glibc

// System calls that take a path as a C string, which lives as long as the call.

extension TemporaryDirectory {
  @discardableResult
  package func fifo(_ name: String) throws -> String { try node(name, S_IFIFO) }

  /// A socket's file, behind which nobody listens.
  @discardableResult
  package func socket(_ name: String) throws -> String { try node(name, S_IFSOCK) }

  /// Makes a file shorter, or longer by zeros.
  package func truncate(_ name: String, to byteCount: Int) throws {
    try check(unsafe Glibc.truncate(path(name), byteCount))
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

struct SystemCallFailed: Error { let number: CInt }
