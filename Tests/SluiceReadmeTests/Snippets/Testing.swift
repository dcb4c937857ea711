// The snippets of "Testing", formatted as in the README.
// swift-format-ignore-file

import Sluice
import SluiceTesting
import Testing

private func stub(configuration: Session.Configuration, user: User) async throws {
  // README
  let stub = try StubTransport([.status(.serviceUnavailable), .json(user)])   // or a closure from request to response
  let session = Session(configuration, transport: stub)
  #expect(try await session.get("users/1", decoding: .json(User.self)) == user)
  #expect(stub.requests.map(\.path) == ["/v1/users/1", "/v1/users/1"])
  // end
}

private func server() async throws {
  // README
  let server = try LoopbackServer.http { request, connection in
    try connection.respond(200, body: "\(request.method) \(request.target)")
  }
  defer { server.stop() }
  let session = Session(.init(baseURL: server.url))
  #expect(try await session.get("users?page=2", decoding: .text()) == "GET /users?page=2")
  // end
}
