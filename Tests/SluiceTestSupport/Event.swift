import Dispatch
internal import SluiceBody

/// An event that happens once, such as a server's script reaching a point. Any thread may report it.
package final class Event: Sendable {
  package struct Missed: Error {}

  private struct State {
    var hasHappened = false
    var callbacks: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())

  package init() {}

  package var hasHappened: Bool { state.withLock { $0.hasHappened } }

  package func happen() {
    let callbacks = state.withLock { state in
      defer { state.callbacks = [] }
      state.hasHappened = true
      return state.callbacks
    }
    for callback in callbacks { callback() }
  }

  /// Calls back once the event has happened, possibly before this returns.
  package func whenHappened(_ callback: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if !state.hasHappened { state.callbacks.append(callback) }
      return state.hasHappened
    }
    if isNow { callback() }
  }

  /// Waits for the event, and blocks the current thread.
  package func waitOnThread() throws {
    let semaphore = DispatchSemaphore(value: 0)
    whenHappened { semaphore.signal() }
    guard semaphore.waitPatiently() else { throw Missed() }
  }

  package func wait() async throws {
    guard await eventually({ hasHappened }) else { throw Missed() }
  }
}
