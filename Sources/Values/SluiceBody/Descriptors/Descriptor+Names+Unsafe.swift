internal import Glibc

// Calls that create files without a name, and give them one.
//
// SAFETY: the pointers in these calls are to paths and local variables that live until the calls return.

extension Descriptor {
  /// Creates a file without a name in `folder`, for reading and writing. It disappears with its last descriptor unless
  /// ``link(as:)`` gives it a name.
  ///
  /// - Throws: `EOPNOTSUPP` or `EISDIR` if the file system has no such files.
  static func createUnnamed(in folder: String, permissions: UInt32 = 0o666) throws(SystemError) -> Descriptor
  {
    // `O_TMPFILE`, which Swift does not import.
    let unnamed = 0o20_000_000 | O_DIRECTORY
    return Descriptor(
      owning: try retrying { unsafe Glibc.open(folder, unnamed | O_RDWR | O_CLOEXEC, permissions) })
  }

  /// Whether ``link(as:)`` can work in this process: it needs `/proc`.
  static let canLink = unsafe access("/proc/self/fd", F_OK) == 0

  /// Gives a file that was created without a name the name `path`. It can be called once for each file.
  ///
  /// - Throws: `EEXIST` if anything has that name, including a symbolic link; `EXDEV` if it is on another file system.
  func link(as path: String) throws(SystemError) {
    try retrying {
      unsafe linkat(AT_FDCWD, "/proc/self/fd/\(rawValue)", AT_FDCWD, path, CInt(AT_SYMLINK_FOLLOW))
    }
  }
}

/// Renames a file atomically, unless the new name is taken.
///
/// - Throws: `EEXIST` if anything has the name `newPath`, including a symbolic link.
func renameFileIfFree(_ path: String, to newPath: String) throws(SystemError) {
  do throws(SystemError) {
    try retrying { unsafe Glibc.link(path, newPath) }
    removeFile(path)
  } catch {
    // The file system has no hard links.
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(error.number) else { throw error }
    // An empty file reserves the name until it is replaced.
    let reservation = try Descriptor.create(newPath)
    do throws(SystemError) {
      try renameFile(path, to: newPath)
    } catch {
      reservation.removeName(newPath)
      throw error
    }
  }
}

/// Whether anything has the name `path`, including a symbolic link.
package func isTaken(_ path: String) -> Bool {
  var status = stat()
  return unsafe lstat(path, &status) == 0
}

/// Creates a folder and its missing parents. An existing folder is not an error.
///
/// - Parameters:
///   - permissions: The permissions of new folders, from which the process's mask is subtracted. Defaults to 0o777.
///   - synchronizing: Whether to block until the names of the folder and its parents are on the disk. Defaults to
///     `false`.
package func createFolders(
  _ path: String, permissions: UInt32 = 0o777, synchronizing: Bool = false
) throws(SystemError) {
  var missing: [Substring] = []
  var folder = path[...]
  while true {
    do throws(SystemError) {
      try createFolder(folder, permissions)
      break
    } catch {
      guard error.number == ENOENT, let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) else {
        throw error
      }
      missing.append(folder)
      folder = folder[..<slash]
      while folder.utf8.last == UInt8(ascii: "/") { folder = folder.dropLast() }
      // Nothing is above `/` or, for a relative path, above its first folder.
      if folder.isEmpty { throw error }
    }
  }
  while let next = missing.popLast() { try createFolder(next, permissions) }
  if synchronizing { try synchronizeNames(ofFoldersTo: path) }
}

private func createFolder(_ path: Substring, _ permissions: UInt32) throws(SystemError) {
  do throws(SystemError) {
    try retrying { unsafe mkdir(String(path), permissions) }
  } catch {
    if error.number != EEXIST { throw error }
  }
}

/// Blocks until the names of a folder and all of its parents are on the disk, also those that another process has
/// created, which was killed before it could flush them. A folder that this user may not read ends it: no process of
/// the user has created it.
private func synchronizeNames(ofFoldersTo path: String) throws(SystemError) {
  var path = path
  do throws(SystemError) {
    while true {
      let folder = try Descriptor.open(path, flags: O_RDONLY | O_DIRECTORY)
      path += "/.."
      // The root is its own parent.
      if folder.isFile(at: path) { return }
      try synchronizeFolder(path)
    }
  } catch {
    if error.number != EACCES { throw error }
  }
}
