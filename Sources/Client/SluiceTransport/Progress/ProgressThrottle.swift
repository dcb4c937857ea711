package import SluiceBody

/// Limits how often progress is reported: once every 50 ms at most.
///
/// That is often enough for a progress bar, and rare enough to cost nothing.
package struct ProgressThrottle: Sendable {
  private var next: MonotonicInstant?

  /// Creates a throttle that admits the first report.
  package init() {}

  /// Returns whether to report at a time, and notes the report.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - atOnce: Whether to report whenever the last report was. Defaults to `false`.
  package mutating func admits(at now: MonotonicInstant, atOnce: Bool = false) -> Bool {
    if !atOnce, let next, now < next { return false }
    next = now + .milliseconds(50)
    return true
  }
}
