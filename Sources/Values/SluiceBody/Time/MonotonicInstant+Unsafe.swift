internal import Glibc

/// A time of the continuous clock.
///
/// Unlike that of `ContinuousClock.Instant`, its layout is known to the compiler. A structure that has one is copied
/// without calls of the Swift runtime, and an asynchronous function needs no memory of its own for it.
package struct MonotonicInstant: Hashable, Comparable, Sendable {
  /// The time since the start of the machine.
  private let offset: Duration

  /// The current time.
  package static var now: MonotonicInstant {
    var time = timespec()
    // SAFETY: the system writes to a local variable. The clock is that of `ContinuousClock`.
    unsafe clock_gettime(CLOCK_BOOTTIME, &time)
    return MonotonicInstant(offset: .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec))
  }

  package static func + (instant: MonotonicInstant, time: Duration) -> MonotonicInstant {
    MonotonicInstant(offset: instant.offset + time)
  }

  package static func - (instant: MonotonicInstant, time: Duration) -> MonotonicInstant {
    MonotonicInstant(offset: instant.offset - time)
  }

  /// Returns the time from `other` to `instant`.
  package static func - (instant: MonotonicInstant, other: MonotonicInstant) -> Duration {
    instant.offset - other.offset
  }

  package static func < (instant: MonotonicInstant, other: MonotonicInstant) -> Bool {
    instant.offset < other.offset
  }
}

extension Task where Success == Never, Failure == Never {
  /// Waits until a time, or the cancellation of the task.
  ///
  /// - Throws: A `CancellationError`.
  package static func sleep(until instant: MonotonicInstant) async throws {
    try await sleep(for: Swift.max(Duration.zero, instant - MonotonicInstant.now), clock: .continuous)
  }
}
