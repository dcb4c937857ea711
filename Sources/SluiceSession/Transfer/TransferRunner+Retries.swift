internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceTransport

extension TransferRunner {
  /// Performs a call, with retries by the session's policy.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - work: Sends the request and processes the responses. Called once per attempt; transport errors while it reads
  ///     a body are retried too.
  package func perform<Output>(
    _ call: Call, _ work: (Attempt) async throws -> Output
  ) async throws -> Output {
    var output: Output?
    try await observe(call) { context, deadline in
      try await retrying(call, context, &deadline) { output = try await work($0) }
    }
    guard let output else { preconditionFailure("the call has ended without an output") }
    return output
  }

  /// Performs a call that consists of others, and reports its events and progress.
  ///
  /// - Parameter work: Performs the calls.
  package func observing<Output>(
    _ call: Call, _ work: (TransferContext) async throws -> Output
  ) async throws -> Output {
    var output: Output?
    try await observe(call) { context, _ in output = try await work(context) }
    guard let output else { preconditionFailure("the call has ended without an output") }
    return output
  }

  /// Performs a call, and reports its events and progress.
  ///
  /// It is not generic, because code that is looks types up at run time.
  ///
  /// - Parameter work: Performs the call, and sets the deadline to the last attempt's.
  private func observe(
    _ call: Call, _ work: (TransferContext, inout Deadline) async throws -> Void
  ) async throws {
    let context = TransferContext(call, events: events)
    var delivery: Task<Void, Never>?
    if let observer = call.progress {
      // The observer of a part is a sum, which does not block.
      if call.isPart {
        context.hub?.add(.function(observer))
      } else {
        delivery = context.hub?.deliver(to: observer)
      }
    }
    context.post(ObservedRequest(call.request.head)) {
      $0.didCreate($1, request: $2.head(showing: $0.queries))
    }
    if call.handle?.announce() == true { context.post { $0.didSuspend($1) } }
    var deadline = Deadline.never
    var failure: (any Error)?
    do {
      try await work(context, &deadline)
      context.settle()
    } catch {
      context.fail(error)
      failure = error
    }
    if events != nil { await context.flush(until: deadline) }
    if call.handle == nil { context.hub?.end() }
    if let delivery { await deadline.waiting { await delivery.value } }
    if let failure { throw failure }
  }

  /// Returns the deadline of an attempt that begins now.
  func deadline(_ policy: RequestPolicy, _ context: TransferContext) -> Deadline {
    let mayPause = policy.timeout != nil && !policy.countsSuspendedTime
    return Deadline(
      after: policy.timeout, pauses: mayPause ? context.control?.pauses : nil, invalidation: invalidation)
  }

  /// - Parameter deadline: Set to the deadline of the last attempt.
  private func retrying(
    _ call: Call, _ context: TransferContext, _ deadline: inout Deadline,
    _ work: (Attempt) async throws -> Void
  ) async throws {
    let start = ContinuousClock.now
    var request = call.request
    var count = 0
    while true {
      let policy = settings.policy(for: request)
      deadline = self.deadline(policy, context)
      var attempt = Attempt(
        runner: self, context: context, request: request,
        policy: policy, deadline: deadline, number: count,
        start: start)
      var retry: Session.Retry
      do {
        if !settings.configuration.adaptors.isEmpty { try await attempt.adapt() }
        return try await work(attempt)
      } catch {
        retry = try await attempt.retry(after: error)
      }
      if try await waitForNetwork(retry, attempt) {
        retry = Session.Retry(number: retry.number, delay: .zero, reason: retry.reason)
      }
      context.post(retry.redacted) { $0.willRetry($1, $2) }
      try await invalidation.limiting { [delay = retry.delay] in try await Task.sleep(for: delay) }
      count += 1
      if let renewal = call.renewal { request = try await renewal(count) }
    }
  }

  /// Waits for a route if an attempt failed because there was none.
  ///
  /// - Returns: Whether it did.
  private func waitForNetwork(_ retry: Session.Retry, _ attempt: Attempt) async throws -> Bool {
    guard let limit = retry.networkWait, limit > .zero, case .error(let error) = retry.reason,
      let url = try? error.url.map({ try RequestURL($0) }) ?? RequestURL(of: attempt.request.head),
      let (host, port) = settings.configuration.nextHop(to: url.origin)
    else { return false }
    return try await invalidation.limiting { [network] in
      try await network.waitForRoute(to: host, port, atMost: limit)
    }
  }
}
