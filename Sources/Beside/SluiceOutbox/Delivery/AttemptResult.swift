internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransfers
internal import SluiceTransport

/// The result of an attempt to send a request.
enum AttemptResult {
  /// The request is delivered. The rest of the response can be read, unless it is `nil`.
  case accepted(HTTPResponse, rest: SessionResponse?)
  /// The attempt has failed.
  case failed(FailedAttempt)

  /// Sends a request once.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - destination: The path of a file to download the response to, or `nil`.
  ///   - limit: The maximum number of bytes of that file, or `nil` for no limit.
  ///   - mayGetName: Whether that file may get its name.
  ///   - session: The session that sends the request.
  /// - Throws: An error that says nothing about the request: a `CancellationError`, or the error of a session that
  ///   cannot be used.
  init(
    of request: SessionRequest, toFile destination: String?, upTo limit: Int64?,
    ifAllowed mayGetName: @escaping @Sendable () -> Bool, in session: Session
  ) async throws {
    var request = request
    // The outbox counts the attempts.
    request.options.retries = .never
    let hasBody = request.body != nil
    request.options.redirects = session.configuration.redirects.keepingMethod(hasBody: hasBody)
    do {
      if let destination {
        // An attempt may follow one that was complete, but not yet noted.
        var options = DownloadOptions(ifExists: .replace, resumes: true, maximumByteCount: limit)
        options.mayGetName = mayGetName
        let file = try await session.download(request, to: .file(destination), options: options)
        self = .accepted(file.head, rest: nil)
        return
      }
      // A response from 200 to 299 means that the whole body was passed to the system, so the request is delivered,
      // whatever follows.
      let response = try await session.send(request)
      // Middleware may have made a response with other redirects.
      if let redirect = response.redirects.first(where: {
        $0.isReplacement(response.request, ofBody: hasBody)
      }) {
        throw MethodChange(redirect, to: response.request)
      }
      if (200..<300).contains(response.head.status.code) {
        self = .accepted(response.head, rest: response)
        return
      }
      await response.discard()
      throw ResponseError(
        .unacceptableStatus, response: response.head, request: response.request, body: CollectedBody([]))
    } catch let error as SessionError where Self.unusableSession.contains(error.code) {
      throw error
    } catch let error as ResponseError {
      self = .failed(FailedAttempt(error: error, response: error.head))
    } catch let change as MethodChange {
      self = .failed(FailedAttempt(error: change.error, response: change.redirect))
    } catch {
      try Task.checkCancellation()
      self = .failed(FailedAttempt(error: error, response: nil))
    }
  }

  /// The codes of errors that every request would have.
  private static let unusableSession: Set<ErrorCode> = [
    .invalidated, .invalidConfiguration, .unsupportedLibrary,
  ]
}

/// A redirect that would have changed the method, or dropped the body.
private struct MethodChange: Error {
  /// The response that redirects.
  let redirect: HTTPResponse
  let error: OutboxError

  init(_ redirect: Session.Redirect, to target: HTTPRequest) {
    self.redirect = redirect.response
    let url = (try? RequestURL(of: target))?.redacted ?? ""
    let (old, new) = (redirect.request.method.rawValue, target.method.rawValue)
    error = OutboxError(
      .methodChanged, "\(redirect.response.status) redirects the \(old) to a \(new) of another page (\(url))")
  }
}

extension Session.Redirects {
  /// Returns the policy with another rule: a redirect that changes the method, or drops the body, fails.
  fileprivate func keepingMethod(hasBody: Bool) -> Session.Redirects {
    var policy = self
    policy.decide = { [decide] redirect, proposed in
      guard !redirect.isReplacement(proposed, ofBody: hasBody) else {
        throw MethodChange(redirect, to: proposed)
      }
      let decision = try await decide?(redirect, proposed) ?? .follow
      if case .send(let head) = decision, redirect.isReplacement(head, ofBody: hasBody) {
        throw MethodChange(redirect, to: head)
      }
      return decision
    }
    return policy
  }
}

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

  /// The code of a redirect that was refused, such as that to a page for logging in without TLS, or `nil`.
  fileprivate var refusedRedirect: ErrorCode? {
    guard let code = (error as? SessionError)?.code else { return nil }
    return [.redirectRefused, .tooManyRedirects].contains(code) ? code : nil
  }

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
  ///  a redirect that is refused, if they have redirects ► a wait
  ///  another status, or an error, that retries covers
  ///    ├── Retry-After above the maximum ─────────────► a wait for the maximum
  ///    └── otherwise ─────────────────────────────────► a retry, or none after the last one
  ///  anything else ───────────────────────────────────► none
  /// ```
  func next(
    after attempt: FailedAttempt, of request: SessionRequest, _ state: EntryState, since added: Timestamp
  ) async throws -> NextAttempt? {
    let (now, waits) = (Date(), state.waits ?? 0)
    var policy = retries
    if attempt.isUnreadableBody { policy.errors.insert(.bodyFailed) }
    let status = attempt.status.flatMap { waitingStatuses.contains($0) ? $0 : nil }
    let redirect = waitingStatuses.contains { (300..<400).contains($0) } ? attempt.refusedRedirect : nil
    var isWait = status != nil || redirect != nil
    if isWait {
      policy.methods = nil
      policy.initialDelay = waitingDelay
      if let status { policy.statuses.insert(status) }
      if let redirect { policy.errors.insert(redirect) }
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
      of: SessionRequest(request.head), with: attempt.result,
      retryCount: isWait ? waits : state.attempts - waits,
      elapsed: Timestamp.now - added)
    return try await policy.retry(after: failure, now: now).map { NextAttempt(retry: $0, isWait: isWait) }
  }
}
