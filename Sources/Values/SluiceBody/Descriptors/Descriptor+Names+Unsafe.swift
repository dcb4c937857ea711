internal import CFiles
internal import Glibc

// Calls that create and name files, make a descriptor the only writer of one, and open those in a folder.
//
// SAFETY: the pointers in these calls are to paths, names and local variables that live until the calls return.

extension Descriptor {
  /// Creates a file without a name in `folder`, for reading and writing. It disappears with its last descriptor unless
  /// ``link(as:)`` gives it a name.
  ///
  /// - Throws: `EOPNOTSUPP` or `EISDIR` if the file system has no such files.
  package static func createUnnamed(in folder: String, permissions: UInt32 = 0o666) throws(SystemError)
    -> Descriptor
  {
    // `O_TMPFILE`, which Swift does not import.
    let unnamed = 0o20_000_000 | O_DIRECTORY
    return Descriptor(
      owning: try retrying {
        unsafe folder.withPath { unsafe Glibc.open($0, unnamed | O_RDWR | O_CLOEXEC, permissions) }
      })
  }

  /// Whether ``link(as:)`` can work in this process: it needs `/proc`.
  package static let canLink = unsafe access("/proc/self/fd", F_OK) == 0

  /// Gives a file that was created without a name the name `path`. It can be called once for each file.
  ///
  /// - Throws: `EEXIST` if anything has that name, including a symbolic link; `EXDEV` if it is on another file system.
  package func link(as path: String) throws(SystemError) {
    try retrying {
      unsafe path.withPath {
        unsafe linkat(AT_FDCWD, "/proc/self/fd/\(rawValue)", AT_FDCWD, $0, CInt(AT_SYMLINK_FOLLOW))
      }
    }
  }

  /// Sets the permissions of the owner, the group and others, whatever the process's mask.
  func setPermissions(_ permissions: UInt32) throws(SystemError) {
    try retrying { fchmod(rawValue, permissions) }
  }
}

