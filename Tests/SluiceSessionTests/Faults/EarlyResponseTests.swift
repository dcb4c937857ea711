import Sluice
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Responses that arrive before the request's body is complete.
@Suite(.timeLimit(.minutes(5))) struct EarlyResponseTests {
  /// The size of a body that does not fit into the system's buffers.
  private static let large = 48 << 20

  @Test(arguments: [400, 401, 413, 503], [true, false])
  func `an early refusal is the response if the server drains the body`(status: Int, closes: Bool)
    async throws
  {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Int64(Self.large))
    try await withServer { request, connection in
      if request.method == "GET" { return try connection.respond(200) }
      try connection.readBody(onlyUpTo: 1)
      try connection.respond(status, headers: closes ? [("Connection", "close")] : [], body: "no")
    } test: { session, server in
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(.file(at: path), to: "", decoding: .bytes)
      }
      #expect(error?.response.status.code == status)
      #expect(error?.body == Array("no".utf8))
      // The rest of the body is not taken for the next request.
      _ = try await session.get("next", decoding: .bytes)
      #expect(server.acceptedConnections == 2)
    }
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test(arguments: [413, 401, 302])
  func `an early response is returned while the body waits for its source`(status: Int) async throws {
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

  @Test func `a server that hangs up is noticed while the body waits for its source`() async throws {
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

  @Test func `an early refusal before a reset is a refusal or a lost connection`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Int64(Self.large))
    try await withServer { _, connection in
      try connection.respond(413, headers: [("Connection", "close")], body: "too large")
      connection.reset()
    } test: { session, _ in
      let result = await Result.catching {
        try await session.upload(.file(at: path), to: "", decoding: .bytes)
      }
      // The reset may overtake the response, but a success or another error is wrong.
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

  @Test func `an early success does not cut the body short`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Int64(Self.large))
    let received = Record<Int64>()
    try await withServer { _, connection in
      try connection.readBody(onlyUpTo: 1)
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly")
      received.append(try connection.readBody { _ in })
    } test: { session, _ in
      let response = try await session.upload(.file(at: path), to: "", decoding: .bytes)
      #expect(response == Array("early".utf8))
    }
    #expect(try #require(received.only) > Self.large - (1 << 20))
  }
}
