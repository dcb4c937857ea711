internal import SluiceBody

/// A task that runs transfers, one after the other: that of a handle, or those of a batch.
///
/// Whoever cancels a transfer cancels the task that runs it. So a task takes another transfer only when the one before
/// has finished or failed, because nothing can cancel that any more.
package final class TransferWorker: Sendable {
  private struct State {
    /// The task, or `nil` until the start and after the end.
    var task: Task<Void, Never>?
    var isCancelled = false
  }

  private let state = Lock(State())

  package init() {}

  /// Starts the task. Called once.
  package func start(_ operation: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      let task = Task { [self] in
        await operation()
        self.state.withLock { $0.task = nil }
      }
      state.task = task
      if state.isCancelled { task.cancel() }
    }
  }

  /// Cancels the task, also before its start.
  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}
