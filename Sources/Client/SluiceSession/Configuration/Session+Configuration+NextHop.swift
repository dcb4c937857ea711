package import SluiceTransport

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
