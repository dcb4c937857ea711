import AsyncHTTPClient
import Sluice
import SluiceAsyncHTTPClient
import SluiceTesting
import Synchronization

/// The transports of a session that the same tests run over.
enum TransportKind: CaseIterable {
  case libcurl, stub, asyncHTTPClient
}

/// A request as a server has received it.
struct SeenRequest: Sendable {
  var method: String
  var target: String
  var fields: [String: String]
  var body: [UInt8]
}

/// The response of a server or a stub.
struct Reply: Sendable {
  var status = 200
  var fields: [(name: String, value: String)] = []
  var body: [UInt8] = []
  /// The number of bytes of the body after which the connection ends, or `nil` for none.
  var cut: Int?
  /// Whether nothing follows the head and the bytes before `cut`, instead of the end.
  var stalls = false

  static func json(_ text: String, status: Int = 200) -> Reply {
    Reply(status: status, fields: [("Content-Type", "application/json")], body: Array(text.utf8))
  }
}

/// A session over one of the transports, and what its server has seen.
struct Backend: Sendable {
  let session: Session
  let seen: @Sendable () -> [SeenRequest]
}

/// Calls a function with a session over a transport whose server responds as a closure says.
func withBackend(
  _ kind: TransportKind, _ configure: (inout Session.Configuration) -> Void = { _ in },
  respond: @escaping @Sendable (SeenRequest) -> Reply, _ body: (Backend) async throws -> Void
) async throws {
  let seen = Mutex<[SeenRequest]>([])
  let see = { @Sendable (request: SeenRequest) in
    seen.withLock { $0.append(request) }
    return respond(request)
  }
  try await withServer { request, connection in
    try connection.send(see(SeenRequest(request, connection.readBody())))
  } _: { server in
    var configuration = Session.Configuration(baseURL: server.url + "/v1/")
    configure(&configuration)
    try await withClient({ $0.redirectConfiguration = .disallow }) { client in
      let session =
        switch kind {
        case .libcurl: Session(configuration)
        case .stub:
          Session(configuration, transport: StubTransport { StubResponse(see(SeenRequest($0))) })
        case .asyncHTTPClient: try Session(configuration, transport: .asyncHTTPClient(client))
        }
      try await body(Backend(session: session) { seen.withLock { $0 } })
      await session.invalidate()
    }
  }
}

extension SeenRequest {
  init(_ request: LoopbackRequest, _ body: [UInt8]) {
    let fields = request.fields.map { ($0.name.canonicalName, $0.value) }
    self.init(
      method: request.method.rawValue, target: request.path + (request.query.map { "?\($0)" } ?? ""),
      fields: Dictionary(fields) { "\($0), \($1)" }, body: body)
  }

  init(_ request: RecordedRequest) {
    let fields = request.fields.map { ($0.name.canonicalName, $0.value) }
    self.init(
      method: request.method.rawValue, target: request.head.path ?? "",
      fields: Dictionary(fields) { "\($0), \($1)" }, body: request.body)
  }
}

extension LoopbackConnection {
  fileprivate func send(_ reply: Reply) throws {
    guard let cut = reply.cut else {
      let fields = reply.fields.compactMap { field in
        HTTPField.Name(field.name).map { HTTPField(name: $0, value: field.value) }
      }
      return try respond(.init(code: reply.status), fields: HTTPFields(fields), body: reply.body)
    }
    let fields = (reply.fields + [("Content-Length", "\(reply.body.count)")]).map { "\($0): \($1)\r\n" }
    try write("HTTP/1.1 \(reply.status) \r\n" + fields.joined() + "\r\n")
    try write(Array(reply.body.prefix(cut)))
    if reply.stalls { waitForClose() }
    finishWriting()
  }
}

extension StubResponse {
  fileprivate init(_ reply: Reply) {
    var fields = HTTPFields()
    for field in reply.fields {
      if let name = HTTPField.Name(field.name) { fields.append(HTTPField(name: name, value: field.value)) }
    }
    self = .bytes(reply.body, status: .init(code: reply.status), fields: fields)
    guard let cut = reply.cut else { return }
    self =
      reply.stalls
      ? stalling(afterBodyBytes: Int64(cut)) : failing(.connectionLost, afterBodyBytes: Int64(cut))
  }
}
