/// When a checkpoint of something that changes often is written: after an interval at the earliest, and for at most a
/// fifth of the time, however slow the disk is.
///
/// ```
///  changes   ││││││││││││││││││││││││││││││││││
///  writes         ├─┤            ├──┤                  with the interval ├──────┤
///  pauses    ├────┤ ├───────────┤   ├──────────────┤
/// ```
package struct CheckpointPace: Sendable {
  private let interval: Duration
  /// The time from which the next write may begin; `nil` while one runs.
  private var next: MonotonicInstant?

  /// - Parameters:
  ///   - interval: The shortest pause between two writes.
  ///   - start: The time at which the first pause begins.
  package init(every interval: Duration, from start: MonotonicInstant) {
    self.interval = interval
    next = start + interval
  }

  /// Begins a write if it is time for it, and none is running.
  ///
  /// - Returns: Whether the caller writes, and calls ``end(since:at:)``.
  package mutating func begin(at now: MonotonicInstant) -> Bool {
    guard let next, now >= next else { return false }
    self.next = nil
    return true
  }

  /// Ends a write, and begins a pause.
  package mutating func end(since start: MonotonicInstant, at now: MonotonicInstant) {
    next = now + Self.pause(after: now - start, atLeast: interval)
  }

  /// Returns the pause after a write.
  ///
  /// - Parameters:
  ///   - duration: The time that the write took.
  ///   - interval: The shortest pause. Defaults to none.
  package static func pause(after duration: Duration, atLeast interval: Duration = .zero) -> Duration {
    max(interval, duration * 4)
  }
}
