internal import HTTPTypes

/// The request of one exchange, as libcurl sends it.
struct CurlRequest: Sendable {
  let url: RequestURL
  let method: HTTPRequest.Method
  /// The fields that are sent, without those that libcurl or the body determines.
  let fields: HTTPFields
  /// Whether there is a body, even an empty one.
  let hasBody: Bool
  /// The body's size in bytes; `nil` if it is unknown or there is no body.
  var byteCount: Int64?
  /// The credential that is sent, and the one for the proxy.
  var credential: Credential?
  var proxyCredential: Credential?
  /// Whether the URL has the origin that the caller has named, which may receive the credentials in the netrc file.
  var isOwnOrigin = true
  /// Whether the body waits for the server's 100 (Continue) (RFC 9110 §10.1.1).
  var awaitsContinue = false
  /// The maximum duration of the exchange; `nil` for no limit.
  var timeLimit: Duration?
  let settings: CurlSettings

  /// Whether the request has content: a body, or the empty one of a method that expects a body.
  var hasContent: Bool { hasBody || [.post, .put, .patch].contains(method) }

  /// Whether the request has an `Expect` field that its caller has not set (RFC 9110 §10.1.1).
  var asksForContinue: Bool {
    guard hasBody, awaitsContinue, fields[.expect] == nil else { return false }
    // Over HTTP/2, a server can refuse a body by other means, and libcurl decides by itself.
    return settings.httpVersion == .http1 || url.origin.scheme == "http"
  }

  /// Whether an easy handle that has sent this request can send another such request of the session. They differ only
  /// in options that `CurlEasy.configure(for:)` sets for each request, and libcurl knows no password.
  var isPlain: Bool {
    method == .get && !hasBody && settings.cookies == nil && settings.netrc == nil
      // libcurl loads the addresses once per handle, into the multi handle of that time.
      && settings.addressOverrides.isEmpty
      && proxyCredential == nil && (credential == nil || credential?.authorization != nil)
  }

  /// Whether the body has more than 64 KiB or an unknown size.
  var isLarge: Bool { hasBody && byteCount.map { $0 > 64 * 1024 } ?? true }

  /// The size of libcurl's upload buffer in bytes: 64 or 256 KiB. Smaller for a limited rate, which libcurl keeps in
  /// steps of about a second, but at least 16 KiB.
  var uploadBufferByteCount: Int {
    let byteCount = isLarge ? 256 * 1024 : 64 * 1024
    guard let rate = settings.maximumSendRate else { return byteCount }
    return min(byteCount, max(Int(clamping: rate), 16 * 1024))
  }
}
