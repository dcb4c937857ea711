import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// Plain requests that share a libcurl handle, and what is left of one exchange in the next.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct EasyHandleTests {
  /// An exchange that may leave something behind.
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var configure: @Sendable (inout Session.Configuration) -> Void = { _ in }
    let run: @Sendable (Session) async throws -> Void
  }

  private static let fields: HTTPFields = [
    .authorization: AuthorizationField.bearer("secret"), .cookie: "a=b", .referer: "http://a/",
    .range: "bytes=1-2",
    .userAgent: "mine",
    .accept: "a/b", .ifNoneMatch: "\"x\"", .expect: "x", .contentType: "c/d", .te: "trailers",
  ]

  private static let cases: [Case] = [
    Case(testDescription: "no other exchange") { _ in },
    Case(testDescription: "fields") { _ = try await $0.get("a", fields: fields, decoding: .bytes) },
    Case(testDescription: "another target") { _ = try await $0.get("a?b=c", decoding: .bytes) },
    Case(testDescription: "a body") { session in
      for method in [HTTPRequest.Method.get, .post, .put] {
        let sized = try session.request(method, "", fields: fields, body: .text("abc"))
        _ = try await session.send(sized).body.collect(upTo: 10)
        let chunked = try session.request(method, "", body: ScriptedSource([.bytes([1, 2, 3])]))
        _ = try await session.send(chunked).body.collect(upTo: 10)
      }
    },
    Case(testDescription: "other methods") { session in
      for name in ["HEAD", "DELETE", "OPTIONS", "PURGE", "POST"] {
        let method = try #require(HTTPRequest.Method(name))
        _ = try await session.send(session.request(method, "")).body.collect(upTo: 10)
      }
    },
    Case(testDescription: "an error status") {
      for path in ["401", "404", "407", "500"] { _ = try? await $0.get(.init(path), decoding: .bytes) }
    },
    Case(testDescription: "a redirect") {
      _ = try await $0.get("redirect", fields: fields, decoding: .bytes)
    },
    Case(testDescription: "HTTP/1.0") { _ = try await $0.get("old", decoding: .bytes) },
    Case(testDescription: "a lost connection") { session in
      await #expect(throws: SessionError.self) {
        try await session.get("lost", fields: fields, decoding: .bytes)
      }
    },
    Case(testDescription: "an invalid response") { session in
      await #expect(throws: SessionError.self) { try await session.get("invalid", decoding: .bytes) }
    },
    Case(testDescription: "a timeout") { session in
      var request = try session.request(.get, "silent", fields: fields)
      request.options.timeout = .after(.milliseconds(50))
      let late = request
      await #expect(throws: SessionError.self) { _ = try await session.send(late) }
    },
    Case(testDescription: "a cancelled exchange") { session in
      let task = Task { try await session.get("silent", fields: fields, decoding: .bytes) }
      _ = try await session.get("", decoding: .bytes)
      task.cancel()
      await #expect(throws: (any Error).self) { try await task.value }
    },
    Case(testDescription: "a body that is not read") { session in
      _ = try await session.send(session.request(.get, "a", fields: fields))
    },
    Case(testDescription: "a bearer token", configure: { $0.credentials = .fixed(.bearer("secret")) }) {
      _ = try await $0.get("a", decoding: .bytes)
    },
    Case(
      testDescription: "Basic",
      configure: { $0.credentials = .fixed(.basic(user: "user", password: "secret")) }
    ) { _ = try await $0.get("a", decoding: .bytes) },
    Case(
      testDescription: "Digest",
      configure: { $0.credentials = .fixed(.digest(user: "user", password: "secret")) }
    ) { _ = try? await $0.get("digest", decoding: .bytes) },
  ]

  /// Two GETs are sent to another origin, which gets none of the session's credentials.
  @Test(arguments: cases)
  func `a GET after another exchange is the GET of a new session`(_ other: Case) async throws {
    let received = Record<String>()
    let second = try LoopbackServer.http { request, connection in
      received.append(
        "\(request.method) \(request.target) \(request.version) \(request.headers.map { "\($0.name): \($0.value)" })"
      )
      try connection.respond(200, body: "abc")
    }
    defer { second.stop() }
    try await withServer(
      { request, connection in
        try connection.readBody { _ in }
        switch request.target {
        case "/redirect": try connection.respond(302, headers: [("Location", "/a")])
        case "/old": try connection.write("HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nabc")
        case "/lost": connection.reset()
        case "/invalid": try connection.write("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n")
        case "/silent": connection.waitForClose()
        case "/digest" where request["Authorization"] == nil:
          try connection.respond(
            401, headers: [("WWW-Authenticate", "Digest realm=\"x\", nonce=\"y\", qop=\"auth\"")])
        case let target: try connection.respond(Int(target.dropFirst()) ?? 200, body: "abc")
        }
      }, configure: other.configure
    ) { session, _ in
      for _ in 0..<2 {
        try await other.run(session)
        for _ in 0..<2 {
          let body = try await session.get("\(raw: second.url)/", decoding: .bytes)
          #expect(body == Array("abc".utf8))
        }
      }
    }
    let new = Session(.test())
    _ = try await new.get("\(raw: second.url)/", decoding: .bytes)
    await new.invalidate()
    #expect(received.count == 5)
    #expect(Set(received.all).count == 1)
  }

  /// Fields of GETs of one session, one after another, and the values that the server must get.
  private static let histories: [[HTTPFields]] = [
    [[:], [.referer: "a"], [.referer: "b"], [:]],
    [[.referer: "a", .range: "b"], [.range: "b", .referer: "a"], [.referer: "a"]],
    // Equal to Swift, but not the same bytes.
    [[.referer: "e\u{301}"], [.referer: "\u{E9}"], [.referer: "e\u{301}"]],
    [[.referer: ""], [.referer: "a"], [.referer: ""]],
    [[.authorization: "x"], [:], [.authorization: "y"], [.authorization: "x"]],
  ]

  @Test(arguments: histories.indices)
  func `a GET has its own target and fields, whatever the one before had`(_ index: Int) async throws {
    let names = [HTTPField.Name.referer, .range, .authorization]
    let received = Record<[String]>()
    try await withServer { request, connection in
      received.append([request.target] + names.compactMap { request[$0.rawName] })
      try connection.respond(200)
    } test: { session, server in
      for fields in Self.histories[index] {
        for target in ["/a", "/b?c", "/b?c"] {
          _ = try await session.get(.init(target), fields: fields, decoding: .bytes)
        }
      }
      #expect(server.acceptedConnections == 1)
    }
    let expected = Self.histories[index].flatMap { fields in
      ["/a", "/b?c", "/b?c"].map { target in [target] + names.flatMap { fields[values: $0] } }
    }
    // Compared by bytes.
    #expect(received.all.map { $0.map { Array($0.utf8) } } == expected.map { $0.map { Array($0.utf8) } })
  }

  @Test func `an address with a zone takes the place of the URL before`() async throws {
    let targets = Record<String>()
    try await withServer { request, connection in
      targets.append(request.target)
      try connection.respond(200)
    } test: { session, _ in
      _ = try await session.get("/a", decoding: .bytes)
      // Nothing listens there.
      let error = await #expect(throws: SessionError.self) {
        try await session.get("http://[::1%25lo]:1/b", decoding: .bytes)
      }
      #expect(error?.code == .connectionFailed)
      _ = try await session.get("/c", decoding: .bytes)
    }
    #expect(targets.all == ["/a", "/c"])
  }

  @Test func `a GET has its own time limit, whatever the one before had`() async throws {
    try await withServer { request, connection in
      if request.target == "/silent" { return connection.waitForClose() }
      try connection.respond(200)
    } test: { session, _ in
      for limit in [nil, Duration.milliseconds(50), nil, .milliseconds(50)] as [Duration?] {
        // The handle is kept after a success only.
        var request = try session.request(.get, "")
        request.options.timeout = .after(.seconds(60))
        _ = try await session.send(request, decoding: .bytes)
        request = try session.request(.get, limit == nil ? "" : "silent")
        request.options.timeout = limit.map { .after($0) } ?? .unlimited
        let last = request
        guard limit != nil else {
          _ = try await session.send(last, decoding: .bytes)
          continue
        }
        let error = await #expect(throws: SessionError.self) {
          try await session.send(last, decoding: .bytes)
        }
        #expect(error?.code == .timedOut)
      }
    }
  }

  @Test func `ten connections that end after their responses are replaced`() async throws {
    // Some versions of libcurl count the retries of a handle, not those of an exchange.
    try await withRawServer { connection in
      _ = try connection.readHead()
      try connection.respond(200, body: "once")
    } test: { session, server in
      for _ in 0..<10 {
        let body = try await session.get("", decoding: .bytes)
        #expect(body == Array("once".utf8))
      }
      #expect(server.acceptedConnections == 10)
    }
  }
}

