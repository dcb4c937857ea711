import FoundationEssentials
import Glibc
import HTTPTypes
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceOutbox

/// When a request is delivered, and when it is not.
@Suite(.timeLimit(.minutes(5))) struct AcceptanceTests {
  /// A server whose `/events` redirects to a page while nobody is logged in.
  private func fixture(
    redirecting status: HTTPResponse.Status, until isLoggedIn: Lock<Bool>,
    _ configuration: Session.Configuration = .init()
  ) throws -> OutboxFixture {
    try OutboxFixture(sessionConfiguration: configuration) { request in
      if request.path != "/events" || isLoggedIn.withLock({ $0 }) { return .text("page") }
      return .status(status, fields: [.location: "/login?next=hush"])
    }
  }

  @Test(arguments: [301, 302, 303], [false, true])
  func `a redirect that changes the method delivers nothing`(code: Int, isDownload: Bool) async throws {
    let isLoggedIn = Lock(false)
    let fixture = try fixture(redirecting: .init(code: code), until: isLoggedIn)
    let outbox = try fixture.outbox()
    let file = isDownload ? fixture.directory.path("file") : nil
    let entry = try await outbox.enqueue(.post("a"), toFile: file)
    let events = try await outbox.run(with: fixture.session, untilIdle: true).collected()
    guard case .failed(_, let error as OutboxError, let time) = try #require(events.first) else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1 && error.code == .methodChanged && time.timeIntervalSinceNow > 20)
    #expect(fixture.stub.requests.map(\.method) == [.post])
    let kept = try #require(try await outbox.entries().collected().first)
    let text = try #require(kept.lastError)
    #expect(text.hasPrefix("method-changed: \(code) ") && text.contains("POST to a GET"), "\(text)")
    #expect(text.contains("https://api.example.com/login") && !text.contains("hush"))

    isLoggedIn.withLock { $0 = true }
    try await outbox.retry(entry.id)
    #expect(try await fixture.run(outbox) == ["delivered /events 200"])
    #expect(fixture.bodies == ["a", "a"] && Set(fixture.keys) == [entry.idempotencyKey])
    if isDownload { #expect(try fixture.directory.contents("file") == Array("page".utf8)) }
  }

  @Test(arguments: [307, 308]) func `a redirect that keeps the method and the body delivers`(
    code: Int
  ) async throws {
    let fixture = try fixture(redirecting: .init(code: code), until: Lock(false))
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post("a"))
    #expect(try await fixture.run(outbox) == ["delivered /events 200"])
    #expect(fixture.stub.requests.map(\.method) == [.post, .post] && fixture.bodies == ["a", "a"])
  }

  @Test(arguments: ["stop", "refuse", "send", "no redirects"])
  func `what the session decides about a redirect delivers nothing`(decision: String) async throws {
    var configuration = Session.Configuration()
    if decision == "no redirects" { configuration.redirects.maximumCount = 0 }
    configuration.redirects.decide = { _, proposed in
      switch decision {
      case "stop": return .stop
      case "refuse": return .refuse
      default:
        var other = proposed
        other.method = .get
        return .send(other)
      }
    }
    let fixture = try fixture(redirecting: .temporaryRedirect, until: Lock(false), configuration)
    let outbox = try fixture.outbox { $0.retries.initialDelay = .seconds(1000) }
    try await outbox.enqueue(.post("a"))
    let events = try await fixture.run(outbox)
    let codes = ["stop": "unacceptable-status", "refuse": "redirect-refused", "send": "method-changed"]
    #expect(events.count == 1)
    let code = codes[decision] ?? "unacceptable-status"
    #expect(events.first?.hasPrefix("failed /events 1: \(code): ") == true, "\(events)")
    #expect(fixture.stub.requests.count == 1)
  }

  @Test func `a redirect that middleware reports delivers no other method`() async throws {
    var configuration = Session.Configuration()
    configuration.middleware = [
      { request, _ in
        let redirect = Session.Redirect(request: request.head, response: HTTPResponse(status: .found))
        var head = request.head
        head.method = .get
        return SessionResponse(HTTPResponse(status: .ok), request: head, redirects: [redirect])
      }
    ]
    let fixture = try fixture(redirecting: .found, until: Lock(false), configuration)
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post("a"))
    let events = try await fixture.run(outbox)
    #expect(events.count == 1 && events.first?.hasPrefix("failed /events 1: method-changed: 302 ") == true)
  }

  // MARK: The end of the exchange

  @Test func `a server that trickles the rest of a response holds neither the key nor a place`() async throws
  {
    let fixture = try OutboxFixture { _ in
      .bytes([UInt8](repeating: 0x61, count: 1000)).stalling(afterBodyBytes: 10)
    }
    let outbox = try fixture.outbox { $0.maximumConcurrentCount = 1 }
    for number in 0..<4 { try await outbox.enqueue(.post("\(number)"), key: number < 2 ? "k" : nil) }
    #expect(try await fixture.run(outbox) == Array(repeating: "delivered /events 200", count: 4))
    #expect(fixture.bodies.sorted() == ["0", "1", "2", "3"])
    #expect(try fixture.files("pending") == [])
  }

  @Test func `a response that fails after its head delivers the request`() async throws {
    let fixture = try OutboxFixture { _ in
      .bytes([UInt8](repeating: 0x61, count: 1000)).failing(.connectionLost, afterBodyBytes: 10)
    }
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post("a"))
    #expect(try await fixture.run(outbox) == ["delivered /events 200"])
  }

  @Test func `a run that ends within a download leaves its entry`() async throws {
    let isWhole = Lock(false)
    let fixture = try OutboxFixture { _ in
      let response = StubResponse.bytes([UInt8](repeating: 0x61, count: 1000), fields: [.eTag: "\"1\""])
      return isWhole.withLock { $0 } ? response : response.stalling(afterBodyBytes: 10)
    }
    let outbox = try fixture.outbox()
    let head = HTTPRequest(method: .get, scheme: "https", authority: "api.example.com", path: "/file")
    try await outbox.enqueue(SessionRequest(head), toFile: fixture.directory.path("file"))
    let task = Task { for try await _ in outbox.run(with: fixture.session) {} }
    #expect(await eventually { (try? fixture.directory.names())?.contains { $0 != "outbox" } == true })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await outbox.entries().collected().map(\.attempts) == [0])
    isWhole.withLock { $0 = true }
    let events = Lock<[String]>([])
    for try await event in outbox.run(with: fixture.session) {
      events.withLock { $0.append(event.text) }
      break
    }
    #expect(events.withLock { $0 } == ["delivered /file 200"])
    #expect(try fixture.directory.contents("file").count == 1000)
  }

  /// A server that responds to each head, and reads no body.
  private func early(_ status: Int) throws -> LoopbackServer {
    try LoopbackServer { connection in
      while try connection.readLine().map({ !$0.isEmpty }) ?? false {}
      try connection.write("HTTP/1.1 \(status) OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok")
      connection.stall()
    }
  }

  @Test(arguments: [false, true])
  func `a response before the whole body was sent delivers nothing`(isDownload: Bool) async throws {
    let server = try early(200)
    defer { server.stop() }
    let fixture = try OutboxFixture(delay: .seconds(1000))
    let session = Session()
    let outbox = try fixture.outbox()
    let body = fixture.directory.path("body")
    try fixture.directory.file("body", [UInt8](repeating: 0x61, count: 20_000_000))
    let file = isDownload ? fixture.directory.path("file") : nil
    try await outbox.enqueue(
      session.request(.post, "\(raw: server.url)/a", body: .file(at: body)), toFile: file)
    var events: [Outbox.Event] = []
    for try await event in outbox.run(with: session, untilIdle: true) { events.append(event) }
    guard case .failed(let entry, let error, _) = try #require(events.first) else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1 && (error as? SessionError)?.code == .earlyResponse, "\(error)")
    #expect(entry.lastError?.contains("20000000") == true, "\(entry.lastError ?? "")")
    #expect(try await outbox.entries().collected().map(\.attempts) == [1])
    await session.invalidate()
  }

  @Test func `a failed request waits for no more than the refusal before its body was sent`() async throws {
    let server = try early(413)
    defer { server.stop() }
    let fixture = try OutboxFixture()
    let session = Session()
    let outbox = try fixture.outbox()
    try fixture.directory.file("body", [UInt8](repeating: 0x61, count: 20_000_000))
    try await outbox.enqueue(
      session.request(.post, "\(raw: server.url)/a", body: .file(at: fixture.directory.path("body"))))
    let events = try await outbox.run(with: session, untilIdle: true).collected()
    guard case .died(let entry, _) = try #require(events.first) else {
      Issue.record("\(events)")
      return
    }
    #expect(entry.lastError?.contains("413") == true)
    await session.invalidate()
  }

  // MARK: Servers that do not respond

  /// What a server does with a connection, and the end of the error.
  struct Stall: Sendable {
    let error: String
    let serve: @Sendable (LoopbackConnection) throws -> Void

    init(_ error: String, _ serve: @escaping @Sendable (LoopbackConnection) throws -> Void) {
      (self.error, self.serve) = (error, serve)
    }
  }

  private static let stalls: NamedCases<Stall> = [
    "silent": Stall("(responseTimeout)", { $0.stall() }),
    "interim responses": Stall("(responseTimeout)", { try trickle($0, "HTTP/1.1 102 Processing\r\n\r\n") }),
    "a head byte by byte": Stall(
      "(responseTimeout)",
      { connection in
        try connection.write("HTTP/1.1 200 OK\r\nX: ")
        try trickle(connection, "x")
      }
    ),
    "a head line by line": Stall(
      "(responseTimeout)",
      { connection in
        try connection.write("HTTP/1.1 200 OK\r\n")
        try trickle(connection, "X: x\r\n")
      }
    ),
    "redirects": Stall(
      "more than 20 redirects",
      { connection in
        try connection.serveRequests { request, connection in
          try connection.respond(307, headers: [("Location", "\(request.target)a")])
        }
      }
    ),
    "a refusal byte by byte": Stall(
      "503",
      { connection in
        _ = try connection.readHead()
        try connection.write("HTTP/1.1 503 No\r\n\r\n")
        try trickle(connection, "x")
      }
    ),
    "a success byte by byte": Stall(
      "",
      { connection in
        _ = try connection.readHead()
        try connection.write("HTTP/1.1 200 OK\r\n\r\n")
        try trickle(connection, "x")
      }
    ),
  ]

  /// Sends a text until the peer closes the connection, so slowly that no limit on bytes is reached.
  private static func trickle(_ connection: LoopbackConnection, _ text: String) throws {
    while true {
      try connection.write(text)
      usleep(20_000)
    }
  }

  @Test(arguments: stalls) func `no server stops the entries of others`(
    stall: NamedCase<Stall>
  ) async throws {
    let hostile = try LoopbackServer(handler: stall.value.serve)
    let honest = try LoopbackServer.http { try $1.respond(200) }
    defer {
      hostile.stop()
      honest.stop()
    }
    var configuration = Session.Configuration()
    configuration.proxy = ""
    // The defaults are the same limits, but longer.
    #expect(configuration.responseTimeout == .seconds(60) && configuration.idleTimeout == .seconds(60))
    (configuration.responseTimeout, configuration.idleTimeout) = (.milliseconds(300), .milliseconds(300))
    let session = Session(configuration)
    let fixture = try OutboxFixture(delay: .seconds(1000))
    let outbox = try fixture.outbox()
    for _ in 0..<8 {
      try await outbox.enqueue(session.request(.post, "\(raw: hostile.url)/", body: .text("a")))
    }
    try await outbox.enqueue(session.request(.post, "\(raw: honest.url)/", body: .text("b")))
    var settled = 0
    for try await event in outbox.run(with: session, untilIdle: true) {
      switch event {
      case .delivered: settled += 1
      case .failed(let entry, _, _):
        settled += 1
        #expect(entry.lastError?.contains(stall.value.error) == true, "\(entry.lastError ?? "")")
      default: Issue.record("\(event)")
      }
    }
    #expect(settled == 9)
    #expect(try fixture.files("pending").count == (stall.name.hasPrefix("a success") ? 0 : 8))
    await session.invalidate()
  }

  @Test func `a server that does not read a body stops no other entry`() async throws {
    let hostile = try LoopbackServer { try Self.trickle($0, "HTTP/1.1 102 Processing\r\n\r\n") }
    defer { hostile.stop() }
    let fixture = try OutboxFixture(delay: .seconds(1000))
    let body = try fixture.directory.sparseFile("body", byteCount: 48 << 20)
    var configuration = Session.Configuration()
    configuration.proxy = ""
    configuration.idleTimeout = .milliseconds(300)
    let session = Session(configuration)
    let outbox = try fixture.outbox()
    try await outbox.enqueue(session.request(.post, "\(raw: hostile.url)/", body: .file(at: body)))
    let events = try await outbox.run(with: session, untilIdle: true).collected()
    guard case .failed(_, let error as SessionError, _) = try #require(events.first) else {
      Issue.record("\(events)")
      return
    }
    #expect(events.count == 1 && error.message.hasSuffix("(idleTimeout)"), "\(error)")
    await session.invalidate()
  }
}