/// Renames a file atomically, unless the new name is taken.
///
/// - Throws: `EEXIST` if anything has the name `newPath`, including a symbolic link.
package func renameFileIfFree(_ path: String, to newPath: String) throws(SystemError) {
  do throws(SystemError) {
    try retrying {
      unsafe path.withPath { path in unsafe newPath.withPath { unsafe sluice_rename_if_free(path, $0) } }
    }
    return
  } catch {
    // The file system, or the kernel, has no such call.
    guard [EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(error.number) else { throw error }
  }
  do throws(SystemError) {
    try retrying {
      unsafe path.withPath { path in unsafe newPath.withPath { unsafe Glibc.link(path, $0) } }
    }
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
  return unsafe path.withPath { unsafe lstat($0, &status) } == 0
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
  guard PathText.isValid(path) else { throw SystemError(number: ENOENT) }
  var missing: [Substring] = []
  var folder = path[...]
  while true {
    do throws(SystemError) {
      try createFolder(String(folder), permissions: permissions)
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
  while let next = missing.popLast() { try createFolder(String(next), permissions: permissions) }
  if synchronizing { try synchronizeNames(ofFoldersTo: path) }
}

/// Creates a folder in one that exists. An existing folder is not an error.
///
/// - Parameter permissions: The permissions of a new folder, from which the process's mask is subtracted.
package func createFolder(_ path: String, permissions: UInt32) throws(SystemError) {
  do throws(SystemError) {
    try retrying { unsafe path.withPath { unsafe mkdir($0, permissions) } }
  } catch {
    if error.number != EEXIST { throw error }
  }
}

/// Checks that another file could be renamed to the name of a regular file. Nothing is changed. A file system on
/// another machine may refuse it nevertheless.
///
/// - Parameters:
///   - path: The path of the file.
///   - folder: The folder that it is in.
/// - Throws: `EBUSY` for a mount; `EPERM` or `EACCES` for a file that is immutable or can only grow, another user's in
///   a folder such as `/tmp`, and any in a folder whose names stay.
func checkReplaceable(_ path: String, in folder: String) throws(SystemError) {
  let attributes = unsafe path.withPath { unsafe sluice_attributes($0) }
  if attributes & Int64(SLUICE_ATTRIBUTE_MOUNT_ROOT) != 0 { throw SystemError(number: EBUSY) }
  let foldersAttributes = unsafe folder.withPath { unsafe sluice_attributes($0) }
  if foldersAttributes & Int64(SLUICE_ATTRIBUTE_APPEND) != 0 { throw SystemError(number: EPERM) }
  do throws(SystemError) {
    // This fails because a file is no folder, but not before the system has checked that the name may be removed.
    try retrying { unsafe path.withPath { unsafe rmdir($0) } }
  } catch {
    if error.number != ENOTDIR, !error.isMissingFile { throw error }
  }
}

/// Removes a folder if it is empty. A failure is not an error.
package func removeEmptyFolder(_ path: String) { _ = unsafe path.withPath { unsafe rmdir($0) } }

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
      if try folder.isFile(at: path) { return }
      try synchronizeFolder(path)
    }
  } catch {
    if error.number != EACCES { throw error }
  }
}

extension Descriptor {
  /// Opens a file for reading and writing. The call neither waits for the other side of a FIFO nor follows a symbolic
  /// link.
  ///
  /// - Parameters:
  ///   - creating: Whether to create a missing file.
  ///   - permissions: The permissions of a new file, which the process's mask reduces. Defaults to 0600.
  package static func openForUpdating(
    _ path: String, creating: Bool, permissions: UInt32 = 0o600
  ) throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creating ? O_CREAT : 0)
    return Descriptor(
      owning: try retrying { unsafe path.withPath { unsafe Glibc.open($0, flags, permissions) } })
  }

  /// Locks the file for this descriptor until ``release()``.
  ///
  /// - Parameter isShared: Whether others may have a shared lock, too. Defaults to `false`.
  /// - Returns: `false` if another descriptor has locked it.
  package func claim(isShared: Bool = false) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try retrying { flock(rawValue, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      return true
    } catch {
      if error.number == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Unlocks the file. Closing the descriptor does not unlock it while copies exist, as in a process that was forked
  /// and has not executed its program yet.
  package func release() { _ = flock(rawValue, LOCK_UN) }

  /// Whether `path` names the open file. A missing name is not an error.
  package func isFile(at path: String) throws(SystemError) -> Bool {
    var (open, named) = (stat(), stat())
    try retrying { unsafe fstat(rawValue, &open) }
    do throws(SystemError) {
      try retrying { unsafe path.withPath { unsafe lstat($0, &named) } }
    } catch {
      if error.isMissingFile { return false }
      throw error
    }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  /// Whether another descriptor is one of the same file.
  func isSameFile(as other: Descriptor) -> Bool {
    var (mine, others) = (stat(), stat())
    guard unsafe fstat(rawValue, &mine) == 0, unsafe fstat(other.rawValue, &others) == 0 else { return false }
    return mine.st_dev == others.st_dev && mine.st_ino == others.st_ino
  }

  /// Changes the size of the file. New bytes are zeros that take no space.
  package func resize(to byteCount: Int64) throws(SystemError) {
    try retrying { ftruncate(rawValue, off_t(byteCount)) }
  }

  /// Sets the time of modification to the current time. A failure is not an error.
  ///
  /// The time that the system sets when a file is written is that of its last tick, which is too coarse to order uses.
  package func touch() {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    // `UTIME_OMIT`, which Swift does not import: the time of access stays.
    let times = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), now]
    _ = unsafe futimens(rawValue, times)
  }

  /// Sets the position at which the next byte is written, and does nothing for a file without positions.
  package func seek(to offset: Int64) { _ = lseek(rawValue, off_t(offset), SEEK_SET) }

  /// Blocks until the written bytes, and the metadata that is necessary to read them, are on the disk.
  package func synchronizeContent() throws(SystemError) {
    try retrying { fdatasync(rawValue) }
  }

  /// Blocks until the bytes that were written are on the disk.
  package func synchronize() throws(SystemError) {
    try retrying { fsync(rawValue) }
  }
}

/// Blocks until the names in a folder are on the disk. A file system that cannot do this for folders is not an error.
package func synchronizeFolder(_ path: String) throws(SystemError) {
  try Descriptor.folderToSynchronize(path)?.synchronizeNames()
}

extension Descriptor {
  /// Opens a folder whose names are going to be flushed. The result is `nil` if its file system cannot do this.
  static func folderToSynchronize(_ path: String) throws(SystemError) -> Descriptor? {
    do throws(SystemError) {
      return try open(path, flags: O_RDONLY | O_DIRECTORY)
    } catch {
      if error.number == EINVAL { return nil }
      throw error
    }
  }

  /// Blocks until the names in the folder are on the disk. A file system that cannot do this is not an error.
  func synchronizeNames() throws(SystemError) {
    do throws(SystemError) {
      try synchronize()
    } catch {
      guard error.number == EINVAL else { throw error }
    }
  }
}

/// Renames a file atomically, replacing any file at `newPath`.
package func renameFile(_ path: String, to newPath: String) throws(SystemError) {
  try retrying {
    unsafe path.withPath { path in unsafe newPath.withPath { unsafe rename(path, $0) } }
  }
}

extension Descriptor {
  /// Opens a folder, only to open files below it.
  package static func folder(at path: String) throws(SystemError) -> Descriptor {
    try open(path, flags: pathOnly | O_DIRECTORY)
  }

