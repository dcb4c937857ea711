import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Uploads of forms and other bodies, and their typed responses.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct UploadTests {
  struct Receipt: Codable, Equatable, Sendable { let id: Int }

  @Test func `a form arrives intact and the response is decoded`() async throws {
    let folder = try TemporaryDirectory()
    let content = patternedBytes(700_001)
    let path = try folder.file("holiday.bin", content)
    let form = MultipartForm {
      FormField("title", "Ferien\r\n☀️")
      FormFile("video", at: path)
      FormField("empty", "")
    }
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(201, json: #"{"id": 7}"#)
    } test: { session, _ in
      let receipt = try await session.upload(form, to: "videos?year=2026", decoding: .json(Receipt.self))
      #expect(receipt == Receipt(id: 7))
    }
    let request = try #require(received.only)
    #expect(request.head.method == "POST")
    #expect(request.head.target == "/videos?year=2026")
    #expect(request["Content-Type"] == ["multipart/form-data; boundary=\(form.boundary)"])
    #expect(request["Content-Length"] == ["\(try #require(try form.byteCount))"])
    #expect(request["Transfer-Encoding"] == [])
    #expect(request["Accept"] == ["application/json, text/json"])
    #expect(request.body == (try await bytes(of: form)))
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test(.enabled(if: ChildProcess.isInstalled("python3")))
  func `Python's email package parses the form as intended`() async throws {
    let folder = try TemporaryDirectory()
    let content = patternedBytes(3000)
    let form = MultipartForm {
      FormField("title", "a b; c=d")
      FormFile("file", .bytes(content), fileName: "a\"b.bin")
      FormFile("text", .text("ü"), fileName: "u.txt")
    }
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(204)
    } test: { session, _ in
      _ = try await session.upload(form, to: "", decoding: .bytes)
    }
    let request = try #require(received.only)
    let head = "Content-Type: \(request["Content-Type"].joined())\r\n\r\n"
    let message = try folder.file("message", Array(head.utf8) + request.body)
    let script = """
      import email, email.policy, sys
      message = email.message_from_file(open(sys.argv[1], newline="", encoding="latin-1"), policy=email.policy.HTTP)
      assert not message.defects, message.defects
      for part in message.iter_parts():
        disposition = part["Content-Disposition"].params
        body = part.get_payload().encode("latin-1")
        print(disposition["name"], disposition.get("filename"), part["Content-Type"], len(body), sum(body))
      """
    let sum = content.reduce(0) { $0 + Int($1) }
    #expect(
      try ChildProcess.lines(of: "python3", "-c", script, message) == [
        "title None None 8 \(Array("a b; c=d".utf8).reduce(0) { $0 + Int($1) })",
        "file a%22b.bin application/octet-stream 3000 \(sum)",
        "text u.txt text/plain 2 \(0xC3 + 0xBC)",
      ])
  }

  @Test(arguments: [0, 1, 16_384, 65_536, 65_537, 262_144, 1_048_577])
  func `a body of any size is sent exactly`(count: Int) async throws {
    let content = patternedBytes(count)
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      let isExact = request.body == content && request["Content-Length"] == ["\(count)"]
      try $1.respond(200, body: isExact ? "exact" : "not")
    } test: { session, _ in
      let answer = try await session.upload(.bytes(content), to: "", method: .put, decoding: .bytes)
      #expect(String(decoding: answer, as: UTF8.self) == "exact")
    }
  }

  @Test(arguments: [HTTPRequest.Method.put, .patch, .delete, .post, .get])
  func `any method but HEAD can carry a body`(method: HTTPRequest.Method) async throws {
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond(200, body: "\(request.head.method) \(request.text)")
    } test: { session, _ in
      let answer = try await session.upload(.text("body"), to: "", method: method, decoding: .bytes)
      #expect(String(decoding: answer, as: UTF8.self) == "\(method.rawValue) body")
    }
  }

  @Test func `an invalid body is an error before a connection is opened`() async throws {
    try await withServer {
      _ = try ReceivedRequest($0, $1)
      try $1.respond(200)
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.file(at: "/no/such/file"), to: "", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
      let underlying = try #require(error?.underlying as? BodyError)
      #expect(underlying.code == .fileMissing && underlying.path == "/no/such/file")
      let form = MultipartForm { FormField("a\0b", "") }
      let formError = await #expect(throws: SessionError.self) {
        try await session.upload(form, to: "", decoding: .bytes)
      }
      #expect((formError?.underlying as? MultipartError)?.code == .invalidName)
      #expect(server.acceptedConnections == 0)
    }
  }

  @Test func `a HEAD request with a body is refused`() async throws {
    try await withServer {
      try $1.respond(200)
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.text("body"), to: "", method: .head, decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
      #expect(server.acceptedConnections == 0)
    }
  }

  private func bytes(of source: some BodySource) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in source.chunks() { bytes += chunk }
    return bytes
  }
}
