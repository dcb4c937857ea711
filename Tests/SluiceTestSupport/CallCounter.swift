internal import SluiceBody

/// A counter of calls, which may come from any thread.
package final class CallCounter: Sendable {
  private let counter = Lock(0)

  package init() {}

  /// The number of calls so far.
  package var count: Int { counter.withLock { $0 } }

  /// Counts one call, and returns the number of calls so far.
  @discardableResult
  package func add() -> Int {
    counter.withLock { count in
      count += 1
      return count
    }
  }
}
