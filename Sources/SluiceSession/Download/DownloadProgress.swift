internal import SluiceBody

/// The progress of a download, in which the bytes of an earlier download count as received.
///
/// Responses without bytes of the file are not reported.
final class DownloadProgress: Sendable {
  private struct State {
    var last = TransferProgress()
    var earlier = 0 as Int64
    /// The size of the whole file; `nil` unless the download is resumed.
    var size: Int64?
    /// Whether the bytes of the body belong to the file.
    var hasBegun = false
    var report: TransferProgress.Report?
  }

  private let state = Lock(State())

  /// Returns the function that exchanges report their progress to; `nil` without an observer.
  func relay(_ report: TransferProgress.Report?) -> TransferProgress.Report? {
    guard let report else { return nil }
    state.withLock { $0.report = report }
    return { progress in self.update { $0.last = progress } }
  }

  /// Notes that the next bytes of the body are the file's, from its beginning.
  func begin() {
    update { state in
      (state.earlier, state.size) = (0, nil)
      state.hasBegun = true
    }
  }

  /// Notes that the next bytes of the body are the file's, after the bytes of an earlier download.
  ///
  /// - Parameters:
  ///   - earlier: The number of bytes that the earlier download has left.
  ///   - size: The size of the whole file in bytes.
  func begin(behind earlier: Int64, of size: Int64) {
    update { state in
      (state.earlier, state.size) = (earlier, size)
      state.hasBegun = true
    }
  }

  /// Notes that the file is complete.
  ///
  /// - Parameter byteCount: The number of the file's bytes that the body has contained.
  func finish(_ byteCount: Int64) { update { $0.last.decodedByteCount = byteCount } }

  /// Notes that an earlier download had left the complete file.
  func finish(having byteCount: Int64) {
    update { $0 = State(earlier: byteCount, size: byteCount, hasBegun: true, report: $0.report) }
  }

  /// Changes the state and reports the progress. The lock is held during the report, so that reports never go backward.
  private func update(_ change: (inout State) -> Void) {
    state.withLock { state in
      change(&state)
      guard state.hasBegun else { return }
      var progress = state.last
      progress.resumedByteCount = state.earlier
      progress.receivedBodyByteCount += state.earlier
      progress.decodedByteCount += state.earlier
      progress.responseBodyByteCount = state.size ?? progress.responseBodyByteCount
      state.report?(progress)
    }
  }
}
