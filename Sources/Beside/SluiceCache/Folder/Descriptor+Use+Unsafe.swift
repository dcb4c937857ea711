internal import Glibc
internal import SluiceBody

extension Descriptor {
  /// Sets the file's time of modification to the current time. A failure is not an error.
  ///
  /// The time that the system sets when a file is written is that of its last tick, which is too coarse to order uses.
  func markUsed() {
    // SAFETY: the system reads and writes local variables during the calls.
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    // `UTIME_OMIT`, which Swift does not import: the time of access stays.
    let times = [timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2), now]
    _ = unsafe futimens(rawValue, times)
  }
}

/// Creates a folder of a store, in one that exists. An existing one is not an error.
func createFolder(_ path: String) throws(SystemError) {
  // SAFETY: the path lives until the call returns.
  while unsafe mkdir(path, 0o700) != 0 {
    let number = errno
    if number == EEXIST { return }
    if number != EINTR { throw SystemError(number: number) }
  }
}

/// Removes a folder if it is empty. A failure is not an error.
func removeEmptyFolder(_ path: String) {
  // SAFETY: the path lives until the call returns.
  _ = unsafe rmdir(path)
}
