internal import SluiceBody
internal import SluiceTransport

/// Work that runs once for several waiting tasks. It is cancelled when none waits any longer.
///
/// A waiting task that is cancelled or out of time leaves at once, even if the work does not respond to cancellation:
///
/// ```
///  value() of a, value() of b     the work runs
///  a is cancelled                 a throws a CancellationError, the work continues
///  the deadline of b passes       b throws `timed-out`, the work is cancelled, and its result is ignored
/// ```
final class SharedTask<Value: Sendable>: Sendable {
  /// Thrown if all waiting tasks have left: the work was cancelled, and there is no value.
  struct Abandoned: Error {}

  private enum Waiter {
    /// The task is about to wait.
    case arriving
    case waiting(CheckedContinuation<Value, any Error>)
    /// The task left before it waited, with this error.
    case left(any Error)
  }

  private struct State {
    var waiters: [Int: Waiter] = [:]
    var lastWaiter = 0
    var result: Result<Value, any Error>?
    var task: Task<Void, Never>?
  }

  private let state = Lock(State())

  /// Starts the work.
  init(_ work: @escaping @Sendable () async throws -> Value) {
    state.withLock { state in
      state.task = Task {
        do { self.end(.success(try await work())) } catch { self.end(.failure(error)) }
      }
    }
  }

  /// Waits for the value.
  ///
  /// - Parameter deadline: The time until which to wait.
  /// - Throws: The error of the work; ``Abandoned``; a ``SessionError`` with the code `timed-out` as soon as the
  ///   deadline has passed, or `invalidated` as soon as its session is; a `CancellationError` as soon as the waiting
  ///   task is cancelled.
  func value(until deadline: Deadline) async throws -> Value {
    let id = state.withLock { state in
      state.lastWaiter += 1
      state.waiters[state.lastWaiter] = .arriving
      return state.lastWaiter
    }
    let timer =
      deadline.isNever
      ? nil
      : Task {
        try await deadline.wait()
        self.leave(id, throwing: deadline.error)
      }
    let invalidated = deadline.invalidation?.whenOccurred {
      self.leave(id, throwing: SessionError.invalidated)
    }
    defer {
      timer?.cancel()
      if let number = invalidated ?? nil { deadline.invalidation?.removeCallback(number) }
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          if case .left(let error) = state.waiters[id] {
            state.waiters[id] = nil
            return .failure(error)
          }
          state.waiters[id] = state.result == nil ? .waiting(continuation) : nil
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      leave(id, throwing: CancellationError())
    }
  }

  private func leave(_ id: Int, throwing error: any Error) {
    let continuation = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      var continuation: CheckedContinuation<Value, any Error>?
      switch state.waiters[id] {
      case .arriving: state.waiters[id] = .left(error)
      case .waiting(let waiting):
        state.waiters[id] = nil
        continuation = waiting
      case .left, nil: return nil
      }
      let isAwaited = state.waiters.values.contains { if case .left = $0 { false } else { true } }
      if !isAwaited, state.result == nil {
        state.result = .failure(Abandoned())
        state.task?.cancel()
      }
      return continuation
    }
    continuation?.resume(throwing: error)
  }

  private func end(_ result: Result<Value, any Error>) {
    let waiters = state.withLock { state in
      state.task = nil
      guard state.result == nil else { return [Waiter]() }
      state.result = result
      let waiters = Array(state.waiters.values)
      state.waiters = state.waiters.filter { if case .waiting = $0.value { false } else { true } }
      return waiters
    }
    for case .waiting(let continuation) in waiters { continuation.resume(with: result) }
  }
}
