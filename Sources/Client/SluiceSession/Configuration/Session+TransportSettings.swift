public import SluiceTransport

extension Session {
  /// The trust in peers, and the proof of the client's own identity, for TLS.
  public typealias Trust = TransportSettings.Trust
  /// The storage for the cookies that servers set.
  public typealias Cookies = TransportSettings.Cookies
  /// A version of HTTP.
  public typealias HTTPVersion = TransportSettings.HTTPVersion
  /// The priority of a request.
  public typealias Priority = TransportSettings.Priority
  /// The file with user names and passwords for hosts.
  public typealias Netrc = TransportSettings.Netrc
  /// Addresses to connect to for a host and port, instead of looking up the host's name.
  public typealias AddressOverride = TransportSettings.AddressOverride
}

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
    values.unixSocketPath = unixSocketPath
    values.networkInterface = networkInterface
    values.addressOverrides = addressOverrides.map(\.curlText)
    values.trust = trust
    values.netrc = netrc
    values.cookies = CookieStore(cookies)
    return TransportSettings(values)
  }
}
