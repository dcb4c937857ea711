import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import Testing

/// Settings of connections and requests, one by one.
@Suite(.timeLimit(.minutes(5))) struct ConfigurationTests {
  @Test func `a host name with an address override connects to that address`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    } test: { _, server in
      let session = Session(
        .test {
          $0.addressOverrides = [.init(host: "some.example", port: server.port, addresses: ["127.0.0.1"])]
        })
      _ = try await session.get("http://some.example:\(server.port)/", decoding: .bytes)
      await session.invalidate()
      #expect(received.only?["Host"] == ["some.example:\(server.port)"])
    }
  }

  @Test(arguments: [("127.0.0.1", true), ("lo", true), ("no-such-interface", false)])
  func `a request succeeds only if its network interface exists`(interface: String, isThere: Bool)
    async throws
  {
    try await withServer {
      _ = $0
      try $1.respond(200)
    } configure: {
      $0.networkInterface = interface
    } test: { session, _ in
      let result = await Result.catching { try await session.get("", decoding: .bytes) }
      #expect(((try? result.get()) != nil) == isThere)
    }
  }

  @Test(
    arguments: [
      (nil, 3_000_000, false), (1 << 20, 1 << 20, true), (1 << 20, (1 << 20) - 1, false), (100, 100, true),
      (Int64.max, 3_000_000, false),
    ] as [(Int64?, Int, Bool)])
  func `a body of at least the threshold is sent with Expect`(threshold: Int64?, size: Int, waits: Bool)
    async throws
  {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    } configure: {
      $0.expectContinueByteCount = threshold
    } test: { session, _ in
      _ = try await session.upload(.bytes(patternedBytes(size)), to: "", decoding: .bytes)
    }
    #expect(received.only?.body.count == size)
    #expect(received.only?["Expect"] == (waits ? ["100-continue"] : []))
  }

  @Test func `a caller's own Expect field is sent`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    } test: { session, _ in
      _ = try await session.upload(.text("x"), to: "", fields: [.expect: "100-continue"], decoding: .bytes)
    }
    #expect(received.only?["Expect"] == ["100-continue"])
  }

  @Test func `a session and a form decoder use the same folder for temporary files`() {
    #expect(Session.Configuration().temporaryFolder._filePath == FormDecoder().temporaryFolder._filePath)
  }

  @Test func `the timeout includes redirects`() async throws {
    try await withServer {
      _ = $0
      try $1.redirect(302, to: "/next")
    } configure: {
      $0.timeout = .milliseconds(300)
      $0.redirects.maximumCount = .max
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `a response with a maximum receive rate arrives whole`() async throws {
    try await withServer {
      _ = $0
      try $1.respond(200, body: patternedBytes(5000))
    } configure: {
      $0.maximumReceiveRate = 1 << 30
    } test: { session, _ in
      let body = try await session.get("", decoding: .bytes)
      #expect(body == patternedBytes(5000))
    }
  }
}
