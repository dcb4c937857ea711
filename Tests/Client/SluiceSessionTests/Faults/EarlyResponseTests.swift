import Sluice
import SluiceClientTestSupport
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
      #expect(error?.head.status.code == status)
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
      #expect(error?.head.status.code == status)
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

  /// A response that is sent right before a reset, and what the upload ends with.
  struct Farewell: Sendable {
    let text: String
    /// The code of the error, such as `413`, and the body.
    let result: String
    /// The result if libcurl reads before it notices the reset, if that is another one.
    var otherResult: String?
  }

  private static let refusal = "HTTP/1.1 413 Content Too Large\r\n"
  private static let farewells =
    [
      "a body with a length": Farewell(text: refusal + "Content-Length: 5\r\n\r\nlarge", result: "413 large"),
      "an interim response, too": Farewell(
        text: "HTTP/1.1 102 Processing\r\n\r\n" + refusal + "Content-Length: 5\r\n\r\nlarge",
        result: "413 large"),
      "chunks": Farewell(
        text: refusal + "Transfer-Encoding: chunked\r\n\r\n2\r\nla\r\n3\r\nrge\r\n0\r\n\r\n",
        result: "413 large"),
      "a body that is cut short": Farewell(text: refusal + "Content-Length: 9\r\n\r\nlar", result: "413 lar"),
      "a body without a length": Farewell(text: refusal + "\r\nlarge", result: "413 large"),
      "no body": Farewell(text: refusal + "Content-Length: 0\r\n\r\n", result: "413 "),
      "an early success": Farewell(
        text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", result: "early-response"),
      "half a head": Farewell(text: refusal, result: "connection-lost"),
      "two lengths": Farewell(
        text: refusal + "Content-Length: 5\r\nContent-Length: 6\r\n\r\nlarge", result: "invalid-response"),
      "nothing": Farewell(text: "", result: "connection-lost"),
      "another protocol": Farewell(
        text: "220 ready\r\n\r\n", result: "connection-lost", otherResult: "invalid-response"),
    ] as NamedCases

  /// libcurl reads before it sends, so the response arrives while the body's source is read.
  @Test(arguments: farewells)
  func `what arrives before a reset is the response, although sending fails`(
    _ farewell: NamedCase<Farewell>
  ) async throws {
    let (isReading, wasReset) = (Gate(), Gate())
    let body = ScriptedSource([
      .bytes(count: 1000),
      .run {
        isReading.open()
        try wasReset.pass()
      }, .bytes(count: 100_000),
    ])
    try await withServer { _, connection in
      defer { wasReset.open() }
      try connection.readBody(onlyUpTo: 1)
      try isReading.pass()
      try connection.write(farewell.value.text)
      connection.reset()
    } test: { session, _ in
      let result = await Self.result(of: body, session)
      #expect(result == farewell.value.result || result == farewell.value.otherResult)
    }
  }

  @Test func `an early success before a reset is the response if the request accepts it`() async throws {
    let (isReading, wasReset) = (Gate(), Gate())
    let body = ScriptedSource([
      .bytes(count: 1000),
      .run {
        isReading.open()
        try wasReset.pass()
      }, .bytes(count: 100_000),
    ])
    try await withServer { _, connection in
      defer { wasReset.open() }
      try connection.readBody(onlyUpTo: 1)
      try isReading.pass()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      connection.reset()
    } test: { session, _ in
      var request = try session.request(.post, "", body: body)
      request.options.acceptsEarlyResponse = true
      let response = try await session.send(request)
      #expect(try await response.body.collect(upTo: 10) == Array("ok".utf8))
    }
  }

  private static func result(of body: any BodySource, _ session: Session) async -> String {
    do {
      _ = try await session.upload(body, to: "", decoding: .bytes)
      return "success"
    } catch let error as ResponseError {
      return "\(error.head.status.code) " + String(decoding: error.body, as: UTF8.self)
    } catch {
      return (error as? SessionError)?.code.description ?? "\(error)"
    }
  }

  @Test func `an early refusal before a reset is always the response`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: Int64(Self.large))
    try await withServer { _, connection in
      try connection.readBody(onlyUpTo: 1)
      try connection.respond(413, headers: [("Connection", "close")], body: "large")
      connection.reset()
    } test: { session, _ in
      for _ in 0..<50 { #expect(await Self.result(of: FileSource(at: path), session) == "413 large") }
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
