public import Dispatch
public import Foundation
public import SluiceSession
internal import SluiceTransfers
internal import SluiceTransport

/// A direction in which the bytes of a transfer move.
public enum TransferDirection: Hashable, Sendable {
  /// The bytes of the request's body.
  case sending
  /// The bytes of the response's body, as encoded by the server.
  case receiving
}

extension TransferHandle {
  /// Returns a `Progress` that shows the transfer, and controls it.
  ///
  /// ```swift
  /// let progress = transfer.makeProgress()
  /// parent.addChild(progress, withPendingUnitCount: 1)
  /// transfer.start()
  /// progress.pause()              // suspends the transfer
  /// ```
  ///
  /// - Its units are bytes. It is indeterminate while the total is unknown. The last byte is counted when the transfer
  ///   has finished, so that `isFinished` means that its value is there. If the transfer has no bytes, there is a
  ///   single unit. With another attempt, the count restarts, as in ``TransferProgress``.
  /// - `cancel()`, `pause()` and `resume()` act on the transfer, also if they are called on a parent. A pause is one
  ///   suspension: `resume()` undoes it, but no suspension by others.
  /// - Other changes of the transfer are shown: `isPaused` while it is suspended, `isCancelled` when it has
  ///   been cancelled. A transfer that has failed leaves its progress unfinished. After the end, the progress can no
  ///   longer be cancelled or paused.
  /// - `userInfo` has the throughput and the estimated time remaining under Foundation's keys, if they are known and
  ///   `direction` is the one that they are about, and after a download the URL of the file.
  ///
  /// On Linux, Foundation's `Progress` does not synchronize its properties, does not support key-value observing, and
  /// has no texts. Use the progress and its parents only on `queue`, on which they change: code of the main actor with
  /// the main queue, for example. ``TransferHandle/progressUpdates`` reports changes.
  ///
  /// The progress keeps the transfer until the end, but a transfer does not keep its progress: without another
  /// reference, for example from a parent, it is released.
  ///
  /// - Parameters:
  ///   - direction: The bytes to count. Defaults to `nil`, for the ones that
  ///     ``TransferProgress/transferredByteCount`` counts, which depend on the transfer.
  ///   - queue: The serial queue on which the progress changes, and that this method is called on. Defaults to the main
  ///     queue.
  public func makeProgress(of direction: TransferDirection? = nil, on queue: DispatchQueue = .main)
    -> Progress
  {
    let progress = MirroredProgress(
      MirroredProgress.Controls(cancel: cancel) { [self] in if $0 { suspend() } else { resume() } })
    progress.kind = .file
    if kind == .download {
      progress.setUserInfoObject(Progress.FileOperationKind.downloading, forKey: .fileOperationKindKey)
    }
    progress.mirror(progressUpdates, on: queue) { [self] in
      MirroredProgress.Snapshot(self.progress, direction, state)
    } last: { [self] in
      var last = MirroredProgress.Snapshot(self.progress, direction, state)
      if state == .finished, let download = self as? Transfer<DownloadedFile> {
        last.fileURL = try? await URL(filePath: download.value.path)
      }
      return last
    }
    return progress
  }
}

extension MirroredProgress.Snapshot {
  fileprivate init(_ progress: TransferProgress, _ direction: TransferDirection?, _ state: TransferState) {
    let main = (progress.transferredByteCount, progress.totalByteCount)
    let counts =
      switch direction {
      case nil: main
      case .sending: (progress.sentBodyByteCount, progress.requestBodyByteCount)
      case .receiving: (progress.receivedBodyByteCount, progress.responseBodyByteCount)
      }
    (completed, total) = counts
    if counts == main { (rate, timeLeft) = (progress.rate, progress.timeLeft) }
    isSuspended = state == .suspended
    end =
      switch state {
      case .created, .running, .suspended: nil
      case .finished: .finished
      case .failed: .failed
      case .cancelled: .cancelled
      }
  }
}
