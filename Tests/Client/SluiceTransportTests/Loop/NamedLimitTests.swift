import Glibc
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import SluiceTransport
import Testing

/// Each limit of time binds whatever a server sends, and its error names it.
@Suite(.timeLimit(.minutes(10))) struct NamedLimitTests {
  /// A hostile peer: what it does with a connection, and the limit that ends the exchange.
  struct Peer: Sendable {
    enum Route { case http, https, httpProxy, socksProxy }

    var route = Route.http
    var body: Int64 = 0
    var credential: Credential?
    let limit: TimeLimitName
    let serve: @Sendable (LoopbackConnection) throws -> Void
  }

  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let interim = "HTTP/1.1 102 Processing\r\n\r\n"
  private static let digest = Credential.digest(user: "u", password: "p")
  /// libcurl drops a body that ends with its connection.
  private static let challenge =
    "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Digest realm=\"r\", nonce=\"n\"\r\n"
    + "Content-Length: 1000000000000\r\n\r\n"
  /// More than the buffers of the system hold.
  private static let large: Int64 = 48 << 20

  private static let peers: NamedCases<Peer> = [
    // Connecting.
    "TLS, silent": Peer(route: .https, limit: .connectTimeout) { $0.stall() },
    "TLS, a record byte by byte": Peer(route: .https, limit: .connectTimeout) {
      try $0.write([0x16, 0x03, 0x03, 0x40, 0x00, 0x02, 0x00, 0x3F, 0xFC])
      try trickle($0, "x")
    },
    "CONNECT, silent": Peer(route: .httpProxy, limit: .connectTimeout) { $0.stall() },
    "CONNECT, byte by byte": Peer(route: .httpProxy, limit: .connectTimeout) {
      try $0.write("HTTP/1.1 200 OK\r\nX: ")
      try trickle($0, "x")
    },
    "CONNECT, line by line": Peer(route: .httpProxy, limit: .connectTimeout) {
      try $0.write("HTTP/1.1 200 OK\r\n")
      try trickle($0, "X: x\r\n")
    },
    "SOCKS, within a reply": Peer(route: .socksProxy, limit: .connectTimeout) {
      try $0.write([5])
      $0.stall()
    },
    // The response.
    "silent": Peer(limit: .responseTimeout) { $0.stall() },
    "silent after a body": Peer(body: 10_000, limit: .responseTimeout) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      $0.stall()
    },
    "a head byte by byte": Peer(limit: .responseTimeout) {
      try $0.write("HTTP/1.1 200 OK\r\nX: ")
      try trickle($0, "x")
    },
    "a head line by line": Peer(limit: .responseTimeout) {
      try $0.write("HTTP/1.1 200 OK\r\n")
      try trickle($0, "X: x\r\n")
    },
    "interim responses": Peer(limit: .responseTimeout) { try trickle($0, interim) },
    "interim responses after a body": Peer(body: 10_000, limit: .responseTimeout) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try trickle($0, interim)
    },
    "the body of a challenge": Peer(credential: digest, limit: .responseTimeout) {
      try $0.write(challenge)
      try trickle($0, "x")
    },
    "the body of a challenge, without end": Peer(credential: digest, limit: .responseTimeout) {
      try $0.write(challenge)
      while true { try $0.write([UInt8](repeating: 0, count: 64 << 10)) }
    },
    "the body of a challenge to an upload": Peer(body: 10_000, credential: digest, limit: .responseTimeout) {
      _ = try $0.readHead()
      try $0.write(challenge)
      try trickle($0, "x")
    },
    // The bodies.
    "a body that is not read": Peer(body: large, limit: .idleTimeout) { $0.stall() },
    "a body that is not read, interim responses": Peer(body: large, limit: .idleTimeout) {
      try trickle($0, interim)
    },
    "a body that is not read, a head byte by byte": Peer(body: large, limit: .idleTimeout) {
      try $0.write("HTTP/1.1 200 OK\r\nX: ")
      try trickle($0, "x")
    },
    "silent in the body": Peer(limit: .idleTimeout) {
      try $0.write(chunked + "5\r\nab")
      $0.stall()
    },
    "a chunk size byte by byte": Peer(limit: .idleTimeout) {
      try $0.write(chunked + "1\r\na\r\n5;")
      try trickle($0, "x")
    },
    "a trailer byte by byte": Peer(limit: .idleTimeout) {
      try $0.write(chunked + "1\r\na\r\n0\r\nX: ")
      try trickle($0, "x")
    },
    "trailers line by line": Peer(limit: .idleTimeout) {
      try $0.write(chunked + "1\r\na\r\n0\r\n")
      try trickle($0, "X: x\r\n")
    },
    // The whole.
    "a body byte by byte": Peer(limit: .timeout) {
      try $0.write("HTTP/1.1 200 OK\r\n\r\n")
      try trickle($0, "x")
    },
    "a body that is read byte by byte": Peer(body: large, limit: .timeout) { connection in
      // What has arrived could be read for hours after the peer has closed the connection.
      for _ in 0..<2000 {
        try connection.read(exactly: 1)
        usleep(1000)
      }
      connection.stall()
    },
    "redirects": Peer(limit: .timeout) { connection in
      try connection.serveRequests {
        usleep(10_000)
        try $1.redirect(302, to: $0.target == "/a" ? "/b" : "/a")
      }
    },
  ]

  /// Sends a text until the peer closes the connection, so slowly that no limit on bytes is reached.
  private static func trickle(_ connection: LoopbackConnection, _ text: String) throws {
    while true {
      try connection.write(text)
      usleep(20_000)
    }
  }

  @Test(arguments: peers) func `a limit binds, and is named`(peer: NamedCase<Peer>) async throws {
    let peer = peer.value
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("body", byteCount: peer.body)
    try await withTimeLimit { limit in
      try await withRawServer(peer.serve) {
        ($0.connectTimeout, $0.idleTimeout, $0.responseTimeout, $0.timeout) = (nil, nil, nil, nil)
        switch peer.limit {
        case .connectTimeout: $0.connectTimeout = limit
        case .idleTimeout: $0.idleTimeout = limit
        case .responseTimeout: $0.responseTimeout = limit
        case .timeout: $0.timeout = limit
        }
        $0.credentials = peer.credential.map { .fixed($0) }
        $0.redirects.maximumCount = .max
        $0.expectContinueByteCount = nil
      } test: { session, server in
        var configuration = session.configuration
        switch peer.route {
        case .http, .https: break
        case .httpProxy: configuration.proxy = server.url
        case .socksProxy: configuration.proxy = "socks5://127.0.0.1:\(server.port)"
        }
        let scheme = peer.route == .http ? "http" : "https"
        let url = "\(scheme)://127.0.0.1:\(server.port)/"
        let own = Session(configuration)
        let start = ContinuousClock.now
        let error = await #expect(throws: SessionError.self) {
          if peer.body > 0 {
            _ = try await own.upload(.file(at: path), to: .init(url), decoding: .bytes)
          } else {
            _ = try await own.get(.init(url), decoding: .bytes)
          }
        }
        await own.invalidate()
        #expect(error?.code == .timedOut)
        #expect(error?.message.contains("(\(peer.limit.rawValue))") == true, "\(error?.message ?? "")")
        #expect(error?.message.contains(limit.inSeconds) == true, "\(error?.message ?? "")")
        #expect(error?.url?.hasPrefix(url) == true)
        // A check may be a quarter of the limit late.
        if ContinuousClock.now - start > limit * 2 + .seconds(1) { throw TooLate() }
      }
    }
  }

  private struct TooLate: Error {}

  @Test func `a limited rate does not change the limit that an error names`() async throws {
    try await withRawServer {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      $0.stall()
    } configure: {
      $0.responseTimeout = .milliseconds(200)
      $0.maximumSendRate = 50
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.text("abc"), to: "", decoding: .bytes)
      }
      #expect(
        error?.message == "no complete response head within 0.2 seconds after the request (responseTimeout)")
    }
  }

  @Test func `a server may work longer than it may be idle`() async throws {
    try await withTimeLimit { limit in
      try await withServer {
        try $1.readBody { _ in }
        usleep(UInt32(limit * 3 / .microseconds(1)))
        try $1.respond(200, body: "done")
      } configure: {
        $0.idleTimeout = limit
        $0.responseTimeout = limit * 30
      } test: { session, _ in
        let text = try await session.upload(.text("work"), to: "", decoding: .text())
        #expect(text == "done")
      }
    }
  }
}
