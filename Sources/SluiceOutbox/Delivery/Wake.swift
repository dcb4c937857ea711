internal import SluiceBody

/// An event that occurs repeatedly, and that a single task waits for. Events before the wait are merged into one.
final class Wake: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case fired
  }

  private let state = Lock(State.idle)

  /// Resumes the waiting task, or lets the next wait return at once.
  func fire() {
    let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if case .waiting(let continuation) = state {
        state = .idle
        return continuation
      }
      state = .fired
      return nil
    }
    waiting?.resume()
  }

  /// Suspends until the event occurs, the time has passed, or the task is cancelled.
  ///
  /// - Parameter limit: The maximum time to wait; `nil` for no limit.
  func wait(atMost limit: Duration? = nil) async {
    let timer = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        fire()
      }
    }
    defer { timer?.cancel() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasFired = state.withLock { state in
          if case .fired = state {
            state = .idle
            return true
          }
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
