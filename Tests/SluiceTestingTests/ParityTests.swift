import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

/// The same requests over libcurl, to a loopback server, and over a stub: what is received, and what the session makes
/// of the response. The server is the oracle.
@Suite(.timeLimit(.minutes(5))) struct ParityTests {
  /// A request, its body, and the response to it.
  struct Exchange: Sendable {
    var method = HTTPRequest.Method.get
    var path = "/a"
    var fields: HTTPFields = [:]
    var body: (any BodySource)?
    var responds: @Sendable (LoopbackConnection) throws -> Void
    var stubbed: StubResponse
    var configure: @Sendable (inout Session.Configuration) -> Void = { _ in }
  }

  /// The records of both.
  struct Outcome: Equatable {
    var requests: [Received] = []
    var status: Int?
    var fields: [String] = []
    var body: [UInt8]?
    var codedByteCount: Int64?
    var error: SessionError.Code?
    var cause: BodyError.Code?
    var errorURL: String?
  }

  struct Received: Equatable {
    var method: String
    var target: String
    var fields: [String]
    var body: [UInt8]
  }

  private static let ok: @Sendable (LoopbackConnection) throws -> Void = { try $0.respond(200) }

  /// One form for both, whose boundary is random.
  private static let form = MultipartForm { Field("a", "b") }

  static let cases: NamedCases<Exchange> = [
    "a GET": Exchange(
      responds: {
        try $0.respond(200, headers: [("Content-Type", "text/plain;charset=utf-8")], body: "hello")
      },
      stubbed: .text("hello")),
    "a query and fields": Exchange(
      path: "/a%20b?c=d&e=%C3%BC", fields: [.accept: "text/plain", .userAgent: "u", .cookie: "a=b"],
      responds: ok, stubbed: .status(.ok)),
    "user-info": Exchange(path: "user:pass", responds: ok, stubbed: .status(.ok)),
    "a HEAD": Exchange(
      method: .head, responds: { try $0.respond(200, headers: [("Content-Length", "5")]) },
      stubbed: .bytes([1, 2, 3, 4, 5])),
    "a POST without a body": Exchange(method: .post, responds: ok, stubbed: .status(.ok)),
    "a DELETE": Exchange(method: .delete, responds: { try $0.respond(204) }, stubbed: .status(.noContent)),
    "a POST with a body": Exchange(
      method: .post, body: .text("hello"), responds: { try $0.respond(201, body: "x") },
      stubbed: .bytes([UInt8(ascii: "x")], status: .created)),
    "an empty body": Exchange(method: .put, body: .bytes([]), responds: ok, stubbed: .status(.ok)),
    "a GET with a body": Exchange(method: .get, body: .text("q"), responds: ok, stubbed: .status(.ok)),
    "a form": Exchange(
      method: .post, body: form, responds: ok,
      stubbed: .status(.ok)),
    "a body of unknown size": Exchange(
      method: .put, body: GzipSource(.text("hello")), responds: ok, stubbed: .status(.ok),
      configure: { $0.expectContinueByteCount = nil }),
    "a body that expects 100": Exchange(
      method: .put, body: .bytes([UInt8](repeating: 7, count: 100_000)), responds: ok, stubbed: .status(.ok),
      configure: { $0.expectContinueByteCount = 100_000 }),
    "a large body": Exchange(
      method: .put, body: .bytes([UInt8](repeating: 7, count: 1_000_000)), responds: ok,
      stubbed: .status(.ok),
      configure: { $0.expectContinueByteCount = nil }),
    "a short body": Exchange(
      method: .put, body: Sized(byteCount: 9, content: [1, 2, 3]), responds: ok, stubbed: .status(.ok)),
    "a long body": Exchange(
      method: .put, body: Sized(byteCount: 2, content: [1, 2, 3]), responds: ok, stubbed: .status(.ok)),
    "a body instead of none": Exchange(
      method: .put, body: Sized(byteCount: 0, content: [1, 2, 3]), responds: ok, stubbed: .status(.ok)),
    "a missing file": Exchange(
      method: .put, body: FileSource(at: "/nonexistent/file"), responds: ok, stubbed: .status(.ok)),
    "a 304": Exchange(responds: { try $0.respond(304) }, stubbed: .bytes([1], status: .notModified)),
    "a 404": Exchange(
      responds: { try $0.respond(404, body: "no") }, stubbed: .bytes([UInt8]("no".utf8), status: .notFound)),
    "a response cut short": Exchange(
      responds: {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        $0.finishWriting()
      }, stubbed: .bytes([UInt8]("abcdefghi".utf8)).failing(.connectionLost, afterBodyBytes: 3)),
    "a response shorter than declared": Exchange(
      responds: {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        $0.finishWriting()
      }, stubbed: .bytes([UInt8]("abc".utf8), fields: [.contentLength: "9"])),
    "a response longer than declared": Exchange(
      responds: {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nabc")
        $0.finishWriting()
      }, stubbed: .bytes([UInt8]("abc".utf8), fields: [.contentLength: "2", .connection: "close"])),
    "contradicting lengths": Exchange(
      responds: { try $0.respond(200, headers: [("Content-Length", "2, 3")], body: "abc") },
      stubbed: .bytes([1], fields: [.contentLength: "2, 3"])),
    "no response": Exchange(responds: { $0.reset() }, stubbed: .failure(.connectionLost)),
    "no response in time": Exchange(
      responds: { $0.stall() }, stubbed: .text("a").delayed(by: .seconds(3600)),
      configure: { $0.timeout = .seconds(2) }),
    "an idle response": Exchange(
      responds: {
        try $0.write("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc")
        $0.stall()
      }, stubbed: .bytes([UInt8]("abcdefghi".utf8)).stalling(afterBodyBytes: 3),
      configure: { $0.idleTimeout = .seconds(2) }),
    "an unknown coding": Exchange(
      responds: { try $0.respond(200, headers: [("Content-Encoding", "br")], body: "abc") },
      stubbed: .bytes([UInt8]("abc".utf8), fields: [.contentEncoding: "br"])),
    "a basic credential": Exchange(
      responds: ok, stubbed: .status(.ok),
      configure: { $0.credentials = .fixed(.basic(user: "u", password: "p")) }),
  ]

  @Test(arguments: cases) func `a stub and libcurl give the same`(exchange: NamedCase<Exchange>) async throws
  {
    let exchange = exchange.value
    let received = Lock<[Received]>([])
    let server = try LoopbackServer.http { request, connection in
      let body = try connection.readBody()
      received.withLock {
        $0.append(
          Received(
            method: request.method, target: request.target,
            fields: request.headers.filter { $0.name != "Host" }.map { "\($0.name): \($0.value)" }.sorted(),
            body: body))
      }
      try exchange.responds(connection)
    }
    func configuration(_ base: String) -> Session.Configuration {
      var configuration = Session.Configuration(baseURL: base)
      configuration.proxy = ""
      exchange.configure(&configuration)
      return configuration
    }
    let session = Session(configuration(server.url))
    var real = await outcome(of: exchange, session, server.url)
    await session.invalidate()
    await withTaskExecutorPreference(BlockingExecutor.shared) { server.stop() }
    real.requests = received.withLock { $0 }

    let stub = StubTransport { _ in exchange.stubbed }
    var stubbed = await outcome(of: exchange, Session(configuration(server.url), transport: stub), server.url)
    stubbed.requests = stub.requests.map { request in
      Received(
        method: request.method.rawValue, target: request.head.path ?? "",
        fields: request.fields.map { "\($0.name.rawName): \($0.value)" }.sorted(), body: request.body)
    }
    #expect(stubbed == real)
  }

  private func outcome(of exchange: Exchange, _ session: Session, _ base: String) async -> Outcome {
    var outcome = Outcome()
    do {
      let url =
        exchange.path.hasPrefix("/")
        ? base + exchange.path : base.replacing("://", with: "://\(exchange.path)@") + "/"
      var request = try session.request(exchange.method, url, fields: exchange.fields)
      if let body = exchange.body { request.body = body }
      let response = try await session.send(request)
      outcome.status = response.head.status.code
      outcome.fields = response.head.headerFields.map { "\($0.name.canonicalName): \($0.value)" }.sorted()
      outcome.codedByteCount = response.body.codedByteCount
      outcome.body = try await response.body.collect(upTo: 1 << 20)
    } catch let error as SessionError {
      outcome.error = error.code
      outcome.cause = (error.underlying as? BodyError)?.code
      outcome.errorURL = error.url
    } catch {
      Issue.record(error)
    }
    return outcome
  }
}

/// A body with another size than declared.
private struct Sized: BodySource {
  let byteCount: Int64?
  let content: [UInt8]
  let isReplayable = true

  func makeReader() -> any BodyReader { BytesSource(content).makeReader() }
}
