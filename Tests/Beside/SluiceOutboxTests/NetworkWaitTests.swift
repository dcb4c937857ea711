import FoundationEssentials
import Sluice
import SluiceBody
import SluiceNetwork
import SluiceSession
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceOutbox

/// Requests that wait for a route, over a network that the tests script.
@Suite(.timeLimit(.minutes(5))) struct NetworkWaitTests {
  /// A network whose routes change together.
  private final class Network: Sendable {
    private struct State {
      var isUp = false
      var asked: [String] = []
      var observers: [AsyncThrowingStream<NetworkStatus, any Error>.Continuation] = []

      var status: NetworkStatus {
        NetworkStatus(
          interfaces: isUp
            ? [.init(name: "eth0", addressFamilies: [.ipv4], defaultRouteFamilies: [.ipv4])] : [])
      }
    }

    private let state = Lock(State())

    var asked: [String] { state.withLock { $0.asked } }
    var isUp: Bool { state.withLock { $0.isUp } }

    func set(isUp: Bool) {
      state.withLock { state in
        state.isUp = isUp
        for observer in state.observers { observer.yield(state.status) }
      }
    }

    var observer: NetworkObserver {
      NetworkObserver { [self] in
        AsyncThrowingStream { continuation in
          state.withLock { state in
            continuation.yield(state.status)
            state.observers.append(continuation)
          }
        }
      } route: { [self] host, port in
        state.withLock { state in
          state.asked.append("\(host) \(port)")
          return state.isUp || host == "local.example" ? .found(.ipv4, localAddress: "192.0.2.1") : .missing
        }
      }
    }
  }

  private let network = Network()
  private let events = Lock<[String]>([])

  /// An outbox with a long backoff, and a session that connects only while the network is up.
  private func fixture(
    wait: Duration? = .seconds(1000), delay: Duration = .seconds(900)
  ) throws -> (fixture: OutboxFixture, outbox: Outbox, session: Session) {
    let fixture = try OutboxFixture(delay: delay) { [network] request in
      network.isUp ? .status(.ok) : .failure(.connectionFailed)
    }
    let outbox = try fixture.outbox {
      $0.retries.maximumDelay = .seconds(1000)
      $0.retries.jitter = 0
      $0.retries.maximumNetworkWait = wait
    }
    return (fixture, outbox, Session(.init(), transport: fixture.stub, network: network.observer))
  }

  /// Runs an outbox until `count` events have happened, and calls back with the number of events after each.
  private func run(
    _ outbox: Outbox, _ session: Session, until count: Int, _ didHappen: (Int) async throws -> Void = { _ in }
  ) async throws {
    for try await event in outbox.run(with: session) {
      let number = events.withLock { events in
        events.append(event.text)
        return events.count
      }
      try await didHappen(number)
      if number == count { break }
    }
  }

  @Test func `a request is sent again as soon as there is a route`() async throws {
    let (fixture, outbox, session) = try fixture()
    try await outbox.enqueue(.post("1", path: "/1"))
    try await run(outbox, session, until: 2) { number in
      guard number == 1 else { return }
      let entry = try #require(try await outbox.entries().collected().first)
      #expect(entry.attempts == 1 && entry.due.map { $0 <= .now } == true, "due on the disk")
      network.set(isUp: true)
    }
    #expect(events.withLock { $0 }.map { $0.prefix(12) } == ["failed /1 1:", "delivered /1"])
    #expect(fixture.bodies == ["1", "1"])
    #expect(Set(network.asked) == ["api.example.com 443"])
  }

  @Test func `others to the same host are not attempted meanwhile, but those to other hosts are`()
    async throws
  {
    let (fixture, outbox, session) = try fixture()
    try await outbox.enqueue(.post("0", path: "/0"))
    try await run(outbox, session, until: 2 + 21) { number in
      if number == 1 {
        for index in 1...20 { try await outbox.enqueue(.post("\(index)", path: "/\(index)")) }
        var other = SessionRequest.post("other")
        other.head.authority = "local.example"
        try await outbox.enqueue(other, key: "last")
      }
      // The other host has a route, so its failure has the delay of the policy.
      if number == 2 {
        #expect(events.withLock { $0.last }?.contains("failed") == true)
        #expect(Set(fixture.bodies) == ["0", "other"])
        network.set(isUp: true)
      }
    }
    #expect(fixture.bodies.count == 2 + 21)
    #expect(events.withLock { $0 }.count { $0.hasPrefix("delivered") } == 21)
  }

  @Test func `a wait ends at its limit`() async throws {
    let (fixture, outbox, session) = try fixture(wait: .milliseconds(5))
    try await outbox.enqueue(.post("1"))
    try await run(outbox, session, until: 3)
    #expect(fixture.bodies == ["1", "1", "1"])
    #expect(events.withLock { $0 }.allSatisfy { $0.hasPrefix("failed") })
  }

  @Test func `a host with a route, or no limit, means the delay`() async throws {
    for wait in [Duration?.none, .seconds(1000)] {
      let (fixture, outbox, session) = try fixture(wait: wait)
      var request = SessionRequest.post("1")
      if wait != nil { request.head.authority = "local.example" }
      try await outbox.enqueue(request)
      try await run(outbox, session, until: 1)
      events.withLock { $0 = [] }
      let entry = try #require(try await outbox.entries().collected().first)
      #expect(entry.due.map { $0.timeIntervalSinceNow > 600 } == true)
      #expect(fixture.bodies == ["1"])
    }
    #expect(Set(network.asked) == ["local.example 443"])
  }

  @Test func `a run that ends when idle does not wait, and the next run attempts at once`() async throws {
    let (fixture, outbox, session) = try fixture()
    try await outbox.enqueue(.post("1", path: "/1"))
    for try await event in outbox.run(with: session, untilIdle: true) {
      #expect(event.text.hasPrefix("failed /1"))
    }
    network.set(isUp: true)
    let events = try await outbox.run(with: session, untilIdle: true).collected()
    #expect(events.map(\.text) == ["delivered /1 200"])
    #expect(fixture.bodies == ["1", "1"])
  }

  @Test func `the last attempt does not wait`() async throws {
    let (fixture, _, session) = try fixture()
    let outbox = try fixture.outbox {
      $0.retries.maximumCount = 0
      $0.retries.maximumNetworkWait = .seconds(1000)
    }
    try await outbox.enqueue(.post("1", path: "/1"))
    let events = try await outbox.run(with: session, untilIdle: true).collected()
    #expect(events.map(\.text).map { $0.prefix(9) } == ["died /1 1"])
    #expect(network.asked == [])
  }

  @Test(arguments: ["a key of several pages", "a key beside one that is being sent"])
  func `a key that waits for a route causes no passes meanwhile`(kind: String) async throws {
    let (fixture, _, _) = try fixture()
    let isHeld = Lock(kind != "a key of several pages")
    let stub = StubTransport { [network] request in
      if request.text == "held" { _ = await eventually { !isHeld.withLock { $0 } } }
      return network.isUp || request.text == "held" ? .status(.ok) : .failure(.connectionFailed)
    }
    let session = Session(.init(), transport: stub, network: network.observer)
    let attempts = Lock(0)
    let outbox = try fixture.outbox(namesInPage: kind == "a key of several pages" ? 2 : 100) {
      $0.retries.maximumNetworkWait = .seconds(1000)
      $0.whenReady = { attempts.withLock { $0 += 1 } }
    }
    if isHeld.withLock({ $0 }) {
      var held = SessionRequest.post("held", path: "/held")
      held.head.authority = "local.example"
      try await outbox.enqueue(held, key: "held")
    }
    for number in 0..<5 { try await outbox.enqueue(.post("\(number)"), key: "k") }
    let count = isHeld.withLock { $0 } ? 8 : 6
    try await run(outbox, session, until: count) { number in
      guard number == 1 else { return }
      if isHeld.withLock({ $0 }) {
        // Another pass, which finds the key of the request that is being sent.
        #expect(await eventually { stub.requests.contains { $0.text == "held" } })
        try await outbox.enqueue(.post("5"), key: "k")
        #expect(await eventually { attempts.withLock { $0 } >= 3 })
      }
      let before = attempts.withLock { $0 }
      // If passes follow one another, there are hundreds of them in this time, even on a busy machine.
      try await Task.sleep(for: .milliseconds(500))
      #expect(attempts.withLock { $0 } - before <= 2)
      isHeld.withLock { $0 = false }
      network.set(isUp: true)
    }
    let sent = stub.requests.map(\.text).filter { $0 != "held" }
    #expect(sent == ["0", "0", "1", "2", "3", "4"] + (count == 8 ? ["5"] : []))
  }
}
