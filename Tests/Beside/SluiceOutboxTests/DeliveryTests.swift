import FoundationEssentials
import HTTPTypes
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceOutbox

/// What is sent, when, and in which order.
@Suite(.timeLimit(.minutes(5))) struct DeliveryTests {
  @Test func `a request is sent as it was added, and then gone`() async throws {
    let fixture = try OutboxFixture()
    let outbox = try fixture.outbox()
    var request = SessionRequest.post("hello")
    request.head.headerFields[.contentType] = "text/x-own"
    let entry = try await outbox.enqueue(request)
    #expect(try await outbox.entries().collected().map(\.id) == [entry.id])
    #expect(try await fixture.run(outbox) == ["delivered /events 200"])
    let sent = try #require(fixture.stub.requests.first)
    #expect(sent.method == .post && sent.url == "https://api.example.com/events" && sent.text == "hello")
    #expect(sent.fields[.contentType] == "text/x-own")
    #expect(sent.fields[.idempotencyKey] == entry.idempotencyKey)
    #expect(entry.idempotencyKey.utf8.count == 38 && entry.idempotencyKey.hasPrefix("\""))
    #expect(try await fixture.run(outbox) == [])
    #expect(try fixture.files("pending") == [])
  }

  @Test func `requests with the same key are sent in order, one at a time`() async throws {
    let active = Lock((now: 0, most: 0))
    let fixture = try OutboxFixture { _ in
      active.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      await Task.yield()
      active.withLock { $0.now -= 1 }
      return .status(.ok)
    }
    let outbox = try fixture.outbox()
    for number in 0..<40 { try await outbox.enqueue(.post("\(number)"), key: "a") }
    _ = try await fixture.run(outbox)
    #expect(fixture.bodies == (0..<40).map { "\($0)" })
    #expect(active.withLock { $0.most } == 1)
  }

  @Test func `requests with different keys are sent at the same time, up to the limit`() async throws {
    let active = Lock((now: 0, most: 0))
    // The first three wait for each other.
    let fixture = try OutboxFixture { _ in
      active.withLock {
        $0.now += 1
        $0.most = max($0.most, $0.now)
      }
      let isFull = await eventually { active.withLock { $0.most } >= 3 }
      active.withLock { $0.now -= 1 }
      return .status(isFull ? .ok : .notFound)
    }
    let outbox = try fixture.outbox { $0.maximumConcurrentCount = 3 }
    for number in 0..<6 { try await outbox.enqueue(.post("\(number)"), key: number < 3 ? "\(number)" : nil) }
    let events = try await fixture.run(outbox)
    #expect(events == Array(repeating: "delivered /events 200", count: 6))
    #expect(active.withLock { $0.most } == 3)
  }

  @Test func `a failed request is sent again with the same key, by another process`() async throws {
    let count = Lock(0)
    let fixture = try OutboxFixture(delay: .milliseconds(1)) { _ in
      let number = count.withLock {
        $0 += 1
        return $0
      }
      switch number {
      case 1: return .status(.serviceUnavailable)
      case 2: throw SessionError(.connectionFailed, message: "no route")
      default: return .status(.created)
      }
    }
    try await fixture.outbox().enqueue(.post("a"), key: "k")
    try await fixture.outbox().enqueue(.post("b"), key: "k")
    var events: [String] = []
    // An instance for each attempt, as after a restart.
    while events.last != "delivered /events 201" || events.count < 4 {
      let outbox = try fixture.outbox()
      for try await event in outbox.run(with: fixture.session) {
        events.append(event.text)
        break
      }
    }
    #expect(
      events == [
        "failed /events 1: unacceptable-status: 503 Service Unavailable (POST https://api.example.com/events)",
        "failed /events 2: connection-failed: no route (https://api.example.com/events)",
        "delivered /events 201", "delivered /events 201",
      ])
    #expect(fixture.bodies == ["a", "a", "a", "b"])
    #expect(Set(fixture.keys.prefix(3)).count == 1 && fixture.keys[0] != fixture.keys[3])
  }

  @Test func `a request that waits does not delay those with other keys`() async throws {
    let fixture = try OutboxFixture(delay: .seconds(1000)) { request in
      request.text == "bad" ? .status(.internalServerError) : .status(.ok)
    }
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post("bad", path: "/bad"), key: "a")
    try await outbox.enqueue(.post("next"), key: "a")
    try await outbox.enqueue(.post("other"), key: "b")
    let events = try await fixture.run(outbox)
    #expect(events.count == 2 && events.contains("delivered /events 200"))
    let waiting = try await outbox.entries().collected()
    #expect(waiting.map(\.attempts) == [1, 0])
    let due = try #require(waiting[0].due).timeIntervalSinceNow
    #expect(due > 400 && due <= 1000)
    // Nothing is due, so nothing is sent.
    #expect(try await fixture.run(outbox) == [])
    try await outbox.retry(waiting[0].id)
    #expect(try await fixture.run(outbox).count == 1)
  }

  @Test func `Retry-After is heeded`() async throws {
    let fixture = try OutboxFixture { _ in .status(.tooManyRequests, fields: [.retryAfter: "7200"]) }
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post(""))
    _ = try await fixture.run(outbox)
    let entry = try #require(try await outbox.entries().collected().first)
    #expect(try #require(entry.due).timeIntervalSinceNow > 7000)
  }

  @Test func `a refused request dies, and the error says why without secrets or the response's body`()
    async throws
  {
    let fixture = try OutboxFixture { _ in .text("secret body", status: .badRequest) }
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post("x", path: "/a?token=hush"), key: "k")
    try await outbox.enqueue(.post("y", path: "/b"), key: "k")
    let text = "unacceptable-status: 400 Bad Request (POST https://api.example.com"
    #expect(
      try await fixture.run(outbox) == ["died /a 1: \(text)/a)", "died /b 1: \(text)/b)"])
    #expect(try await outbox.entries().collected().isEmpty)
    let dead = try await outbox.entries(.dead).collected()
    #expect(dead.map(\.lastError) == ["\(text)/a)", "\(text)/b)"])
    #expect(dead.allSatisfy { $0.status == .dead && $0.attempts == 1 && $0.due == nil })
    #expect(dead[0].url == "https://api.example.com/a")
    #expect(try fixture.files("dead").count == 2)
  }

  @Test func `a dead request can be sent again, or dropped`() async throws {
    let isBroken = Lock(true)
    let fixture = try OutboxFixture { _ in
      isBroken.withLock { $0 } ? .status(.badRequest) : .status(.ok)
    }
    let outbox = try fixture.outbox()
    let first = try await outbox.enqueue(.post("a"))
    let second = try await outbox.enqueue(.post("b"))
    _ = try await fixture.run(outbox)
    isBroken.withLock { $0 = false }
    try await outbox.retry(first.id)
    try await outbox.drop(second.id)
    for id in [first.id, second.id] {
      #expect(try await outbox.entries(.dead).collected().contains { $0.id == id } == false)
    }
    #expect(try await fixture.run(outbox) == ["delivered /events 200"])
    #expect(Set(fixture.keys).count == 2)
    for work in [outbox.retry, outbox.drop] {
      await #expect { try await work(first.id) } throws: { ($0 as? OutboxError)?.code == .entryMissing }
    }
  }

  @Test func `a request dies after the last retry`() async throws {
    let fixture = try OutboxFixture(retries: 2) { _ in throw SessionError(.timedOut) }
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post(""))
    var events: [String] = []
    for try await event in outbox.run(with: fixture.session) {
      events.append(String(event.text.prefix(6)))
      if case .died = event { break }
    }
    #expect(events == ["failed", "failed", "died /"])
  }

  @Test func `an expired request dies without being sent`() async throws {
    let fixture = try OutboxFixture()
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post(""), expiresAfter: .zero)
    try await outbox.enqueue(.post("fresh"), expiresAfter: .seconds(1000))
    let events = try await fixture.run(outbox)
    #expect(
      events.sorted() == ["delivered /events 200", "died /events 0: expired: not delivered after 0 attempts"])
    #expect(fixture.bodies == ["fresh"])
  }

  @Test func `errors of middleware are retried, and their text is not kept`() async throws {
    struct Forgotten: Error {}
    var configuration = Session.Configuration()
    configuration.middleware = [{ _, _ in throw Forgotten() }]
    let fixture = try OutboxFixture(delay: .seconds(1000), sessionConfiguration: configuration)
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post(""))
    #expect(try await fixture.run(outbox) == ["failed /events 1: Forgotten (hidden)"])
  }

  @Test func `the session adds fields that are not stored`() async throws {
    var configuration = Session.Configuration()
    configuration.middleware = [
      { request, next in
        var request = request
        request.head.headerFields[.authorization] = AuthorizationField.bearer("hush")
        return try await next(request)
      }
    ]
    let fixture = try OutboxFixture(delay: .seconds(1000), sessionConfiguration: configuration) { _ in
      .status(.internalServerError)
    }
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post(""))
    _ = try await fixture.run(outbox)
    #expect(fixture.stub.requests.first?.fields[.authorization] == "Bearer hush")
    let name = try #require(try fixture.files("pending").first)
    let bytes = try fixture.directory.contents("outbox/pending/\(name)")
    #expect(!String(decoding: bytes, as: UTF8.self).contains("hush"))
  }

  @Test func `a session that cannot be used ends the run, and no request counts it`() async throws {
    let fixture = try OutboxFixture()
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post(""))
    await fixture.session.invalidate()
    await #expect { _ = try await fixture.run(outbox) } throws: {
      ($0 as? SessionError)?.code == .invalidated
    }
    #expect(try await outbox.entries().collected().map(\.attempts) == [0])
  }

  @Test func `leaving the loop ends the run, and frees the key for another`() async throws {
    let isHeld = Lock(true)
    let fixture = try OutboxFixture { _ in
      if isHeld.withLock({ $0 }) { try await Task.sleep(for: .seconds(1000)) }
      return .status(.ok)
    }
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post("a"), key: "k")
    let task = Task { for try await _ in outbox.run(with: fixture.session) {} }
    #expect(await eventually { fixture.stub.requests.count == 1 })
    // Another instance does not send what is being sent.
    let other = try fixture.outbox()
    #expect(try await fixture.run(other) == [])
    await #expect { try await other.retry(other.entries().collected()[0].id) } throws: {
      ($0 as? OutboxError)?.code == .entryInUse
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    isHeld.withLock { $0 = false }
    var events: [String] = []
    for try await event in other.run(with: fixture.session) {
      events.append(event.text)
      break
    }
    #expect(events == ["delivered /events 200"] && fixture.bodies == ["a", "a"])
  }

  @Test func `a run notices what another instance adds`() async throws {
    let fixture = try OutboxFixture()
    let task = Task {
      var events: [String] = []
      for try await event in try fixture.outbox().run(with: fixture.session) {
        events.append(event.text)
        if events.count == 2 { break }
      }
      return events
    }
    let other = try fixture.outbox()
    try await other.enqueue(.post("a"))
    #expect(await eventually { fixture.bodies == ["a"] })
    try await other.enqueue(.post("b"))
    #expect(try await task.value.count == 2)
  }

  @Test func `instances that share a folder send each request once`() async throws {
    let fixture = try OutboxFixture { _ in
      await Task.yield()
      return .status(.ok)
    }
    let adding = try fixture.outbox()
    for number in 0..<60 {
      try await adding.enqueue(.post("\(number)"), key: number < 30 ? "k\(number % 3)" : nil)
    }
    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try await fixture.run(fixture.outbox()).count } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.reduce(0, +) == 60)
    #expect(Set(fixture.bodies).count == 60 && fixture.bodies.count == 60)
    for key in 0..<3 {
      let sent = fixture.bodies.compactMap { Int($0) }.filter { $0 < 30 && $0 % 3 == key }
      #expect(sent == sent.sorted())
    }
  }

  @Test func `a run waits until requests can be sent`() async throws {
    let isUp = Lock(false)
    let fixture = try OutboxFixture()
    let outbox = try fixture.outbox {
      $0.whenReady = { while !isUp.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(1)) } }
    }
    try await outbox.enqueue(.post(""))
    let task = Task { try await fixture.run(outbox) }
    try await Task.sleep(for: .milliseconds(20))
    #expect(fixture.bodies == [])
    isUp.withLock { $0 = true }
    #expect(try await task.value.count == 1)
  }

  @Test func `a response is downloaded to a file`() async throws {
    let fixture = try OutboxFixture { _ in .text("content") }
    let outbox = try fixture.outbox()
    let path = fixture.directory.path("file")
    let head = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/file")
    try await outbox.enqueue(SessionRequest(head), toFile: path)
    #expect(try await fixture.run(outbox) == ["delivered /file 200"])
    #expect(try fixture.directory.contents("file") == Array("content".utf8))
  }
}
