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
  private let readByteCount = Lock<Int64>(0)

  /// How many bytes of the body have been handed to its reader, decoded.
  var decodedByteCount: Int64 { readByteCount.withLock { $0 } }

  func count(decoded byteCount: Int) { readByteCount.withLock { $0 += Int64(byteCount) } }

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
