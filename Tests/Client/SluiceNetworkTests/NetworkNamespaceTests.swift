import SluiceTestSupport
import Testing

@testable import SluiceNetwork

/// Networks that appear and disappear, in namespaces of their own.
@Suite(
  .serialized, .timeLimit(.minutes(5)),
  .enabled(
    if: NetworkNamespace.isAvailable, "needs `ip` of iproute2, and the right to make network namespaces"))
struct NetworkNamespaceTests {
  let namespace: NetworkNamespace

  init() throws { namespace = try NetworkNamespace() }

  /// The updates in a namespace, read until they are as expected.
  private struct Watcher {
    var iterator: NetworkStatus.Updates.AsyncIterator

    mutating func expect(
      _ interfaces: [NetworkStatus.Interface], at location: SourceLocation = #_sourceLocation
    ) async throws {
      var seen: [NetworkStatus] = []
      while let status = try await iterator.next() {
        if status.interfaces == interfaces { return }
        seen.append(status)
        if seen.count > 50 { break }
      }
      Issue.record("expected \(interfaces), found \(seen)", sourceLocation: location)
    }
  }

  private func watcher() async throws -> Watcher {
    let stream = try await namespace.run { NetworkStatus.watch() }
    return Watcher(iterator: NetworkStatus.Updates.AsyncIterator(stream))
  }

  private func status() async throws -> NetworkStatus {
    try await namespace.run { try NetlinkSocket(reportingChanges: false).status() }
  }

  private func route(to host: String) async throws -> NetworkStatus.Route {
    try await namespace.run { try HostLookup.route(to: host, port: 443) }
  }

  private typealias Interface = NetworkStatus.Interface

  @Test func `each change of links, addresses and default routes is an update`() async throws {
    var watcher = try await watcher()
    try await watcher.expect([])
    try await namespace.ip("link set lo up")
    try await watcher.expect([Interface(name: "lo")])

    try await namespace.ip("link add v0 type veth peer name v1", "link set v0 up", "link set v1 up")
    try await watcher.expect([Interface(name: "lo"), Interface(name: "v1"), Interface(name: "v0")])
    try await namespace.ip("addr add 192.0.2.1/24 dev v0")
    let v1 = Interface(name: "v1")
    let lo = Interface(name: "lo")
    try await watcher.expect([lo, v1, Interface(name: "v0", addressFamilies: [.ipv4])])
    try await namespace.ip("route add default via 192.0.2.2")
    try await watcher.expect([
      lo, v1, Interface(name: "v0", addressFamilies: [.ipv4], defaultRouteFamilies: [.ipv4]),
    ])
    #expect(try await status().families == [.ipv4])

    try await namespace.ip("addr add 2001:db8::1/64 dev v0 nodad", "route add default via 2001:db8::2")
    let both = Set(NetworkStatus.Family.allCases)
    try await watcher.expect([
      lo, v1, Interface(name: "v0", addressFamilies: both, defaultRouteFamilies: both),
    ])
    try await namespace.ip("route del default via 192.0.2.2")
    try await watcher.expect([
      lo, v1, Interface(name: "v0", addressFamilies: both, defaultRouteFamilies: [.ipv6]),
    ])
    try await namespace.ip("-6 addr flush dev v0 scope global")
    try await watcher.expect([
      lo, v1, Interface(name: "v0", addressFamilies: [.ipv4], defaultRouteFamilies: [.ipv6]),
    ])
    try await namespace.ip("-6 route del default")
    try await watcher.expect([lo, v1, Interface(name: "v0", addressFamilies: [.ipv4])])
    try await namespace.ip("link set v1 down")
    try await watcher.expect([lo])
    try await namespace.ip("link set v1 up")
    try await watcher.expect([lo, v1, Interface(name: "v0", addressFamilies: [.ipv4])])
    try await namespace.ip("link del v0")
    try await watcher.expect([lo])
  }

