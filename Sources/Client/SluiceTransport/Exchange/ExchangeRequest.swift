package import HTTPTypes
package import SluiceBody
internal import SluiceSerialization

/// The request of one exchange: what is sent, the limits, and the observer.
///
/// A class, because a structure of this size is copied from the task to the loop and to the exchange.
package final class ExchangeRequest: Sendable {
  /// The message that is sent, with the credentials that the transport adds.
  package struct Message: Sendable {
    /// The URL that the request goes to.
    package var url: RequestURL
    /// The method.
    package var method: HTTPRequest.Method
    /// The fields that are sent, without those that libcurl or the body determines.
    package var fields: HTTPFields
    /// The body, or `nil` if there is none.
    package var body: (any BodySource)?
    /// The size of the body in bytes, or `nil` if it is unknown or there is no body.
    package var byteCount: Int64?
    /// The credential that is sent.
    package var credential: Credential?
    /// The credential that is sent to the proxy.
    package var proxyCredential: Credential?
    /// Whether the URL has the origin that the caller has named, which may receive the credentials in the netrc file.
    package var isOwnOrigin = true
    /// Whether the session's client certificate may be presented to the origin.
    package var presentsCertificate = true
    /// Whether the body waits for the server's 100 (Continue) (RFC 9110 §10.1.1).
    package var awaitsContinue = false
    /// Whether the body can be read only once, even if no byte of it was read yet.
    package var isReadOnce = false

    package init(url: RequestURL, method: HTTPRequest.Method, fields: HTTPFields, body: (any BodySource)?) {
      (self.url, self.method, self.fields, self.body) = (url, method, fields, body)
    }

    /// Whether the request has content: a body, or the empty one of a method that expects a body.
    var hasContent: Bool { body != nil || [.post, .put, .patch].contains(method) }

    /// Whether a server could take the request without its body for the whole one, and ignore or refuse the whole one
    /// after it: it has a key of idempotency, a condition, or fields that say which bytes of an upload it has.
    fileprivate var mustBeWhole: Bool {
      fields.contains { field in
        let name = field.name.canonicalName
        return ["idempotency-key", "tus-resumable"].contains(name) || name.hasPrefix("upload-")
          || name.hasPrefix("if-")
      }
    }

    /// The value of `Content-Length`, or `nil` if there is no content or its size is unknown.
    var contentLength: Int64? { body == nil && hasContent ? 0 : byteCount }

    /// The fields with those that the transport determines, whatever the version of HTTP.
    package var sentFields: HTTPFields {
      var fields = fields.withSingleCookie
      fields[.contentLength] = contentLength.map(String.init)
      if fields.contains(.transferEncoding) { fields[.transferEncoding] = nil }
      if fields[.accept] == nil { fields[.accept] = "*/*" }
      if let authorization = credential?.authorization { fields[.authorization] = authorization }
      return fields
    }
  }

  /// The limits and the treatment of an exchange: those of the request's own options, and otherwise of the session's
  /// configuration.
  package struct Policy: Sendable {
    /// The maximum duration of the whole call, or `nil` for no limit.
    package var timeout: Duration?
    /// The maximum duration of the exchange, the rest of ``timeout``, or `nil` for no limit.
    package var timeLimit: Duration?
    /// The maximum duration without progress, or `nil` for no limit.
    package var idleTimeout: Duration?
    /// The maximum duration from the request to the head of the response, or `nil` for no limit.
    package var responseTimeout: Duration?
    /// Whether another exchange that this one waits for has the last two limits.
    fileprivate var leavesIdleLimit = false
    /// The priority among the exchanges that wait for a connection to the same origin.
    package var priority = TransportSettings.Priority.normal
    /// Whether the time limit runs while the exchange is suspended.
    package var countsSuspendedTime = false
    /// Whether a successful response may arrive before the request's body has been sent.
    package var acceptsEarlyResponse = false
    /// Whether the response is decoded while it arrives, and may have no end.
    package var isStream = false
    /// The settings of the request for layers around the transport.
    package var layers = LayerSettings()

    package init() {}
  }

  /// The message. Its body can be read on the loop thread.
  package let message: Message
  package let policy: Policy
  package let settings: TransportSettings
  package let observer: any ExchangeObserver

  package init(
    _ message: consuming Message, _ policy: consuming Policy, settings: TransportSettings,
    observer: any ExchangeObserver
  ) {
    (self.message, self.policy, self.settings, self.observer) = (message, policy, settings, observer)
  }

  /// Returns the same request with another time limit.
  func limited(to timeLimit: Duration?) -> ExchangeRequest {
    var policy = policy
    policy.timeLimit = timeLimit
    return ExchangeRequest(message, policy, settings: settings, observer: observer)
  }

  /// Returns the same request with another observer.
  package func observed(by observer: any ExchangeObserver) -> ExchangeRequest {
    ExchangeRequest(message, policy, settings: settings, observer: observer)
  }

  /// The request of an exchange that waits for another one, and leaves the limits without progress and for the response
  /// to it.
  package var leavingIdleLimit: ExchangeRequest {
    var policy = policy
    policy.leavesIdleLimit = true
    return ExchangeRequest(message, policy, settings: settings, observer: observer)
  }

  /// Returns the request of an exchange that another one may wait for.
  ///
  /// - Parameters:
  ///   - fields: The fields that are sent.
  ///   - leavesTimeLimit: Whether the waiting exchange has the time limit.
  ///   - observer: The observer.
  package func nested(
    fields: HTTPFields, leavesTimeLimit: Bool, observer: any ExchangeObserver
  ) -> ExchangeRequest {
    var (message, policy) = (message, policy)
    message.fields = fields
    policy.leavesIdleLimit = false
    if leavesTimeLimit { policy.timeLimit = nil }
    return ExchangeRequest(message, policy, settings: settings, observer: observer)
  }
}