  /// Opens a file below a folder for reading. No symbolic link is followed, so the file is in the folder.
  ///
  /// - Parameters:
  ///   - path: A relative path, none of whose components is empty, `.` or `..`.
  ///   - folder: The folder.
  /// - Throws: `ELOOP` for a symbolic link.
  package static func open(_ path: String, below folder: Descriptor) throws(SystemError) -> Descriptor {
    var folder = folder
    let components = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
    for name in components.dropLast() {
      folder = try folder.open(name, flags: pathOnly)
      // It is the link itself that was opened.
      if try folder.isLink() { throw SystemError(number: ELOOP) }
    }
    // A FIFO must not block.
    return try folder.open(components.last ?? "", flags: O_RDONLY | O_NONBLOCK)
  }

  /// `O_PATH`, which Swift's Glibc module lacks as a GNU extension.
  private static let pathOnly: CInt = 0o10_000_000

  private func open(_ name: String, flags: CInt) throws(SystemError) -> Descriptor {
    try Descriptor(
      opened: retrying {
        unsafe name.withPath { unsafe openat(rawValue, $0, flags | O_NOFOLLOW | O_CLOEXEC) }
      })
  }

  private func isLink() throws(SystemError) -> Bool {
    var status = stat()
    try retrying { unsafe fstat(rawValue, &status) }
    return status.st_mode & S_IFMT == S_IFLNK
  }
}

extension Descriptor {
  /// Opens a name of a file, whatever the file is, to find out later whether the name was changed.
  package static func name(at path: String) throws(SystemError) -> Descriptor {
    try open(path, flags: pathOnly | O_NOFOLLOW)
  }
}

/// Returns the path that a symbolic link contains, or `nil` for anything else.
func linkTarget(_ path: String) -> String? {
  unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
    guard let start = buffer.baseAddress else { return nil }
    let count = unsafe path.withPath { unsafe readlink($0, start, buffer.count) }
    // A longer one would be cut.
    guard count > 0, count < buffer.count else { return nil }
    return unsafe PathText.text(of: UnsafeRawBufferPointer(start: start, count: count))
  }
}

/// Returns an existing path without links and dots, or `nil` if the path does not exist.
package func realPath(_ path: String) -> String? {
  var real: String?
  _ = unsafe path.withPath { path -> CInt in
    guard let start = unsafe realpath(path, nil) else { return -1 }
    defer { unsafe free(start) }
    real = unsafe PathText.text(of: UnsafeRawBufferPointer(start: start, count: strlen(start)))
    return 0
  }
  return real
}

/// Returns an absolute path: one that is relative with the folder before it that the process works in.
///
/// - Throws: `ENOENT` if that folder was removed.
package func absolutePath(_ path: String) throws(SystemError) -> String {
  if path.utf8.first == UInt8(ascii: "/") { return path }
  guard let folder = realPath(".") else { throw SystemError(number: ENOENT) }
  return folder == "/" ? folder + path : "\(folder)/\(path)"
}

/// Returns the names in a folder, as ``forEachName(inFolder:_:)`` passes them. Bytes that are not UTF-8 are repaired.
package func names(inFolder path: String) throws(SystemError) -> [String] {
  var names: [String] = []
  try forEachName(inFolder: path) { names.append(String(repairing: $0)) }
  return names
}

/// Calls `body` with each name in a folder, without `.` and `..`, in no particular order. Blocks.
///
/// A name that exists during the whole call is passed once. A name that is added or removed meanwhile may be passed.
package func forEachName(
  inFolder path: String, _ body: (borrowing Span<UInt8>) -> Void
) throws(SystemError) {
  // SAFETY: the stream is open until `closedir`. A name is a C string within its entry, which stays valid until the
  // next `readdir`, and `body` cannot keep the span.
  var folder: OpaquePointer?
  try retrying {
    unsafe path.withPath { path -> CInt in
      unsafe folder = opendir(path)
      return unsafe folder == nil ? -1 : 0
    }
  }
  guard let folder = unsafe folder else { return }
  defer { unsafe closedir(folder) }
  guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return }
  while true {
    errno = 0
    guard let entry = unsafe readdir(folder) else {
      if errno != 0 { throw SystemError(number: errno) }
      return
    }
    let name = unsafe UnsafeRawPointer(entry) + offset
    let count = unsafe strlen(name.assumingMemoryBound(to: CChar.self))
    let span = unsafe UnsafeRawBufferPointer(start: name, count: count).bindMemory(to: UInt8.self).span
    if count <= 2, span.isDots { continue }
    body(span)
  }
}

extension Span<UInt8> {
  /// Whether all bytes are dots.
  fileprivate var isDots: Bool { indices.allSatisfy { self[$0] == UInt8(ascii: ".") } }
}
