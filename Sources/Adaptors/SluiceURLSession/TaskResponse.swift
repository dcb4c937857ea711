internal import Foundation
internal import FoundationNetworking
internal import SluiceBody

/// The response of a task of a `URLSession`, or its error, once the task has ended.
final class TaskResponse: Sendable {
  private typealias Continuation = CheckedContinuation<(Data, URLResponse), any Error>

  private enum State {
    case running
    case awaited(Continuation)
    case ended(Result<(Data, URLResponse), any Error>)
  }

  private let state = Lock(State.running)

  /// Notes how the task has ended. Only the first call has an effect.
  func end(_ body: Data?, _ response: URLResponse?, _ error: (any Error)?) {
    let result: Result<(Data, URLResponse), any Error> =
      if let response, error == nil {
        .success((body ?? Data(), response))
      } else {
        .failure(error ?? URLError(.badServerResponse))
      }
    let continuation: Continuation? = state.withLock { state in
      switch state {
      case .running:
        state = .ended(result)
        return nil
      case .awaited(let continuation):
        state = .ended(result)
        return continuation
      case .ended: return nil
      }
    }
    continuation?.resume(with: result)
  }

  /// Starts a task, and waits for its end or for the cancellation of the current task.
  ///
  /// - Parameters:
  ///   - task: The task, which reports its end with ``end(_:_:_:)``.
  ///   - canCancel: Whether the task is cancelled when the current one is. Otherwise, it goes on, and its response is
  ///     ignored: Foundation of Swift 6.3.1 traps if some tasks are cancelled.
  func value(
    of task: URLSessionTask, canCancel: @escaping @Sendable () -> Bool
  ) async throws -> (Data, URLResponse) {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result: Result<(Data, URLResponse), any Error>? = state.withLock { state in
          if case .ended(let result) = state { return result }
          state = .awaited(continuation)
          return nil
        }
        guard let result else { return task.resume() }
        // A task that has not been started can be cancelled.
        task.cancel()
        continuation.resume(with: result)
      }
    } onCancel: {
      if canCancel() { task.cancel() } else { end(nil, nil, CancellationError()) }
    }
  }
}
