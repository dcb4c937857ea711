package import Sluice
package import SluiceLoopback
import SluiceTestSupport
import Testing

/// Runs a test against a server that follows a script, with a session whose base URL is the server's. Both have ended
/// when this returns. An error of the script fails the test, unless the peer hung up; so does a connection that the
/// session leaves open.
package func withServer<Output>(
  _ respond: @escaping @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void,
  configure: (inout Session.Configuration) -> Void = { _ in },
  test: (Session, LoopbackServer) async throws -> Output
) async throws -> Output {
  try await withRawServer({ try $0.serveRequests(respond) }, configure: configure, test: test)
}

/// Runs a test against a server that follows a script for a whole connection.
package func withRawServer<Output>(
  _ handler: @escaping LoopbackServer.Handler,
  configure: (inout Session.Configuration) -> Void = { _ in },
  test: (Session, LoopbackServer) async throws -> Output
) async throws -> Output {
  let server = try LoopbackServer(handler: handler)
  let session = Session(.test(baseURL: server.url, configure))
  let result = await Result.catching {
    let output = try await test(session, server)
    await session.invalidate()
    // A server that stalls sees the end only after its unread bytes. The system knows, but takes longer to report it.
    try await expectEventually {
      try server.connectedPeers == 0 || ProcessResources.connections(to: server.port) == 0
    }
    return output
  }
  await session.invalidate()
  await withTaskExecutorPreference(BlockingExecutor.shared) { server.stop() }
  #expect(server.failures.map { "\($0)" } == [])
  return try result.get()
}

extension Session.Configuration {
  /// Returns a configuration without a proxy from the environment, and with a timeout, so that no test hangs.
  package static func test(baseURL: String? = nil, _ configure: (inout Self) -> Void = { _ in }) -> Self {
    var configuration = Self()
    configuration.baseURL = baseURL
    configuration.proxy = ""
    configuration.timeout = patience * 1.25
    configure(&configuration)
    return configuration
  }
}

/// Middleware that sets a field of each request.
package func setting(_ name: HTTPField.Name, to value: String) -> Session.Middleware {
  { request, next in
    var request = request
    request.head.headerFields[name] = value
    return try await next(request)
  }
}

extension Result where Failure == any Error {
  package static func catching(_ body: () async throws -> Success) async -> Self {
    do { return .success(try await body()) } catch { return .failure(error) }
  }
}

/// A request as the server received it.
package struct ReceivedRequest: Sendable {
  package let head: LoopbackRequest
  package let body: [UInt8]

  package init(_ head: LoopbackRequest, _ connection: LoopbackConnection) throws {
    self.head = head
    body = try connection.readBody()
  }

  package var text: String { String(decoding: body, as: UTF8.self) }

  /// All values of a field, in order.
  package subscript(_ name: String) -> [String] {
    head.headers.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}

extension LoopbackConnection {
  package func respond(_ status: Int = 200, json: String) throws {
    try respond(status, headers: [("Content-Type", "application/json")], body: json)
  }

  /// Reads the start of a body, up to the piece in which `count` bytes are reached. 0 reads nothing.
  package func readBody(onlyUpTo count: Int) throws {
    struct Enough: Error {}
    var total = 0
    do {
      guard count > 0 else { return }
      try readBody { bytes in
        total += bytes.count
        if total >= count { throw Enough() }
      }
    } catch is Enough {}
  }

  package func redirect(_ status: Int, to location: String, body: String = "moved") throws {
    try respond(status, headers: [("Location", location)], body: body)
  }
}
