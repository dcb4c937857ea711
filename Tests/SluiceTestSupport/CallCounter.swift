internal import SluiceBody

/// How often something was called, from whatever thread.
package final class CallCounter: Sendable {
  private let counter = Lock(0)

  package init() {}

  package var count: Int { counter.withLock { $0 } }

  package func add() { counter.withLock { $0 += 1 } }
}