extension ExchangeRequest {
  package var url: RequestURL { message.url }
  package var method: HTTPRequest.Method { message.method }
  package var fields: HTTPFields { message.fields }
  package var body: (any BodySource)? { message.body }
  package var byteCount: Int64? { message.byteCount }
  var credential: Credential? { message.credential }
  var proxyCredential: Credential? { message.proxyCredential }
  private var isOwnOrigin: Bool { message.isOwnOrigin }

  /// Whether there is a body, even an empty one.
  var hasBody: Bool { body != nil }

  var hasContent: Bool { message.hasContent }

  /// Whether the request has an `Expect` field that its caller has not set (RFC 9110 §10.1.1).
  package var asksForContinue: Bool {
    guard hasBody, message.awaitsContinue, fields[.expect] == nil else { return false }
    // Over HTTP/2, a server can refuse a body by other means, and libcurl decides by itself.
    return settings.values.httpVersion == .http1 || url.origin.scheme == "http"
  }

  /// The fields as libcurl sends them over HTTP/1.1, but for `Host`, `Connection` and the cookies of the session.
  package var sentFields: HTTPFields {
    var fields = message.sentFields
    if asksForContinue { fields[.expect] = "100-continue" }
    if hasContent, message.contentLength == nil { fields[.transferEncoding] = "chunked" }
    return fields
  }

  /// Whether the response is known to be that of the server that the URL names, whatever the settings of the session
  /// and the caller's fields, so that it is the same for all sessions.
  package var identifiesServer: Bool {
    !fields.contains { $0.name.canonicalName == "host" } && settings.identifiesServer(of: url)
  }

  /// Whether the credential needs a transport that speaks HTTP Digest.
  package var needsDigest: Bool { credential.map { $0.authorization == nil } ?? false }
}

// What libcurl needs to know.
extension ExchangeRequest {
  /// Whether libcurl sends the request without its body first, to get a challenge of HTTP Digest, because the body can
  /// be read only once, or may be sent over HTTP/3.
  ///
  /// Before HTTP/3, such a request needs HTTP/1: libcurl 7.88 does not end one without its body over HTTP/2, so servers
  /// wait for it. Over HTTP/3, libcurl 8.23 fails if a server stops reading the body after its challenge.
  var isProbed: Bool {
    guard hasBody, byteCount != 0, !message.mustBeWhole else { return false }
    switch settings.values.httpVersion {
    case .http2PriorKnowledge: return false
    case .http1, .http2, nil: guard message.isReadOnce else { return false }
    case .http3, .http3Only: break
    }
    // To a host with TLS, the proxy passes on a tunnel, which it challenges before the request.
    return credential?.isDigest == true || (proxyCredential?.isDigest == true && url.origin.scheme == "http")
  }