  @Test func `default routes of other tables and of several hops count, and refusals do not`() async throws {
    try await namespace.ip(
      "link add v0 type veth peer name v1", "link set v0 up", "link set v1 up",
      "addr add 192.0.2.1/24 dev v0",
      "addr add 198.51.100.1/24 dev v1")
    try await namespace.ip("route add blackhole default", "route add unreachable default table 7")
    #expect(try await status().families == [])
    #expect(try await route(to: "203.0.113.1") == .missing)

    try await namespace.ip("route add default via 192.0.2.2 table 100")
    #expect(try await status().families == [.ipv4])
    #expect(try await route(to: "203.0.113.1") == .missing, "no rule selects the table")
    try await namespace.ip("rule add to 203.0.113.0/24 table 100")
    #expect(try await route(to: "203.0.113.1") == .found(.ipv4, localAddress: "192.0.2.1"))
    try await namespace.ip("rule del to 203.0.113.0/24 table 100", "route flush table 100")

    try await namespace.ip("route del blackhole default")
    try await namespace.ip("route add default nexthop via 192.0.2.2 nexthop via 198.51.100.2")
    #expect(try await status().interfaces.map(\.defaultRouteFamilies) == [[.ipv4], [.ipv4]])
  }

  @Test func `destinations have routes of their own`() async throws {
    #expect(try await route(to: "127.0.0.1") == .missing, "loopback is down")
    try await namespace.ip("link set lo up")
    #expect(try await route(to: "127.0.0.1") == .found(.ipv4, localAddress: "127.0.0.1"))
    #expect(try await route(to: "::1") == .found(.ipv6, localAddress: "::1"))
    #expect(try await route(to: "192.0.2.9") == .missing)
    #expect(try await route(to: "2001:db8::9") == .missing)
    try await namespace.ip(
      "link add v0 type veth peer name v1", "link set v0 up", "link set v1 up", "addr add 192.0.2.1/24 dev v0"
    )
    #expect(
      try await route(to: "192.0.2.9") == .found(.ipv4, localAddress: "192.0.2.1"), "without a default route")
    #expect(try await !status().isReachable)
    #expect(try await route(to: "203.0.113.1") == .missing)
    try await namespace.ip("route add prohibit 192.0.2.128/25")
    #expect(try await route(to: "192.0.2.200") == .missing)
  }

  @Test func `changes that did not fit into the socket's buffer lead to a new status`() async throws {
    try await namespace.ip("link add v0 type veth peer name v1", "link set v0 up", "link set v1 up")
    try await namespace.ip("addr add 192.0.2.1/24 dev v0")
    let socket = try await namespace.run { try NetlinkSocket(reportingChanges: true) }
    // The system may still report the interfaces, which come up after the commands, and get IPv6 addresses.
    var isQuiet = false
    for number in 0..<20 where !isQuiet {
      _ = try socket.readChanges()
      try await namespace.ip("route add 198.51.100.\(number)/32 dev v0")
      isQuiet = try !socket.readChanges()
    }
    #expect(isQuiet, "not a default route")
    try await namespace.ip("link set v0 mtu 1400")
    #expect(try socket.readChanges())
    #expect(try (0..<20).contains { _ in try !socket.readChanges() })

    let folder = try TemporaryDirectory()
    let commands = (0..<5000).map { "route add 10.0.\($0 / 250).\($0 % 250)/32 dev v0\n" }.joined()
    let path = try folder.file("commands", Array(commands.utf8))
    try await namespace.ip("-batch \(path)")
    #expect(try socket.readChanges())
    #expect(try !socket.readChanges())
    #expect(try await status().interfaces.map(\.name) == ["v1", "v0"])
  }

  @Test func `a storm of changes ends in the last status`() async throws {
    let folder = try TemporaryDirectory()
    let commands = (0..<2000).map { _ in
      "link set v0 down\nlink set v0 up\naddr add 192.0.2.1/24 dev v0\naddr del 192.0.2.1/24 dev v0\n"
    }.joined()
    let path = try folder.file("commands", Array(commands.utf8))
    var watcher = try await watcher()
    try await namespace.ip("link add v0 type veth peer name v1", "link set v1 up", "link set v0 up")
    async let storm: Void = namespace.ip("-batch \(path)", "addr add 192.0.2.7/24 dev v0", "link set lo up")
    try await storm
    try await watcher.expect([
      Interface(name: "lo"), Interface(name: "v1"), Interface(name: "v0", addressFamilies: [.ipv4]),
    ])
  }
}
