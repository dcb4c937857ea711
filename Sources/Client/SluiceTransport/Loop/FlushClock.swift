internal import SluiceBody

/// Limits how often the reader of a body is woken: once every millisecond at most. The pipe wakes it earlier if it has
/// enough bytes.
///
/// Fast bodies arrive in small pieces, and waking a thread for each would take longer than receiving it.
struct FlushClock {
  /// Whether bytes have been written to the pipe since its last flush.
  private(set) var isDue = false
  private var next: MonotonicInstant?

  /// Notes that bytes have been written.
  ///
  /// - Returns: Whether they are the first since the last flush.
  mutating func didWrite() -> Bool {
    defer { isDue = true }
    return !isDue
  }

  /// Notes that the pipe is flushed, if it may be.
  ///
  /// - Returns: The time from which on it may be, or `nil` if it is flushed now.
  mutating func flush(at now: MonotonicInstant) -> MonotonicInstant? {
    if let next, now < next { return next }
    isDue = false
    next = now + .milliseconds(1)
    return nil
  }
}
