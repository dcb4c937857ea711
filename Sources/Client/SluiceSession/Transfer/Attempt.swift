internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
package import SluiceSerialization
package import SluiceTransport

/// One attempt at a call: the first, or a retry.
///
/// ```
///  send ──► a final response ──► output of a decoder
///           a response or an error ──► next(after:) ──► the next attempt
///                                           └─ no retry ──► the error of the call
/// ```
package struct Attempt {
  /// The result of work that decides itself about retries.
  package enum Outcome<Output> {
    case value(Output)
    case retry(Session.Retry)
  }

  /// Thrown instead of a response about which a policy for retries was asked, or of an error about which none is.
  package enum Refusal: Error {
    /// The request is sent again.
    case retry(Session.Retry)
    /// The call ends: the policy has not decided in time, or what the attempt has done cannot be repeated.
    case final(SessionError)
  }

  package let runner: TransferRunner
  package let context: TransferContext
  /// The caller's request.
  package let request: SessionRequest
  /// The settings of the request.
  package let policy: RequestPolicy
  /// The time by which the response must have been read.
  package let deadline: Deadline
  /// The number of retries before this attempt; 0 for the first.
  package let number: Int
  /// The time at which the first attempt began.
  let start: MonotonicInstant

  /// Begins an attempt.
  init(
    _ request: SessionRequest, of context: TransferContext, in runner: TransferRunner, number: Int = 0,
    since start: MonotonicInstant = .now
  ) {
    (self.runner, self.context, self.request) = (runner, context, request)
    (self.number, self.start) = (number, start)
    policy = runner.settings.policy(for: request)
    deadline = runner.deadline(policy, context)
  }

  /// Sends the request of the attempt, or a variation of it.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isOwnOrigin: Whether the caller has named its origin, and not a response, so that it may receive secrets.
  ///     Defaults to `true`.
  ///   - appliesOptions: Whether its options differ from those of the attempt's request. Defaults to `false`.
  /// - Throws: A ``Refusal``, which `TransferRunner.perform` handles; a ``SessionError``; a `CancellationError`.
  nonisolated(nonsending) package func send(
    _ request: SessionRequest, isOwnOrigin: Bool = true, applyingItsOptions appliesOptions: Bool = false
  ) async throws -> SessionResponse {
    let policy = appliesOptions ? runner.settings.policy(for: request) : policy
    let response = try await runner.finalResponse(
      to: request, policy, deadline, context, isOwnOrigin: isOwnOrigin)
    if policy.retries.mayRetry(response.head.status),
      let retry = try await retry(request, after: .success(response.head))
    {
      await response.discard()
      throw Refusal.retry(retry)
    }
    return response
  }

  /// Waits until the next attempt, and begins it.
  ///
  /// - Parameters:
  ///   - error: The error that has ended this attempt.
  ///   - call: The call.
  /// - Throws: The error of the call, if there is no other attempt. The call has ended then.
  func next(after error: any Error, of call: Call) async throws -> Attempt {
    do {
      var retry = try await retry(after: error)
      if try await waitForNetwork(retry) {
        retry = Session.Retry(number: retry.number, delay: .zero, reason: retry.reason)
      }
      context.post(retry.redacted) { $0.willRetry($1, $2) }
      try await runner.invalidation.limiting { [delay = retry.delay] in try await Task.sleep(for: delay) }
      let number = number + 1
      return Attempt(
        try await call.renewal?(number) ?? call.request, of: context, in: runner, number: number, since: start
      )
    } catch {
      await context.finish(throwing: error, until: deadline)
      throw error
    }
  }

  /// Waits for a route if the attempt failed because there was none.
  ///
  /// - Returns: Whether it did.
  private func waitForNetwork(_ retry: Session.Retry) async throws -> Bool {
    guard let limit = retry.networkWait, limit > .zero, case .error(let error) = retry.reason,
      let url = try? error.url.map({ try RequestURL($0) }) ?? RequestURL(of: request.head),
      let (host, port) = runner.settings.configuration.nextHop(to: url.origin)
    else { return false }
    return try await runner.invalidation.limiting { [network = runner.network] in
      try await network.waitForRoute(to: host, port, atMost: limit)
    }
  }

  /// Returns the retry that follows an error that has ended the attempt.
  ///
  /// - Throws: The error that the caller receives, if there is no retry.
  private func retry(after error: any Error) async throws -> Session.Retry {
    do {
      if case .retry(let retry) = error as? Refusal { return retry }
      guard let error = error as? SessionError else { throw error }
      let located = located(error)
      guard let retry = try await retry(request, after: .failure(located)) else {
        throw located.after(attempts: number + 1)
      }
      return retry
    } catch Refusal.final(let error) {
      throw located(error).after(attempts: number + 1)
    }
  }

  /// Returns an error with the URL of the request, unless it has one.
  private func located(_ error: SessionError) -> SessionError {
    request.redactedURL.map { error.at($0) } ?? error
  }

  /// Returns the retry that the session's policy allows after a result, or `nil` if it allows none.
  private func retry(
    _ request: SessionRequest, after result: Result<HTTPResponse, SessionError>
  ) async throws -> Session.Retry? {
    try await retry(
      after: .init(of: request, with: result, retryCount: number, elapsed: .now - start), by: policy.retries)
  }

  /// Returns the retry that a policy allows after a failure, or `nil` if it allows none.
  ///
  /// - Throws: ``Refusal/final(_:)``, or a `CancellationError`, while the policy decides.
  package func retry(
    after failure: Session.RetryPolicy.Failure, by policy: Session.RetryPolicy
  ) async throws -> Session.Retry? {
    // The deadline of an attempt that has failed may have passed.
    let deadline = failure.error == nil ? deadline : runner.deadline(self.policy, context)
    do {
      return try await policy.retry(after: failure, until: deadline)
    } catch let error as SessionError {
      throw Refusal.final(error)
    }
  }

  /// Sends the request, decodes the response, and reports the progress of reading its last bytes, after the end of the
  /// exchange.
  nonisolated(nonsending) func output<Output: Sendable>(_ decoder: ResponseDecoder<Output>) async throws
    -> Output
  {
    try await output(decoder, of: send(request))
  }

  /// Decodes a response, and reports the progress of reading its last bytes.
  nonisolated(nonsending) package func output<Output: Sendable>(
    _ decoder: ResponseDecoder<Output>, of response: SessionResponse
  ) async throws -> Output {
    let limit = policy.maximumBodyByteCount
    let output =
      if deadline.isNever, !decoder.isCustom {
        try await response.value(decoding: decoder, upTo: limit)
      } else {
        try await deadline.limiting { try await response.value(decoding: decoder, upTo: limit) }
      }
    // A decoder that was not cancelled may have ended meanwhile.
    try Task.checkCancellation()
    try runner.invalidation.check()
    context.didRead(response.body)
    if context.isMonitored {
      context.post((output, "\(type(of: decoder))")) { $0.didProduce($1, value: $2.0, decoder: $2.1) }
    }
    return output
  }
}
