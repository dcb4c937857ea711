internal import SluiceBody
internal import SluiceTransport

/// The task of a transfer: waits for the transfers that come before it, then sends the request.
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

  private struct State {
    /// The transfers that must have finished before; none after the start.
    var dependencies: [any TransferHandle]
    /// Called once, or `nil` after the start. It keeps the session's runner alive.
    var work: Work?
    var task: Task<any Sendable, any Error>?
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
    state = Lock(State(dependencies: dependencies, work: work))
  }

  /// Starts the task, unless it has been started or cancelled.
  ///
  /// - Parameters:
  ///   - handle: The handle of the transfer.
  ///   - completion: Receives the outcome if the task was started. Defaults to `nil`.
  /// - Returns: Whether it was started.
  @discardableResult
  package func start(
    for handle: any TransferHandle, then completion: (@Sendable (Outcome) -> Void)? = nil
  ) -> Bool {
    state.withLock { state in
      guard let work = state.work.take() else { return false }
      // Before it starts, because it may be cancelled at once.
      live.insert(handle)
      guard control.start() else {
        live.remove(control.id)
        return false
      }
      let dependencies = state.dependencies
      state.dependencies = []
      state.task = Task { [self] in
        let outcome: Outcome
        let end: TransferState
        do {
          for other in dependencies { other.start() }
          for other in dependencies { try await wait(for: other) }
          outcome = .success(try await work(control))
          end = control.endsWithBody ? control.current : control.end(.finished)
        } catch {
          end = control.end(error is CancellationError ? .cancelled : .failed)
          outcome = .failure(error)
        }
        completion?(end == .cancelled ? .failure(CancellationError()) : outcome)
        return try outcome.get()
      }
      return true
    }
  }

  private func wait(for other: any TransferHandle) async throws {
    let state = try await invalidation.limiting { await other.waitForEnd() }
    try Task.checkCancellation()
    guard state != .finished else { return }
    throw SessionError(
      .dependencyFailed, message: "transfer \(other.label ?? other.id.description) has \(state)")
  }

  /// The outcome, when the task has it: a `CancellationError` if it was cancelled, also before its start.
  package var outcome: Outcome {
    get async {
      guard let task = state.withLock({ $0.task }) else { return .failure(CancellationError()) }
      let result = await task.result
      return control.current == .cancelled ? .failure(CancellationError()) : result
    }
  }

  /// Cancels the transfer. Has no effect if it has ended.
  func cancel() {
    guard control.end(.cancelled) == .cancelled else { return }
    state.withLock { state in
      (state.work, state.dependencies) = (nil, [])
      return state.task
    }?.cancel()
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
