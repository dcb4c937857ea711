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
    beginCall()
    defer { endCall() }
    // Code that is generic looks types up at run time, so what is not is elsewhere.
    let context = TransferContext(call, events: events, activity: activity)
    var attempt = Attempt(call.request, of: context, in: self)
    while true {
      do {
        let output = try await work(attempt)
        if context.isObserved { await context.finish(until: attempt.deadline) }
        return output
      } catch {
        attempt = try await attempt.next(after: error, of: call)
      }
    }
  }

  /// Performs a call whose work may itself decide on a retry, too.
  nonisolated(nonsending) package func perform<Output>(
    _ call: Call, deciding work: nonisolated(nonsending) (Attempt) async throws -> Attempt.Outcome<Output>
  ) async throws -> Output {
    try await perform(call) { attempt in
      switch try await work(attempt) {
      case .value(let output): return output
      case .retry(let retry): throw Attempt.Refusal.retry(retry)
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
    beginCall()
    defer { endCall() }
    let context = TransferContext(call, events: events, activity: activity)
    do {
      let output = try await work(context)
      await context.finish()
      return output
    } catch {
      await context.finish(throwing: error)
      throw error
    }
  }

  private func beginCall() {
    activity.begin()
    calls.begin()
  }

  private func endCall() {
    calls.end()
    activity.end()
  }

  /// Waits until the calls have ended that were made before the session was invalidated, for 10 s at most: one may
  /// write to a pipe that nobody reads.
  func waitForCalls() async {
    await Deadline(after: .seconds(10)).waiting { [self] in
      await calls.waitForEnd()
      for transfer in liveTransfers.all { await transfer.waitForEnd() }
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
