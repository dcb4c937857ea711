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
  }

  private let state = Lock(State())
  private let report: Session.Report?

  init(_ report: Session.Report?) { self.report = report }

  /// What to hand to an exchange.
  var update: Session.Report? {
    guard report != nil else { return nil }
    return { progress in self.tell { $0.last = progress } }
  }

  /// From now on the body's bytes are the file's.
  func begin() { tell { $0.hasBegun = true } }

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
    tell { $0 = State(earlier: byteCount, size: byteCount, hasBegun: true) }
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
      report?(progress)
    }
  }
}
