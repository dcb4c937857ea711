import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

/// The requests that a stub records, and those that a loopback server receives from libcurl. The server is the oracle.
@Suite(.timeLimit(.minutes(5))) struct RecordedRequestTests {
  struct Case: Sendable {
    var method = HTTPRequest.Method.get
    var path = "/a"
    var fields: HTTPFields = [:]
    var body: (any BodySource)?
    var configure: @Sendable (inout Session.Configuration) -> Void = { _ in }
  }

  struct Received: Equatable {
    var method: String
    var target: String
    var fields: [String]
    var body: [UInt8]
  }

  static let cases: NamedCases<Case> = [
    "a GET": Case(),
    "a query and fields": Case(
      path: "/a%20b?c=d&e=%C3%BC", fields: [.accept: "text/plain", .userAgent: "u", .cookie: "a=b"]),
    "user-info": Case(path: "user:pass"),
    "a HEAD": Case(method: .head),
    "a POST without a body": Case(method: .post),
    "a DELETE": Case(method: .delete),
    "a POST with a body": Case(method: .post, body: .text("hello")),
    "an empty body": Case(method: .put, body: .bytes([])),
    "a GET with a body": Case(method: .get, body: .text("q")),
    // One form for both, because its boundary is random.
    "a form": Case(method: .post, body: MultipartForm { FormField("a", "b") }),
    "a body of unknown size": Case(
      method: .put, body: GzipSource(.text("hello")), configure: { $0.expectContinueByteCount = nil }),
    "a body that expects 100": Case(
      method: .put, body: .bytes([UInt8](repeating: 7, count: 100_000)),
      configure: { $0.expectContinueByteCount = 100_000 }),
    "a large body": Case(
      method: .put, body: .bytes([UInt8](repeating: 7, count: 1_000_000)),
      configure: { $0.expectContinueByteCount = nil }),
    "a basic credential": Case(configure: { $0.credentials = .fixed(.basic(user: "u", password: "p")) }),
  ]

  @Test(arguments: cases) func `a stub records what libcurl sends`(request: NamedCase<Case>) async throws {
    let request = request.value
    let received = Lock<[Received]>([])
    let server = try LoopbackServer.http { request, connection in
      let body = try connection.readBody()
      received.withLock {
        $0.append(
          Received(
            method: request.method.rawValue, target: request.target,
            fields: request.headers.filter { $0.name != "Host" }.map { "\($0.name): \($0.value)" }.sorted(),
            body: body))
      }
      try connection.respond(200)
    }
    var configuration = Session.Configuration(baseURL: server.url)
    configuration.proxy = ""
    request.configure(&configuration)
    let session = Session(configuration)
    try await send(request, session, server.url)
    await session.invalidate()
    await withTaskExecutorPreference(BlockingExecutor.shared) { server.stop() }

    let stub = StubTransport { _ in .status(.ok) }
    try await send(request, Session(configuration, transport: stub), server.url)
    let recorded = stub.requests.map { request in
      Received(
        method: request.method.rawValue, target: request.head.path ?? "",
        fields: request.fields.map { "\($0.name.rawName): \($0.value)" }.sorted(), body: request.body)
    }
    #expect(recorded == received.withLock { $0 })
  }

  private func send(_ request: Case, _ session: Session, _ base: String) async throws {
    let url =
      request.path.hasPrefix("/")
      ? base + request.path : base.replacing("://", with: "://\(request.path)@") + "/"
    var made = try session.request(request.method, .init(url), fields: request.fields)
    if let body = request.body { made.body = body }
    _ = try await session.send(made)
  }
}
