import FoundationEssentials
import Sluice
import SluiceClientTestSupport
import SluiceNetwork
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Retries that wait for a network, which the tests script.
@Suite(.timeLimit(.minutes(5))) struct NetworkWaitTests {
  private static let offline = NetworkStatus(interfaces: [])
  private static let online = NetworkStatus(
    interfaces: [.init(name: "eth0", addressFamilies: [.ipv4], defaultRouteFamilies: [.ipv4])])
  private static let found = NetworkStatus.Route.found(.ipv4, localAddress: "192.0.2.1")

  /// A network whose status and routes change together, step by step. After the last step, nothing changes.
  private func network(
    _ steps: [(status: NetworkStatus, route: NetworkStatus.Route)], asked: Record<String> = Record(),
    endless: Bool = true
  ) -> NetworkObserver {
    let statuses = steps.map(\.status)
    let routes = steps.map(\.route)
    return NetworkObserver {
      AsyncThrowingStream<NetworkStatus, any Error> { continuation in
        for status in statuses { continuation.yield(status) }
        if !endless { continuation.finish(throwing: BodyError(.readFailed)) }
      }
    } route: { host, port in
      asked.append("\(host) \(port)")
      return routes[min(asked.count, routes.count) - 1]
    }
  }

  private func waited(_ network: NetworkObserver, atMost limit: Duration = .seconds(1000)) async throws
    -> Bool
  {
    try await network.waitForRoute(to: "h", 80, atMost: limit)
  }

  @Test func `a missing route is waited for`() async throws {
    let asked = Record<String>()
    let steps = [(Self.offline, .missing), (Self.offline, .missing), (Self.online, Self.found)]
    #expect(try await waited(network(steps, asked: asked)))
    #expect(asked.all == ["h 80", "h 80", "h 80"])
    #expect(try await waited(network([(Self.offline, .lookupFailed), (Self.online, Self.found)])))
  }

  @Test func `a failure for another reason is not waited for`() async throws {
    #expect(try await !waited(network([(Self.offline, Self.found)])), "such as a service on this machine")
    #expect(try await !waited(network([(Self.online, .unknownHost)])))
    #expect(try await !waited(network([(Self.online, .lookupFailed)])), "the name server has a problem")
  }

  @Test func `whether a route is missing is known without waiting`() async throws {
    func isMissing(_ network: NetworkObserver) async throws -> Bool {
      try await network.isRouteMissing(to: "h", 80)
    }
    #expect(try await isMissing(network([(Self.offline, .missing)])))
    #expect(try await isMissing(network([(Self.offline, .lookupFailed)])))
    #expect(try await !isMissing(network([(Self.online, .lookupFailed)])))
    #expect(try await !isMissing(network([(Self.online, Self.found)])))
    #expect(try await !isMissing(network([], endless: false)), "the system does not report it")
  }

  @Test func `a wait ends at its limit`() async throws {
    #expect(try await waited(network([(Self.offline, .missing)]), atMost: .milliseconds(10)))
  }

  @Test func `a system that does not report its network is not waited for`() async throws {
    #expect(try await !waited(network([], endless: false)))
    #expect(try await !waited(network([(Self.offline, .missing)], endless: false)))
  }

  @Test func `a cancelled task does not wait`() async throws {
    let asked = Record<String>()
    let network = network([(Self.offline, .missing)], asked: asked)
    let task = Task { try await waited(network) }
    try await expectEventually { asked.count == 1 }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `only failures before anything was sent wait, for the time that is left`() async throws {
    var policy = Session.RetryPolicy.standard
    func wait(after code: ErrorCode) async throws -> Duration? {
      let head = HTTPRequest(method: .get, scheme: "http", authority: "h", path: "/")
      let failure = Session.RetryPolicy.Failure(
        of: SessionRequest(head), with: .failure(SessionError(code)), elapsed: .seconds(20))
      return try await policy.retry(after: failure, chance: 0)?.networkWait
    }
    #expect(try await wait(after: .connectionFailed) == nil, "not by default")
    policy.maximumNetworkWait = .seconds(60)
    #expect(try await wait(after: .connectionFailed) == .seconds(60))
    #expect(try await wait(after: .unknownHost) == .seconds(60))
    #expect(try await wait(after: .connectionLost) == nil)
    #expect(try await wait(after: .timedOut) == nil)
    policy.maximumDuration = .seconds(50)
    #expect(try await wait(after: .unknownHost) == .seconds(30))
    policy.decide = { _ in .retry(after: .seconds(1)) }
    #expect(try await wait(after: .unknownHost) == nil, "the decision names a delay")
  }

  @Test func `the destination is what the connection leads to`() throws {
    var configuration = Session.Configuration()
    func hop(_ url: String) throws -> String? {
      try configuration.nextHop(to: RequestURL(url).origin).map { "\($0.host) \($0.port)" }
    }
    #expect(try hop("https://example.com/a") == "example.com 443")
    #expect(try hop("http://[::1]:8080/") == "::1 8080")
    configuration.addressOverrides = [.init(host: "example.com", port: 443, addresses: ["[2001:db8::1]"])]
    #expect(try hop("https://example.com/") == "2001:db8::1 443")
    #expect(try hop("https://example.com:444/") == "example.com 444")
    for proxy in [
      "http://user:secret@proxy.example:3128", "proxy.example:3128", "socks5h://proxy.example:3128/",
    ] {
      configuration.proxy = proxy
      #expect(try hop("https://example.com/") == "proxy.example 3128")
    }
    configuration.proxy = ""
    #expect(try hop("https://example.com:444/") == "example.com 444")
    configuration.unixSocketPath = "/run/socket"
    #expect(try hop("https://example.com/") == nil)
  }

  private final class Retries: EventMonitor {
    let delays = Record<Duration>()
    func willRetry(_ transfer: TransferID, _ retry: Session.Retry) { delays.append(retry.delay) }
  }

  /// Sends a request to a port that nothing listens to, with one retry, and returns the delays of retries.
  private func delays(
    _ network: NetworkObserver, initialDelay: Duration, wait: Duration? = .seconds(1000)
  ) async throws -> [Duration] {
    let monitor = Retries()
    var configuration = Session.Configuration()
    configuration.retries.maximumCount = 1
    configuration.retries.initialDelay = initialDelay
    configuration.retries.maximumDelay = .seconds(1000)
    configuration.retries.maximumNetworkWait = wait
    configuration.monitors = [monitor]
    let session = Session(
      TransferRunner(TransferSettings(configuration, defaultFields: [:]), network: network))
    let error = await #expect(throws: SessionError.self) {
      try await session.get("http://127.0.0.1:1/") as Int
    }
    #expect(error?.code == .connectionFailed)
    await session.invalidate()
    return monitor.delays.all
  }

  @Test func `a request is sent again at once when there is a route`() async throws {
    let asked = Record<String>()
    let steps = [(Self.offline, NetworkStatus.Route.missing), (Self.online, Self.found)]
    #expect(try await delays(network(steps, asked: asked), initialDelay: .seconds(900)) == [.zero])
    #expect(asked.all == ["127.0.0.1 1", "127.0.0.1 1"])
  }

  @Test func `a request whose host has a route, or without the option, is sent again after the delay`()
    async throws
  {
    let present = network([(Self.online, Self.found)])
    #expect(try await delays(present, initialDelay: .milliseconds(2)).allSatisfy { $0 >= .milliseconds(1) })
    let asked = Record<String>()
    let missing = network([(Self.offline, .missing)], asked: asked)
    #expect(try await delays(missing, initialDelay: .milliseconds(2), wait: nil).count == 1)
    #expect(asked.count == 0)
  }
}
