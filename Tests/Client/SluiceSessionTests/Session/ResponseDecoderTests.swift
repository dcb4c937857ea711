import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Responses that are validated, then decoded, and errors that hold the refused response.
@Suite(.timeLimit(.minutes(5))) struct ResponseDecoderTests {
  struct User: Codable, Equatable, Sendable { let name: String }

  @Test(arguments: [
    (404, "application/json", "missing", ErrorCode.unacceptableStatus),
    (200, "text/html", "<p>", .unacceptableMediaType), (200, "application/json", "{", .decodingFailed),
  ])
  func `an error holds the refused response`(
    status: Int, contentType: String, body: String, code: ErrorCode
  ) async throws {
    try await withServer {
      try $1.respond(
        status,
        headers: [("Content-Type", contentType), ("Content-Length", "\(body.utf8.count)"), ("X-Id", "7")],
        body: body)
    } test: { session, server in
      let error = await #expect(throws: ResponseError.self) {
        try await session.get("", decoding: .json(User.self))
      }
      #expect(error?.code == code)
      #expect(error?.head.status.code == status)
      #expect(error?.head.headerFields.last?.value == "7")
      #expect(error?.body == Array(body.utf8))
      _ = try? await session.get("", decoding: .json(User.self))
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `an error holds the start of a large body, whose rest is not read`() async throws {
    let wasClosed = Event()
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 500 Oh\r\nContent-Length: 1000000000\r\n\r\n")
      defer { wasClosed.happen() }
      while true { try connection.write([UInt8](repeating: 0x78, count: 100_000)) }
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.body == [UInt8](repeating: 0x78, count: ResponseError.maximumBodyByteCount))
      try await wasClosed.wait()
    }
  }

  @Test func `an unacceptable status is reported even if its body breaks off`() async throws {
    try await withServer { _, connection in
      try connection.write("HTTP/1.1 500 Oh\r\nContent-Length: 10\r\n\r\n12345")
      connection.finishWriting()
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .unacceptableStatus)
    }
  }

  @Test(arguments: [204, 205])
  func `a response with status 204 or 205 decodes to no bytes`(status: Int) async throws {
    try await withServer {
      try $1.respond(status)
    } test: { session, _ in
      let body = try await session.get("", decoding: .bytes)
      #expect(body == [])
    }
  }

  @Test func `a large body is spooled to a file and decoded from it`() async throws {
    let folder = try TemporaryDirectory()
    let name = String(repeating: "x", count: 300_000)
    let json = Array("{\"name\":\"\(name)\"}".utf8)
    try await withServer {
      try $1.respond(200, headers: [("Content-Type", "application/json")], body: json)
    } configure: {
      $0.maximumInMemoryBodyByteCount = 100_000
      $0.temporaryFolder = folder.path
    } test: { session, _ in
      do {
        let body = try await session.get("", decoding: .collected)
        #expect(try folder.names() == [])
        #expect(try openDescriptors(under: folder.path).count == 1)
        let isSame = body.bytes == json
        #expect(isSame)
      }
      // With a time limit, the body was decoded in a task of its own, which ends a moment later.
      try await expectEventually { try openDescriptors(under: folder.path).isEmpty }
      let user = try await session.get("", decoding: .json(User.self))
      #expect(user == User(name: name))
      try await expectEventually { try openDescriptors(under: folder.path).isEmpty }
    }
  }

  @Test func `an error names the redirected request without its query`() async throws {
    try await withServer { request, connection in
      guard request.target.hasPrefix("/old") else { return try connection.respond(404) }
      try connection.respond(307, headers: [("Location", "/new?token=secret")])
    } test: { session, server in
      let error = await #expect(throws: ResponseError.self) {
        try await session.post("old?password=secret", ["a": 1], encoding: .json, decoding: .empty)
      }
      #expect(error?.method == .post && error?.url == "\(server.url)/new")
      #expect(error.map { "\($0)".contains("secret") } == false)
    }
  }

  @Test func `a typed failure is decoded from the response`() async throws {
    struct Problem: Error, Decodable { let title: String }
    try await withServer {
      try $1.respond(403, headers: [("Content-Type", "application/problem+json")], body: #"{"title":"no"}"#)
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) {
        try await session.get("", decoding: .json(User.self).decoding(failure: Problem.self))
      }
      #expect((error?.underlying as? Problem)?.title == "no")
    }
  }

  @Test func `a response without a body decodes to nil`() async throws {
    try await withServer { request, connection in
      try connection.respond(request.method == "HEAD" ? 200 : 204, headers: [("Content-Type", "text/html")])
    } test: { session, _ in
      for method in [HTTPRequest.Method.get, .head, .delete] {
        let user = try await session.send(session.request(method, ""), decoding: .json(User?.self))
        #expect(user == nil)
        let empty = try await session.send(session.request(method, ""), decoding: .empty)
        #expect(empty == EmptyBody())
      }
    }
  }
}
