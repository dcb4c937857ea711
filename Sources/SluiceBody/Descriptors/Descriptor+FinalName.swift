internal import Glibc

// Steps that give an open file its final name. They name the open file, even if another file has its path meanwhile.

extension Descriptor {
  /// Gives the file a name, unless the name is taken.
  ///
  /// - Parameters:
  ///   - path: The new path, on the same file system.
  ///   - temporary: The path that the file has until then, which is removed, or `nil` for a file without a name.
  /// - Returns: `false` if anything has the name, including a symbolic link.
  /// - Throws: `ESTALE` if `temporary` does not name the file.
  func take(_ path: String, from temporary: String?) throws(SystemError) -> Bool {
    if let temporary { try check(temporary) }
    do throws(SystemError) {
      try link(as: path)
      if let temporary { removeName(temporary) }
      return true
    } catch {
      if error.number == EEXIST { return false }
      guard let temporary else { throw error }
      // The file system has no hard links, or the system no `/proc`.
      return try rename(temporary, toFree: path)
    }
  }

  private func rename(_ temporary: String, toFree path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try renameFileIfFree(temporary, to: path)
    } catch {
      if error.number == EEXIST { return false }
      throw error
    }
    try check(path)
    return true
  }

  /// Renames the file, in place of any file at `path`.
  ///
  /// - Throws: `ESTALE` if `temporary` does not name the file.
  func replace(_ path: String, from temporary: String) throws(SystemError) {
    try check(temporary)
    try renameFile(temporary, to: path)
    try check(path)
  }

  /// Removes a name of the file. If `path` names nothing, or another file, nothing is done.
  func removeName(_ path: String) {
    if isFile(at: path) { removeFile(path) }
  }

  private func check(_ path: String) throws(SystemError) {
    guard isFile(at: path) else { throw SystemError(number: ESTALE) }
  }
}
