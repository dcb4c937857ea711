/// The state of the machine's network: which interfaces are up, and which families of addresses have a way out.
///
/// ```swift
/// if try await NetworkStatus.current.isReachable { … }
/// for try await status in NetworkStatus.updates { show(status.families) }   // the current status, then the changes
/// ```
///
/// The status is the system's own knowledge, so nothing is sent. A family is *reachable* if
///
/// - an interface that is up has an address of the family that other machines can use, and
/// - a default route of the family leads through an interface that is up, other than loopback.
///
/// Neither says that a packet arrives: the router may have no way further. On the other hand, a machine without a
/// default route can reach its own services and its local network. ``route(to:port:)`` is about a single destination.
public struct NetworkStatus: Hashable, Sendable {
  /// A family of addresses.
  public enum Family: Hashable, Sendable, CaseIterable {
    /// Addresses of 32 bits.
    case ipv4
    /// Addresses of 128 bits.
    case ipv6
  }

  /// A network interface that is up: enabled, and with a connection if it has a cable or a peer.
  public struct Interface: Hashable, Sendable {
    /// The name, such as `eth0`.
    public let name: String
    /// The families of its addresses that other machines can use.
    ///
    /// Addresses of the scopes "host" and "link" do not count, such as 127.0.0.1 and those in fe80::/10, nor do
    /// addresses that another machine on the link may use (RFC 4862 §5.4).
    public let addressFamilies: Set<Family>
    /// The families that have a default route through the interface, in any routing table: rules may select each of
    /// them. Routes that refuse packets do not count, nor does any through loopback.
    public let defaultRouteFamilies: Set<Family>

    /// Creates an interface, for tests of programs.
    public init(name: String, addressFamilies: Set<Family> = [], defaultRouteFamilies: Set<Family> = []) {
      self.name = name
      self.addressFamilies = addressFamilies
      self.defaultRouteFamilies = defaultRouteFamilies
    }
  }

  /// The interfaces that are up, with loopback, in the order of their numbers.
  public let interfaces: [Interface]

  /// Creates a status, for tests of programs.
  public init(interfaces: [Interface]) { self.interfaces = interfaces }

  /// The families that are reachable. The address and the default route may be of different interfaces.
  public var families: Set<Family> {
    let addresses = interfaces.reduce(into: Set()) { $0.formUnion($1.addressFamilies) }
    let routes = interfaces.reduce(into: Set()) { $0.formUnion($1.defaultRouteFamilies) }
    return addresses.intersection(routes)
  }

  /// A Boolean value that indicates whether a family is reachable.
  public var isReachable: Bool { !families.isEmpty }
}
