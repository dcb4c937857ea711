import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Connections that the exchanges of a session share, one after another and many at once.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ConnectionTests {
  @Test func `consecutive exchanges share a connection`() async throws {
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond($0.target == "/missing" ? 404 : 200, body: request.body)
    } test: { session, server in
      for number in 0..<10 {
        let body = Array("\(number)".utf8)
        let answer = try await session.upload(.bytes(body), to: "", decoding: .bytes)
        #expect(answer == body)
      }
      await #expect(throws: ResponseError.self) { try await session.get("missing", decoding: .bytes) }
      _ = try await session.get("", decoding: .bytes)
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `fields and bodies do not leak into the next exchange`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    } test: { session, server in
      let secret: HTTPFields = [
        .authorization: AuthorizationField.bearer("t"), .cookie: "a=b", .contentType: "a/b", .expect: "x",
      ]
      let chunked = ScriptedSource([.bytes([1, 2, 3])])
      _ = try await session.send(session.request(.put, "1", fields: secret, body: chunked))
      _ = try await session.send(session.request(.get, "2"))
      _ = try await session.send(session.request(.post, "3", body: MultipartForm { FormField("a", "b") }))
      _ = try await session.send(session.request(.head, "4"))
      _ = try await session.send(session.request(.delete, "5"))
      _ = try await session.send(session.request(.post, "6", body: .text("x")))
      #expect(server.acceptedConnections == 1)
    }
    let lines = received.all.map { request in
      let names = request.head.headers.map { $0.name.lowercased() }.filter {
        !["host", "accept", "accept-encoding", "accept-language", "user-agent"].contains($0)
      }
      return "\(request.head.method) \(request.head.target) \(names.sorted().joined(separator: " "))"
    }
    #expect(
      lines == [
        "PUT /1 authorization content-type cookie expect transfer-encoding", "GET /2 ",
        "POST /3 content-length content-type", "HEAD /4 ", "DELETE /5 ", "POST /6 content-length",
      ])
    #expect(received.all.map(\.body.isEmpty) == [false, true, false, true, true, false])
  }

  @Test func `the exchange after a failed body gets another connection`() async throws {
    struct Failed: Error {}
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    } test: { session, server in
      for byteCount in [nil, 1000] as [Int64?] {
        let failing = ScriptedSource(byteCount: byteCount, [.bytes([1, 2, 3]), .fail(Failed())])
        await #expect(throws: SessionError.self) {
          try await session.upload(failing, to: "", decoding: .bytes)
        }
        _ = try await session.upload(.text("whole"), to: "", decoding: .bytes)
      }
      // One for the first failure, one for a success that the second failure reuses, and one for the last success.
      #expect(server.acceptedConnections == 3)
    }
    #expect(received.all.map(\.text) == ["whole", "whole"])
  }

  @Test func `a connection that the server closed is not used again`() async throws {
    let isClosed = Gate()
    try await withRawServer { connection in
      _ = try connection.readHead()
      try connection.readBody { _ in }
      try connection.respond(200, body: "once")
      connection.finishWriting()
      isClosed.open()
    } test: { session, server in
      for _ in 0..<3 {
        let answer = try await session.upload(.text("body"), to: "", decoding: .bytes)
        #expect(answer == Array("once".utf8))
        // A POST that was sent before is not sent again.
        try isClosed.pass()
      }
      #expect(server.acceptedConnections == 3)
    }
  }

  @Test func `two hundred simultaneous uploads arrive intact`() async throws {
    let folder = try TemporaryDirectory()
    try await withServer { request, connection in
      let received = try ReceivedRequest(request, connection)
      let number = Int(request.target.dropFirst()) ?? -1
      let isRight = received.body == patternedBytes(10_000 + number * 100, seed: number)
      try connection.respond(200, body: isRight ? "\(number)" : "wrong")
    } test: { session, server in
      let answers = try await withThrowingTaskGroup { group in
        for number in 0..<200 {
          let path = try folder.file("\(number)", patternedBytes(10_000 + number * 100, seed: number))
          group.addTask {
            // Files, bytes and sequences side by side.
            let content = patternedBytes(10_000 + number * 100, seed: number)
            let body: any BodySource =
              switch number % 3 {
              case 0: FileSource(at: path)
              case 1: BytesSource(content)
              default:
                AsyncSource(
                  AsyncStream {
                    $0.yield(content); $0.finish()
                  })
              }
            let response = try await session.send(session.request(.post, "\(number)", body: body))
            return String(decoding: try await response.body.collect(upTo: 10), as: UTF8.self)
          }
        }
        return try await group.reduce(into: Set<String>()) { $0.insert($1) }
      }
      #expect(answers == Set((0..<200).map(String.init)))
      #expect(server.acceptedConnections <= 200)
    }
  }

  @Test func `simultaneous sessions share no connections and no fields`() async throws {
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond(200, body: request["X-Session"].joined() + " " + request.text)
    } test: { _, server in
      try await withThrowingTaskGroup { group in
        for number in 0..<20 {
          group.addTask {
            let name = try #require(HTTPField.Name("X-Session"))
            let session = Session(.test(baseURL: server.url) { $0.fields[name] = "\(number)" })
            for round in 0..<5 {
              let answer = try await session.upload(.text("\(round)"), to: "", decoding: .bytes)
              #expect(String(decoding: answer, as: UTF8.self) == "\(number) \(round)")
            }
            await session.invalidate()
          }
        }
        try await group.waitForAll()
      }
      #expect(server.acceptedConnections == 20)
    }
  }

  @Test func `a child process does not inherit a connection`() async throws {
    try await withServer {
      try $1.respond(200)
    } test: { session, server in
      _ = try await session.get("", decoding: .bytes)
      let child = try ChildProcess(["sh", "-c", "echo started; cat"])
      _ = try child.readLine()
      await session.invalidate()
      let connections = try ProcessResources.connections(to: server.port)
      #expect(connections == 0)
      withExtendedLifetime(child) {}
    }
  }

  @Test func `a setting that libcurl cannot take fails the request`() async throws {
    for change in [
      { $0.trust.pinnedPublicKeys = ["sha256//\0"] },
      { $0.credentials = .fixed(.digest(user: "a\0b", password: "")) },
      { $0.credentials = .fixed(.bearer("a\0b")) },
      { $0.credentials = .fixed(.bearer("a\r\nX-Injected: b")) },
      { $0.addressOverrides = [.init(host: "a\0b", port: 1, addresses: ["127.0.0.1"])] },
      { $0.networkInterface = "a\0b" },
      { $0.trust.clientCertificate = .init(chain: .file("a\0b"), privateKey: .bytes([])) },
      { $0.unixSocketPath = "/tmp/\0" },
    ] as [@Sendable (inout Session.Configuration) -> Void] {
      try await withServer {
        try $1.respond(200)
      } configure: {
        change(&$0)
      } test: { session, server in
        await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
        #expect(server.acceptedConnections == 0)
      }
    }
  }

  @Test func `a Unix socket replaces the connection to the host`() async throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/socket"
    let server = try LoopbackServer(unixSocket: path) { connection in
      try connection.serveRequests { try $1.respond(200, body: $0["Host"] ?? "") }
    }
    defer { server.stop() }
    let session = Session(.test(baseURL: "http://some.example/") { $0.unixSocketPath = path })
    let host = try await session.get("", decoding: .bytes)
    #expect(String(decoding: host, as: UTF8.self) == "some.example")
    await session.invalidate()
  }
}
