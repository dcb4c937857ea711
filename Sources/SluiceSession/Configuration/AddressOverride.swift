extension Session {
  /// Addresses to connect to for a host and port, instead of looking up the host's name.
  ///
  /// URLs, fields and the verification of certificates still use the name.
  ///
  /// ```swift
  /// configuration.addressOverrides = [.init(host: "api.example.com", port: 443, addresses: ["127.0.0.1"])]
  /// ```
  public struct AddressOverride: Sendable, Hashable {
    /// The host's name, as in the URL.
    public var host: String
    /// The port.
    public var port: UInt16
    /// Numeric IPv4 or IPv6 addresses. The first one that accepts the connection is used.
    public var addresses: [String]

    /// Creates an override for a host and port.
    public init(host: String, port: UInt16, addresses: [String]) {
      self.host = host
      self.port = port
      self.addresses = addresses
    }
  }
}
