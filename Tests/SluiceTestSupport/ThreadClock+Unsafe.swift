internal import Glibc

/// A clock of the processor time of this thread, independent of other work on the machine.
package enum ThreadClock {
  package static func measure(_ work: () -> Void) -> Duration {
    let start = now
    work()
    return now - start
  }

  private static var now: Duration {
    var time = timespec()
    // SAFETY: The pointer is to a local variable of the right type, for the duration of the call.
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
