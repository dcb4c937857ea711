public import Dispatch
public import Foundation
internal import SluiceBody
public import SluiceSession
public import SluiceTransfers
public import SluiceTransport

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

extension TransferBatch {
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

/// A progress that shows and controls a transfer or a batch.
///
/// ```
///  parent.pause() ─► pause() ─► controls.setSuspended ─► the transfer
///                                                            │ updates
///  parent ◄─ completedUnitCount ◄─ show(snapshot) ◄─ queue ◄─┘
/// ```
///
/// Foundation's handlers are not used: on Linux, they are called later and in any order, so that a pause could follow
/// the resumption after it.
///
/// SAFETY: `@unchecked Sendable` restates the conformance of `Progress`. Its own properties are written before it is
/// returned to the caller, or hold a lock. Those of `Progress` are used on the queue.
final class MirroredProgress: Progress, @unchecked Sendable {
  /// The state at one time.
  struct Snapshot: Sendable {
    enum End {
      case finished, failed, cancelled
    }

    var completed: Int64
    /// The number of units, or `nil` if unknown.
    var total: Int64?
    /// The bytes per second, or `nil` if unknown.
    var rate: Double?
    var timeLeft: Duration?
    var isSuspended = false
    var fileURL: URL?
    var end: End?
  }

  /// The actions of the progress on its transfer or batch.
  struct Controls: Sendable {
    let cancel: @Sendable () -> Void
    /// Suspends or resumes it, or `nil` if it cannot be paused.
    var setSuspended: (@Sendable (Bool) -> Void)?
  }

  private struct Control {
    /// The controls, or `nil` after the end.
    var controls: Controls?
    /// Whether the progress has suspended its transfer.
    var hasSuspended = false
  }

  private let control: Lock<Control>
  private var task: Task<Void, Never>?

  init(_ controls: Controls) {
    control = Lock(Control(controls: controls))
    super.init(parent: nil, userInfo: nil)
    isCancellable = true
    isPausable = controls.setSuspended != nil
  }

  deinit { task?.cancel() }

  override func cancel() {
    super.cancel()
    control.withLock { $0.controls }?.cancel()
  }

  override func pause() {
    super.pause()
    setSuspended(true)
  }

  override func resume() {
    super.resume()
    setSuspended(false)
  }

  private func setSuspended(_ isSuspended: Bool) {
    control.withLock { control in
      guard control.hasSuspended != isSuspended else { return }
      control.hasSuspended = isSuspended
      control.controls?.setSuspended?(isSuspended)
    }
  }

  /// Shows the current snapshot, and those that follow. Called once.
  ///
  /// - Parameters:
  ///   - updates: Has an element when there is another snapshot, and ends with the transfer or the batch.
  ///   - queue: The queue on which the progress changes.
  ///   - snapshot: Returns the current snapshot.
  ///   - last: Returns the snapshot after the end.
  func mirror<Updates: AsyncSequence & Sendable>(
    _ updates: Updates, on queue: DispatchQueue, snapshot: @escaping @Sendable () -> Snapshot,
    last: @escaping @Sendable () async -> Snapshot
  ) where Updates.Failure == Never {
    show(snapshot())
    task = Task { [weak self] in
      let onQueue = { @Sendable [weak self] (show: @escaping @Sendable (MirroredProgress) -> Void) in
        await withCheckedContinuation { continuation in
          queue.async { [weak self] in
            if let self { show(self) }
            continuation.resume()
          }
        }
      }
      for await _ in updates { await onQueue { $0.show(snapshot()) } }
      if Task.isCancelled { return }
      let last = await last()
      await onQueue { $0.end(last) }
    }
  }

  private func show(_ snapshot: Snapshot) {
    guard snapshot.end == nil, control.withLock({ $0.controls }) != nil else { return }
    // The last unit is counted at the end. A finished child leaves its parent, and must not restart.
    let total = snapshot.total.map { max(1, $0) }
    count(total.map { min(max(0, snapshot.completed), $0 - 1) } ?? snapshot.completed, of: total ?? -1)
    isPaused = snapshot.isSuspended || control.withLock { $0.hasSuspended }
    setUserInfoObject(snapshot.rate.map { NSNumber(value: $0) }, forKey: .throughputKey)
    let timeLeft = snapshot.timeLeft.map { NSNumber(value: $0 / .seconds(1)) }
    setUserInfoObject(timeLeft, forKey: .estimatedTimeRemainingKey)
  }

  private func end(_ snapshot: Snapshot) {
    control.withLock { $0 = Control() }
    (isCancellable, isPausable, isPaused) = (false, false, false)
    setUserInfoObject(nil, forKey: .throughputKey)
    setUserInfoObject(nil, forKey: .estimatedTimeRemainingKey)
    if let url = snapshot.fileURL { setUserInfoObject(url, forKey: .fileURLKey) }
    switch snapshot.end {
    case .finished:
      let total = max(1, snapshot.total ?? snapshot.completed)
      count(total, of: total)
    case .cancelled: if !isCancelled { super.cancel() }
    case .failed, nil: break
    }
  }

  /// Changes the counts so that no state between them is finished, unless the new one is.
  private func count(_ completed: Int64, of total: Int64) {
    if totalUnitCount != total {
      completedUnitCount = 0
      totalUnitCount = total
    }
    if completedUnitCount != completed { completedUnitCount = completed }
  }
}

extension Transfer {
  /// Starts the transfer, and calls closures on a queue with its progress and its result, for code that is not async.
  ///
  /// ```swift
  /// transfer.start(on: .main, progress: { bar.show($0) }) { result in
  ///   switch result {
  ///   case .success(let receipt): show(receipt)
  ///   case .failure(let error): show(error)
  ///   }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - queue: The queue.
  ///   - progress: Receives the progress, as in `start(on:progress:completion:)` with a closure. Defaults to `nil`.
  ///   - completion: Receives the value or the error, exactly once.
  public func start(
    on queue: DispatchQueue, progress: (@Sendable (TransferProgress) -> Void)? = nil,
    completion: @escaping @Sendable (Result<Output, any Error>) -> Void
  ) {
    start(on: { queue.async(execute: $0) }, progress: progress, completion: completion)
  }
}
