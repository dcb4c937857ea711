import FoundationEssentials
import SluiceTestSupport
import Testing

@testable import SluiceNetwork

/// The network of the machine that runs the tests.
@Suite(.serialized, .timeLimit(.minutes(5))) struct NetworkStatusTests {
  /// The output of `ip -json`.
  private struct Link: Decodable {
    struct Address: Decodable {
      let family: String?
      let scope: String?
      let tentative: Bool?
      let dadfailed: Bool?
    }
    let ifname: String
    let flags: [String]
    let operstate: String
    let addr_info: [Address]
  }

  private struct Route: Decodable {
    struct Hop: Decodable { let dev: String? }
    let dst: String
    let type: String?
    let dev: String?
    let nexthops: [Hop]?
  }

  private static let hasIP = (try? SluiceTestSupport.run("sh", "-c", "ip -j link > /dev/null 2>&1")) == 0

  private func ip<Answer: Decodable>(_ arguments: String, _ type: Answer.Type) throws -> Answer {
    let folder = try TemporaryDirectory()
    let status = try SluiceTestSupport.run("sh", "-c", "ip -j \(arguments) > \(folder.path("output"))")
    #expect(status == 0)
    return try JSONDecoder().decode(type, from: Data(folder.contents("output")))
  }

  @Test(.enabled(if: hasIP, "needs `ip` of iproute2"))
  func `the status is what ip(8) prints`() async throws {
    var (status, expected) = (try await NetworkStatus.current, try expectedByIP())
    // The network may change meanwhile.
    for _ in 0..<5 where status != expected {
      (status, expected) = (try await NetworkStatus.current, try expectedByIP())
    }
    #expect(status == expected)
  }

  private func expectedByIP() throws -> NetworkStatus {
    let links = try ip("addr show", [Link].self)
    var routes: [String: Set<NetworkStatus.Family>] = [:]
    for (option, family) in [("-4", NetworkStatus.Family.ipv4), ("-6", .ipv6)] {
      for route in try ip("\(option) route show table all", [Route].self)
      where route.dst == "default" && ["unicast", nil].contains(route.type) {
        for device in [route.dev] + (route.nexthops ?? []).map(\.dev) {
          if let device { routes[device, default: []].insert(family) }
        }
      }
    }
    let up = links.filter { $0.flags.contains("UP") && ["UP", "UNKNOWN"].contains($0.operstate) }
    return NetworkStatus(
      interfaces: up.map { link in
        let usable = link.addr_info.filter {
          ["global", "site"].contains($0.scope) && $0.tentative != true && $0.dadfailed != true
        }
        return .init(
          name: link.ifname, addressFamilies: Set(usable.map { $0.family == "inet" ? .ipv4 : .ipv6 }),
          defaultRouteFamilies: link.flags.contains("LOOPBACK") ? [] : routes[link.ifname] ?? [])
      })
  }

  @Test func `the first element is the current status, for each consumer`() async throws {
    let current = try await NetworkStatus.current
    try await withThrowingTaskGroup(of: NetworkStatus?.self) { group in
      for _ in 0..<8 {
        group.addTask { try await NetworkStatus.updates.first { _ in true } }
      }
      for try await status in group {
        #expect(status?.interfaces.map(\.name) == current.interfaces.map(\.name))
      }
    }
  }

  /// The numbers of the netlink sockets that this process has open.
  private func sockets() throws -> Set<String> {
    let all = try String(contentsOf: URL(filePath: "/proc/self/net/netlink"), encoding: .utf8)
    let numbers = Set(
      all.split(separator: "\n").compactMap { $0.split(separator: " ").last.map(String.init) })
    let own = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
    }
    return Set(own.compactMap { $0.hasPrefix("socket:[") ? String($0.dropFirst(8).dropLast()) : nil })
      .intersection(numbers)
  }

  @Test func `cancelling a consumer ends the sequence and closes its sockets`() async throws {
    let before = try sockets()
    let counter = CallCounter()
    let tasks = (0..<5).map { _ in
      Task { for try await _ in NetworkStatus.updates { counter.add() } }
    }
    #expect(await eventually { counter.count >= 5 })
    #expect(try sockets().subtracting(before).count >= 5)
    for task in tasks { task.cancel() }
    for task in tasks { try await task.value }
    #expect(try await eventually { try sockets().subtracting(before).isEmpty })
  }

  @Test func `releasing an iterator closes its sockets`() async throws {
    let before = try sockets()
    var iterator: NetworkStatus.Updates.AsyncIterator? = NetworkStatus.Updates().makeAsyncIterator()
    #expect(try await iterator?.next() != nil)
    #expect(try !sockets().subtracting(before).isEmpty)
    iterator = nil
    #expect(try await eventually { try sockets().subtracting(before).isEmpty })
    // Before its first element, too.
    _ = NetworkStatus.updates.makeAsyncIterator()
    #expect(try await eventually { try sockets().subtracting(before).isEmpty })
  }

  @Test func `the same status twice is one element`() async throws {
    let (first, second) = (NetworkStatus(interfaces: []), NetworkStatus(interfaces: [.init(name: "eth0")]))
    let (stream, continuation) = AsyncThrowingStream<NetworkStatus, any Error>.makeStream()
    for status in [first, first, second, second, second, first] { continuation.yield(status) }
    continuation.finish()
    var iterator = NetworkStatus.Updates.AsyncIterator(stream)
    var received: [NetworkStatus] = []
    while let status = try await iterator.next() { received.append(status) }
    #expect(received == [first, second, first])
  }

  @Test func `loopback has a route, and names that mean nothing have none`() async throws {
    #expect(
      try await NetworkStatus.route(to: "127.0.0.1", port: 9) == .found(.ipv4, localAddress: "127.0.0.1"))
    if case .found(_, let address) = try await NetworkStatus.route(to: "localhost", port: 0) {
      #expect(["127.0.0.1", "::1"].contains(address))
    } else {
      Issue.record("localhost has no route")
    }
    for host in ["127.0.0.1\0.example", "", "[::1]", "a b"] {
      let route = try await NetworkStatus.route(to: host, port: 443)
      #expect([.unknownHost, .lookupFailed].contains(route), "\(host.debugDescription): \(route)")
    }
  }

  @Test func `a cancelled task does not wait for a lookup`() async throws {
    let isRunning = CallCounter()
    let mayEnd = CallCounter()
    let task = Task {
      try await blocking {
        isRunning.add()
        #expect(eventuallyOnThread { mayEnd.count > 0 })
      }
    }
    #expect(await eventually { isRunning.count > 0 })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    mayEnd.add()
  }
}
