// The snippets of "Testing your client", formatted as there.
// swift-format-ignore-file

import Sluice
import SluiceTesting
import Testing

/// Runs the tests of the article.
@Suite(.timeLimit(.minutes(5))) struct TestingYourClientTests {
  // Article
  @Test func `a request is sent again after a 503`() async throws {
    let stub = try StubTransport([.status(.serviceUnavailable), .json(User(name: "Ann"))])
    var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
    configuration.retries = .standard
    configuration.retries.initialDelay = .zero
    let session = Session(configuration, transport: stub)

    let user = try await session.get("users/1", decoding: .json(User.self))
    #expect(user == User(name: "Ann"))
    #expect(stub.requests.map(\.path) == ["/v1/users/1", "/v1/users/1"])
  }
  // end

  private func closure(path: String, content: [UInt8]) {
    // Article
    let stub = StubTransport { request in
      switch request.path {
      case "/v1/users/1": try .json(User(name: "Ann"))
      case "/v1/new": try .json(User(name: "Bob"), status: .created, fields: [.location: "/v1/users/2"])
      case "/v1/export": .body(.file(at: path))
      case "/v1/slow": .text("late").delayed(by: .milliseconds(50))
      case "/v1/broken": .bytes(content).failing(.connectionLost, afterBodyBytes: 100)
      case "/v1/stuck": .bytes(content).stalling(afterBodyBytes: 100)
      case "/v1/down": .failure(.connectionFailed)
      default: .status(.notFound)
      }
    }
    // end
    _ = stub
  }

  @Test func `what was sent can be checked`() async throws {
    let stub = StubTransport([.status(.created)])
    let session = Session(.init(baseURL: "https://api.example.com/v1/"), transport: stub)
    // Article
    try await session.post("users", User(name: "Ann"))
    let request = try #require(stub.requests.first)
    #expect(request.method == .post && request.path == "/v1/users" && request.query == nil)
    #expect(request.fields[.contentType] == "application/json")
    #expect(try request.json(User.self) == User(name: "Ann"))
    #expect(request.text == #"{"name":"Ann"}"#)               // `request.body` has its bytes
    // end
  }

  @Test func `a server on loopback responds`() async throws {
    // Article
    let server = try LoopbackServer.http { request, connection in
      try connection.respond(200, body: "\(request.method) \(request.path) \(request.query ?? "")")
    }
    defer { server.stop() }
    let session = Session(baseURL: server.url)
    #expect(try await session.get("users?page=2", decoding: .text()) == "GET /users page=2")
    // end
  }

  @Test func `a server reads fields and a body`() async throws {
    // Article
    let server = try LoopbackServer.http { request, connection in
      guard request.fields[.authorization] == "Bearer secret" else { return try connection.respond(401) }
      let body: [UInt8] = try connection.readBody()               // up to 16 MiB
      try connection.respond(201, fields: [.eTag: "\"1\""], body: "\(body.count) bytes")
    }
    // end
    defer { server.stop() }
    let session = Session(baseURL: server.url)
    let fields: HTTPFields = [.authorization: "Bearer secret"]
    let text = try await session.upload(.text("hi"), to: "files", fields: fields, decoding: .text())
    #expect(text == "2 bytes")
    await #expect(throws: ResponseError.self) { try await session.upload(.text("hi"), to: "files") }
  }

  @Test func `a server can break a response`() async throws {
    // Article
    let server = try LoopbackServer { connection in
      _ = try connection.readHead()
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
      connection.reset()
    }
    defer { server.stop() }
    await #expect(throws: SessionError.self) {
      _ = try await Session(baseURL: server.url).get("file", decoding: .bytes)
    }
    // end
  }

  @Test func `a response can be made without a session`() async throws {
    // Article
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
    let response = SessionResponse(head, body: Array(#"{"name":"Ann"}"#.utf8))
    #expect(try await response.value(decoding: .json(User.self)) == User(name: "Ann"))
    // end
  }
}
