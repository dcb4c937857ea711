import AsyncHTTPClient
import NIOHTTPCompression
import Sluice
import SluiceAsyncHTTPClient
import SluiceTesting
import Synchronization
import Testing

/// What is special about a session over AsyncHTTPClient.
@Suite(.timeLimit(.minutes(5))) struct SessionTests {
  /// Calls a function with a session over a client that has the required settings.
  private func withSession(
    _ server: LoopbackServer, _ configure: (inout Session.Configuration) -> Void = { _ in },
    _ body: (Session) async throws -> Void
  ) async throws {
    var configuration = Session.Configuration(baseURL: server.url)
    configure(&configuration)
    try await withClient({ $0.redirectConfiguration = .disallow }) { client in
      let session = try Session(configuration, transport: .asyncHTTPClient(client))
      try await body(session)
      await session.invalidate()
    }
  }

  private static let settings: [(name: String, set: @Sendable (inout Session.Configuration) -> Void)] = [
    ("addressOverrides", { $0.addressOverrides = [.init(host: "a", port: 80, addresses: ["127.0.0.1"])] }),
    ("connectTimeout", { $0.connectTimeout = .seconds(1) }),
    ("connectTimeout", { $0.connectTimeout = nil }),
    ("cookies", { $0.cookies = .inMemory }),
    ("expectContinueByteCount", { $0.expectContinueByteCount = 1 }),
    ("httpVersion", { $0.httpVersion = .http1 }),
    ("loops", { $0.loops = 2 }),
    ("maximumConnections", { $0.maximumConnections = 1 }),
    ("maximumConnectionsPerHost", { $0.maximumConnectionsPerHost = 1 }),
    ("maximumReceiveRate", { $0.maximumReceiveRate = 1 }),
    ("maximumSendRate", { $0.maximumSendRate = 1 }),
    ("maximumTotalReceiveRate", { $0.maximumTotalReceiveRate = 1 }),
    ("maximumTotalSendRate", { $0.maximumTotalSendRate = 1 }),
    ("netrc", { $0.netrc = .home }),
    ("networkInterface", { $0.networkInterface = "lo" }),
    ("proxy", { $0.proxy = "http://127.0.0.1:1" }),
    ("trust.authorities", { $0.trust.authorities = .insecure }),
    (
      "trust.clientCertificate",
      {
        $0.trust.clientCertificate = .init(chain: .file("a"), privateKey: .file("b"))
      }
    ),
    ("trust.minimumVersion", { $0.trust.minimumVersion = .tls13 }),
    ("trust.pinnedPublicKeys", { $0.trust.pinnedPublicKeys = ["sha256//a"] }),
    ("unixSocketPath", { $0.unixSocketPath = "/a" }),
  ]

  @Test func `a setting that the client does not apply is refused with its name`() async throws {
    try await withClient({ $0.redirectConfiguration = .disallow }) { client in
      for (name, set) in Self.settings {
        var configuration = Session.Configuration()
        set(&configuration)
        let error = #expect(throws: SessionError.self, "\(name)") {
          try Session(configuration, transport: .asyncHTTPClient(client))
        }
        #expect(error?.code == .invalidConfiguration)
        #expect(error?.message == "AsyncHTTPClient does not apply \(name)")
      }
      var configuration = Session.Configuration()
      configuration.expectContinueByteCount = nil
      _ = try Session(configuration, transport: .asyncHTTPClient(client))
    }
  }

  @Test func `a client that follows redirects or decodes content codings is refused`() async throws {
    let cases: [(String, @Sendable (inout HTTPClient.Configuration) -> Void)] = [
      ("redirectConfiguration", { _ in }),
      ("redirectConfiguration", { $0.redirectConfiguration = .follow(max: 1, allowCycles: false) }),
      (
        "decompression",
        {
          $0.redirectConfiguration = .disallow
          $0.decompression = .enabled(limit: .ratio(10))
        }
      ),
    ]
    for (name, configure) in cases {
      try await withClient(configure) { client in
        let error = #expect(throws: SessionError.self) {
          try Session(transport: .asyncHTTPClient(client))
        }
        #expect(error?.code == .invalidConfiguration && error?.message.contains(name) == true)
      }
    }
  }

  @Test func `a large body is sent without an Expect field`() async throws {
    try await withServer { request, connection in
      #expect(request.fields[.expect] == nil && request.contentLength == 3_000_000)
      let count = try connection.readBody { _ in }
      try connection.respond(200, body: "\(count)")
    } _: { server in
      try await withSession(server) { session in
        let body = AnyBody.bytes(patternedBytes(3_000_000))
        let response = try await session.upload(body, to: "/", decoding: .bytes)
        #expect(response == Array("3000000".utf8))
      }
    }
  }

  @Test func `success before the whole body was sent is an error`() async throws {
    try await withServer { _, connection in
      _ = try connection.read()
      // The connection ends after at most 32 MiB.
      try connection.respond(200, fields: [.connection: "close"])
    } _: { server in
      try await withSession(server) { session in
        let body = AnyBody.bytes([UInt8](repeating: 1, count: 64 << 20))
        let error = await #expect(throws: SessionError.self) {
          try await session.upload(body, to: "/", decoding: .ignored)
        }
        #expect(error?.code == .earlyResponse || error?.code == .connectionLost)
      }
    }
  }

  @Test func `an error before the whole body was sent is the response`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.yield([1])
    try await withServer { _, connection in
      try connection.respond(413, body: "too large")
    } _: { server in
      try await withSession(server) { session in
        let error = await #expect(throws: ResponseError.self) {
          try await session.upload(.async(chunks, byteCount: 2), to: "/", decoding: .ignored)
        }
        #expect(error?.head.status.code == 413 && error?.body == Array("too large".utf8))
      }
    }
    continuation.finish()
  }

  @Test func `cancelling an upload releases a source that waits`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let isReleased = Occurrence()
    continuation.onTermination = { _ in isReleased.occur() }
    let isReceived = Occurrence()
    continuation.yield([1])
    try await withServer { _, connection in
      try connection.readBody { _ in isReceived.occur() }
    } _: { server in
      try await withSession(server) { session in
        let task = Task {
          try await session.upload(.async(chunks), to: "/", decoding: .ignored)
        }
        await isReceived.wait()
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        await isReleased.wait()
      }
    }
  }

  @Test func `a suspended transfer sends nothing, and goes on when it is resumed`() async throws {
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let received = Counter()
    let isReceived = Occurrence()
    continuation.yield([1, 2])
    try await withServer { _, connection in
      let count = try connection.readBody { block in
        received.set(received.value + block.count)
        isReceived.occur()
      }
      try connection.respond(200, body: "\(count)")
    } _: { server in
      try await withSession(server) { session in
        let transfer = session.transfer(
          try session.request(.put, "/", body: .async(chunks)), decoding: .bytes)
        transfer.start()
        await isReceived.wait()
        transfer.suspend()
        continuation.yield([3, 4])
        continuation.finish()
        // Time for what must not arrive: the exchanges of other requests.
        for _ in 1...10 { try await session.get("/", decoding: .ignored) }
        #expect(received.value == 2)
        transfer.resume()
        let count = try await transfer.value
        #expect(count == Array("4".utf8))
      }
    }
  }

  @Test func `a server that nobody listens for is a failed connection`() async throws {
    try await withClient({ $0.redirectConfiguration = .disallow }) { client in
      // The system gives this port to no program that asks for any. It may do so with the port of a stopped server.
      let session = try Session(.init(baseURL: "http://127.0.0.1:1/"), transport: .asyncHTTPClient(client))
      let error = await #expect(throws: SessionError.self) { try await session.get("/", decoding: .bytes) }
      #expect(error?.code == .connectionFailed && error?.underlying != nil)
      await session.invalidate()
    }
  }

  @Test func `a password that only HTTP Digest may prove fails`() async throws {
    try await withServer { _, connection in
      try connection.respond(
        401, fields: [.wwwAuthenticate: #"Digest realm="a", nonce="b", qop="auth""#])
    } _: { server in
      try await withSession(server) {
        $0.credentials = .fixed(.digest(user: "a", password: "b"))
      } _: { session in
        let error = await #expect(throws: SessionError.self) { try await session.get("/", decoding: .bytes) }
        #expect(error?.message.contains("AsyncHTTPClient does not support HTTP Digest") == true)
      }
    }
  }

  @Test func `a reader that stops makes the server wait`() async throws {
    let written = Counter()
    let isBlocked = Occurrence()
    let total = 64 << 20
    try await withServer { _, connection in
      try connection.respond(200, fields: [.contentLength: "\(total)"])
      let block = [UInt8](repeating: 1, count: 1 << 20)
      for _ in 0..<(total >> 20) {
        try connection.write(block)
        if written.next() == 4 { isBlocked.occur() }
      }
    } _: { server in
      try await withSession(server) { session in
        let response = try await session.send(session.request(.get, "/"))
        await isBlocked.wait()
        // The pipe, the client and the sockets hold less than half of the body.
        #expect(written.value < 32)
        let count = Counter()
        for try await chunk in response.body { count.set(count.value + chunk.count) }
        #expect(count.value == total)
      }
    }
  }
}
