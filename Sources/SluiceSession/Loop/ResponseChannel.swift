internal import HTTPTypes
internal import SluiceBody

/// Carries one response from the loop thread to the task that waits for it: the head once, then the body's bytes.
final class ResponseChannel: Sendable {
  typealias Head = Result<HTTPResponse, any Error>

  private enum State {
    case empty
    case awaited(CheckedContinuation<HTTPResponse, any Error>)
    case delivered(Head)
  }

  let pipe = BytePipe()
  private let state = Lock(State.empty)
  private struct Course {
    var progress = TransferProgress()
    var metrics: TransferMetrics?
  }

  private let course = Lock(Course())

  /// How far it has come, as far as that was told.
  var progress: TransferProgress { course.withLock { $0.progress } }

  func update(_ progress: inout TransferProgress) {
    course.withLock { course in
      progress.decoded = course.progress.decoded
      course.progress = progress
    }
  }

  /// Counts bytes of the body that have been handed to its reader, decoded.
  func count(decoded byteCount: Int) {
    course.withLock { $0.progress.decoded += Int64(byteCount) }
  }

  /// How the exchange went; nil until it has ended.
  var metrics: TransferMetrics? { course.withLock { $0.metrics } }

  func measured(_ metrics: TransferMetrics) { course.withLock { $0.metrics = metrics } }

  /// The first head counts; later ones are dropped.
  func deliver(head: Head) {
    let waiting = state.withLock { state -> CheckedContinuation<HTTPResponse, any Error>? in
      switch state {
      case .delivered: return nil
      case .empty:
        state = .delivered(head)
        return nil
      case .awaited(let continuation):
        state = .delivered(head)
        return continuation
      }
    }
    waiting?.resume(with: head)
  }

  /// Waits for the head. Called once.
  func head() async throws -> HTTPResponse {
    try await withCheckedThrowingContinuation { continuation in
      let delivered = state.withLock { state -> Head? in
        if case .delivered(let head) = state { return head }
        state = .awaited(continuation)
        return nil
      }
      if let delivered { continuation.resume(with: delivered) }
    }
  }
}
