internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// A failed attempt to send a request.
struct FailedAttempt {
  let error: any Error
  /// The response that was not acceptable, or `nil` if none arrived.
  let response: HTTPResponse?

  /// The text of the error that is kept, without secrets and text of bodies.
  var text: String { error is OutboxError ? "\(error)" : "\(error.redacted)" }

  fileprivate var result: Result<HTTPResponse, SessionError> {
    if let response { return .success(response) }
    return .failure(error as? SessionError ?? SessionError(.failed, underlying: error))
  }

  /// The status of the response, or the one with which a proxy has refused to connect.
  fileprivate var status: Int? { response?.status.code ?? (error as? SessionError)?.proxyStatus }

  /// Whether a file of the request's body could not be read, although it may be unchanged.
  fileprivate var isUnreadableBody: Bool {
    guard let error = error as? SessionError, error.code == .bodyFailed,
      let underlying = error.underlying as? BodyError
    else { return false }
    return [.fileUnreadable, .readFailed].contains(underlying.code)
  }
}

/// The attempt that follows a failed one.
struct NextAttempt {
  let retry: Session.Retry
  /// Whether the limits of the policy do not count the failed attempt.
  let isWait: Bool
}

extension Outbox.Configuration {
  /// Returns the attempt that follows a failed one, or `nil` after the last one.
  ///
  /// ```
  ///  a status of waitingStatuses ─────────────────────► a wait
  ///  another status, or an error, that retries covers
  ///    ├── Retry-After above the maximum ─────────────► a wait for the maximum
  ///    └── otherwise ─────────────────────────────────► a retry, or none after the last one
  ///  anything else ───────────────────────────────────► none
  /// ```
  func next(
    after attempt: FailedAttempt, of request: Request, _ state: EntryState, since added: Timestamp
  ) async throws -> NextAttempt? {
    let (now, waits) = (Date(), state.waits ?? 0)
    var policy = retries
    if attempt.isUnreadableBody { policy.errors.insert(.bodyFailed) }
    var isWait = false
    if let status = attempt.status, waitingStatuses.contains(status) {
      isWait = true
      policy.methods = nil
      policy.statuses.insert(status)
      policy.initialDelay = waitingDelay
    }
    if let response = attempt.response {
      let limit = policy.maximumRetryAfter
      if limit > .zero, let wanted = response.retryAfter(now: now), wanted > limit {
        isWait = true
        (policy.initialDelay, policy.maximumDelay, policy.jitter) = (limit, limit, 0)
        policy.maximumRetryAfter = .zero
      }
    }
    if isWait { (policy.maximumCount, policy.maximumDuration) = (.max, nil) }
    // The body is read from the entry's file, so it can be sent again.
    let failure = Session.RetryPolicy.Failure(
      of: Request(request.head), with: attempt.result, retryCount: isWait ? waits : state.attempts - waits,
      elapsed: Timestamp.now - added)
    return try await policy.retry(after: failure, now: now).map { NextAttempt(retry: $0, isWait: isWait) }
  }
}
