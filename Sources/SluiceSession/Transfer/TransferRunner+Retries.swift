internal import HTTPTypes
internal import SluiceBody
package import SluiceSerialization
package import SluiceTransport

extension TransferRunner {
  /// Performs a call, with retries by the session's policy.
  ///
  /// - Parameters:
  ///   - request: The request, before the configuration's adaptors.
  ///   - renewal: Returns the request of a retry, by its number; `nil` for the same request. Defaults to `nil`.
  ///   - id: The transfer's identifier; `nil` for a new one.
  ///   - isOwnOrigin: Whether the caller has named the request's origin, so that it may receive secrets.
  ///   - control: The control of the transfer's handle, if there is one.
  ///   - isPart: Whether the call is one of several that a transfer consists of, such as a segment of a download. It
  ///     has the control of the transfer, but a progress of its own. Defaults to `false`.
  ///   - progress: The caller's observer of progress.
  ///   - isDownload: Whether the transfer is a download to a file.
  ///   - work: Sends the request and processes the responses. Called once per attempt; transport errors while it reads
  ///     a body are retried too.
  package func perform<Output>(
    _ request: Request, renewedBy renewal: ((Int) async throws -> Request)? = nil, as id: TransferID? = nil,
    isOwnOrigin: Bool = true, control: TransferControl? = nil, isPart: Bool = false,
    progress: TransferProgress.Report?, isDownload: Bool = false, _ work: (Attempt) async throws -> Output
  ) async throws -> Output {
    try await observing(
      request, as: id, isOwnOrigin: isOwnOrigin, control: control, isPart: isPart, progress: progress,
      isDownload: isDownload
    ) { context, deadline in
      try await retrying(request, renewal, context, &deadline, work)
    }
  }

  /// Performs a call, and reports its events and progress.
  ///
  /// - Parameter work: Performs the call, and sets the deadline to that of its last attempt.
  package func observing<Output>(
    _ request: Request, as id: TransferID?, isOwnOrigin: Bool = true, control: TransferControl?,
    isPart: Bool = false, progress: TransferProgress.Report?, isDownload: Bool = false,
    _ work: (TransferContext, inout Deadline) async throws -> Output
  ) async throws -> Output {
    let delivery = progress.map { ProgressDelivery(to: $0) }
    let context = TransferContext(
      id: id ?? nextID, isOwnOrigin: isOwnOrigin, isPart: isPart, control: control, events: events,
      isDownload: isDownload, report: delivery?.report)
    if !isPart { control?.follow(context) }
    context.post(ObservedRequest(request.head)) { $0.didCreate($1, request: $2.head(showing: $0.queries)) }
    if !isPart, control?.announce() == true { context.post { $0.didSuspend($1) } }
    var deadline = Deadline.never
    let result: Result<Output, any Error>
    do {
      let output = try await work(context, &deadline)
      context.settle()
      result = .success(output)
    } catch {
      context.fail(error)
      result = .failure(error)
    }
    if events != nil { await context.flush(until: deadline) }
    await delivery?.finish(until: deadline)
    return try result.get()
  }

  /// - Parameter deadline: Set to the deadline of the last attempt.
  private func retrying<Output>(
    _ first: Request, _ renewal: ((Int) async throws -> Request)?, _ context: TransferContext,
    _ deadline: inout Deadline, _ work: (Attempt) async throws -> Output
  ) async throws -> Output {
    let start = ContinuousClock.now
    var request = first
    var count = 0
    while true {
      let policy = settings.policy(for: request)
      let mayPause = policy.timeout != nil && !policy.countsSuspendedTime
      deadline = Deadline(
        after: policy.timeout, pauses: mayPause ? context.control?.pauses : nil, invalidation: invalidation)
      var attempt = Attempt(
        runner: self, context: context, request: request,
        policy: policy, deadline: deadline, number: count,
        start: start)
      var retry: Session.Retry
      do {
        if !settings.configuration.adaptors.isEmpty { try await attempt.adapt() }
        return try await work(attempt)
      } catch let wanted as Attempt.RetryWanted {
        retry = wanted.retry
      } catch let error as SessionError {
        let error = attempt.request.redactedURL.map { error.at($0) } ?? error
        guard let wanted = attempt.retry(attempt.request, after: .error(error)) else { throw error }
        retry = wanted
      }
      if try await waitForNetwork(retry, attempt) {
        retry = Session.Retry(number: retry.number, delay: .zero, reason: retry.reason)
      }
      context.post(retry.redacted) { $0.willRetry($1, $2) }
      try await invalidation.limiting { [delay = retry.delay] in try await Task.sleep(for: delay) }
      count += 1
      if let renewal { request = try await renewal(count) }
    }
  }

  /// Waits for a route if an attempt failed for want of one.
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
