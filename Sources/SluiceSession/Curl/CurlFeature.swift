/// What differs between the versions of libcurl that Sluice supports, from 7.81.0 on. All of it is decided by the version
/// that runs, whatever the headers at build time.
///
/// | feature | versions that have it | what happens without it |
/// | --- | --- | --- |
/// | ``protocolsByName`` | 7.85.0 and later | the older option, which newer headers deprecate, restricts the protocols |
/// | ``quickExit`` | 7.87.0 and later | an exchange that is cancelled while its host's name is looked up ends when the lookup does |
/// | ``reliableHTTP2`` | 8.0.0 and later | larger bodies go over HTTP/1.1 unless HTTP/2 is asked for: see `CurlEasy.setVersion(for:)` |
/// | ``receivePause`` | all but 8.5.0 | Sluice itself stops waiting for a paused transfer's socket, which no other shares; HTTP/2 only if it is asked for |
/// | ``truncationAlert`` | before 7.87.0, and 8.14.0 and later | Sluice asks OpenSSL whether the peer has sent `close_notify`; with another TLS library nobody can tell |
enum CurlFeature: CaseIterable {
  /// The option `CURLOPT_PROTOCOLS_STR`.
  case protocolsByName
  /// The option `CURLOPT_QUICK_EXIT`: cancelling does not wait for a name lookup.
  case quickExit
  /// HTTP/2 whose uploads do not stall, and whose connections can be used again after prior knowledge.
  case reliableHTTP2
  /// A transfer that is paused takes nothing from its socket, and loses nothing.
  case receivePause
  /// The end of a TLS connection without `close_notify` is an error.
  case truncationAlert

  func isAvailable(in version: CurlLibrary.Version) -> Bool {
    switch self {
    case .protocolsByName: version >= .init(7, 85, 0)
    case .quickExit: version >= .init(7, 87, 0)
    case .reliableHTTP2: version >= .init(8, 0, 0)
    case .receivePause: version != .init(8, 5, 0)
    case .truncationAlert: version < .init(7, 87, 0) || version >= .init(8, 14, 0)
    }
  }

  /// Whether the libcurl that runs has it.
  var isAvailable: Bool { isAvailable(in: CurlLibrary.version) }
}
