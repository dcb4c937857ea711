internal import SluiceBody
internal import SluiceTransport

/// The work of a transfer: waits for the transfers that come before it, then sends the request.
extension TransferControl {
  /// Starts the transfer in a new task, unless it has been started or cancelled.
  func start(for handle: any TransferHandle) {
    let worker = TransferWorker()
    guard let start = start(handle, in: worker) else { return }
    worker.start { [self] in _ = await run(start) }
  }

  /// Runs the transfer in the current task. If it has been started or cancelled, waits for its end.
  ///
  /// - Parameters:
  ///   - handle: The handle of the transfer.
  ///   - worker: The current task.
  /// - Returns: The state and the error after the outcome is known.
  nonisolated(nonsending) package func run(
    for handle: any TransferHandle, in worker: TransferWorker
  ) async -> Ending {
    if let start = start(handle, in: worker) { return await run(start) }
    _ = await outcome
    return ending
  }

  @inline(__always)
  nonisolated(nonsending) private func run(_ start: Start) async -> Ending {
    do {
      for other in start.dependencies { other.start() }
      for other in start.dependencies { try await wait(for: other) }
      return conclude(.success(try await start.work(self)), nil, endsWithBody ? nil : .finished)
    } catch {
      return conclude(.failure(error), error, error is CancellationError ? .cancelled : .failed)
    }
  }

  private func wait(for other: any TransferHandle) async throws {
    let state = try await invalidation.limiting { await other.waitForEnd() }
    try Task.checkCancellation()
    guard state != .finished else { return }
    throw SessionError(
      .dependencyFailed, message: "transfer \(other.label ?? other.id.description) has \(state)")
  }

  /// Notes the outcome of the work.
  ///
  /// - Parameters:
  ///   - outcome: The outcome.
  ///   - error: Its error, or `nil` if it has a value.
  ///   - final: The state with which the transfer ends, or `nil` if it continues.
  /// - Returns: The state and the error. The transfer may have been cancelled meanwhile.
  @discardableResult
  private func conclude(
    _ outcome: consuming Outcome, _ error: (any Error)?, _ final: TransferState?
  ) -> Ending {
    var outcome: Outcome? = outcome
    let (ended, waiting, phase) = state.withLock { state in
      let ended = final.flatMap { end(&state, $0) }
      (state.outcome, state.worker) = (outcome.take(), nil)
      defer { state.waiting = [] }
      return (ended, state.waiting, state.phase)
    }
    finish(ended)
    for continuation in waiting { continuation.resume() }
    return Ending(phase, error)
  }

  /// The outcome, or `nil` until it is known.
  @usableFromInline
  package var knownOutcome: Outcome? {
    // A stream may be cancelled after its value is known.
    state.withLock { state in
      if state.phase == .cancelled, state.outcome != nil { return .failure(CancellationError()) }
      return state.outcome
    }
  }

  /// The state after the outcome is known, and its error.
  private var ending: Ending {
    state.withLock { state in
      if case .failure(let error) = state.outcome {
        Ending(state.phase, error)
      } else {
        Ending(state.phase, nil)
      }
    }
  }

  /// The outcome, when it is known: a `CancellationError` if the transfer was cancelled, also before its start.
  /// Cancelling the waiting task has no effect.
  package var outcome: Outcome {
    get async {
      while true {
        if let knownOutcome { return knownOutcome }
        await withCheckedContinuation { continuation in
          let isKnown = state.withLock { state in
            if state.outcome == nil { state.waiting.append(continuation) }
            return state.outcome != nil
          }
          if isKnown { continuation.resume() }
        }
      }
    }
  }

  /// Cancels the transfer. Has no effect if it has ended.
  package func cancel() {
    guard end(.cancelled) == .cancelled else { return }
    let (worker, start) = state.withLock { ($0.worker, $0.start.take()) }
    if start != nil {
      let error = CancellationError()
      conclude(.failure(error), error, nil)
    }
    worker?.cancel()
    cancelExchanges()
  }
}

extension TransferControl.Outcome {
  /// Returns the outcome with the type of the value, which the transfer knows.
  @inlinable
  package consuming func of<Output>(_: Output.Type) -> Result<Output, any Error> {
    switch consume self {
    case .success(let value):
      guard let output = value as? Output else { preconditionFailure("the value is a \(type(of: value))") }
      return .success(output)
    case .failure(let error): return .failure(error)
    }
  }
}
