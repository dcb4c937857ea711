/// An event that occurs once, and that a single task waits for.
package final class Signal: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case fired
  }

  private let state = Lock(State.idle)

  package init() {}

  /// Resumes the waiting task. If there is none, the next `wait()` returns at once.
  package func fire() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      defer { state = .fired }
      return if case .waiting(let continuation) = state { continuation } else { nil }
    }
    waiting?.resume()
  }

  /// Suspends until the signal has fired or the task is cancelled.
  package func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasFired = state.withLock { state in
          if case .fired = state { return true }
          state = .waiting(continuation)
          return false
        }
        if hasFired { continuation.resume() }
      }
    } onCancel: {
      fire()
    }
  }
}
