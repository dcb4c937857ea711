import Sluice
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Servers that hang up, stall or talk nonsense, at each stage of an exchange.
@Suite(.timeLimit(.minutes(1))) struct ServerFaultTests {
  /// A body that the system's buffers do not hold.
  private static let large = 48 << 20

  struct Fault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let code: SessionError.Code
    let script: LoopbackServer.Handler

    init(_ description: String, _ code: SessionError.Code, _ script: @escaping LoopbackServer.Handler) {
      (testDescription, self.code, self.script) = (description, code, script)
    }
  }

  private static let head = "HTTP/1.1 200 OK\r\n"

  private static let faults = [
    Fault("reset after the first byte", .connectionLost) {
      try $0.read(exactly: 1)
      $0.reset()
    },
    Fault("close at once", .connectionLost) { $0.finishWriting() },
    Fault("reset after the request's head", .connectionLost) {
      _ = try $0.readHead()
      $0.reset()
    },
    Fault("reset within the request's body", .connectionLost) {
      _ = try $0.readHead()
      try $0.read(exactly: 100_000)
      $0.reset()
    },
    Fault("close after the request", .connectionLost) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
    },
    Fault("reset within the response's head", .connectionLost) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head)
      $0.reset()
    },
    Fault("close within the response's head", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Content-")
    },
    Fault("reset within the response's body", .connectionLost) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Content-Length: 10\r\n\r\n12345")
      $0.reset()
    },
    Fault("close within the response's body", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Content-Length: 10\r\n\r\n12345")
    },
    Fault("close within a chunk", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Transfer-Encoding: chunked\r\n\r\na\r\n12345")
    },
    Fault("close before the last chunk", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Transfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n")
    },
    Fault("garbage for a chunk", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n")
    },
    Fault("garbage for a response", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write("SSH-2.0-OpenSSH_9.2\r\n")
    },
    Fault("a status line without a status", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write("HTTP/1.1 okay\r\nContent-Length: 0\r\n\r\n")
    },
    Fault("a status below 100", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write("HTTP/1.1 099 Low\r\nContent-Length: 0\r\n\r\n")
    },
    Fault("nothing but interim responses", .connectionLost) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write("HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n")
    },
    Fault("a malformed Content-Length", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Content-Length: five\r\n\r\n12345")
    },
    Fault("conflicting Content-Lengths", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Content-Length: 5\r\nContent-Length: 3\r\n\r\n12345")
    },
    Fault("a field of a megabyte", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "X: \(String(repeating: "x", count: 1 << 20))\r\nContent-Length: 0\r\n\r\n")
    },
    Fault("fields without end", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head)
      while true { try $0.write("X-Field: value\r\n") }
    },
    Fault("interim responses without end", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      while true { try $0.write("HTTP/1.1 102 Processing\r\nX-Field: value\r\n\r\n") }
    },
    Fault("trailers without end", .invalidResponse) {
      _ = try $0.readHead()
      try $0.readBody { _ in }
      try $0.write(head + "Transfer-Encoding: chunked\r\n\r\n0\r\n")
      while true { try $0.write("X-Field: value\r\n") }
    },
  ]

  @Test(arguments: faults) func aFaultIsATypedErrorThatLeavesNothing(_ fault: Fault) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: 2_000_000)
    try await withRawServer(fault.script) { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.file(at: path), to: "a?secret=1", decoding: .bytes)
      }
      #expect(error?.code == fault.code, "\(String(describing: error))")
      #expect(error?.url == "\(server.url)/a")
      await session.invalidate()
      // While the server has the port, nobody else does.
      let connections = try ProcessResources.connections(to: server.port)
      #expect(connections == 0)
    }
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test func anErrorWithinTheBodyComesBehindWhatHasArrived() async throws {
    try await withServer { _, connection in
      try connection.write(Self.head + "Content-Length: 10\r\n\r\n12345")
      connection.finishWriting()
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.head.status == .ok)
      var iterator = response.body.makeAsyncIterator()
      let chunk = try await iterator.next()
      #expect(chunk == Array("12345".utf8))
      let error = await #expect(throws: SessionError.self) { try await iterator.next() }
      #expect(error?.code == .invalidResponse)
      // An error is final.
      await #expect(throws: SessionError.self) { try await iterator.next() }
    }
  }

  // MARK: Early answers

  @Test func anEarlyRefusalIsTheResponseWhereTheServerDrains() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Int64(Self.large))
    try await withServer { _, connection in
      try connection.respond(413, headers: [("Connection", "close")], body: "too large")
    } test: { session, server in
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(.file(at: path), to: "", decoding: .bytes)
      }
      #expect(error?.response.status == .contentTooLarge)
      #expect(error?.body == Array("too large".utf8))
      try await expectEventually { try ProcessResources.connections(to: server.port) == 0 }
    }
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test(arguments: [413, 401, 302])
  func anEarlyAnswerIsTheResponseThoughTheBodyIsStillWaitedFor(status: Int) async throws {
    let wasClosed = Event()
    let body = ScriptedSource([.bytes([1, 2]), .wait(Event())])
    try await withServer { _, connection in
      try connection.readBody(onlyUpTo: 2)
      try connection.respond(status, headers: [("Connection", "close")], body: "early")
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(body, to: "", decoding: .bytes)
      }
      #expect(error?.response.status.code == status)
      #expect(error?.body == Array("early".utf8))
      try await wasClosed.wait()
    }
  }

  @Test func aServerThatHangsUpIsNoticedThoughTheBodyIsStillWaitedFor() async throws {
    let body = ScriptedSource([.bytes([1, 2]), .wait(Event())])
    try await withServer { _, connection in
      try connection.readBody(onlyUpTo: 2)
      connection.reset()
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(body, to: "", decoding: .bytes)
      }
      #expect(error?.code == .connectionLost)
    }
  }

  @Test func anEarlyRefusalMayBeLostWhereTheServerResets() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Int64(Self.large))
    try await withServer { _, connection in
      try connection.respond(413, headers: [("Connection", "close")], body: "too large")
      connection.reset()
    } test: { session, _ in
      let result = await Result.catching {
        try await session.upload(.file(at: path), to: "", decoding: .bytes)
      }
      // The reset may overtake the answer; what cannot be is a success, or another error.
      do {
        _ = try result.get()
        Issue.record("a refusal must not be a success")
      } catch let error as ResponseError {
        #expect(error.response.status == .contentTooLarge)
      } catch let error as SessionError {
        #expect(error.code == .connectionLost)
      }
    }
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test func aSuccessThatComesEarlyDoesNotCutTheBodyShort() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Int64(Self.large))
    let received = Record<Int64>()
    try await withServer { _, connection in
      try connection.readBody(onlyUpTo: 1)
      try connection.write(Self.head + "Content-Length: 5\r\n\r\nearly")
      received.append(try connection.readBody { _ in })
    } test: { session, _ in
      let answer = try await session.upload(.file(at: path), to: "", decoding: .bytes)
      #expect(answer == Array("early".utf8))
    }
    #expect(try #require(received.only) > Self.large - (1 << 20))
  }

  @Test func aRefusalInsteadOf100SparesTheBody() async throws {
    let bodyBytes = Record<Int>()
    try await withRawServer { connection in
      let request = try #require(try connection.readHead())
      #expect(request.expectsContinue)
      try connection.respond(417)
      connection.finishWriting()
      bodyBytes.append(try connection.read().count)
    } test: { session, _ in
      let body = BytesSource([UInt8](repeating: 0, count: 3 << 20))
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(body, to: "", fields: [.expect: "100-continue"], decoding: .bytes)
      }
      #expect(error?.response.status == .expectationFailed)
    }
    #expect(bodyBytes.only == 0)
  }

  // MARK: No connection

  @Test func aRefusedConnectionIsToldWithHostAndPort() async throws {
    let server = try LoopbackServer { _ in }
    server.stop()
    let session = Session(.test(baseURL: server.url))
    let error = await #expect(throws: SessionError.self) { try await session.get("x", decoding: .bytes) }
    #expect(error?.code == .connectionFailed)
    #expect(error?.message.contains("127.0.0.1 port \(server.port)") == true)
    #expect(error?.url == "\(server.url)/x")
    await session.invalidate()
  }

  @Test func aHostWithoutAddressIsToldByName() async throws {
    let session = Session(.test())
    let error = await #expect(throws: SessionError.self) {
      try await session.get("http://host.invalid/", decoding: .bytes)
    }
    #expect(error?.code == .unknownHost)
    #expect(error?.message.contains("host.invalid") == true)
    await session.invalidate()
  }
}
