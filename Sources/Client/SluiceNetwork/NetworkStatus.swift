internal import Dispatch

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

extension NetworkStatus {
  /// The current status.
  ///
  /// - Throws: A ``NetworkError`` if the system does not report it; a `CancellationError`.
  public static var current: NetworkStatus {
    get async throws { try await blocking { try NetlinkSocket(reportingChanges: false).status() } }
  }

  /// The current status, and then its changes.
  ///
  /// ```swift
  /// for try await status in NetworkStatus.updates where status.isReachable { break }   // waits for a network
  /// ```
  ///
  /// The system announces changes on the sockets of each iterator, so nothing is polled. They are
  /// closed when the iterator is released, or its task is cancelled, which ends the sequence. A slow consumer skips
  /// intermediate statuses, and never receives the same status twice in a row. An iteration throws a ``NetworkError``
  /// if the system does not report the status.
  public static var updates: some AsyncSequence<NetworkStatus, any Error> & Sendable { Updates() }

  struct Updates: AsyncSequence, Sendable {
    func makeAsyncIterator() -> AsyncIterator { AsyncIterator(NetworkStatus.watch()) }

    struct AsyncIterator: AsyncIteratorProtocol {
      private var statuses: AsyncThrowingStream<NetworkStatus, any Error>.AsyncIterator
      private var last: NetworkStatus?

      /// - Parameter statuses: The current status, and later ones, which may be the same.
      init(_ statuses: AsyncThrowingStream<NetworkStatus, any Error>) {
        self.statuses = statuses.makeAsyncIterator()
      }

      /// Waits for the next status. The result is `nil` if the task is cancelled.
      mutating func next() async throws -> NetworkStatus? {
        while let status = try await statuses.next() {
          if status == last { continue }
          last = status
          return status
        }
        return nil
      }
    }
  }

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

/// Returns the result of a call that may block, without holding a thread of the shared concurrency pool.
///
/// - Throws: The error of `work`; a `CancellationError` as soon as the task is cancelled. The call continues then.
func blocking<Result: Sendable>(
  _ work: @escaping @Sendable () throws -> Result
) async throws -> Result {
  let results = AsyncThrowingStream<Result, any Error> { continuation in
    // Dispatch starts a thread at once for a new serial queue. A concurrent queue gets one thread a second while its
    // calls block.
    DispatchQueue(label: "sluice.network").async {
      do {
        continuation.yield(try work())
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
  }
  for try await result in results { return result }
  throw CancellationError()
}
