package import HTTPTypes
internal import SluiceBody
package import SluiceSerialization
package import SluiceTransport

/// The request of one step of a transfer: the caller's, or the one that a redirect or a challenge has made of it.
package struct PreparedRequest: Sendable {
  /// The message that is sent. Its URL and method change with ``move(to:)`` and ``changeMethod(to:)``.
  package var message: ExchangeRequest.Message
  /// The head of the caller's request without fields, or `nil` if it is not that of the message.
  var sameHead: HTTPRequest?
  let policy: RequestPolicy
  let settings: TransferSettings

  /// Creates a request, without a credential.
  ///
  /// - Parameters:
  ///   - request: The method, the fields and the body.
  ///   - url: The URL that the request goes to.
  ///   - policy: The settings of the request. Defaults to `nil`, for those of the session.
  ///   - settings: The settings of the session.
  package init(
    _ request: SessionRequest, to url: RequestURL, policy: RequestPolicy? = nil, settings: TransferSettings
  ) {
    message = ExchangeRequest.Message(
      url: url, method: request.head.method, fields: request.head.headerFields, body: request.body)
    self.policy = policy ?? settings.policy
    self.settings = settings
    if url.isWritten(in: request.head) {
      var head = request.head
      head.headerFields = HTTPFields()
      sameHead = head
    }
  }

  /// The method and the URL, without fields.
  package var head: HTTPRequest {
    if let sameHead { return sameHead }
    let url = message.url
    return HTTPRequest(
      method: message.method, scheme: url.origin.scheme, authority: url.authority, path: url.target)
  }

  /// The method, the URL and the fields.
  package var headWithFields: HTTPRequest {
    var head = head
    head.headerFields = message.fields
    return head
  }

  /// The secret fields of a request to an origin that a response has named. Only the policy for redirects can have set
  /// them, because the caller's stay behind.
  package var decidedSecrets: HTTPFields {
    message.isOwnOrigin ? [:] : HTTPFields(message.fields.filter(\.isSecret))
  }

  /// Receives interim responses (1xx), or `nil` if nothing does.
  var didReceiveInterim: (@Sendable (HTTPResponse) -> Void)? {
    guard let receive = policy.didReceiveInterim else { return nil }
    return { [url = message.url] in receive($0, url) }
  }
}

extension ExchangeRequest.Message {
  /// The head as monitors observe it, including the credentials that the transport adds.
  var observed: ObservedRequest {
    var fields = fields
    // The values of these fields are hidden.
    if credential != nil { fields[.authorization] = "" }
    if proxyCredential != nil { fields[.proxyAuthorization] = "" }
    return ObservedRequest(method: method, url: url, fields: fields)
  }

  /// Returns the body, after checking that one with the declared size 0 is empty. The loop thread would not wait for a
  /// source that has nothing yet.
  ///
  /// - Throws: A ``SessionError`` with the code `body-failed`; a `CancellationError`.
  nonisolated(nonsending) func checkedBody(until deadline: Deadline) async throws -> (any BodySource)? {
    guard byteCount == 0, let source = body else { return body }
    return try await deadline.limiting { [url] in
      do {
        let reader = source.needsOwnThread ? PooledReader(over: source) : try source.makeReader()
        let excess = try await reader.next(upTo: 256).bytes
        if !excess.isEmpty {
          throw BodyError(.byteCountMismatch, expected: 0, actual: Int64(excess.count))
        }
        return .bytes([])
      } catch {
        try Task.checkCancellation()
        throw SessionError(.bodyFailed, underlying: error).at(url.redacted)
      }
    }
  }
}

extension HTTPRequest.Method {
  /// Returns the error of a request that HTTP does not allow (RFC 9110 §9.3), or `nil` if there is none.
  package func problem(hasBody: Bool) -> SessionError? {
    switch self {
    case .connect: SessionError(.invalidURL, message: "a CONNECT request has no URL, and is for proxies only")
    case .head where hasBody, .trace where hasBody:
      SessionError(.bodyFailed, message: "a \(rawValue) request cannot have a body")
    default: nil
    }
  }
}

extension RequestURL {
  /// Whether a head has the parts of the URL in normal form.
  fileprivate func isWritten(in head: HTTPRequest) -> Bool {
    head.scheme == origin.scheme && head.authority == authority && head.path == target
  }
}
