/// A behavior that differs between the versions of libcurl that Sluice supports, from 7.81.0 on.
///
/// The version at run time decides, whatever the headers at build time.
///
/// | feature | versions that have it | behavior without it |
/// | --- | --- | --- |
/// | ``protocolsByName`` | 7.85.0 and later | an older option restricts the protocols |
/// | ``quickExit`` | 7.87.0 and later | cancelling waits for a running name lookup |
/// | ``reliableHTTP2`` | 8.0.0 and later | larger bodies use HTTP/1.1 unless HTTP/2 is configured |
/// | ``receivePause`` | all but 8.5.0 | Sluice holds the socket; HTTP/2 only if configured |
/// | ``truncationAlert`` | before 7.87.0, and 8.14.0 and later | Sluice asks OpenSSL |
enum CurlFeature {
  /// The option `CURLOPT_PROTOCOLS_STR`. Newer headers deprecate `CURLOPT_PROTOCOLS`, which is used without it.
  case protocolsByName
  /// The option `CURLOPT_QUICK_EXIT`: cancelling an exchange does not wait for the lookup of its host's name.
  case quickExit
  /// HTTP/2 uploads that do not stall, and connections with prior knowledge that can be reused. See
  /// `CurlEasy.setVersion(for:)`.
  case reliableHTTP2
  /// A paused transfer reads nothing from its socket and loses nothing. Without it, Sluice itself stops waiting for the
  /// socket, and no two transfers share a connection over HTTP/2.
  case receivePause
  /// The end of a TLS connection without `close_notify` is an error. Without it, OpenSSL is asked whether the peer has
  /// sent `close_notify`. With another TLS library, a truncated body that ends with its connection is not detected.
  case truncationAlert

  /// Whether a version of libcurl has the feature.
  func isAvailable(in version: CurlVersion) -> Bool {
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
