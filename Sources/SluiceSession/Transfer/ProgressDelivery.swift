internal import SluiceBody
internal import SluiceTransport

/// Delivers the progress of a call to its observer, in its own task. A slow observer gets the newest update, and
/// always the last one.
struct ProgressDelivery: Sendable {
  /// Receives the updates.
  let report: TransferProgress.Report
  private let updates: AsyncStream<TransferProgress>.Continuation
  private let task: Task<Void, Never>

  init(to observer: @escaping TransferProgress.Report) {
    let (stream, updates) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    self.updates = updates
    report = { updates.yield($0) }
    // The observer may block, and two that do would hold all threads that async code shares on a small machine.
    task = Task(executorPreference: BlockingExecutor.shared) {
      for await update in stream { observer(update) }
    }
  }

  /// Ends the delivery, and waits until the observer has received the last update.
  ///
  /// - Parameter deadline: The time until which to wait.
  func finish(until deadline: Deadline) async {
    updates.finish()
    await deadline.waiting { [task] in await task.value }
  }
}
