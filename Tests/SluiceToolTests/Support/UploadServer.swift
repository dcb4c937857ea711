import SluiceBody
import SluiceLoopback
import Testing

/// A server that keeps what it is sent, and answers as a test says. It is stopped when nobody holds it.
final class UploadServer: Sendable {
  typealias Answer = @Sendable (ReceivedRequest, LoopbackConnection) throws -> Void

  private let server: LoopbackServer
  private let received: Lock<[ReceivedRequest]>

  /// - Parameter answer: by default 200 with the body `ok`.
  init(unixSocket: String? = nil, _ answer: @escaping Answer = { try $1.respond(200, body: "ok") }) throws {
    let received = Lock<[ReceivedRequest]>([])
    let handler: LoopbackServer.Handler = { connection in
      try connection.serveRequests { head, connection in
        let request = ReceivedRequest(head: head, body: try connection.readBody())
        received.withLock { $0.append(request) }
        try answer(request, connection)
      }
    }
    self.received = received
    server =
      if let unixSocket { try LoopbackServer(unixSocket: unixSocket, handler: handler) } else {
        try LoopbackServer(handler: handler)
      }
  }

  deinit { server.stop() }

  var url: String { server.url }
  var port: UInt16 { server.port }
  var connectionCount: Int { server.acceptedConnections }
  var requests: [ReceivedRequest] { received.withLock { $0 } }

  /// The one request that came.
  func onlyRequest(at location: SourceLocation = #_sourceLocation) throws -> ReceivedRequest {
    #expect(requests.count == 1, sourceLocation: location)
    return try #require(requests.first, sourceLocation: location)
  }
}

/// Runs a test beside a server whose connections do what a script says.
func withServer<Output>(
  _ handler: @escaping LoopbackServer.Handler, test: (LoopbackServer) throws -> Output
) throws -> Output {
  let server = try LoopbackServer(handler: handler)
  defer { server.stop() }
  return try test(server)
}

/// A request as a server has received it.
struct ReceivedRequest: Sendable {
  let head: LoopbackRequest
  let body: [UInt8]

  /// All values of a field, in order.
  subscript(_ name: String) -> [String] {
    head.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  var boundary: Substring? { head["Content-Type"]?.split(separator: "boundary=").last }

  /// The body's text with `B` for its boundary.
  var form: String {
    let text = String(decoding: body, as: UTF8.self)
    return boundary.map { text.replacing($0, with: "B") } ?? text
  }
}
