/// A limit on the number of bytes per second, with bursts of limited length.
///
/// The bucket stores the time by which the rate allows all consumed bytes, so it accumulates no rounding errors.
/// With a rate of 1000 and a burst of 100 ms, step by step:
///
/// ```
/// call                       time    available   allowed by
/// init                       0 ms    100         -100 ms
/// consume(100)               0 ms    0           0 ms
///                            30 ms   30
/// consume(50)                30 ms   -20         50 ms       consuming more than is available is a debt
///                            50 ms   0
///                            900 ms  100         800 ms      never more than the burst
/// ```
package struct TokenBucket: Sendable {
  private let rate: Double
  private let burst: Duration
  /// The time by which the rate allows the consumed bytes.
  private var allowedBy: MonotonicInstant

  /// Creates a full bucket.
  ///
  /// - Parameters:
  ///   - rate: The maximum number of bytes per second. Less than 1 counts as 1.
  ///   - byteCount: The number of bytes that a burst contains at least.
  ///   - burst: The duration whose bytes a burst contains at least.
  ///   - now: The current time.
  package init(
    rate: Int64, burstOfAtLeast byteCount: Int, and burst: Duration, at now: MonotonicInstant
  ) {
    self.rate = Double(max(rate, 1))
    self.burst = max(burst, .seconds(Double(byteCount) / self.rate))
    allowedBy = now - self.burst
  }

  /// Returns the number of bytes that can be consumed without a debt. It is negative during a debt.
  package func available(at now: MonotonicInstant) -> Int {
    let count = (now - max(allowedBy, now - burst)).inSeconds * rate
    // The time of ``time(of:)`` is rounded.
    return Int(clamping: Int64(exactly: (count + 0.001).rounded(.down)) ?? (count < 0 ? .min : .max))
  }

  /// Consumes bytes, or returns them if `count` is negative.
  package mutating func consume(_ count: Int, at now: MonotonicInstant) {
    allowedBy = max(allowedBy, now - burst) + .seconds(Double(count) / rate)
  }

  /// Returns the time from which on a number of bytes is available, if none are consumed before.
  package func time(of count: Int) -> MonotonicInstant {
    allowedBy + .seconds(Double(count) / rate)
  }
}

extension Duration {
  fileprivate var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}