  /// The cookies of the session, or `nil` if the exchange has none of them.
  ///
  /// There are none for a host whose name ends in a dot. Its last labels do not match those of the list of public
  /// suffixes, so libcurl would let `foo.co.uk.` set cookies for all of `co.uk.`.
  var cookies: CookieStore? {
    guard let cookies = settings.values.cookies else { return nil }
    return url.origin.host.utf8.last == UInt8(ascii: ".") ? nil : cookies
  }

  /// The client certificate for the origin, or `nil` if it may have none. libcurl does not share connections between
  /// exchanges with different ones.
  var clientCertificate: TransportSettings.Trust.ClientCertificate? {
    message.presentsCertificate ? settings.values.trust.clientCertificate : nil
  }

  /// Whether the credentials in the netrc file may be sent.
  var mayUseNetrc: Bool {
    isOwnOrigin && credential == nil && (fields[.authorization] == nil || netrcUser != nil)
  }

  /// The user without a password, whose password the netrc file may have, or `nil` if there is none.
  var netrcUser: String? {
    guard settings.values.netrc != nil, isOwnOrigin, credential == nil else { return nil }
    return fields[.authorization].flatMap { AuthorizationField.user(ofBasicWithoutPassword: $0) }
  }

  /// Whether an easy handle that has sent this request can send another such request of the session. They differ only
  /// in options that `CurlEasy.configure(for:)` sets for each request, and libcurl knows no password.
  var isPlain: Bool {
    method == .get && !hasBody && settings.values.cookies == nil && settings.values.netrc == nil
      // libcurl loads the addresses once per handle, into the multi handle of that time.
      && settings.values.addressOverrides.isEmpty
      // The handle has the certificate, or none.
      && (message.presentsCertificate || settings.values.trust.clientCertificate == nil)
      && proxyCredential == nil && (credential == nil || credential?.authorization != nil)
  }

  /// Whether the body has more than 64 KiB or an unknown size.
  var isLarge: Bool { hasBody && byteCount.map { $0 > 64 * 1024 } ?? true }

  /// The size of libcurl's upload buffer in bytes: 64 or 256 KiB.
  var uploadBufferByteCount: Int { isLarge ? 256 * 1024 : 64 * 1024 }

  /// The maximum number of bytes of the body that libcurl gets at once: those of half a second, if the rate is limited.
  /// libcurl waits until the rate allows the next ones, and does not notice meanwhile that the connection has ended.
  var maximumReadByteCount: Int {
    settings.values.maximumSendRate.map { Int(clamping: max($0 / 2, 1)) } ?? .max
  }

  /// The maximum duration without progress, or `nil` for no limit.
  var idleLimit: Duration? { policy.leavesIdleLimit ? nil : policy.idleTimeout }

  /// The maximum duration from the request to the head of the response, or `nil` for no limit.
  var responseLimit: Duration? { policy.leavesIdleLimit ? nil : policy.responseTimeout }

  /// The time in which libcurl moves nothing because of a limited rate: one of its steps.
  var sendingStep: Duration {
    guard let rate = settings.values.maximumSendRate else { return .zero }
    return Duration.seconds(min(uploadBufferByteCount, maximumReadByteCount)) / Int(clamping: max(rate, 1))
  }
}

extension HTTPFields {
  /// The same fields with at most one `Cookie` (RFC 6265 §5.4). `fields[.cookie] = "a=1; b=2"` divides the value into
  /// one field for each cookie, as HTTP/2 allows.
  var withSingleCookie: HTTPFields {
    guard contains(.cookie) else { return self }
    let cookies = self[values: .cookie]
    guard cookies.count > 1 else { return self }
    var fields = self
    fields[.cookie] = nil
    fields.append(HTTPField(name: .cookie, value: cookies.joined(separator: "; ")))
    return fields
  }
}

extension HTTPRequest.Method {
  /// The methods whose requests have the same effect if they are sent twice (RFC 9110 §9.2.2).
  package static let idempotent: [HTTPRequest.Method] = [.get, .head, .put, .delete, .options, .trace]

  /// Whether a request has the same effect if it is sent twice.
  var isIdempotent: Bool { Self.idempotent.contains(self) }
}
