import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// Limits on the number of connections, and requests that wait for one.
@Suite(.timeLimit(.minutes(5))) struct ConnectionLimitTests {
  private static let short = Duration.milliseconds(300)

  /// The number of requests in progress, and its maximum.
  private final class Crowd: Sendable {
    private let counts = Lock((now: 0, most: 0))

    var most: Int { counts.withLock { $0.most } }

    func enter() {
      counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
    }

    func leave() {
      counts.withLock { $0.now -= 1 }
    }
  }

  private func sendMany(_ count: Int, to urls: [String], with session: Session) async throws {
    try await withThrowingTaskGroup { group in
      for number in 0..<count {
        group.addTask { try await session.get(.init(urls[number % urls.count]), decoding: .bytes) }
      }
      try await group.waitForAll()
    }
  }

  @Test(arguments: [1, 4]) func `a host gets no more connections than allowed`(loops: Int) async throws {
    try await withServer {
      try $1.respond(200, body: $0.target)
    } configure: {
      $0.loops = loops
      $0.maximumConnectionsPerHost = 3
    } test: { session, server in
      try await sendMany(100, to: [server.url], with: session)
      #expect((1...3).contains(server.acceptedConnections))
    }
  }

  @Test(arguments: [(Int.max, 128), (129, 128), (128, 128), (0, 1), (.min, 1)])
  func `a session has at most 128 loops`(loops: Int, count: Int) async throws {
    #expect(ConnectionLimits().divided(by: loops).count == count)
    try await withServer {
      try $1.respond(200)
    } configure: {
      $0.loops = loops
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
    }
  }

  @Test(arguments: [1, 2, 8])
  func `all hosts together get no more requests at a time than allowed`(loops: Int) async throws {
    let crowd = Crowd()
    let respond: @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void = { _, connection in
      crowd.enter()
      // Before the response: once it is sent, another request may come.
      crowd.leave()
      try connection.respond(200)
    }
    let others = try (0..<3).map { _ in try LoopbackServer.http(respond) }
    defer { others.forEach { $0.stop() } }
    try await withServer(respond) {
      $0.loops = loops
      $0.maximumConnections = 4
    } test: { session, server in
      try await sendMany(200, to: [server.url] + others.map(\.url), with: session)
    }
    #expect((1...4).contains(crowd.most))
  }

  @Test func `requests that wait for one host do not delay another`() async throws {
    let (held, gate) = (Record<String>(), Gate())
    let slow = try LoopbackServer.http {
      held.append($0.target)
      try gate.pass()
      try $1.respond(200)
    }
    defer { slow.stop() }
    try await withServer {
      try $1.respond(200)
    } configure: {
      $0.maximumConnectionsPerHost = 1
    } test: { session, server in
      async let first: Void = sendMany(5, to: [slow.url], with: session)
      try await expectEventually { held.count == 1 }
      try await sendMany(20, to: [server.url], with: session)
      #expect(held.count == 1)
      for _ in 0..<5 { gate.open() }
      try await first
      #expect(slow.acceptedConnections == 1)
    }
  }

  @Test func `waiting for a connection counts as neither idle nor connecting`() async throws {
    try await withTimeLimit { limit in
      let wasAsked = Event()
      try await withServer {
        try $1.readBody { _ in }
        try $1.respond(200)
      } configure: {
        ($0.idleTimeout, $0.connectTimeout) = (limit, limit)
        $0.maximumConnectionsPerHost = 1
      } test: { session, server in
        // Longer than the limits; otherwise, the test would prove nothing.
        let body = ScriptedSource([.run { wasAsked.happen() }, .pause(limit * 2), .bytes([1])])
        try await withThrowingTaskGroup { group in
          group.addTask { try await session.upload(body, to: "", decoding: .bytes) }
          group.addTask {
            try await wasAsked.wait()
            return try await session.get("", decoding: .bytes)
          }
          try await group.waitForAll()
        }
        #expect(server.acceptedConnections == 1)
      }
    }
  }

  @Test func `waiting for a connection counts toward the timeout`() async throws {
    try await withServer {
      _ = $0
      $1.stall()
    } configure: {
      $0.timeout = Self.short
      $0.maximumConnections = 1
    } test: { session, _ in
      let results = await withTaskGroup { group in
        for _ in 0..<10 {
          group.addTask { await Result.catching { try await session.get("", decoding: .bytes) } }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
      var messages: Set<String> = []
      for result in results {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == .timedOut)
        #expect(error?.url != nil)
        messages.insert(error?.message ?? "")
      }
      // Otherwise, each would get its whole time once its turn has come.
      #expect(messages.contains("no connection became free within \(Self.short.inSeconds) (timeout)"))
    }
  }

  @Test func `cancelling a waiting request does not cost another its turn`() async throws {
    let (held, gate) = (Record<String>(), Gate())
    try await withServer {
      held.append($0.target)
      try gate.pass()
      try $1.respond(200)
    } configure: {
      $0.maximumConnectionsPerHost = 1
    } test: { session, _ in
      async let first = session.get("/first", decoding: .bytes)
      try await expectEventually { held.count == 1 }
      let cancelled = Task { try await session.get("/cancelled", decoding: .bytes) }
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      async let last = session.get("/last", decoding: .bytes)
      gate.open()
      gate.open()
      _ = try await (first, last)
    }
    #expect(held.all == ["/first", "/last"])
  }

  @Test func `waiting requests end with the session`() async throws {
    let held = Record<String>()
    try await withServer {
      held.append($0.target)
      $1.waitForClose()
    } configure: {
      $0.maximumConnections = 1
    } test: { session, _ in
      let tasks = (0..<5).map { number in
        Task { try await session.get("/\(number)", decoding: .bytes) }
      }
      try await expectEventually { held.count == 1 }
      await session.invalidate()
      for task in tasks {
        let result = await task.result
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == .invalidated)
      }
      #expect(held.count == 1)
    }
  }
}
