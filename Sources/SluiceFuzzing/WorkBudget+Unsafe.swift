import Glibc

/// Holds a target to work that grows with its input and no faster: in processor time, of which a parser with quadratic
/// work takes many times what it may at inputs of 32 KiB. What takes too long is tried again, since a machine that is busy
/// with other things can make one run slow.
enum WorkBudget {
  private static let attempts = 3

  /// - Parameter body: gives how many bytes it worked on.
  static func spend(_ body: () throws -> Int) throws {
    for attempt in 1...attempts {
      let start = processorTime
      let count = try body()
      let spent = processorTime - start
      let allowed = (20_000_000 + 10_000 * count) * slowness
      if spent <= allowed { return }
      try require(
        attempt < attempts,
        "\(spent / 1_000_000) ms for \(count) bytes: at most \(allowed / 1_000_000) wanted")
    }
  }

  /// Nanoseconds, of all threads.
  private static var processorTime: Int {
    var time = timespec()
    // SAFETY: the call fills the structure that it is handed and keeps nothing.
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Code that is not optimised takes its time.
  private static let slowness: Int = {
    var isDebug = false
    assert({ isDebug = true }() == ())
    return isDebug ? 20 : 1
  }()
}
