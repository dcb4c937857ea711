internal import Dispatch
internal import Foundation
internal import SluiceBody

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
