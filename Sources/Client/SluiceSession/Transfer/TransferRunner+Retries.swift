internal import HTTPTypes
internal import SluiceBody
public import SluiceSerialization
internal import SluiceTransport

extension TransferRunner {
  /// Performs a call, with retries by the session's policy, and reports its events and progress.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - work: Sends the request and processes the responses. Called once per attempt; transport errors while it reads
  ///     a body are retried too.
  nonisolated(nonsending) package func perform<Output>(
    _ call: Call, _ work: nonisolated(nonsending) (Attempt) async throws -> Output
  ) async throws -> Output {
    activity.begin()
    defer { activity.end() }
    // Code that is generic looks types up at run time, so what is not is elsewhere.
    var run = CallRun(call, in: self)
    while true {
      var attempt = run.nextAttempt()
      do {
        if !settings.configuration.adaptors.isEmpty { try await attempt.adapt() }
        let output = try await work(attempt)
        if run.isObserved { await run.end() }
        return output
      } catch {
        try await run.waitForRetry(of: attempt, after: error)
      }
    }
  }

  /// Sends the request of a transfer and decodes its response.
  @usableFromInline
  nonisolated(nonsending) func output<Output: Sendable>(
    of control: TransferControl, _ decoder: ResponseDecoder<Output>
  ) async throws -> Output {
    let request = settings.request(control.request, for: decoder.validation)
    return try await perform(Call(request, control: control)) { try await $0.output(decoder) }
  }

  /// Performs a call that consists of others, and reports its events and progress.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - work: Performs the others.
  package func observing<Output>(
    _ call: Call, _ work: (TransferContext) async throws -> Output
  ) async throws -> Output {
    activity.begin()
    defer { activity.end() }
    let run = CallRun(call, in: self)
    do {
      let output = try await work(run.context)
      await run.end()
      return output
    } catch {
      await run.end(throwing: error)
      throw error
    }
  }

  /// Returns the deadline of an attempt that begins now.
  func deadline(_ policy: RequestPolicy, _ context: TransferContext) -> Deadline {
    let mayPause = policy.exchange.timeout != nil && !policy.exchange.countsSuspendedTime
    return Deadline(
      after: policy.exchange.timeout, pauses: mayPause ? context.control?.pauses : nil,
      invalidation: invalidation)
  }
}
