import HTTPTypes
import Logging
import ServiceLifecycle
import ServiceLifecycleTestKit
import Sluice
import SluiceOutbox
import SluiceService
import SluiceTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ServiceTests {
  private static let longTime = Duration.seconds(600)

  @Test func `a transfer ends before its session`() async throws {
    let gate = Gate()
    let session = Session(.init(baseURL: "http://host/"), transport: gate.stub)
    try await testGracefulShutdown { trigger in
      async let service: Void = SessionService(session, timeLimit: Self.longTime).run()
      async let text = session.get("a", decoding: .text())
      await gate.waitForRequest()
      trigger.triggerGracefulShutdown()
      gate.open()
      let result = try await text
      #expect(result == "done")
      await service
    }
    await #expect(throws: SessionError.self) { _ = try await session.get("b", decoding: .text()) }
    #expect(gate.stub.requests.count == 1)
  }

  @Test func `a response that is being read ends before its session`() async throws {
    let content = content
    let session = Session(.init(baseURL: "http://host/"), transport: StubTransport { _ in .bytes(content) })
    try await testGracefulShutdown { trigger in
      let response = try await session.send(session.request(.get, "a"))
      async let service: Void = SessionService(session, timeLimit: Self.longTime).run()
      trigger.triggerGracefulShutdown()
      #expect(try await response.body.collect(upTo: content.count).count == content.count)
      await service
    }
  }

  @Test func `a transfer that exceeds the time limit ends with the session`() async throws {
    let gate = Gate()
    let session = Session(.init(baseURL: "http://host/"), transport: gate.stub)
    await testGracefulShutdown { trigger in
      async let service: Void = SessionService(session, timeLimit: .zero).run()
      let transfer = Task { try await session.get("a", decoding: .text()) }
      await gate.waitForRequest()
      trigger.triggerGracefulShutdown()
      await service
      let error = await #expect(throws: SessionError.self) { _ = try await transfer.value }
      #expect(error?.code == .invalidated)
    }
  }

  @Test func `a cancelled service invalidates its session at once`() async throws {
    let gate = Gate()
    let session = Session(.init(baseURL: "http://host/"), transport: gate.stub)
    let service = Task { await SessionService(session, timeLimit: Self.longTime).run() }
    let transfer = Task { try await session.get("a", decoding: .text()) }
    await gate.waitForRequest()
    service.cancel()
    await service.value
    let error = await #expect(throws: SessionError.self) { _ = try await transfer.value }
    #expect(error?.code == .invalidated)
  }

  @Test func `an idle session ends at once`() async throws {
    let session = Session(transport: StubTransport([]))
    await testGracefulShutdown { trigger in
      trigger.triggerGracefulShutdown()
      await SessionService(session, timeLimit: Self.longTime).run()
    }
  }

  @Test func `transfers over a network count until they end`() async throws {
    let server = try LoopbackServer.http { _, connection in
      try connection.respond(200, fields: [.contentType: "text/plain"], body: "done")
    }
    defer { server.stop() }
    var configuration = Session.Configuration(baseURL: server.url)
    configuration.maximumConnections = 1
    let session = Session(configuration)
    try await testGracefulShutdown { trigger in
      async let texts = [session.get("/a", decoding: .text()), session.get("/b", decoding: .text())]
      let cancelled = Task { try await session.get("/c", decoding: .text()) }
      cancelled.cancel()
      let response = try await session.send(session.request(.get, "/d"))
      let (bytes, both) = (try await response.body.collect(upTo: 10), try await texts)
      #expect(bytes.count == 4 && both == ["done", "done"])
      await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
      trigger.triggerGracefulShutdown()
      await SessionService(session, timeLimit: Self.longTime).run()
    }
  }

  // MARK: Outboxes

  @Test func `an outbox delivers what it sends, and keeps the rest`() async throws {
    let folder = TemporaryFolder()
    let outbox = try Outbox(folder: folder.path)
    let gate = Gate()
    let session = Session(.init(baseURL: "http://host/"), transport: gate.stub)
    for name in ["a", "b"] { try await outbox.enqueue(session.request(.post, .init(name)), key: "order") }
    let delivered = Names()
    try await testGracefulShutdown { trigger in
      let service = OutboxService(outbox, session: session, timeLimit: Self.longTime) { event in
        if case .delivered(let entry, _) = event { delivered.add(entry.url) }
      }
      async let end: Void = service.run()
      await gate.waitForRequest()
      trigger.triggerGracefulShutdown()
      gate.open()
      try await end
    }
    #expect(delivered.all == ["http://host/a"])
    #expect(gate.stub.requests.map(\.path) == ["/a"])
    #expect(try await urls(in: outbox) == ["http://host/b"])
  }

  @Test func `an outbox cancels requests that exceed the time limit, and keeps them`() async throws {
    let folder = TemporaryFolder()
    let outbox = try Outbox(folder: folder.path)
    let gate = Gate()
    let session = Session(.init(baseURL: "http://host/"), transport: gate.stub)
    try await outbox.enqueue(session.request(.post, "a"))
    try await testGracefulShutdown { trigger in
      async let end: Void = OutboxService(outbox, session: session, timeLimit: .zero).run()
      await gate.waitForRequest()
      trigger.triggerGracefulShutdown()
      try await end
    }
    #expect(try await urls(in: outbox) == ["http://host/a"])
  }

  @Test func `an idle outbox ends at the shutdown`() async throws {
    let folder = TemporaryFolder()
    let outbox = try Outbox(folder: folder.path)
    let session = Session(transport: StubTransport([]))
    try await testGracefulShutdown { trigger in
      async let end: Void = OutboxService(outbox, session: session, timeLimit: Self.longTime).run()
      trigger.triggerGracefulShutdown()
      try await end
    }
  }

  @Test func `an outbox whose session is invalid fails`() async throws {
    let folder = TemporaryFolder()
    let outbox = try Outbox(folder: folder.path)
    let session = Session(.init(baseURL: "http://host/"), transport: StubTransport([]))
    try await outbox.enqueue(session.request(.post, "a"))
    await session.invalidate()
    let error = await #expect(throws: SessionError.self) {
      try await OutboxService(outbox, session: session).run()
    }
    #expect(error?.code == .invalidated)
  }

  @Test func `a group runs both, and ends the outbox before the session`() async throws {
    let folder = TemporaryFolder()
    let outbox = try Outbox(folder: folder.path)
    let gate = Gate()
    let session = Session(.init(baseURL: "http://host/"), transport: gate.stub)
    try await outbox.enqueue(session.request(.post, "a"))
    let group = ServiceGroup(
      services: [
        SessionService(session, timeLimit: Self.longTime),
        OutboxService(outbox, session: session, timeLimit: Self.longTime),
      ], logger: .init(label: "test"))
    async let end: Void = group.run()
    await gate.waitForRequest()
    await group.triggerGracefulShutdown()
    gate.open()
    try await end
    #expect(try await urls(in: outbox).isEmpty)
  }

  private func urls(in outbox: Outbox) async throws -> [String] {
    var urls: [String] = []
    for try await entry in outbox.entries() { urls.append(entry.url) }
    return urls
  }

  private var content: [UInt8] { [UInt8](repeating: 7, count: 1 << 20) }
}
