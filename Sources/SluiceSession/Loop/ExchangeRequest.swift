package import HTTPTypes
package import SluiceBody

/// All that one exchange sends, and how.
package struct ExchangeRequest: Sendable {
  package var url: RequestURL
  package var method: HTTPRequest.Method
  package var fields: HTTPFields
  package var body: (any BodySource)?
  var byteCount: Int64?
  /// The credential that goes with it, and the proxy's.
  var credential: CredentialStore.Known?
  var proxyCredential: CredentialStore.Known?
  /// Whether it goes to the origin that the caller has named, and not to another that it was redirected to.
  var isOwnOrigin = true
  let settings: ExchangeSettings
  /// Whether the session has it wait for the server's word before its body goes (RFC 9110 §10.1.1).
  var awaitsContinue = false
  /// The longest that it may take.
  var timeLimit: Duration?
  var transfer: TransferContext
  /// Which of its transfer's exchanges it is.
  var number = 0

  /// Method and URL.
  var head: HTTPRequest {
    HTTPRequest(method: method, scheme: url.origin.scheme, authority: url.authority, path: url.target)
  }

  /// Whether a body belongs to it, if an empty one.
  var hasContent: Bool { body != nil || [.post, .put, .patch].contains(method) }

  /// Whether its body may have more than 64 KiB.
  var isLarge: Bool { body != nil && byteCount.map { $0 > 64 * 1024 } ?? true }

  /// The most bytes that are sent at once. A limited rate is kept in steps of about a second.
  var uploadBufferSize: Int {
    let size = isLarge ? 256 * 1024 : 64 * 1024
    return min(size, max(Int(clamping: settings.configuration.maximumSendRate ?? .max), 16 * 1024))
  }

  /// How long nothing may move: with a limited rate nothing moves between two of its steps.
  var idleLimit: Duration? {
    let step = settings.configuration.maximumSendRate.map {
      Duration.seconds(uploadBufferSize) / Int(clamping: max($0, 1))
    }
    return settings.configuration.idleTimeout.map { $0 + (step ?? .zero) }
  }
}

extension ExchangeRequest {
  /// A request of no session.
  package init(
    _ method: HTTPRequest.Method, _ url: RequestURL, fields: HTTPFields, body: (any BodySource)?,
    configuration: Session.Configuration
  ) {
    self.init(
      url: url, method: method, fields: fields, body: body, settings: ExchangeSettings(configuration),
      transfer: TransferContext())
  }
}
