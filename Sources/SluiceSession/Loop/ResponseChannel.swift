internal import HTTPTypes
internal import SluiceBody

/// A response's head, and its body's size where that is known.
struct ReceivedHead: Sendable {
  let response: HTTPResponse
  let bodyByteCount: Int64?
}

/// Carries one response from the loop thread to the task that waits for it: the head once, then the body's bytes.
final class ResponseChannel: Sendable {
  typealias Head = Result<ReceivedHead, any Error>

  private enum HeadState {
    case empty
    case awaited(CheckedContinuation<ReceivedHead, any Error>)
    case delivered(Head)
  }

  private struct State {
    var head = HeadState.empty
    var progress = TransferProgress()
    var metrics: TransferMetrics?
  }

  let pipe = BytePipe()
  private let state = Lock(State())

  /// How far it has come, as far as that was told.
  var progress: TransferProgress { state.withLock { $0.progress } }

  /// Notes how far it has come, but for what its reader has, which only this knows.
  func update(_ progress: inout TransferProgress) {
    state.withLock { state in
      progress.decoded = state.progress.decoded
      state.progress = progress
    }
  }

  /// Counts bytes of the body that have been handed to its reader, decoded.
  func count(decoded byteCount: Int) {
    state.withLock { $0.progress.decoded += Int64(byteCount) }
  }

  /// How the exchange went; nil until it has ended.
  var metrics: TransferMetrics? { state.withLock { $0.metrics } }

  func measured(_ metrics: TransferMetrics) { state.withLock { $0.metrics = metrics } }

  /// The first head counts; later ones are dropped.
  func deliver(head: Head) {
    let waiting = state.withLock { state -> CheckedContinuation<ReceivedHead, any Error>? in
      switch state.head {
      case .delivered: return nil
      case .empty:
        state.head = .delivered(head)
        return nil
      case .awaited(let continuation):
        state.head = .delivered(head)
        return continuation
      }
    }
    waiting?.resume(with: head)
  }

  /// Waits for the head. Called once.
  func head() async throws -> ReceivedHead {
    try await withCheckedThrowingContinuation { continuation in
      let delivered = state.withLock { state -> Head? in
        if case .delivered(let head) = state.head { return head }
        state.head = .awaited(continuation)
        return nil
      }
      if let delivered { continuation.resume(with: delivered) }
    }
  }
}
