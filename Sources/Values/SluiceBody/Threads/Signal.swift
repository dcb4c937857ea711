/// An event that occurs once, and that any number of tasks waits for. All copies are the same event.
///
/// ```
///                    the signal fires      a waiting task is cancelled
///  the task          resumes               resumes
///  other tasks       resume                wait on
///  later wait()      returns at once       waits
/// ```
package struct Signal: Sendable {
  private struct State {
    var hasFired = false
    /// The tasks that wait, by the numbers of their waits.
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    var lastNumber = 0
  }

  private let state = Lock(State())

  package init() {}

  /// Whether the signal has fired.
  package var hasFired: Bool { state.withLock { $0.hasFired } }

  /// Resumes the waiting tasks. From now on, `wait()` returns at once.
  package func fire() {
    let waiting = state.withLock { state in
      state.hasFired = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Suspends until the signal has fired or the task is cancelled.
  package func wait() async {
    let number = state.withLock { state -> Int? in
      if state.hasFired { return nil }
      state.lastNumber += 1
      return state.lastNumber
    }
    guard let number else { return }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasFired = state.withLock { state in
          if !state.hasFired { state.waiting[number] = continuation }
          return state.hasFired
        }
        if hasFired { return continuation.resume() }
        // If the task was cancelled before, the handler has found nothing to resume.
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
  }

  /// Resumes a single task, if it still waits.
  private func leave(_ number: Int) {
    state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
  }
}
