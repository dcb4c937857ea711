internal import Glibc

// Calls that make a descriptor the only writer of a file.
//
// SAFETY: the pointers in these calls are to paths and local variables that live until the calls return.

extension Descriptor {
  /// Opens a file for reading and writing. The call neither waits for the other side of a FIFO nor follows a symbolic
  /// link.
  ///
  /// - Parameters:
  ///   - creating: Whether to create a missing file.
  ///   - permissions: The permissions of a new file, which the process's mask reduces. Defaults to 0600.
  static func openForUpdating(
    _ path: String, creating: Bool, permissions: UInt32 = 0o600
  ) throws(SystemError) -> Descriptor {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creating ? O_CREAT : 0)
    return Descriptor(owning: try retrying { unsafe Glibc.open(path, flags, permissions) })
  }

  /// Locks the file for this descriptor until ``release()``.
  ///
  /// - Returns: `false` if another descriptor has locked it.
  package func claim() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try retrying { flock(rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.number == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Unlocks the file. Closing the descriptor does not unlock it while copies exist, as in a process that was forked
  /// and has not executed its program yet.
  package func release() { _ = flock(rawValue, LOCK_UN) }

  /// Whether `path` names the open file.
  package func isFile(at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    guard unsafe fstat(rawValue, &open) == 0, unsafe lstat(path, &named) == 0 else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  /// Changes the size of the file. New bytes are zeros that take no space.
  package func resize(to byteCount: Int64) throws(SystemError) {
    try retrying { ftruncate(rawValue, off_t(byteCount)) }
  }

  /// Sets the position at which the next byte is written, and does nothing for a file without positions.
  func seek(to offset: Int64) { _ = lseek(rawValue, off_t(offset), SEEK_SET) }

  /// Blocks until the written bytes, and the metadata that is necessary to read them, are on the disk.
  func synchronizeContent() throws(SystemError) {
    try retrying { fdatasync(rawValue) }
  }

  /// Blocks until the bytes that were written are on the disk.
  package func synchronize() throws(SystemError) {
    try retrying { fsync(rawValue) }
  }
}

/// Blocks until the names in a folder are on the disk. A file system that cannot do this for folders is not an error.
package func synchronizeFolder(_ path: String) throws(SystemError) {
  do throws(SystemError) {
    try Descriptor.open(path, flags: O_RDONLY | O_DIRECTORY).synchronize()
  } catch {
    guard error.number == EINVAL else { throw error }
  }
}

/// Renames a file atomically, in place of any file at `newPath`.
package func renameFile(_ path: String, to newPath: String) throws(SystemError) {
  try retrying { unsafe rename(path, newPath) }
}
