internal import SluiceBody

/// Work that runs once for several waiting tasks. It is cancelled when none waits any longer.
final class SharedTask<Value: Sendable>: Sendable {
  /// Thrown if all waiting tasks were cancelled: the work was cancelled too, and there is no value.
  struct Abandoned: Error {}

  private struct State {
    var waiters: Set<Int> = []
    var continuations: [Int: CheckedContinuation<Value, any Error>] = [:]
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
  /// - Throws: The error of the work; ``Abandoned``; a `CancellationError` as soon as the waiting task is cancelled.
  func value() async throws -> Value {
    let id = state.withLock { state in
      state.lastWaiter += 1
      state.waiters.insert(state.lastWaiter)
      return state.lastWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state -> Result<Value, any Error>? in
          guard state.waiters.contains(id) else { return .failure(CancellationError()) }
          if state.result == nil { state.continuations[id] = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      leave(id)
    }
  }

  private func leave(_ id: Int) {
    let continuation = state.withLock { state in
      state.waiters.remove(id)
      if state.waiters.isEmpty, state.result == nil {
        state.result = .failure(Abandoned())
        state.task?.cancel()
      }
      return state.continuations.removeValue(forKey: id)
    }
    continuation?.resume(throwing: CancellationError())
  }

  private func end(_ result: Result<Value, any Error>) {
    let continuations = state.withLock { state in
      defer { state.continuations = [:] }
      state.result = state.result ?? result
      state.task = nil
      return state.continuations
    }
    for continuation in continuations.values { continuation.resume(with: result) }
  }
}
