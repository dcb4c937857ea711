internal import Glibc

// Locks of single bytes of a file, which need not exist. They belong to the open file, and end with it.
//
// SAFETY: the pointers in these calls are to local variables that live until the calls return.

extension Descriptor {
  /// Locks the byte at `offset` for this descriptor until ``release(byteAt:)``, or until the process ends.
  ///
  /// Threads that share the descriptor share the lock.
  ///
  /// - Parameters:
  ///   - offset: The offset, which may be beyond the end of the file.
  ///   - isWaiting: Whether to block while another descriptor has locked the byte.
  /// - Returns: `false` if another descriptor has locked it.
  package func claim(byteAt offset: Int64, isWaiting: Bool = false) throws(SystemError) -> Bool {
    do throws(SystemError) {
      // `F_OFD_SETLKW` and `F_OFD_SETLK`, which Swift does not import.
      try setLock(isWaiting ? 38 : 37, CInt(F_WRLCK), offset)
      return true
    } catch {
      if error.number == EAGAIN || error.number == EACCES { return false }
      throw error
    }
  }

  /// Unlocks the byte at `offset`.
  package func release(byteAt offset: Int64) { try? setLock(37, CInt(F_UNLCK), offset) }

  private func setLock(_ command: CInt, _ type: CInt, _ offset: Int64) throws(SystemError) {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    lock.l_start = off_t(offset)
    lock.l_len = 1
    try retrying { unsafe fcntl(rawValue, command, &lock) }
  }
}
