import Dispatch
import SluiceBody
import SluiceTestSupport

/// An event that happens once, such as a server's script reaching a point. Any thread may report it.
final class Event: Sendable {
  struct Missed: Error {}

  private struct State {
    var hasHappened = false
    var callbacks: [@Sendable () -> Void] = []
  }

  private let state = Lock(State())

  var hasHappened: Bool { state.withLock { $0.hasHappened } }

  func happen() {
    let callbacks = state.withLock { state in
      defer { state.callbacks = [] }
      state.hasHappened = true
      return state.callbacks
    }
    for callback in callbacks { callback() }
  }

  /// Reports the event after a while.
  func happen(in time: Duration) {
    Task {
      try? await Task.sleep(for: time)
      happen()
    }
  }

  /// Calls back once the event has happened, possibly before this returns.
  func whenHappened(_ callback: @escaping @Sendable () -> Void) {
    let isNow = state.withLock { state in
      if !state.hasHappened { state.callbacks.append(callback) }
      return state.hasHappened
    }
    if isNow { callback() }
  }

  /// Waits for the event on the thread of a server's script.
  func waitOnThread() throws {
    let semaphore = DispatchSemaphore(value: 0)
    whenHappened { semaphore.signal() }
    guard semaphore.waitPatiently() else { throw Missed() }
  }

  func wait() async throws {
    guard await eventually({ hasHappened }) else { throw Missed() }
  }
}
