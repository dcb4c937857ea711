import Glibc

/// The processor time of the calling thread.
enum ThreadClock {
  /// The time since the thread started, in nanoseconds.
  static var nanoseconds: Int {
    var time = timespec()
    // SAFETY: The call fills the structure that it gets and does not keep its address.
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
}
