internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

/// The counts of a batch, and the transfers that run.
final class BatchTally: Sendable {
  private struct State {
    var progress: BatchProgress
    var running: [Int: any TransferHandle] = [:]
    /// The sum of the sizes of the transfers that have ended, or `nil` if one was unknown.
    var endedByteCount: Int64? = 0
    var hasEnded = false
  }

  private let state: Lock<State>
  private let hasStopped = Signal()

  init(totalCount: Int?) { state = Lock(State(progress: BatchProgress(totalCount: totalCount))) }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Adds a transfer that is about to run.
  ///
  /// - Returns: Whether it may start: the batch has not ended.
  func begin(_ index: Int, _ transfer: any TransferHandle) -> Bool {
    state.withLock { state in
      if state.hasEnded { return false }
      state.running[index] = transfer
      state.progress.startedCount += 1
      return true
    }
  }

  /// Notes that a transfer has ended.
  ///
  /// - Parameter isFinished: Whether it has its value.
  func end(_ index: Int, _ transfer: any TransferHandle, isFinished: Bool) {
    let progress = transfer.progress
    state.withLock { state in
      guard state.running.removeValue(forKey: index) != nil else { return }
      if isFinished {
        state.progress.finishedCount += 1
      } else {
        state.progress.failedCount += 1
      }
      state.progress.add(progress.transferredByteCount)
      state.endedByteCount = sum(
        state.endedByteCount, progress.totalByteCount ?? progress.transferredByteCount)
    }
  }

  /// Ends the batch: cancels the transfers that run.
  func end() {
    let running = state.withLock { state -> [any TransferHandle] in
      if state.hasEnded { return [] }
      state.hasEnded = true
      // The number of transfers is known now, but for those that were not started.
      if state.progress.totalCount == nil { state.progress.totalCount = state.progress.startedCount }
      return Array(state.running.values)
    }
    for transfer in running { transfer.cancel() }
    hasStopped.fire()
  }

  /// The progress, with that of the transfers that run.
  var progress: BatchProgress {
    state.withLock { state in
      var progress = state.progress
      var total = progress.startedCount == progress.totalCount ? state.endedByteCount : nil
      for transfer in state.running.values {
        let one = transfer.progress
        progress.add(one.transferredByteCount)
        total = sum(total, one.totalByteCount)
      }
      progress.totalByteCount = total
      return progress
    }
  }

  private func sum(_ count: Int64?, _ other: Int64?) -> Int64? {
    guard let count, let other else { return nil }
    return .sum(count, other)
  }

  /// Waits until the batch ends, for a time at most, or until the task is cancelled.
  func waitForEnd(atMost limit: Duration) async {
    await withTaskGroup { group in
      group.addTask { [hasStopped] in await hasStopped.wait() }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }
}
