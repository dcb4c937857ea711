import Glibc

/// A limit of processor time that grows linearly with the input: 20 ms and 10 µs for each byte, or 20 times that in
/// debug builds.
///
/// Work that takes too long is repeated up to two times, since a busy machine can make a single run slow. Only work of
/// the calling thread counts, because other threads may do other work.
package enum WorkBudget {
  private static let attempts = 3

  /// Runs `body` within the limit.
  ///
  /// - Parameter body: The work, which returns the number of bytes that it was done for.
  /// - Throws: `BrokenProperty` if all attempts exceed the limit, or any error of `body`.
  package static func spend(_ body: () throws -> Int) throws {
    for attempt in 1...attempts {
      let start = ThreadClock.nanoseconds
      let count = try body()
      let spent = ThreadClock.nanoseconds - start
      let allowed = (20_000_000 + 10_000 * count) * slowness
      if spent <= allowed { return }
      try require(
        attempt < attempts,
        "\(WorkTime(spent)) for \(count) bytes: the limit is \(WorkTime(allowed))")
    }
  }

  /// The factor for code that is not optimized: 20 in debug builds, otherwise 1.
  private static let slowness: Int = {
    var isDebug = false
    assert({ isDebug = true }() == ())
    return isDebug ? 20 : 1
  }()
}

/// A time in nanoseconds, as messages state it: in milliseconds, with a digit after the point.
package struct WorkTime: CustomStringConvertible {
  package let description: String

  init(_ nanoseconds: Int) {
    let tenths = (nanoseconds + 50_000) / 100_000
    description = "\(tenths / 10).\(tenths % 10) ms"
  }

  /// Whether a message is about the limit of processor time, which a sanitizer exceeds sooner.
  package static func isSubject(of message: some StringProtocol) -> Bool {
    message.contains(" bytes: the limit is ")
  }
}

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
