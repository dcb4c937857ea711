internal import HTTPTypes
internal import SluiceBody

/// All that one exchange sends, and how.
struct ExchangeRequest: Sendable {
  var url: RequestURL
  var method: HTTPRequest.Method
  var fields: HTTPFields
  var body: (any BodySource)?
  var byteCount: Int64?
  var credential: Credential?
  var configuration: Session.Configuration
  var report: (@Sendable (TransferProgress) -> Void)?

  /// Method and URL.
  var head: HTTPRequest {
    HTTPRequest(method: method, scheme: url.origin.scheme, authority: url.authority, path: url.target)
  }

  /// The most bytes that are sent at once. A limited rate is kept in steps of about a second.
  var uploadBufferSize: Int {
    let size = byteCount.map { $0 > 64 * 1024 } ?? true ? 256 * 1024 : 64 * 1024
    return min(size, max(Int(clamping: configuration.maximumSendRate ?? .max), 16 * 1024))
  }

  /// How long nothing may move: with a limited rate nothing moves between two of its steps.
  var idleLimit: Duration? {
    let step = configuration.maximumSendRate.map {
      Duration.seconds(uploadBufferSize) / Int(clamping: max($0, 1))
    }
    return configuration.idleTimeout.map { $0 + (step ?? .zero) }
  }
}
