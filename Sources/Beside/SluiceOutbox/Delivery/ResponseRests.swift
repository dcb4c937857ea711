internal import SluiceBody
internal import SluiceSession

/// The rests of responses to delivered requests. They are read so that their connections can be used again. No entry
/// waits for them, so a server that sends them slowly holds nothing but a connection.
final class ResponseRests: Sendable {
  private struct State {
    var tasks: [Int: Task<Void, Never>] = [:]
    var last = 0
  }

  /// The time that the end of a run waits for them.
  private static let patience = Duration.seconds(1)

  private let limit: Int
  private let state = Lock(State())

  /// - Parameter limit: The maximum number of rests at a time.
  init(limit: Int) { self.limit = limit }

  deinit { cancel() }

  /// Reads the rest of a response. If too many are being read, the response is released instead, which ends it.
  func read(_ response: SessionResponse) {
    state.withLock { state in
      guard state.tasks.count < limit else { return }
      state.last += 1
      state.tasks[state.last] = Task { [weak self, number = state.last] in
        await response.discard()
        _ = self?.state.withLock { $0.tasks.removeValue(forKey: number) }
      }
    }
  }

  /// Waits for a moment until all have been read, and ends those that are left.
  func finish() async {
    let timer = Task {
      try await Task.sleep(for: Self.patience)
      cancel()
    }
    for task in state.withLock({ Array($0.tasks.values) }) { await task.value }
    timer.cancel()
  }

  /// Ends all of them.
  func cancel() {
    for task in state.withLock({ Array($0.tasks.values) }) { task.cancel() }
  }
}
