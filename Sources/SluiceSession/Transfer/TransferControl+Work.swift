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
  package func run(for handle: any TransferHandle, in worker: TransferWorker) async -> Outcome {
    guard let start = start(handle, in: worker) else { return await outcome }
    return await run(start)
  }

  @inline(__always)
  private func run(_ start: Start) async -> Outcome {
    do {
      for other in start.dependencies { other.start() }
      for other in start.dependencies { try await wait(for: other) }
      return conclude(.success(try await start.work(self)), endsWithBody ? nil : .finished)
    } catch {
      return conclude(.failure(error), error is CancellationError ? .cancelled : .failed)
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
  /// - Parameter final: The state with which the transfer ends, or `nil` if it continues.
  /// - Returns: The outcome of the transfer, which may have been cancelled meanwhile.
  private func conclude(_ outcome: Outcome, _ final: TransferState?) -> Outcome {
    let (ended, outcome, waiting) = state.withLock { state in
      let ended = final.flatMap { end(&state, $0) }
      let outcome: Outcome = state.phase == .cancelled ? .failure(CancellationError()) : outcome
      defer { state.waiting = [] }
      (state.outcome, state.worker) = (outcome, nil)
      return (ended, outcome, state.waiting)
    }
    finish(ended)
    for continuation in waiting { continuation.resume(returning: outcome) }
    return outcome
  }

  /// The outcome, when it is known: a `CancellationError` if the transfer was cancelled, also before its start.
  /// Cancelling the waiting task has no effect.
  package var outcome: Outcome {
    get async {
      let outcome = await withCheckedContinuation { continuation in
        let outcome = state.withLock { state in
          if state.outcome == nil { state.waiting.append(continuation) }
          return state.outcome
        }
        if let outcome { continuation.resume(returning: outcome) }
      }
      // A stream may be cancelled after its value is known.
      return current == .cancelled ? .failure(CancellationError()) : outcome
    }
  }

  /// Cancels the transfer. Has no effect if it has ended.
  package func cancel() {
    guard end(.cancelled) == .cancelled else { return }
    let (worker, start) = state.withLock { ($0.worker, $0.start.take()) }
    if start != nil { _ = conclude(.failure(CancellationError()), nil) }
    worker?.cancel()
    cancelExchanges()
  }
}

extension TransferControl.Outcome {
  /// Returns the outcome with the type of the value, which the transfer knows.
  @inlinable
  package func of<Output>(_: Output.Type) -> Result<Output, any Error> {
    map { value in
      guard let output = value as? Output else { preconditionFailure("the value is a \(type(of: value))") }
      return output
    }
  }
}
