extension NetworkStatus {
  /// The result of a search for a route to a destination.
  public enum Route: Hashable, Sendable {
    /// There is a route to one of the addresses: the first one that the system prefers. Packets to it have this local
    /// address.
    case found(Family, localAddress: String)
    /// No address of the destination has a route.
    case missing
    /// The name has no address.
    case unknownHost
    /// The addresses of the name could not be looked up for now, for example because no name server responds.
    case lookupFailed
  }

  /// Returns whether a host's name has an address, and one of its addresses a route.
  ///
  /// ```swift
  /// switch try await NetworkStatus.route(to: "example.com", port: 443) {
  /// case .found(let family, let localAddress): …
  /// case .missing, .lookupFailed: …              // no network for now
  /// case .unknownHost: …
  /// }
  /// ```
  ///
  /// Nothing is sent to the host; only a name may be looked up on the network. A route does not mean that the host
  /// responds. Routing rules apply, for example of a VPN, as they would to a UDP packet of this process.
  ///
  /// - Parameters:
  ///   - host: A name, or a numeric IPv4 or IPv6 address without brackets.
  ///   - port: The port, which routing rules may depend on.
  /// - Throws: A ``NetworkError`` if the process has too few resources; a `CancellationError` as soon as the task is
  ///   cancelled.
  public static func route(to host: String, port: UInt16) async throws -> Route {
    try await blocking { try HostLookup.route(to: host, port: port) }
  }
}
