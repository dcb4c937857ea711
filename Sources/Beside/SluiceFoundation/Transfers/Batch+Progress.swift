public import Dispatch
public import Foundation
internal import SluiceSession
public import SluiceTransfers

extension Batch {
  /// Returns a `Progress` that shows the batch, and can cancel it.
  ///
  /// Its units are transfers. It is indeterminate while their number is unknown, and finished when all have ended,
  /// whatever their results. A batch cannot be paused. For the rest, see
  /// ``SluiceSession/TransferHandle/makeProgress(of:on:)``.
  ///
  /// - Parameter queue: The serial queue on which the progress changes, and that this method is called on. Defaults to
  ///   the main queue.
  public func makeProgress(on queue: DispatchQueue = .main) -> Progress {
    let progress = MirroredProgress(MirroredProgress.Controls(cancel: cancel))
    progress.mirror(progressUpdates, on: queue) { [self] in
      MirroredProgress.Snapshot(self.progress)
    } last: { [self] in
      var last = MirroredProgress.Snapshot(self.progress)
      last.end = last.completed == last.total ? .finished : .cancelled
      return last
    }
    return progress
  }
}

extension MirroredProgress.Snapshot {
  fileprivate init(_ progress: BatchProgress) {
    completed = Int64(progress.finishedCount) + Int64(progress.failedCount)
    total = progress.totalCount.map { Int64($0) }
  }
}
