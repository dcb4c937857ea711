internal import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceSerialization
internal import SluiceTransport

extension TransferRunner {
  /// Sends a request, and follows redirects and answers challenges until there is a final response.
  ///
  /// ```
  ///  authorize ──► exchange ──► 2xx ─────────────────────────────────► returned
  ///                   ▲          401, 407, and a credential ─┐
  ///                   │          417, after Expect ──────────┤
  ///                   │          2xx, 301-303, to a probe ───┤
  ///                   │          3xx that is followed ───────┤
  ///                   └───────── the next request ◄──────────┘
  ///                              any other status ───────────────────► returned
  /// ```
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - policy: The settings of the request.
  ///   - deadline: The time by which the response must have been read.
  ///   - context: The transfer.
  ///   - isOwnOrigin: Whether the caller has named the origin of this request. Defaults to `true`.
  nonisolated(nonsending) func finalResponse(
    to request: SessionRequest, _ policy: RequestPolicy, _ deadline: Deadline, _ context: TransferContext,
    isOwnOrigin: Bool = true
  ) async throws -> SessionResponse {
    let isOwnOrigin = isOwnOrigin && context.isOwnOrigin
    if let problem = request.head.method.problem(hasBody: request.body != nil) { throw problem }
    if let problem = settings.problem { throw problem }
    let byteCount = try byteCount(of: request.body)
    let url = try settings.base.url(of: request.head)
    var next = PreparedRequest(request, to: url, policy: policy, settings: settings)
    next.message.isOwnOrigin = isOwnOrigin
    next.message.presentsCertificate = isOwnOrigin || settings.hasBase(at: url.origin)
    next.message.fields = try fields(of: request, to: url.origin, isOwnOrigin: isOwnOrigin)
    next.message.byteCount = byteCount
    next.message.isReadOnce = request.body?.isReadOnce == true
    next.message.proxyCredential = credentials?.proxyCredential
    next.message.awaitsContinue =
      request.body != nil && settings.configuration.awaitsContinue(byteCount: byteCount)
    var history: [Session.Redirect] = []
    var challenges = 0
    if credentials != nil { try await authorize(&next, deadline) }
    while true {
      let response: SessionResponse
      do {
        response =
          middleware.isEmpty
          ? try await exchange(next, deadline, context, history: history)
          : try await exchange(
            next, throughMiddlewareOf: request, deadline, context, history: history)
      } catch let error as SessionError
        where error.proxyStatus == 407 && challenges < Self.maximumChallengeCount
      {
        // libcurl does not pass on the proxy's challenges to CONNECT.
        guard
          let known = try await credentials?.answerProxy(
            [], sent: next.message.proxyCredential, session: { Session(self) }, until: deadline)
        else { throw error }
        try next.checkThatBodyCanBeSentAgain(after: 407, from: next.message.url)
        next.message.proxyCredential = known
        challenges += 1
        context.post { $0.willAuthenticate($1, after: nil) }
        continue
      }
      // Parsed at each access.
      let status = response.head.status.code
      if (200..<400).contains(status), ![307, 308].contains(status), response.isOfProbe {
        await response.discard()
        next = next.withoutDigest
        continue
      }
      // A successful response is final.
      if (200..<300).contains(status) { return response }
      if challenges < Self.maximumChallengeCount,
        let answering = try await answer(response, to: next, deadline)
      {
        await response.discard()
        challenges += 1
        next = answering
        context.post(response.head) { $0.willAuthenticate($1, after: $2.redacted(showing: $0.queries)) }
        continue
      }
      if status == 417, let unconditional = next.withoutExpectation() {
        await response.discard()
        next = unconditional
        continue
      }
      guard let (redirect, redirected) = try await redirect(response, of: next, history.count + 1, deadline)
      else { return response }
      await response.discard()
      history.append(redirect)
      context.post((redirect, redirected.message.observed)) {
        $0.willRedirect($1, by: $2.0.redacted(showing: $0.queries), to: $2.1.head(showing: $0.queries))
      }
      next = redirected
      let origin = redirected.message.url.origin
      next.message.presentsCertificate =
        isOwnOrigin && origin == url.origin || settings.hasBase(at: origin)
      try await authorize(&next, deadline)
    }
  }

  /// The maximum number of challenges that are answered: a server may refuse the first credential, and a proxy may add
  /// its own challenges.
  private static var maximumChallengeCount: Int { 4 }

  /// Adds a known or preemptive credential to a request to the caller's own origin.
  private func authorize(_ request: inout PreparedRequest, _ deadline: Deadline) async throws {
    let message = request.message
    guard message.isOwnOrigin, message.credential == nil, !message.fields.contains(.authorization) else {
      return
    }
    request.message.credential = try await credentials?.credential(
      for: message.url.origin, session: { Session(self) }, until: deadline)
  }

