internal import SluiceBody
internal import SluiceTransport

/// The work of a transfer: waits for the transfers that come before it, then sends the request.
///
/// It does not know the type of the value. Code that is generic looks types up at run time, which would cost a small
/// transfer more than its decoding.
@usableFromInline
package final class TransferTask: Sendable {
  /// The value, or the error.
  @usableFromInline
  package typealias Outcome = Result<any Sendable, any Error>
  /// Sends the request and returns the value.
  typealias Work = @Sendable (TransferControl) async throws -> any Sendable

  /// What is done once.
  private struct Start {
    /// The transfers that must have finished before.
    let dependencies: [any TransferHandle]
    /// It keeps the session's runner alive.
    let work: Work
  }

  private struct State {
    /// `nil` after the start.
    var start: Start?
    /// The task that runs the transfer, or `nil` before and after.
    var worker: TransferWorker?
    /// `nil` until it is known.
    var outcome: Outcome?
    /// The tasks that wait for the outcome.
    var waiting: [CheckedContinuation<Outcome, Never>] = []
  }

  let control: TransferControl
  private let live: LiveTransfers
  private let invalidation: Invalidation
  private let state: Lock<State>

  /// - Parameters:
  ///   - control: The control of the transfer.
  ///   - runner: The runner of the session, which the task keeps alive only through `work`.
  ///   - dependencies: The transfers that must have finished before.
  ///   - work: Sends the request and returns the value.
  init(
    _ control: TransferControl, in runner: TransferRunner, after dependencies: [any TransferHandle],
    _ work: @escaping Work
  ) {
    (self.control, live, invalidation) = (control, runner.liveTransfers, runner.invalidation)
    state = Lock(State(start: Start(dependencies: dependencies, work: work)))
  }

  /// Starts the transfer in a task of its own, unless it has been started or cancelled.
  func start(for handle: any TransferHandle) {
    let worker = TransferWorker()
    guard let start = begin(handle, in: worker) else { return }
    worker.start { [self] in _ = await run(start) }
  }

  /// Runs the transfer in the current task. If it has been started or cancelled, waits for its end.
  ///
  /// - Parameters:
  ///   - handle: The handle of the transfer.
  ///   - worker: The current task.
  package func run(for handle: any TransferHandle, in worker: TransferWorker) async -> Outcome {
    guard let start = begin(handle, in: worker) else { return await outcome }
    return await run(start)
  }

  /// Notes that the transfer runs from now on.
  ///
  /// - Returns: What the worker has to do, or `nil` if the transfer has been started or cancelled.
  private func begin(_ handle: any TransferHandle, in worker: TransferWorker) -> Start? {
    let start = state.withLock { state -> Start? in
      guard let start = state.start.take() else { return nil }
      state.worker = worker
      return start
    }
    guard let start else { return nil }
    // Before it starts, because it may be cancelled at once.
    live.insert(handle)
    if control.start() { return start }
    live.remove(control.id)
    conclude(.failure(CancellationError()))
    return nil
  }

  private func run(_ start: Start) async -> Outcome {
    var outcome: Outcome
    do {
      for other in start.dependencies { other.start() }
      for other in start.dependencies { try await wait(for: other) }
      outcome = .success(try await start.work(control))
      if !control.endsWithBody { control.end(.finished) }
    } catch {
      control.end(error is CancellationError ? .cancelled : .failed)
      outcome = .failure(error)
    }
    if control.current == .cancelled { outcome = .failure(CancellationError()) }
    conclude(outcome)
    return outcome
  }

  private func wait(for other: any TransferHandle) async throws {
    let state = try await invalidation.limiting { await other.waitForEnd() }
    try Task.checkCancellation()
    guard state != .finished else { return }
    throw SessionError(
      .dependencyFailed, message: "transfer \(other.label ?? other.id.description) has \(state)")
  }

  private func conclude(_ outcome: Outcome) {
    let waiting = state.withLock { state in
      (state.outcome, state.worker) = (outcome, nil)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: outcome) }
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
      return control.current == .cancelled ? .failure(CancellationError()) : outcome
    }
  }

  /// Cancels the transfer. Has no effect if it has ended.
  func cancel() {
    guard control.end(.cancelled) == .cancelled else { return }
    let (worker, start) = state.withLock { ($0.worker, $0.start.take()) }
    if start != nil { conclude(.failure(CancellationError())) }
    worker?.cancel()
    control.cancelExchanges()
  }
}

extension TransferTask.Outcome {
  /// Returns the outcome with the type of the value, which the transfer knows.
  @inlinable
  package func of<Output>(_: Output.Type) -> Result<Output, any Error> {
    map { value in
      guard let output = value as? Output else { preconditionFailure("the value is a \(type(of: value))") }
      return output
    }
  }
}
