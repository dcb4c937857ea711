internal import SluiceTransport

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

extension Session.Cookies {
  fileprivate var isKept: Bool {
    if case .off = self { false } else { true }
  }
}

extension Session.Trust.Authorities {
  fileprivate var isDefault: Bool {
    if case .system = self { true } else { false }
  }
}
