internal import CNetlink

/// The links, addresses and routes from the system's replies, gathered message by message.
struct NetworkTables {
  private struct Link {
    let name: String
    let isLoopback: Bool
  }

  /// The links that are up, by number.
  private var links: [UInt32: Link] = [:]
  private var addresses: [UInt32: Set<NetworkStatus.Family>] = [:]
  private var defaultRoutes: [UInt32: Set<NetworkStatus.Family>] = [:]

  /// The status of the links that are up.
  var status: NetworkStatus {
    NetworkStatus(
      interfaces: links.sorted { $0.key < $1.key }.map { number, link in
        NetworkStatus.Interface(
          name: link.name, addressFamilies: addresses[number] ?? [],
          defaultRouteFamilies: link.isLoopback ? [] : defaultRoutes[number] ?? [])
      })
  }

  /// Adds a message. Messages about anything else have no effect.
  ///
  /// - Throws: ``ErrorCode/malformedReply``.
  mutating func add(_ message: NetlinkMessage) throws(NetworkError) {
    switch message.type {
    case SLUICE_RTM_NEWLINK: try addLink(message.payload)
    case SLUICE_RTM_NEWADDR: try addAddress(message.payload)
    case SLUICE_RTM_NEWROUTE: try addRoute(message.payload)
    default: break
    }
  }

  /// Adds a link: family (1 byte), padding (1), type (2), number (4), flags (4), changed flags (4), attributes.
  private mutating func addLink(_ payload: ArraySlice<UInt8>) throws(NetworkError) {
    guard payload.count >= 16, let number = payload.uint32(at: 4), let flags = payload.uint32(at: 8) else {
      throw .malformedReply
    }
    // A bridge describes its ports in messages of another family.
    guard payload.first == 0 else { return }
    let up = SLUICE_IFF_UP | SLUICE_IFF_RUNNING
    guard flags & up == up else { return }
    var name = ""
    for attribute in try NetlinkAttribute.attributes(in: payload.dropFirst(16)) {
      if attribute.type == SLUICE_IFLA_IFNAME {
        name = String(decoding: attribute.value.prefix { $0 != 0 }, as: UTF8.self)
      }
    }
    links[number] = Link(name: name, isLoopback: flags & SLUICE_IFF_LOOPBACK != 0)
  }

  /// Adds an address: family (1 byte), length of the prefix (1), flags (1), scope (1), number of the link (4),
  /// attributes. One of them contains more flags.
  private mutating func addAddress(_ payload: ArraySlice<UInt8>) throws(NetworkError) {
    guard let family = payload.first, let shortFlags = payload.uint8(at: 2), let scope = payload.uint8(at: 3),
      let number = payload.uint32(at: 4)
    else { throw .malformedReply }
    guard let family = NetworkStatus.Family(number: family), scope < SLUICE_RT_SCOPE_LINK else { return }
    var flags = UInt32(shortFlags)
    for attribute in try NetlinkAttribute.attributes(in: payload.dropFirst(8)) {
      if attribute.type == SLUICE_IFA_FLAGS { flags |= attribute.value.uint32(at: 0) ?? 0 }
    }
    let isTentative = flags & SLUICE_IFA_F_TENTATIVE != 0 && flags & SLUICE_IFA_F_OPTIMISTIC == 0
    if isTentative || flags & SLUICE_IFA_F_DADFAILED != 0 { return }
    addresses[number, default: []].insert(family)
  }

  /// Adds a route if it is a default route that forwards packets.
  private mutating func addRoute(_ payload: ArraySlice<UInt8>) throws(NetworkError) {
    guard let type = payload.uint8(at: 7), let family = payload.first, payload.count >= 12 else {
      throw .malformedReply
    }
    guard let family = NetworkStatus.Family(number: family), type == SLUICE_RTN_UNICAST,
      try Self.isDefaultRoute(payload)
    else { return }
    for attribute in try NetlinkAttribute.attributes(in: payload.dropFirst(12)) {
      switch attribute.type & SLUICE_NLA_TYPE_MASK {
      case SLUICE_RTA_OIF:
        guard let link = attribute.value.uint32(at: 0) else { throw .malformedReply }
        defaultRoutes[link, default: []].insert(family)
      case SLUICE_RTA_MULTIPATH:
        for link in try Self.links(ofHops: attribute.value) {
          defaultRoutes[link, default: []].insert(family)
        }
      default: break
      }
    }
  }

  /// Returns whether a route has a prefix of no bits, and is not a copy for a single destination: family (1 byte), bits
  /// of the prefix (1), bits of the source's prefix (1), type of service (1), table (1), origin (1), scope (1), type
  /// (1), flags (4), attributes.
  private static func isDefaultRoute(_ payload: ArraySlice<UInt8>) throws(NetworkError) -> Bool {
    guard let prefix = payload.uint8(at: 1), let flags = payload.uint32(at: 8) else { throw .malformedReply }
    return prefix == 0 && flags & SLUICE_RTM_F_CLONED == 0
  }

  /// Returns the links of a route with several hops: length (2 bytes, with the attributes), flags (1), weight (1),
  /// number of the link (4), attributes.
  private static func links(ofHops bytes: ArraySlice<UInt8>) throws(NetworkError) -> [UInt32] {
    var links: [UInt32] = []
    var rest = bytes
    while !rest.isEmpty {
      guard let length = rest.uint16(at: 0), let link = rest.uint32(at: 4), length >= 8, length <= rest.count
      else { throw .malformedReply }
      links.append(link)
      rest = rest.dropFirst(Int(length).aligned)
    }
    return links
  }

  /// Returns whether a message about a change may change the status. A malformed one may.
  static func mayChange(_ message: NetlinkMessage) -> Bool {
    switch message.type {
    case SLUICE_RTM_NEWLINK, SLUICE_RTM_DELLINK, SLUICE_RTM_NEWADDR, SLUICE_RTM_DELADDR: true
    // A router learns thousands of other routes per second.
    case SLUICE_RTM_NEWROUTE, SLUICE_RTM_DELROUTE: (try? isDefaultRoute(message.payload)) ?? true
    default: false
    }
  }
}

extension NetworkStatus.Family {
  /// Creates a family from the number of its kind of socket.
  init?(number: UInt8) {
    switch Int32(number) {
    case AF_INET: self = .ipv4
    case AF_INET6: self = .ipv6
    default: return nil
    }
  }
}
