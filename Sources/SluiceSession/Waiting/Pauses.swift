internal import SluiceBody

/// The pauses of a transfer that the caller suspends: the time that does not count toward its time limit.
package final class Pauses: Sendable {
  private struct State {
    /// The start of the current pause, or `nil` if there is none.
    var start: ContinuousClock.Instant?
    /// The duration of the earlier pauses.
    var earlier = Duration.zero
    var waiting: [Signal] = []
  }

  private let state = Lock(State())

  /// Begins a pause, unless there is one.
  func begin() {
    state.withLock { if $0.start == nil { $0.start = .now } }
  }

  /// Ends the pause and resumes the waiting tasks.
  func end() {
    let waiting = state.withLock { state -> [Signal] in
      if let start = state.start.take() { state.earlier += .now - start }
      defer { state.waiting = [] }
      return state.waiting
    }
    for signal in waiting { signal.fire() }
  }

  /// The duration of all pauses until now.
  var total: Duration {
    state.withLock { $0.earlier + ($0.start.map { .now - $0 } ?? .zero) }
  }

  /// Waits until there is no pause, or the task is cancelled.
  func wait() async {
    let signal = state.withLock { state -> Signal? in
      guard state.start != nil else { return nil }
      let signal = Signal()
      state.waiting.append(signal)
      return signal
    }
    await signal?.wait()
  }
}