/// Which exchanges leave their handle to the next one, step by step.
@Suite(.timeLimit(.minutes(5))) final class SpareHandleTests {
  private let server: LoopbackServer
  private let loop = CurlLoop(limits: ConnectionLimits(), budgets: RateBudgets())
  private var exchanges: RunningExchanges

  init() throws {
    try #require(CurlLibrary.failure == nil)
    server = try LoopbackServer.http { request, connection in
      try connection.readBody { _ in }
      if request.target == "/lost" { return connection.reset() }
      try connection.respond(200, body: "abc")
    }
    let sockets = try EventQueue()
    exchanges = RunningExchanges(
      sockets: sockets, limits: ConnectionLimits(), budgets: RateBudgets(), loop: loop,
      stalls: StallGuard(sockets))
  }

  deinit {
    exchanges.endAll()
    server.stop()
  }

  /// Runs a request to its end, and returns the handles that are left.
  private func run(
    _ id: Int, _ method: HTTPRequest.Method = .get, path: String = "", body: (any BodySource)? = nil,
    configure: (inout Session.Configuration) -> Void = { _ in },
    change: (inout PreparedRequest) -> Void = { _ in }
  ) throws -> [ObjectIdentifier] {
    let url = try RequestURL("\(server.url)/\(path)")
    let request = SessionRequest(
      HTTPRequest(method: method, scheme: nil, authority: nil, path: nil), body: body)
    var step = PreparedRequest(
      request, to: url,
      settings: TransferSettings(.test(configure), defaultFields: [:]))
    change(&step)
    let observer = TransferContext(Call(request)).beginExchange()
    let response = ResponseChannel()
    let exchange = ExchangeRequest(
      step.message, step.policy.exchange, settings: step.settings.transport, observer: observer)
    exchanges.handle(.start(id, exchange, response))
    let isDone = eventuallyOnThread {
      exchanges.perform(waitingUntil: .now + .milliseconds(5))
      return response.metrics != nil
    }
    try #require(isDone)
    return exchanges.easyHandles.spares.map(ObjectIdentifier.init)
  }

  @Test func `GETs that succeed one after another use a single handle`() throws {
    let first = try run(1)
    #expect(first.count == 1)
    #expect(try run(2) == first)
    #expect(try run(3, path: "a?b") == first)
  }

  @Test func `other requests neither take nor leave a handle`() throws {
    let spare = try run(1)
    #expect(try run(2, .head) == spare)
    #expect(try run(3, .delete) == spare)
    #expect(try run(4, .post) == spare)
    #expect(try run(5, body: .text("x")) == spare)
    #expect(try run(6, .put, body: .text("x")) == spare)
    #expect(try run(7, configure: { $0.netrc = .home }) == spare)
    #expect(try run(8, configure: { $0.cookies = .inMemory }) == spare)
    let password = Credential.basic(user: "user", password: "secret")
    #expect(try run(10, change: { $0.message.credential = password }) == spare)
    #expect(try run(11, change: { $0.message.proxyCredential = password }) == spare)
    let overrides = [TransportSettings.AddressOverride(host: "a", port: 1, addresses: ["127.0.0.1"])]
    #expect(try run(9, configure: { $0.addressOverrides = overrides }) == spare)
  }

  @Test func `a GET that fails leaves no handle`() throws {
    _ = try run(1)
    #expect(try run(2, path: "lost") == [])
  }
}
