internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceTransport

extension TransferRunner {
  /// Sends a request once through the middleware, and returns when the response's head has arrived.
  ///
  /// - Parameters:
  ///   - step: The request.
  ///   - request: The request of the caller, with its options.
  ///   - deadline: The time by which the response must have been read.
  ///   - context: The transfer.
  ///   - history: The redirects that led to the request.
  /// - Throws: A ``SessionError``; the errors of middleware; a `CancellationError`.
  nonisolated(nonsending) func exchange(
    _ step: PreparedRequest, throughMiddlewareOf request: SessionRequest, _ deadline: Deadline,
    _ context: TransferContext, history: [Session.Redirect]
  ) async throws -> SessionResponse {
    let passage = MiddlewarePassage(
      of: step, shownAs: step.shown(for: request), in: self, deadline, context, history: history)
    return try await deadline.limiting { try await passage.response() }
  }
}

/// One exchange through the middleware.
private final class MiddlewarePassage: Sendable {
  private let runner: TransferRunner
  private let step: PreparedRequest
  /// The request as the first middleware sees it.
  private let shown: SessionRequest
  private let deadline: Deadline
  private let context: TransferContext
  private let history: [Session.Redirect]
  /// The latest response of the transport, without its body, or `nil` if there is none.
  private let last = Lock<(sent: SentRequest?, isOfProbe: Bool, earlyByteCount: Int64?)?>(nil)

  init(
    of step: PreparedRequest, shownAs shown: SessionRequest, in runner: TransferRunner, _ deadline: Deadline,
    _ context: TransferContext, history: [Session.Redirect]
  ) {
    (self.runner, self.step, self.shown) = (runner, step, shown)
    (self.deadline, self.context, self.history) = (deadline, context, history)
  }

  /// Returns the response of the outermost middleware.
  func response() async throws -> SessionResponse {
    var next: Session.Next = { try await self.send($0) }
    for middleware in runner.middleware.reversed() {
      next = { [next] in try await middleware($0, next) }
    }
    let response = try await next(shown)
    return response.sent == nil ? completed(response) : response
  }

  /// Sends the request that the innermost middleware has passed on.
  private func send(_ request: SessionRequest) async throws -> SessionResponse {
    let (changed, isAuthorized) = try step.changed(to: request, from: shown)
    var response = try await runner.exchange(changed, deadline, context, history: history)
    let sent = SentRequest(to: changed.message.url, isAuthorized: isAuthorized)
    response.sent = sent
    last.withLock { [isOfProbe = response.isOfProbe, count = response.earlyByteCount] in
      $0 = (sent, isOfProbe, count)
    }
    return response
  }

  /// Returns a response that middleware has made, with what the session adds to each response.
  private func completed(_ made: SessionResponse) -> SessionResponse {
    var response = made
    if made.hasDefaultRequest { response.request = step.head }
    if made.redirects.isEmpty { response.redirects = history }
    response.spool = runner.settings.spool
    response.defaults = runner.settings.decodingDefaults
    response.body.limit(until: deadline)
    if let last = last.withLock({ $0 }) {
      (response.sent, response.isOfProbe, response.earlyByteCount) = last
    }
    return response
  }
}

extension PreparedRequest {
  /// Returns the request as middleware sees it: with the fields that the transport adds.
  ///
  /// - Parameter request: The request of the caller, with its options.
  fileprivate func shown(for request: SessionRequest) -> SessionRequest {
    var shown = request
    shown.body = message.body
    shown.head = head
    shown.head.headerFields = message.sentFields
    return shown
  }

  /// Returns the request with the changes of middleware.
  ///
  /// - Parameters:
  ///   - request: The request that middleware sends.
  ///   - shown: The request that it has seen.
  /// - Returns: The request, and whether middleware has set its `Authorization` or changed its origin.
  /// - Throws: A ``SessionError`` with the code `invalid-url` or `body-failed`.
  fileprivate func changed(
    to request: SessionRequest, from shown: SessionRequest
  ) throws -> (request: PreparedRequest, isAuthorized: Bool) {
    var changed = self
    let head = request.head
    if !head.hasSameTarget(as: shown.head) { changed.message.url = try RequestURL(of: head) }
    let hasMoved = changed.message.url.origin != message.url.origin
    changed.message.method = head.method
    changed.sameHead = head.hasSameTarget(as: shown.head) && head.method == message.method ? sameHead : nil
    try changed.setBody(of: request, insteadOf: shown)
    var fields = changed.message.fields
    // The transport adds the session's credential itself.
    let authorization = message.credential?.authorization
    let isChanged = fields[.authorization] != shown.head.headerFields[.authorization]
    if isChanged || hasMoved {
      changed.message.credential = nil
    } else if authorization != nil {
      fields[.authorization] = nil
    }
    if hasMoved {
      let old = shown.head.headerFields
      fields = HTTPFields(
        fields.filter { !($0.belongsToOrigin && old[values: $0.name].contains($0.value)) })
      changed.message.presentsCertificate =
        message.isOwnOrigin || settings.hasBase(at: changed.message.url.origin)
    }
    if !message.isOwnOrigin {
      // A response has named the origin. Only the policy for redirects decides about its secrets.
      let kept = hasMoved ? [] : message.fields.filter(\.isSecret)
      fields = HTTPFields(fields.filter { !$0.isSecret } + kept)
    }
    changed.message.fields = fields
    return (changed, isChanged || hasMoved)
  }

  /// Sets the body, and the fields with those that describe it.
  private mutating func setBody(of request: SessionRequest, insteadOf shown: SessionRequest) throws {
    let body = request.body
    if let problem = message.method.problem(hasBody: body != nil) { throw problem }
    var fields = request.head.headerFields
    (fields[.contentLength], fields[.transferEncoding]) = (nil, nil)
    do {
      message.byteCount = try body?.byteCount
      // A type that is still that of the other body, and not of the caller's fields.
      let type = shown.body?.contentType
      if type != nil, type == shown.head.headerFields[.contentType], type == fields[.contentType],
        body == nil || body?.contentType != nil
      {
        fields[.contentType] = body?.contentType
      }
      if body != nil {
        fields[.contentType] = try SessionRequest(request.head, body: body).contentType(in: fields)
      }
    } catch {
      throw SessionError(.bodyFailed, underlying: error)
    }
    if body == nil { message.awaitsContinue = false }
    // Other middleware may have read it into another body.
    message.isReadOnce = message.isReadOnce || body?.isReadOnce == true
    message.body = body
    message.fields = fields
  }
}

extension HTTPRequest {
  fileprivate func hasSameTarget(as other: HTTPRequest) -> Bool {
    scheme == other.scheme && authority == other.authority && path == other.path
  }
}
