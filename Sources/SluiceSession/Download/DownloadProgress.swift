internal import SluiceBody

/// What is told of a download: what an earlier one had left counts as received.
///
/// Nothing is told of answers that bring no bytes of the file.
final class DownloadProgress: Sendable {
  private struct State {
    var last = TransferProgress()
    var earlier = 0 as Int64
    /// The whole's size, where an earlier download had left some of it.
    var size: Int64?
    /// Whether the body's bytes are the file's.
    var hasBegun = false
    var report: Session.Report?
  }

  private let state = Lock(State())

  /// What exchanges report to, where somebody wants to be told.
  func relay(_ report: Session.Report?) -> Session.Report? {
    guard let report else { return nil }
    state.withLock { $0.report = report }
    return { progress in self.tell { $0.last = progress } }
  }

  /// From now on the body's bytes are the file's, from its beginning.
  func begin() {
    tell { state in
      (state.earlier, state.size) = (0, nil)
      state.hasBegun = true
    }
  }

  /// The same where an earlier download had left some.
  func begin(behind earlier: Int64, of size: Int64) {
    tell { state in
      (state.earlier, state.size) = (earlier, size)
      state.hasBegun = true
    }
  }

  /// - Parameter byteCount: how many bytes of the file the body has brought.
  func finish(_ byteCount: Int64) { tell { $0.last.decoded = byteCount } }

  /// An earlier download had left all.
  func finish(having byteCount: Int64) {
    tell { $0 = State(earlier: byteCount, size: byteCount, hasBegun: true, report: $0.report) }
  }

  /// Reports with the lock held, so that what is told never goes back.
  private func tell(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      guard state.hasBegun else { return }
      var progress = state.last
      progress.resumed = state.earlier
      progress.received += state.earlier
      progress.decoded += state.earlier
      progress.totalToReceive = state.size ?? progress.totalToReceive
      state.report?(progress)
    }
  }
}
