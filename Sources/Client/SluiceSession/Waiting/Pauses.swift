internal import SluiceBody

/// The pauses of a transfer that the caller suspends: the time that does not count toward its time limit.
package final class Pauses: Sendable {
  private struct State {
    /// The current pause, or `nil` if there is none. The signal fires at its end.
    var current: (start: MonotonicInstant, end: Signal)?
    /// The duration of the earlier pauses.
    var earlier = Duration.zero
  }

  private let state = Lock(State())

  /// Begins a pause, unless there is one.
  func begin() {
    state.withLock { if $0.current == nil { $0.current = (.now, Signal()) } }
  }

  /// Ends the pause and resumes the waiting tasks.
  func end() {
    let end = state.withLock { state -> Signal? in
      guard let (start, end) = state.current.take() else { return nil }
      state.earlier += .now - start
      return end
    }
    end?.fire()
  }

  /// The duration of all pauses until now.
  var total: Duration {
    state.withLock { $0.earlier + ($0.current.map { .now - $0.start } ?? .zero) }
  }

  /// Waits until there is no pause, or the task is cancelled.
  func wait() async {
    await state.withLock { $0.current?.end }?.wait()
  }
}
