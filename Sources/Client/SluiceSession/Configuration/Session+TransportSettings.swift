internal import SluiceBody
package import SluiceTransport

extension Session.Configuration {
  /// Returns the settings that the transport applies.
  func transportSettings() -> TransportSettings {
    var values = TransportSettings.Values()
    values.connectTimeout = connectTimeout
    values.maximumSendRate = maximumSendRate
    values.maximumReceiveRate = maximumReceiveRate
    values.maximumTotalSendRate = maximumTotalSendRate
    values.maximumTotalReceiveRate = maximumTotalReceiveRate
    values.loops = loops
    values.connectionLimits = ConnectionLimits(total: maximumConnections, perHost: maximumConnectionsPerHost)
    values.httpVersion = httpVersion
    values.proxy = proxy
    values.unixSocketPath = unixSocketPath?._filePath
    values.networkInterface = networkInterface
    values.addressOverrides = addressOverrides.map(\.curlText)
    values.trust = trust
    values.netrc = netrc
    values.cookies = CookieStore(cookies, savesFile: savesCookies)
    return TransportSettings(values)
  }
}

extension Session.Configuration {
  /// The settings that only libcurl applies, and that differ from their defaults: their names, such as `proxy`.
  ///
  /// The time limit for connecting and the wait for 100 (Continue) are among them. Another transport uses its own
  /// instead of their defaults.
  package var settingsOfCurl: [String] {
    let defaults = Session.Configuration()
    let settings: [(name: String, isSet: Bool)] =
      [
        ("addressOverrides", !addressOverrides.isEmpty),
        ("connectTimeout", connectTimeout != defaults.connectTimeout),
        ("cookies", cookies.isKept),
        (
          "expectContinueByteCount",
          expectContinueByteCount != nil && expectContinueByteCount != defaults.expectContinueByteCount
        ),
        ("httpVersion", httpVersion != nil), ("loops", loops > 1),
        ("maximumConnections", maximumConnections != nil),
        ("maximumConnectionsPerHost", maximumConnectionsPerHost != nil),
      ] + rates.map { ($0.name, $0.rate != nil) } + [
        ("netrc", netrc != nil), ("networkInterface", networkInterface != nil), ("proxy", proxy != nil),
        ("trust.authorities", !trust.authorities.isDefault),
        ("trust.clientCertificate", trust.clientCertificate != nil),
        ("trust.minimumVersion", trust.minimumVersion != defaults.trust.minimumVersion),
        ("trust.pinnedPublicKeys", !trust.pinnedPublicKeys.isEmpty),
        ("unixSocketPath", unixSocketPath != nil),
      ]
    return settings.filter(\.isSet).map(\.name)
  }
}

extension TransportSettings.Cookies {
  fileprivate var isKept: Bool {
    if case .off = self { false } else { true }
  }
}

extension TransportSettings.Trust.Authorities {
  fileprivate var isDefault: Bool {
    if case .system = self { true } else { false }
  }
}

extension Session.Configuration {
  /// Returns the host and port that requests to an origin connect to: the proxy's, or an override's address, or `nil`
  /// for a Unix socket, or if they are malformed.
  package func nextHop(to origin: RequestURL.Origin) -> (host: String, port: UInt16)? {
    if unixSocketPath != nil { return nil }
    if let proxy, !proxy.isEmpty {
      // The scheme of a proxy may be another one, or missing.
      let authority = proxy.firstRange(of: "://").map { proxy[$0.upperBound...] } ?? proxy[...]
      return (try? RequestURL("http://\(authority)")).flatMap { Self.address(of: $0.origin) }
    }
    guard let address = Self.address(of: origin) else { return nil }
    let override = addressOverrides.first { $0.normalHost == origin.host && $0.port == address.port }
    return (override?.addresses.first?.withoutBrackets ?? address.host, address.port)
  }

  private static func address(of origin: RequestURL.Origin) -> (host: String, port: UInt16)? {
    UInt16(origin.port).map { (origin.host.withoutBrackets, $0) }
  }
}

extension String {
  fileprivate var withoutBrackets: String {
    hasPrefix("[") && hasSuffix("]") ? String(dropFirst().dropLast()) : self
  }
}
