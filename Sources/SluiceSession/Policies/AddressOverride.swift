extension Session {
  /// Where connections for a host and port go instead of where its name leads. Names in URLs, fields and certificates stay.
  public struct AddressOverride: Sendable, Hashable {
    public var host: String
    public var port: UInt16
    /// Numeric, IPv4 or IPv6; the first that answers is used.
    public var addresses: [String]

    public init(host: String, port: UInt16, addresses: [String]) {
      self.host = host
      self.port = port
      self.addresses = addresses
    }
  }
}
