import SluiceBody
import SluiceLoopback
import Testing

/// A server that keeps the requests that it receives, and responds as a test defines. It stops when it is
/// deinitialized.
final class UploadServer: Sendable {
  typealias Answer = @Sendable (ReceivedRequest, LoopbackConnection) throws -> Void

  private let server: LoopbackServer
  private let received: Lock<[ReceivedRequest]>

  /// - Parameter answer: sends the response to a request. Defaults to 200 with the body `ok`.
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

  /// Returns the first request, and expects that there is no other.
  func onlyRequest(at location: SourceLocation = #_sourceLocation) throws -> ReceivedRequest {
    #expect(requests.count == 1, sourceLocation: location)
    return try #require(requests.first, sourceLocation: location)
  }
}

/// Runs a test with a server that passes each connection to `handler`.
func withServer<Output>(
  _ handler: @escaping LoopbackServer.Handler, test: (LoopbackServer) throws -> Output
) throws -> Output {
  let server = try LoopbackServer(handler: handler)
  defer { server.stop() }
  return try test(server)
}

/// A request that a server has received.
struct ReceivedRequest: Sendable {
  let head: LoopbackRequest
  let body: [UInt8]

  /// The values of a field, in order.
  subscript(_ name: String) -> [String] {
    head.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }

  var boundary: Substring? { head["Content-Type"]?.split(separator: "boundary=").last }

  /// The text of the body, with its boundary replaced by `B`.
  var form: String {
    let text = String(decoding: body, as: UTF8.self)
    return boundary.map { text.replacing($0, with: "B") } ?? text
  }
}
