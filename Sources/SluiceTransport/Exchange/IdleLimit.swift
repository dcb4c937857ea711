internal import SluiceBody

/// The maximum duration of an exchange without progress.
///
/// Activity is noticed at checks only, so an exchange may end up to a quarter of the limit late.
struct IdleLimit: Sendable {
  private let limit: Duration?
  private var lastActivity: MonotonicInstant
  private var lastMoved: Int64 = 0

  /// Starts the limit at a time, or `nil` for no limit.
  init(_ limit: Duration?, from start: MonotonicInstant) {
    self.limit = limit
    lastActivity = start
  }

  /// Notes activity other than moved bytes.
  mutating func restart(at now: MonotonicInstant) { lastActivity = now }

  /// Returns whether nothing has moved for as long as the limit.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - moved: The number of bytes that have been moved so far.
  ///   - isWaiting: Whether the exchange waits for its caller, which does not count.
  mutating func hasPassed(at now: MonotonicInstant, moved: Int64, isWaiting: Bool) -> Bool {
    guard let limit else { return false }
    if moved != lastMoved || isWaiting {
      lastMoved = moved
      lastActivity = now
    }
    return now - lastActivity >= limit
  }

  /// The message of the error for the time without progress.
  var message: String { "no progress for \((limit ?? .zero).inSeconds)" }

  /// Returns the time of the next check, or `nil` for never.
  func nextCheck(after now: MonotonicInstant) -> MonotonicInstant? {
    // A shift, because dividing 128 bits takes hundreds of instructions.
    limit.map { min(now + Duration(attoseconds: $0.attoseconds >> 2), lastActivity + $0) }
  }
}

extension Duration {
  /// The duration in seconds, rounded to milliseconds, such as `60 seconds` or `0.25 seconds`.
  package var inSeconds: String {
    let seconds = (self / .milliseconds(1)).rounded() / 1000
    return seconds == 1 ? "1 second" : "\(Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)") seconds"
  }
}
