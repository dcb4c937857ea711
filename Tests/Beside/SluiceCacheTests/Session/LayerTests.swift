import Sluice
import SluiceBody
import SluiceLoopback
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceCache

/// The cache among the other parts of a session.
@Suite(.timeLimit(.minutes(5))) struct LayerTests {
  @Test func `the cache works over libcurl`() async throws {
    let requests = Lock<[String]>([])
    let server = try LoopbackServer { connection in
      try connection.serveRequests { request, connection in
        requests.withLock { $0.append("\(request.method) \(request.target)") }
        try connection.respond(200, headers: [("Cache-Control", "max-age=60")], body: "for \(request.target)")
      }
    }
    defer { server.stop() }
    var configuration = Session.Configuration(baseURL: server.url)
    configuration.cache = .memory()
    configuration.proxy = ""
    let session = Session(configuration)
    for _ in 1...3 {
      for path in ["/a", "/b"] {
        #expect(try await session.get(.init(path), decoding: .text()) == "for \(path)")
      }
    }
    try await session.delete("/a")
    #expect(try await session.get("/a", decoding: .text()) == "for /a")
    await session.invalidate()
    let error = await #expect(throws: SessionError.self) { try await session.get("/b", decoding: .text()) }
    #expect(error?.code == .invalidated)
    #expect(requests.withLock { $0 } == ["GET /a", "GET /b", "DELETE /a", "GET /a"])
  }

  /// libcurl adds such a credential, and the cache does not see it.
  @Test func `no response to a request with HTTP Digest is stored`() async throws {
    let count = Lock(0)
    let server = try LoopbackServer { connection in
      try connection.serveRequests { request, connection in
        guard request["Authorization"]?.hasPrefix("Digest ") == true else {
          let challenge = #"Digest realm="a", nonce="b", qop="auth""#
          return try connection.respond(401, headers: [("WWW-Authenticate", challenge)])
        }
        count.withLock { $0 += 1 }
        try connection.respond(200, headers: [("Cache-Control", "max-age=60")], body: "hello")
      }
    }
    defer { server.stop() }
    var configuration = Session.Configuration(baseURL: server.url)
    configuration.cache = .memory()
    configuration.proxy = ""
    configuration.credentials = .fixed(.password(user: "user", password: "pass"))
    let session = Session(configuration)
    for number in 1...2 {
      #expect(try await session.get("/a", decoding: .text()) == "hello")
      #expect(count.withLock { $0 } == number)
    }
    await session.invalidate()
  }

  @Test(
    arguments: [
      "http": Redirection("http", isCached: true) { _ in },
      "https": Redirection("https", isCached: true) { _ in },
      "a Unix-domain socket": Redirection("http") { $0.unixSocketPath = "/run/a.sock" },
      "a Unix-domain socket with TLS": Redirection("https") { $0.unixSocketPath = "/run/a.sock" },
      "https without verification": Redirection("https") { $0.trust.authorities = .insecure },
      "http without verification": Redirection("http", isCached: true) { $0.trust.authorities = .insecure },
      "another address": Redirection("http") { $0.addressOverrides = [.example(80)] },
      "another address with TLS": Redirection("https", isCached: true) {
        $0.addressOverrides = [.example(443)]
      },
      "an address of another port": Redirection("http", isCached: true) {
        $0.addressOverrides = [.example(8080)]
      },
      "a proxy": Redirection("http") { $0.proxy = "http://proxy.example:3128" },
      "a proxy with TLS": Redirection("https", isCached: true) { $0.proxy = "http://proxy.example:3128" },
      "another Host": Redirection("http") { $0.fields = HTTPFields([("Host", "evil.example")]) },
      "another Host with TLS": Redirection("https") { $0.fields = HTTPFields([("Host", "evil.example")]) },
    ] as NamedCases<Redirection>)
  func `only responses of the server that the URL names are stored and served`(test: NamedCase<Redirection>)
    async throws
  {
    let store = MemoryStore(maximumByteCount: 1 << 20)
    let url = "\(test.value.scheme)://api.example.com/"
    func session(_ text: String, _ configure: (inout Session.Configuration) -> Void) -> CachedSession {
      CachedSession(
        store: store,
        session: { configuration in
          configuration.proxy = ""
          configure(&configuration)
        }
      ) { _ in .text(text, [("Cache-Control", "max-age=60")]) }
    }
    let redirected = session("redirected", test.value.configure)
    for _ in 1...2 { #expect(try await redirected.send(.get, url).text == "redirected") }
    #expect(redirected.count == (test.value.isCached ? 1 : 2))
    let plain = session("plain") { _ in }
    for _ in 1...2 { _ = try await plain.send(.get, url) }
    #expect(plain.count == (test.value.isCached ? 0 : 1))
    #expect(try await redirected.send(.get, url).text == "redirected")
  }

  /// A configuration with which responses may come from another server.
  struct Redirection: Sendable {
    let scheme: String
    let isCached: Bool
    let configure: @Sendable (inout Session.Configuration) -> Void

    init(
      _ scheme: String, isCached: Bool = false,
      _ configure: @escaping @Sendable (inout Session.Configuration) -> Void
    ) { (self.scheme, self.isCached, self.configure) = (scheme, isCached, configure) }
  }

  @Test func `a session with cookies uses no response that depends on them`() async throws {
    let store = MemoryStore(maximumByteCount: 1 << 20)
    for (cookies, count) in [(TransportSettings.Cookies.off, 1), (.inMemory, 2)] {
      let cached = CachedSession(store: store, session: { $0.cookies = cookies }) { request in
        .text(
          "hello", [("Cache-Control", "max-age=60"), ("Vary", request.path == "/v1/a" ? "Cookie" : "X-A")])
      }
      for path in ["a", "b"] { for _ in 1...2 { _ = try await cached.send(.get, path) } }
      #expect(cached.stub.requests.map(\.path).filter { $0 == "/v1/a" }.count == count)
      #expect(cached.stub.requests.map(\.path).filter { $0 == "/v1/b" }.count == 2 - count)
    }
  }

  @Test func `redirects are stored like other responses`() async throws {
    let cached = CachedSession { request in
      request.path == "/v1/a"
        ? .status(
          .movedPermanently, fields: HTTPFields([("Location", "b"), ("Cache-Control", "max-age=60")]))
        : .text("hello", [("Cache-Control", "max-age=60")])
    }
    for _ in 1...2 { #expect(try await cached.send().text == "hello") }
    #expect(cached.count == 2)
  }

  @Test func `the request ends at the time limit`() async throws {
    let cached = CachedSession(session: { $0.timeout = .milliseconds(20) }) { _ in
      try await Task.sleep(for: .seconds(3600))
      return .status(.ok)
    }
    let error = await #expect(throws: SessionError.self) { try await cached.send() }
    #expect(error?.code == .timedOut)
  }

  @Test func `the request ends without a response`() async throws {
    let cached = CachedSession(session: { $0.responseTimeout = .milliseconds(20) }) { _ in
      try await Task.sleep(for: .seconds(3600))
      return .status(.ok)
    }
    let error = await #expect(throws: SessionError.self) { try await cached.send() }
    #expect(error?.code == .timedOut)
  }

  @Test func `a suspended transfer does not time out`() async throws {
    let arrived = Event()
    let cached = CachedSession(session: { $0.idleTimeout = .seconds(2) }) { _ in
      arrived.happen()
      return .text("hello", [("Cache-Control", "max-age=60")]).delayed(by: .milliseconds(10))
    }
    let transfer = cached.session.transfer(try cached.session.request(.get, "a"), decoding: .text())
    transfer.start()
    try await arrived.wait()
    transfer.suspend()
    try await Task.sleep(for: .milliseconds(2500))
    transfer.resume()
    #expect(try await transfer.value == "hello")
  }

  @Test func `monitors see how a response was served`() async throws {
    struct Monitor: EventMonitor {
      let statuses: Lock<[String?]>

      func didReceive(_ id: TransferID, response: HTTPResponse) {
        statuses.withLock { $0.append(HTTPField.Name("Cache-Status").flatMap { response.headerFields[$0] }) }
      }
    }
    let statuses = Lock<[String?]>([])
    let cached = CachedSession(session: { $0.monitors = [Monitor(statuses: statuses)] }) { _ in
      .text("hello", [("Cache-Control", "max-age=60")])
    }
    for _ in 1...2 { _ = try await cached.send() }
    await cached.session.invalidate()
    #expect(
      statuses.withLock { $0 } == ["sluice; fwd=uri-miss; fwd-status=200; stored", "sluice; hit; ttl=60"])
  }

  @Test func `a configuration without a cache has no layer`() {
    var configuration = Session.Configuration()
    #expect(configuration.cache == nil && Session(configuration).cache == nil)
    configuration.cache = .memory()
    configuration.cache?.partition = "ann"
    #expect(configuration.cache?.partition == "ann")
    configuration.cache = nil
    #expect(configuration.cache == nil)
  }

  @Test func `a request without a policy has the cache's`() throws {
    var options = SessionRequest.Options()
    #expect(options.cachePolicy == nil)
    options.cachePolicy = .reload
    options.cachePolicy = .bypass
    #expect(options.cachePolicy == .bypass)
    options.cachePolicy = nil
    #expect(options.cachePolicy == nil)
  }

  @Test func `an upload and its response pass by`() async throws {
    let cached = CachedSession { request in .text(request.text, [("Cache-Control", "max-age=60")]) }
    for _ in 1...2 {
      let text = try await cached.session.post("a", "hello", decoding: .text())
      #expect(text == "\"hello\"")
    }
    #expect(cached.count == 2)
  }
}

extension TransportSettings.AddressOverride {
  fileprivate static func example(_ port: UInt16) -> Self {
    Self(host: "api.example.com", port: port, addresses: ["127.0.0.1"])
  }
}