  /// Returns the request with a credential that answers a response's challenge, or `nil` if there is no challenge or no
  /// credential.
  private func answer(
    _ response: SessionResponse, to request: PreparedRequest, _ deadline: Deadline
  ) async throws -> PreparedRequest? {
    guard let credentials else { return nil }
    var next = request
    switch response.head.status.code {
    case 401
    where request.message.isOwnOrigin && request.message.fields[.authorization] == nil
      && response.sent?.isAuthorized != true:
      next.message.credential = try await credentials.answer(
        response.head.challenges(.wwwAuthenticate), of: request.message.url.origin,
        sent: request.message.credential, session: { Session(self) }, until: deadline)
      if next.message.credential == nil { return nil }
    case 407:
      next.message.proxyCredential = try await credentials.answerProxy(
        response.head.challenges(.proxyAuthenticate), sent: request.message.proxyCredential,
        session: { Session(self) }, until: deadline)
      if next.message.proxyCredential == nil { return nil }
    default: return nil
    }
    try next.checkThatBodyCanBeSentAgain(after: response.head.status.code, from: request.message.url)
    return next
  }

  /// Returns a redirect and the request that it leads to, or `nil` if the response does not redirect, or the policy
  /// stops there.
  private func redirect(
    _ response: SessionResponse, of request: PreparedRequest, _ number: Int, _ deadline: Deadline
  ) async throws -> (Session.Redirect, PreparedRequest)? {
    let policy = request.policy.redirects
    guard policy.maximumCount > 0 else { return nil }
    let request = response.sent.map { request.placed(at: $0.url) } ?? request
    do {
      guard let proposed = try request.redirected(by: response.head) else { return nil }
      guard number <= policy.maximumCount else {
        throw SessionError(.tooManyRedirects, message: "more than \(policy.maximumCount) redirects")
      }
      var redirect = Session.Redirect(
        request: request.head, response: response.head, number: number,
        isBodyReplayable: request.message.body?.isReplayable ?? true)
      redirect.isEarly = response.earlyByteCount != nil
      guard let next = try await proposed.decided(about: redirect, deadline) else { return nil }
      try next.checkThatBodyCanBeSentAgain(after: response.head.status.code, from: request.message.url)
      // Otherwise, the success of the next response would hide that the server does not have the body.
      if next.message.body == nil, let count = response.earlyByteCount,
        !request.policy.exchange.acceptsEarlyResponse, !request.policy.leavesBodyEarly
      {
        throw SessionError.early(response.head.status.code, after: count, of: request.message.byteCount)
      }
      return (redirect, next)
    } catch let error as SessionError {
      throw error.at(request.message.url.redacted)
    }
  }

  func byteCount(of body: (any BodySource)?) throws -> Int64? {
    do {
      return try body?.byteCount
    } catch {
      throw SessionError(.bodyFailed, underlying: error)
    }
  }

  private func fields(
    of request: SessionRequest, to origin: RequestURL.Origin, isOwnOrigin: Bool
  ) throws -> HTTPFields {
    var fields = settings.fields(of: request.head.headerFields, to: origin)
    if !isOwnOrigin { fields = HTTPFields(fields.filter { !$0.isSecret } + request.options.decidedSecrets) }
    do {
      if request.body != nil { fields[.contentType] = try request.contentType(in: fields) }
    } catch {
      throw SessionError(.bodyFailed, underlying: error)
    }
    if let urgency = request.priority.urgency, let name = HTTPField.Name("Priority"),
      fields[name] == nil
    {
      fields[name] = "u=\(urgency)"
    }
    return fields
  }
}

extension PreparedRequest {
  /// The request without its passwords for HTTP Digest, which is sent whole.
  ///
  /// To get a challenge, the request was sent without its body. If the response is no challenge, the server has not
  /// received the body, and a redirect that changes the method would drop it.
  fileprivate var withoutDigest: PreparedRequest {
    var next = self
    if next.message.credential?.isDigest == true { next.message.credential = nil }
    if next.message.proxyCredential?.isDigest == true { next.message.proxyCredential = nil }
    return next
  }

  /// Returns the request without the wait for 100 (Continue) (RFC 9110 §10.1.1), or `nil` if it did not wait, or its
  /// body cannot be sent again.
  fileprivate func withoutExpectation() -> PreparedRequest? {
    guard message.awaitsContinue, message.body?.isReplayable == true, message.fields[.expect] == nil else {
      return nil
    }
    var next = self
    next.message.awaitsContinue = false
    return next
  }
}

extension Session.Configuration {
  fileprivate func awaitsContinue(byteCount: Int64?) -> Bool {
    guard let threshold = expectContinueByteCount else { return false }
    return byteCount.map { $0 >= threshold } ?? true
  }
}

extension TransportSettings.Priority {
  /// The urgency (RFC 9218 §4.1) to send to the server, or `nil` for the default.
  fileprivate var urgency: Int? {
    switch self {
    case .low: 5
    case .normal: nil
    case .high: 1
    }
  }
}

extension HTTPResponse {
  fileprivate func challenges(_ name: HTTPField.Name) -> [AuthenticationChallenge] {
    headerFields[values: name].flatMap { AuthenticationChallenge.challenges(in: $0) }
  }
}
