internal import Glibc

// What it takes to be a file's only writer. The calls point to paths and locals that live until they return.

extension Descriptor {
  /// Opens a file to append to it. Never waits, as for a FIFO's reader, and never goes through a symbolic link.
  static func openForAppending(_ path: String, creating: Bool) throws(SystemError) -> Descriptor {
    let flags = O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | (creating ? O_CREAT : 0)
    return Descriptor(owning: try retrying { unsafe Glibc.open(path, flags, 0o666) })
  }

  /// Takes the file for this descriptor alone, until it is released. False where another has it.
  func claim() throws(SystemError) -> Bool {
    do throws(SystemError) {
      try retrying { flock(rawValue, LOCK_EX | LOCK_NB) }
      return true
    } catch {
      if error.number == EWOULDBLOCK { return false }
      throw error
    }
  }

  /// Gives the file free. Closing does not where there are copies, as in a process that was forked and has not executed its
  /// program yet.
  func release() { _ = flock(rawValue, LOCK_UN) }

  /// Whether the path names the file that is open.
  func isFile(at path: String) -> Bool {
    var (open, named) = (stat(), stat())
    guard unsafe fstat(rawValue, &open) == 0, unsafe lstat(path, &named) == 0 else { return false }
    return open.st_dev == named.st_dev && open.st_ino == named.st_ino
  }

  /// Empties the file.
  func truncate() throws(SystemError) {
    try retrying { ftruncate(rawValue, 0) }
  }

  /// Returns when what was written is on the disk.
  func synchronize() throws(SystemError) {
    try retrying { fsync(rawValue) }
  }
}

/// Gives a file another name, from one moment to the next, in place of what has it.
func renameFile(_ path: String, to newPath: String) throws(SystemError) {
  try retrying { unsafe rename(path, newPath) }
}
