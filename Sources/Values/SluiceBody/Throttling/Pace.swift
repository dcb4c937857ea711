/// The times at which a throttled body may be read, and the number of bytes that may be read then.
///
/// A body in packets of 4 bytes with a delay of 100 ms, read into a buffer for 3 bytes, step by step:
///
/// ```
/// call         time     allowance   next
/// init         0 ms     4           0 ms
/// didRead(3)   0 ms     1           0 ms     the rest of the packet
/// didRead(1)   5 ms     0           105 ms   the delay follows the packet's last byte
///              105 ms   4           105 ms
/// ```
struct Pace {
  private enum Limit {
    case rate(TokenBucket)
    case packets(delay: Duration, rest: Int)
  }

  /// The minimum number of bytes that are read at once: a packet, or as many as the rate allows in 50 ms.
  private let step: Int
  private var limit: Limit
  /// The time from which on the body may be read, once the allowance is 0.
  private(set) var next: MonotonicInstant

  /// Creates the pace of a body that is read at a limited rate, without a burst at its start.
  init(maximumRate rate: Int64, at now: MonotonicInstant) {
    step = max(1, Int(clamping: rate / 20))
    var bucket = TokenBucket(rate: rate, burstOfAtLeast: 2 * step, and: .milliseconds(100), at: now)
    bucket.consume(bucket.available(at: now) - step, at: now)
    limit = .rate(bucket)
    next = now
  }

  /// Creates the pace of a body that is read in packets, with a delay after each.
  init(packetByteCount: Int, delay: Duration, at now: MonotonicInstant) {
    step = max(1, packetByteCount)
    limit = .packets(delay: min(max(delay, .zero), Self.longestDelay), rest: step)
    next = now
  }

  /// Returns the number of bytes that may be read.
  func allowance(at now: MonotonicInstant) -> Int {
    switch limit {
    case .rate(let bucket):
      let count = bucket.available(at: now)
      return count >= step ? count : 0
    case .packets(_, let rest): return now >= next ? rest : 0
    }
  }

  /// Counts bytes that have been read, no more than the allowance.
  mutating func didRead(_ count: Int, at now: MonotonicInstant) {
    switch limit {
    case .rate(var bucket):
      bucket.consume(count, at: now)
      limit = .rate(bucket)
      next = bucket.time(of: step)
    case .packets(let delay, let rest) where count < rest: limit = .packets(delay: delay, rest: rest - count)
    case .packets(let delay, _):
      limit = .packets(delay: delay, rest: step)
      next = now + delay
    }
  }

  /// More than a century. The Swift runtime traps on sleeps of the longest durations.
  private static let longestDelay = Duration.seconds(1 << 32)
}
