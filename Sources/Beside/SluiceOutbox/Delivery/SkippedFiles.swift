internal import SluiceBody

/// The files and folders that a run leaves alone for a while, because the system could not read, write, move or remove
/// them.
///
/// ```
///  skip ─► a time, after 1 s, 2 s, 4 s … 1 min ─► tried again ─► end, or skip
/// ```
final class SkippedFiles: Sendable {
  private struct Skip {
    var delay: Duration
    var end: MonotonicInstant
    var isDelivered: Bool
  }

  private static let firstDelay = Duration.seconds(1)
  private static let maximumDelay = Duration.seconds(60)

  private let events: BoundedQueue<Outbox.Event>
  private let skips = Lock<[String: Skip]>([:])

  /// - Parameter events: The events of the run.
  init(events: BoundedQueue<Outbox.Event>) { self.events = events }

  /// Returns the time until which a file is left alone, or `nil` if it can be used.
  func wait(for path: String) -> Timestamp? {
    guard let end = skips.withLock({ $0[path]?.end }) else { return nil }
    let left = end - MonotonicInstant.now
    return left > .zero ? .now + left : nil
  }

  /// Returns whether the entry in a file was delivered.
  func isDelivered(_ path: String) -> Bool { skips.withLock { $0[path]?.isDelivered ?? false } }

  /// Leaves a file alone for a while, and reports it.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - error: The error.
  ///   - isDelivered: Whether it is the file of an entry that was delivered. Defaults to `false`.
  /// - Returns: The time of the next attempt.
  func skip(_ path: String, after error: any Error, isDelivered: Bool = false) async -> Timestamp {
    let delay = skips.withLock { skips in
      let delay = skips[path].map { min($0.delay * 2, Self.maximumDelay) } ?? Self.firstDelay
      skips[path] = Skip(delay: delay, end: .now + delay, isDelivered: isDelivered)
      return delay
    }
    let time = Timestamp.now + delay
    await events.append(.skipped(path: path, error, retryAt: time.date))
    return time
  }

  /// Forgets a file that could be used.
  func end(_ path: String) { _ = skips.withLock { $0.removeValue(forKey: path) } }
}
