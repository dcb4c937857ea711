import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Calls that send and receive typed values.
@Suite(.timeLimit(.minutes(5))) struct RequestMethodTests {
  private struct User: Codable, Equatable, Sendable {
    var name: String
    var tags: [String]
  }

  private let user = User(name: "a & b", tags: ["x", "y"])

  /// Returns the request to a server that responds with the user as JSON.
  private func received(
    _ exchange: (Session) async throws -> User
  ) async throws -> ReceivedRequest {
    let received = Record<ReceivedRequest>()
    let body = try JSON.Encoder().string(for: user)
    let answer = try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, headers: [("Content-Type", "application/json")], body: body)
    } test: { session, _ in
      try await exchange(session)
    }
    #expect(answer == user)
    return try #require(received.only)
  }

  @Test func `a GET sends its value as a query`() async throws {
    let request = try await received {
      try await $0.get("users?page=2", query: .init(user), decoding: .json(User.self))
    }
    #expect(request.head.method == "GET" && request.body == [])
    #expect(request.head.target == "/users?page=2&name=a%20%26%20b&tags%5B%5D=x&tags%5B%5D=y")
    #expect(request["Accept"] == ["application/json, text/json"])
  }

  @Test func `a POST sends its value as JSON, a form or a property list`() async throws {
    let request = try await received {
      try await $0.post("users", user, encoding: .json, decoding: .json(User.self))
    }
    #expect(request.head.method == "POST" && request["Content-Type"] == ["application/json"])
    #expect(request.text == #"{"name":"a & b","tags":["x","y"]}"#)
    let form = try await received {
      try await $0.post("users", user, encoding: .urlEncoded, decoding: .json(User.self))
    }
    #expect(form["Content-Type"] == ["application/x-www-form-urlencoded"])
    #expect(form.text == "name=a+%26+b&tags%5B%5D=x&tags%5B%5D=y")
    let list = try await received {
      try await $0.post("users", user, encoding: .propertyList, decoding: .json(User.self))
    }
    #expect(list["Content-Type"] == ["application/x-bplist"])
    #expect(try PropertyList.Decoder().decode(User.self, from: list.body) == user)
  }

  // RFC 9110 §9.3.2, §9.3.6 and §9.3.8
  @Test(
    arguments: [
      ("HEAD", true, ErrorCode.bodyFailed), ("TRACE", true, .bodyFailed),
      ("CONNECT", false, .invalidURL),
      ("CONNECT", true, .invalidURL), ("TRACE", false, nil), ("HEAD", false, nil), ("OPTIONS", true, nil),
      ("GET", true, nil), ("connect", false, nil),
    ] as [(String, Bool, ErrorCode?)])
  func `a request that HTTP does not allow is not sent`(
    method: String, hasBody: Bool, code: ErrorCode?
  ) async throws {
    let method = try #require(HTTPRequest.Method(method))
    let methods = Record<String>()
    try await withServer {
      methods.append($0.method.rawValue)
      try $1.readBody { _ in }
      try $1.respond(204)
    } test: { session, _ in
      let result = await Result.catching {
        try await session.send(session.request(method, "x", body: hasBody ? AnyBody.text("x") : nil))
      }
      guard let code else {
        _ = try result.get()
        return
      }
      let error = #expect(throws: SessionError.self) { try result.get() }
      #expect(error?.code == code)
    }
    #expect(methods.all == (code == nil ? [method.rawValue] : []))
  }

  @Test(arguments: [HTTPRequest.Method.trace, .connect])
  func `nor does a policy for redirects send one`(method: HTTPRequest.Method) async throws {
    let methods = Record<String>()
    try await withServer {
      methods.append($0.method.rawValue)
      try $1.readBody { _ in }
      try $1.respond(307, headers: [("Location", "/next")])
    } configure: {
      $0.redirects.decide = { _, proposed in
        var head = proposed
        head.method = method
        return .send(head)
      }
    } test: { session, _ in
      _ = await #expect(throws: SessionError.self) {
        try await session.send(session.request(.put, "x", body: .text("x")))
      }
    }
    #expect(methods.all == ["PUT"])
  }

  @Test func `no value is sent as an empty body without a type`() async throws {
    for exchange: @Sendable (Session) async throws -> User in [
      { try await $0.post("users", User?.none, encoding: .json, decoding: .json(User.self)) },
      { try await $0.put("users", User?.none) }, { try await $0.patch("users", nil) },
      { try await $0.post("users") },
    ] {
      let request = try await received(exchange)
      #expect(request.body == [] && request["Content-Type"] == [] && request["Content-Length"] == ["0"])
    }
  }

  @Test func `a property list of any format is decoded`() async throws {
    for format in PropertyList.Format.allCases {
      var encoder = PropertyList.Encoder()
      encoder.outputFormat = format
      let body = try encoder.encode(user)
      try await withServer {
        try $1.respond(200, headers: [("Content-Type", "application/x-plist")], body: body)
      } test: { session, _ in
        let answer = try await session.get("", decoding: .propertyList(User.self))
        #expect(answer == user)
        await #expect(throws: ResponseError.self) { try await session.get("", decoding: .json(User.self)) }
      }
    }
  }

  @Test func `a request that was encoded and decoded sends the same`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", patternedBytes(1000))
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(204)
    } test: { session, _ in
      let form = MultipartForm {
        FormField("a", "b")
        FormFile("f", at: path)
      }
      let request = try session.request(.post, "x?y", fields: [.accept: "a/b"], body: form)
      let kept = try JSON.Decoder().decode(SessionRequest.self, from: JSON.Encoder().encode(request))
      for request in [request, kept] { _ = try await session.send(request) }
    }
    try #require(received.count == 2)
    let values = received.all.map { $0.head.headers.map(\.value) }
    #expect(values[0] == values[1])
    #expect(received.all[0].body == received.all[1].body && received.all[0].body.count > 1000)
  }
}
