package import HTTPTypes
package import SluiceBody

/// The request of one exchange, and how it is sent.
package struct ExchangeRequest: Sendable {
  /// The URL that the request goes to.
  package var url: RequestURL
  /// The method.
  package var method: HTTPRequest.Method
  /// The fields that are sent, without those that libcurl or the body determines.
  package var fields: HTTPFields
  /// The body; `nil` if there is none.
  package var body: (any BodySource)?
  /// The body's size in bytes; `nil` if it is unknown or there is no body.
  var byteCount: Int64?
  /// The credential that is sent, and the one for the proxy.
  var credential: CredentialStore.Known?
  var proxyCredential: CredentialStore.Known?
  /// Whether the URL still has the origin that the caller has named, and is not redirected to another.
  var isOwnOrigin = true
  let settings: ExchangeSettings
  /// Whether the body waits for the server's 100 (Continue) (RFC 9110 §10.1.1).
  var awaitsContinue = false
  /// The maximum duration of the exchange; `nil` for no limit.
  var timeLimit: Duration?
  var transfer: TransferContext
  /// The number of the exchange within its transfer, from 1.
  var number = 0

  /// The method and the URL, without fields.
  var head: HTTPRequest {
    HTTPRequest(method: method, scheme: url.origin.scheme, authority: url.authority, path: url.target)
  }

  /// Whether the request has a body, even an empty one.
  var hasContent: Bool { body != nil || [.post, .put, .patch].contains(method) }

  /// Whether the body has more than 64 KiB or an unknown size.
  var isLarge: Bool { body != nil && byteCount.map { $0 > 64 * 1024 } ?? true }

  /// The size of libcurl's upload buffer in bytes: 64 or 256 KiB. Smaller for a limited rate, which libcurl keeps in
  /// steps of about a second, but at least 16 KiB.
  var uploadBufferSize: Int {
    let size = isLarge ? 256 * 1024 : 64 * 1024
    return min(size, max(Int(clamping: settings.configuration.maximumSendRate ?? .max), 16 * 1024))
  }

  /// The maximum duration without progress; `nil` for no limit. A limited rate extends it by one of its steps, during
  /// which nothing moves.
  var idleLimit: Duration? {
    let step = settings.configuration.maximumSendRate.map {
      Duration.seconds(uploadBufferSize) / Int(clamping: max($0, 1))
    }
    return settings.configuration.idleTimeout.map { $0 + (step ?? .zero) }
  }
}

extension ExchangeRequest {
  /// Creates a request outside of any session.
  package init(
    _ method: HTTPRequest.Method, _ url: RequestURL, fields: HTTPFields, body: (any BodySource)?,
    configuration: Session.Configuration
  ) {
    self.init(
      url: url, method: method, fields: fields, body: body, settings: ExchangeSettings(configuration),
      transfer: TransferContext())
  }
}
