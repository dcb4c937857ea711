import FoundationEssentials
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceSerialization
import SluiceTestSupport
import Testing

/// The fields of a request, and their precedence.
@Suite(.timeLimit(.minutes(5))) struct RequestFieldTests {
  /// Returns the request that the server receives.
  private func received(
    configure: (inout Session.Configuration) -> Void = { _ in },
    _ send: (Session) async throws -> Void
  ) async throws -> ReceivedRequest {
    let received = Record<ReceivedRequest>()
    try await withServer(
      {
        received.append(try ReceivedRequest($0, $1))
        try $1.respond(204)
      }, configure: configure
    ) { session, _ in try await send(session) }
    return try #require(received.only)
  }

  @Test func `the bytes of a field are sent as they are`() async throws {
    let value = Array("caf".utf8) + [0xE9, 0x2C] + Array("\u{E9}".utf8)
    let lines = Record<[UInt8]>()
    try await withRawServer { connection in
      var bytes: [UInt8] = []
      while bytes.firstRange(of: Array("\r\n\r\n".utf8)) == nil { bytes += try connection.read(exactly: 1) }
      lines.append(bytes)
      try connection.write("HTTP/1.1 204 No Content\r\nConnection: close\r\n\r\n")
    } test: { session, _ in
      // The second request uses the same handle of libcurl, with another value of the same text.
      for value in [value, value.map { $0 == 0xE9 ? 0xE8 : $0 }] {
        let name = try #require(HTTPField.Name("X-Name"))
        let fields = HTTPFields([HTTPField(name: name, value: value)])
        _ = try await session.get("", fields: fields, decoding: .bytes)
        let line = Array("X-Name: ".utf8) + value + [0x0D]
        #expect(lines.all.last?.firstRange(of: line) != nil)
      }
    }
  }

  @Test(arguments: [TransportSettings.Cookies.off, .inMemory])
  func `cookies of the caller are sent in one field`(
    cookies: TransportSettings.Cookies
  ) async throws {
    let request = try await received {
      $0.cookies = cookies
    } _: { session in
      var fields: HTTPFields = [.accept: "text/plain", .from: "me"]
      fields[.cookie] = "a=1; b=2; c=3"
      _ = try await session.get("", fields: fields, decoding: .bytes)
    }
    #expect(request["Cookie"] == ["a=1; b=2; c=3"])
    #expect(request["From"] == ["me"])
  }

  @Test func `middleware sees the cookies of the caller in one field`() async throws {
    let seen = Record<[String]>()
    let request = try await received {
      $0.middleware = [
        { request, next in
          seen.append(request.fields[values: .cookie])
          var request = request
          request.fields[.cookie] = "a=1; c=3"
          return try await next(request)
        }
      ]
    } _: { session in
      var fields: HTTPFields = [:]
      fields[.cookie] = "a=1; b=2"
      _ = try await session.get("", fields: fields, decoding: .bytes)
    }
    #expect(seen.only == ["a=1; b=2"])
    #expect(request["Cookie"] == ["a=1; c=3"])
  }

  @Test func `the caller's Content-Type overrides the body's`() async throws {
    let request = try await received { session in
      _ = try await session.upload(
        .text("a"), to: "", fields: [.contentType: "application/x-mine"], decoding: .bytes)
    }
    #expect(request["Content-Type"] == ["application/x-mine"])
  }

  @Test(arguments: [true, false])
  func `the caller's Content-Type overrides the encoder's, in the configuration and in the request`(
    inRequest: Bool
  ) async throws {
    let own: HTTPFields = [.contentType: "application/x-mine+json"]
    let request = try await received {
      if !inRequest { $0.fields = own }
    } _: {
      try await $0.post("", ["a": 1], fields: inRequest ? own : [:])
    }
    #expect(request["Content-Type"] == ["application/x-mine+json"] && request.text == #"{"a":1}"#)
  }

  @Test(arguments: [true, false])
  func `the caller's Accept overrides the decoder's, in the configuration and in the request`(inRequest: Bool)
    async throws
  {
    let (own, folder) = ([.accept: "text/x-mine"] as HTTPFields, try TemporaryDirectory())
    for (name, call) in Self.callsWithDecoders {
      let received = Record<ReceivedRequest>()
      try await withServer {
        received.append(try ReceivedRequest($0, $1))
        try $1.respond(204)
      } configure: {
        if !inRequest { $0.fields = own }
      } test: { session, _ in
        let request = try session.request(.put, "", fields: inRequest ? own : [:], body: .text("body"))
        try? await call(session, request, folder.path("record"))
      }
      #expect(received.count > 0 && received.all.allSatisfy { $0["Accept"] == ["text/x-mine"] }, "\(name)")
    }
  }

  private static let callsWithDecoders:
    [(String, @Sendable (Session, SessionRequest, String) async throws -> Void)] = [
      ("send", { session, request, _ in _ = try await session.send(request, decoding: .text()) }),
      (
        "transfer",
        { session, request, _ in _ = try await session.transfer(request, decoding: .text()).value }
      ),
      (
        "stream",
        { session, request, _ in for try await _ in session.stream(request, decoding: .jsonLines(Int.self)) {}
        }
      ),
      (
        "streaming",
        { session, request, _ in
          for try await _ in try await session.transfer(request, streaming: .jsonLines(Int.self)).value {}
        }
      ),
      ("pages", { session, request, _ in for try await _ in session.pages(request, decoding: .text()) {} }),
      (
        "resumable",
        { _ = try await $0.transfer($1, resumable: .standard(record: $2), decoding: .text()).value }
      ),
    ]

  @Test func `a body without a type is sent without a Content-Type`() async throws {
    let request = try await received { session in
      _ = try await session.upload(.text("a=b"), to: "", decoding: .bytes)
    }
    #expect(request["Content-Type"] == [])
  }

  @Test func `the body alone determines the framing`() async throws {
    let fields: HTTPFields = [.contentLength: "1", .transferEncoding: "chunked"]
    let request = try await received { session in
      _ = try await session.upload(.text("whole"), to: "", fields: fields, decoding: .bytes)
    }
    #expect(request["Content-Length"] == ["5"])
    #expect(request["Transfer-Encoding"] == [])
    #expect(request.text == "whole")

    let bodiless = try await received { session in
      _ = try await session.get("", fields: fields, decoding: .bytes)
    }
    #expect(bodiless["Content-Length"] == [] && bodiless["Transfer-Encoding"] == [])
  }

  @Test(arguments: [HTTPRequest.Method.post, .put, .patch])
  func `a POST, PUT or PATCH without a body has a Content-Length of 0`(method: HTTPRequest.Method)
    async throws
  {
    // RFC 9110 §8.6
    let request = try await received { session in _ = try await session.send(session.request(method, "")) }
    #expect(request.head.method == method)
    #expect(request["Content-Length"] == ["0"])
  }

  @Test func `repeated fields are sent in order with their values`() async throws {
    var fields = HTTPFields()
    for value in ["1", "", "zwei ü", "a, b"] {
      fields.append(HTTPField(name: try #require(.init("X-Mine")), value: value))
    }
    let request = try await received { session in
      _ = try await session.get("", fields: fields, decoding: .bytes)
    }
    #expect(request["x-mine"] == ["1", "", "zwei ü", "a, b"])
  }

  @Test func `the session's fields apply unless the request sets them`() async throws {
    let request = try await received {
      $0.fields = [.accept: "text/csv", .acceptLanguage: "de", .userAgent: "mine/1"]
    } _: { session in
      _ = try await session.get("", fields: [.acceptLanguage: "en"], decoding: .bytes)
    }
    #expect(request["Accept"] == ["text/csv"])
    #expect(request["Accept-Language"] == ["en"])
    #expect(request["User-Agent"] == ["mine/1"])
  }

  @Test func `a session's field may have several values`() async throws {
    var fields = HTTPFields()
    for value in ["a=1", "b=2"] {
      fields.append(HTTPField(name: .cookie, value: value))
      fields.append(HTTPField(name: .from, value: value))
    }
    let request = try await received { [fields] in
      $0.fields = fields
    } _: { session in
      _ = try await session.get("", decoding: .bytes)
    }
    #expect(request["From"] == ["a=1", "b=2"])
    // HTTP/1.1 allows a single one.
    #expect(request["Cookie"] == ["a=1; b=2"])
  }

  @Test func `Accept lists the decoder's types unless the request sets it`() async throws {
    struct Answer: Decodable, Sendable {}
    let asking = try await received { session in
      _ = try? await session.get("", decoding: .json(Answer.self))
    }
    #expect(asking["Accept"] == ["application/json, text/json"])
    let asked = try await received { session in
      _ = try? await session.get("", fields: [.accept: "application/hal+json"], decoding: .json(Answer.self))
    }
    #expect(asked["Accept"] == ["application/hal+json"])
  }

  @Test func `the User-Agent names Sluice, libcurl and Linux`() async throws {
    let request = try await received { session in _ = try await session.get("", decoding: .bytes) }
    let agent = try #require(request["User-Agent"].first)
    #expect(agent.wholeMatch(of: /sluice\/[0-9.]+ libcurl\/[0-9.]+ \(Linux[^)]*\)/) != nil)
  }

  @Test func `Accept-Encoding and Accept-Language have overridable defaults`() async throws {
    let request = try await received { session in _ = try await session.get("", decoding: .bytes) }
    #expect(request["Accept-Encoding"] == ["gzip, deflate"])
    let languages = AcceptLanguage.preferred(in: ProcessInfo.processInfo.environment)
    #expect(request["Accept-Language"] == [languages].compactMap { $0 })
    let own = try await received { session in
      _ = try await session.get(
        "", fields: [.acceptEncoding: "br", .acceptLanguage: "tlh", .userAgent: "mine"], decoding: .bytes)
    }
    #expect(
      own["Accept-Encoding"] == ["br"] && own["Accept-Language"] == ["tlh"] && own["User-Agent"] == ["mine"])
  }

  @Test func `user-info becomes Basic authorization and is removed from the URL`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(204)
    } test: { session, server in
      let response = try await session.send(
        session.request(.get, "http://us%40er:pass:w%C3%B6rd@127.0.0.1:\(server.port)/x?y"))
      #expect(response.url == "\(server.url)/x?y")
    }
    #expect(
      received.only?["Authorization"] == [AuthorizationField.basic(user: "us@er", password: "pass:wörd")])
    #expect(received.only?.head.target == "/x?y")
  }

  @Test(
    arguments: [("@evil.example/", nil), ("evil", nil), ("/", "user:secret@"), (nil, nil)]
      as [(String?, String?)])
  func `a path never changes the host`(path: String?, userInfo: String?) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(204)
    } test: { session, server in
      let authority = (userInfo ?? "") + "127.0.0.1:\(server.port)"
      let request = HTTPRequest(method: .get, scheme: "http", authority: authority, path: path)
      let result = await Result.catching { try await session.send(SessionRequest(request)) }
      if path?.first == "/" || path == nil {
        let response = try result.get()
        #expect(response.url == "\(server.url)/")
        #expect(received.only?["Authorization"] == [])
      } else {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == .invalidURL)
        #expect(received.count == 0)
      }
    }
  }
}
