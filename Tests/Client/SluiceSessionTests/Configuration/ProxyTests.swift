import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Requests through a proxy, for which the server stands in.
@Suite(.timeLimit(.minutes(5))) struct ProxyTests {
  @Test func `a proxy is sent the whole URL`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, body: "through")
    } test: { _, server in
      let session = Session(.test { $0.proxy = server.url })
      let answer = try await session.upload(.text("body"), to: "http://some.example/a?b", decoding: .bytes)
      #expect(answer == Array("through".utf8))
      await session.invalidate()
    }
    #expect(received.only?.head.target == "http://some.example/a?b")
    #expect(received.only?["Host"] == ["some.example"])
    #expect(received.only?.text == "body")
  }

  /// A response of a proxy to CONNECT.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let status: Int
    let end: End
    enum End: Sendable, CaseIterable { case kept, closed, reset, cut }
    var testDescription: String { "\(status), \(end)" }

    func respond(_ connection: LoopbackConnection) throws {
      let fields = status == 407 ? "Proxy-Authenticate: Basic realm=\"p\"\r\n" : ""
      let close = end == .closed ? "Connection: close\r\n" : ""
      let head = "HTTP/1.1 \(status) No\r\n\(fields)\(close)Content-Length: 4\r\n\r\n"
      try connection.write(head + (end == .cut ? "no" : "nono"))
      switch end {
      case .kept: _ = try connection.readHead()
      case .closed, .cut: break
      case .reset: connection.reset()
      }
    }
  }

  @Test(
    arguments: [300, 401, 403, 404, 407, 502, 503, 504].flatMap { status in
      Refusal.End.allCases.map { Refusal(status: status, end: $0) }
    }) func `a proxy's refusal of a tunnel has its status, and is retried only if its status is`(
      _ refusal: Refusal
    )
    async throws
  {
    let count = [502, 503, 504].contains(refusal.status) ? 2 : 1
    let targets = Record<String>()
    try await withRawServer {
      guard let head = try $0.readHead() else { return }
      targets.append("\(head.method) \(head.target)")
      try refusal.respond($0)
    } test: { _, server in
      let error = await Self.refusal(by: "http://user:secret@127.0.0.1:\(server.port)")
      #expect(error?.code == .proxyRefused && error?.proxyStatus == refusal.status)
      let proxy = "the proxy http://127.0.0.1:\(server.port) of the configuration"
      let attempts = count > 1 ? ", after \(count) attempts" : ""
      #expect(
        error?.message == "the proxy responded \(refusal.status) to CONNECT, by way of \(proxy)\(attempts)")
    }
    #expect(targets.all == Array(repeating: "CONNECT some.example:443", count: count))
  }

  /// Returns the error of a request through a proxy, after at most one retry.
  private static func refusal(by proxy: String) async -> SessionError? {
    let session = Session(
      .test {
        $0.proxy = proxy
        $0.retries = Session.RetryPolicy(maximumCount: 1)
        $0.retries.initialDelay = .zero
      })
    let error = await #expect(throws: SessionError.self) {
      try await session.get("https://some.example/", decoding: .bytes)
    }
    await session.invalidate()
    return error
  }

  /// The steps of a SOCKS 5 proxy (RFC 1928, RFC 1929) that refuses.
  enum SOCKSRefusal: CaseIterable {
    case noMethod, user, ruleset, unreachable, unreachableHost

    /// The number of connections: a proxy that cannot reach the host is tried again.
    var connectionCount: Int { self == .unreachable || self == .unreachableHost ? 2 : 1 }

    func respond(_ connection: LoopbackConnection) throws {
      let count = try connection.read(exactly: 2)[1]
      _ = try connection.read(exactly: Int(count))
      if self == .noMethod { return try connection.write([5, 0xFF]) }
      try connection.write([5, 2])
      _ = try connection.read(exactly: 1 + 1 + 4 + 1 + 6)
      try connection.write([1, self == .user ? 1 : 0])
      if self == .user { return }
      _ = try connection.read(exactly: 4 + 1 + "some.example".utf8.count + 2)
      let reply: UInt8 = self == .ruleset ? 2 : self == .unreachable ? 3 : 4
      try connection.write([5, reply, 0, 1, 0, 0, 0, 0, 0, 0])
    }
  }

  @Test(arguments: SOCKSRefusal.allCases)
  func `a SOCKS proxy's refusal is not retried, a host that it cannot reach is`(_ refusal: SOCKSRefusal)
    async throws
  {
    let connections = Record<Int>()
    try await withRawServer {
      connections.append(1)
      try refusal.respond($0)
    } test: { _, server in
      let error = await Self.refusal(by: "socks5h://user:secret@127.0.0.1:\(server.port)")
      #expect(error?.code == (refusal.connectionCount == 1 ? .proxyRefused : .connectionFailed))
      #expect(error?.proxyStatus == nil)
    }
    #expect(connections.count == refusal.connectionCount)
  }

  @Test func `an unreachable proxy is a failed connection`() async throws {
    try await DeadPort.refusing.with { port in
      let session = Session(.test { $0.proxy = "http://127.0.0.1:\(port)" })
      let error = await #expect(throws: SessionError.self) {
        try await session.get("http://some.example/", decoding: .bytes)
      }
      #expect(error?.code == .connectionFailed)
      await session.invalidate()
    }
  }
}
