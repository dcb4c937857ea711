/// A behavior that differs between the versions of libcurl that Sluice supports, from 7.81.0 on.
///
/// The version at run time decides, whatever the headers at build time.
///
/// | feature | versions that have it | behavior without it |
/// | --- | --- | --- |
/// | ``protocolsByName`` | 7.85.0 and later | the older option, which newer headers deprecate, restricts the protocols |
/// | ``quickExit`` | 7.87.0 and later | an exchange that is cancelled during the lookup of its host ends when the lookup does |
/// | ``reliableHTTP2`` | 8.0.0 and later | larger bodies use HTTP/1.1 unless HTTP/2 is configured: see `CurlEasy.setVersion(for:)` |
/// | ``receivePause`` | all but 8.5.0 | Sluice stops waiting for the paused transfer's socket, which no other transfer shares; HTTP/2 only if configured |
/// | ``truncationAlert`` | before 7.87.0, and 8.14.0 and later | Sluice asks OpenSSL whether the peer has sent `close_notify`; undetected with another TLS library |
enum CurlFeature: CaseIterable {
  /// The option `CURLOPT_PROTOCOLS_STR`.
  case protocolsByName
  /// The option `CURLOPT_QUICK_EXIT`: cancelling does not wait for a name lookup.
  case quickExit
  /// HTTP/2 uploads that do not stall, and connections with prior knowledge that can be reused.
  case reliableHTTP2
  /// A paused transfer reads nothing from its socket and loses nothing.
  case receivePause
  /// The end of a TLS connection without `close_notify` is an error.
  case truncationAlert

  /// Whether a version of libcurl has the feature.
  func isAvailable(in version: CurlLibrary.Version) -> Bool {
    switch self {
    case .protocolsByName: version >= .init(7, 85, 0)
    case .quickExit: version >= .init(7, 87, 0)
    case .reliableHTTP2: version >= .init(8, 0, 0)
    case .receivePause: version != .init(8, 5, 0)
    case .truncationAlert: version < .init(7, 87, 0) || version >= .init(8, 14, 0)
    }
  }

  /// Whether the libcurl at run time has the feature.
  var isAvailable: Bool { isAvailable(in: CurlLibrary.version) }
}
