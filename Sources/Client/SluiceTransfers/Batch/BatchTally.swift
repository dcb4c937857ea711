internal import SluiceBody
internal import SluiceSession

/// The counts of a batch, and the transfers that run.
struct BatchTally {
  /// The progress of the transfers that have ended.
  private var ended: BatchProgress
  /// The sum of the sizes of the transfers that have ended, or `nil` if one was unknown.
  private var endedByteCount: Int64? = 0
  private var running = Slots<TransferControl>()

  init(totalCount: Int?) { ended = BatchProgress(totalCount: totalCount) }

  /// Adds a transfer that is about to run.
  ///
  /// - Returns: Its number among those that run.
  mutating func begin(_ transfer: TransferControl) -> Int {
    ended.startedCount += 1
    return running.insert(transfer)
  }

  /// Notes that a transfer has ended.
  ///
  /// - Parameters:
  ///   - number: What ``begin(_:)`` has returned.
  ///   - isFinished: Whether it has its value.
  mutating func end(_ number: Int, isFinished: Bool) {
    guard let transfer = running.remove(number) else { return }
    if isFinished {
      ended.finishedCount += 1
    } else {
      ended.failedCount += 1
    }
    let (transferred, total) = transfer.byteCounts
    ended.add(transferred)
    endedByteCount = sum(endedByteCount, total ?? transferred)
  }

  /// Notes that no other transfer begins, so that their number is known.
  ///
  /// - Returns: The transfers that run.
  mutating func stop() -> [TransferControl] {
    if ended.totalCount == nil { ended.totalCount = ended.startedCount }
    return running.all
  }

  /// The progress, with that of the transfers that run.
  var progress: BatchProgress {
    var progress = ended
    var total = progress.startedCount == progress.totalCount ? endedByteCount : nil
    for transfer in running.all {
      let one = transfer.byteCounts
      progress.add(one.transferred)
      total = sum(total, one.total)
    }
    progress.totalByteCount = total
    return progress
  }

  private func sum(_ count: Int64?, _ other: Int64?) -> Int64? {
    guard let count, let other else { return nil }
    return .sum(count, other)
  }
}
