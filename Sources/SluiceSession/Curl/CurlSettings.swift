/// The settings of libcurl that all exchanges of a session share.
final class CurlSettings: Sendable {
  /// See ``Session/Configuration``.
  let connectTimeout: Duration?
  let maximumSendRate: Int64?
  let maximumReceiveRate: Int64?
  let maximumTotalReceiveRate: Int64?
  let httpVersion: Session.HTTPVersion?
  let proxy: String?
  let unixSocketPath: String?
  let networkInterface: String?
  let addressOverrides: [Session.AddressOverride]
  let trust: Session.Trust
  let netrc: Session.Netrc?
  /// The cookies; `nil` if the session keeps none.
  let cookies: CookieStore?

  init(_ configuration: Session.Configuration) {
    connectTimeout = configuration.connectTimeout
    maximumSendRate = configuration.maximumSendRate
    maximumReceiveRate = configuration.maximumReceiveRate
    maximumTotalReceiveRate = configuration.maximumTotalReceiveRate
    httpVersion = configuration.httpVersion
    proxy = configuration.proxy
    unixSocketPath = configuration.unixSocketPath
    networkInterface = configuration.networkInterface
    addressOverrides = configuration.addressOverrides
    trust = configuration.trust
    netrc = configuration.netrc
    cookies = CookieStore(configuration.cookies)
  }
}
