import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Challenges with status 401: the body is sent again, and only the last response is visible.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct AuthenticationTests {
  private static let basic: [(name: String, value: String)] = [("WWW-Authenticate", "Basic realm=\"x\"")]

  private func configure(_ password: String) -> (inout Session.Configuration) -> Void {
    { $0.credentials = .fixed(.password(user: "user", password: password)) }
  }

  @Test(arguments: [1, 300_000])
  func `after a Basic challenge the whole body is sent again`(count: Int) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", patternedBytes(count))
    let form = MultipartForm { FormFile("f", at: path) }
    let received = Record<ReceivedRequest>()
    try await withServer(
      {
        let request = try ReceivedRequest($0, $1)
        received.append(request)
        if request["Authorization"] == [AuthorizationField.basic(user: "user", password: "pass")] {
          try $1.respond(200, body: "welcome")
        } else {
          try $1.respond(401, headers: Self.basic, body: "who are you?")
        }
      }, configure: configure("pass")
    ) { session, _ in
      let response = try await session.send(session.request(.post, "", body: form))
      #expect(response.head.status == .ok)
      #expect(response.head.headerFields[.wwwAuthenticate] == nil)
      let body = try await response.body.collect(upTo: 100)
      #expect(String(decoding: body, as: UTF8.self) == "welcome")
    }
    try #require(received.count == 2)
    #expect(received.all[0]["Authorization"] == [], "no credential is sent before a challenge")
    #expect(received.all[0].body == received.all[1].body)
    #expect(received.all[1]["Content-Type"] == [form.contentType])
    #expect(try ProcessResources.descriptors(on: path) == 0)
  }

  @Test func `a password answers the scheme that each resource of an origin offers`() async throws {
    let requests = Record<String>()
    try await withServer(
      {
        let scheme = $0.target == "/digest" ? "Digest" : "Basic"
        let sent = $0["Authorization"].map { String($0.prefix { $0 != " " }) }
        requests.append("\($0.target) \(sent ?? "-")")
        if sent == scheme { return try $1.respond(200, body: "welcome") }
        let challenge = scheme == "Digest" ? #"Digest realm="x", nonce="n", qop="auth""# : #"Basic realm="x""#
        try $1.respond(401, headers: [("WWW-Authenticate", challenge)])
      }, configure: configure("pass")
    ) { session, _ in
      for path in ["digest", "basic", "basic", "digest", "digest"] {
        let text = try await session.get(.init(path), decoding: .text())
        #expect(text == "welcome")
      }
    }
    #expect(requests.count <= 12)
  }

  @Test(arguments: [Credential.basic(user: "user", password: "p"), .digest(user: "user", password: "p")])
  func `a scheme that is not offered is not tried again`(credential: Credential) async throws {
    let requests = Record<String>()
    try await withServer(
      {
        requests.append($0.target)
        let challenge =
          credential.isDigest ? #"Basic realm="x""# : #"Digest realm="x", nonce="n", qop="auth""#
        try $1.respond(401, headers: [("WWW-Authenticate", challenge)])
      }, configure: { $0.credentials = .fixed(credential) }
    ) { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.head.status == .unauthorized)
    }
    #expect(requests.count == 1)
  }

  @Test(arguments: [0, 100_000])
  func `after an early challenge the whole body is sent again`(bytesRead: Int) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.sparseFile("f", byteCount: 40 << 20)
    let second = Record<Int64>()
    try await withServer(
      {
        if $0["Authorization"] == nil {
          try $1.readBody(onlyUpTo: bytesRead)
          try $1.respond(401, headers: Self.basic + [("Connection", "close")])
        } else {
          second.append(try $1.readBody { _ in })
          try $1.respond(200, body: "welcome")
        }
      }, configure: configure("pass")
    ) { session, _ in
      let answer = try await session.upload(.file(at: path), to: "", decoding: .bytes)
      #expect(String(decoding: answer, as: UTF8.self) == "welcome")
    }
    #expect(second.only == 40 << 20)
  }

  @Test func `a challenge is met while the body waits for its source`() async throws {
    let isReady = Event()
    let body = ScriptedSource([.bytes([1, 2]), .wait(isReady), .bytes([3])])
    let received = Record<ReceivedRequest>()
    try await withServer {
      if $0["Authorization"] == nil {
        try $1.readBody(onlyUpTo: 2)
        return try $1.respond(401, headers: Self.basic + [("Connection", "close")])
      }
      try $1.readBody(onlyUpTo: 2)
      isReady.happen()
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, body: "welcome")
    } configure: {
      $0.credentials = .fixed(.password(user: "user", password: "pass"))
    } test: { session, _ in
      let answer = try await session.upload(body, to: "", decoding: .bytes)
      #expect(String(decoding: answer, as: UTF8.self) == "welcome")
    }
    #expect(received.only?.body == [3])
  }

  @Test(arguments: ["", "who are you?"])
  func `the response to a wrong credential is returned`(body: String) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer(
      {
        received.append(try ReceivedRequest($0, $1))
        try $1.respond(401, headers: Self.basic, body: body)
      }, configure: configure("wrong")
    ) { session, _ in
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(.text("body"), to: "", decoding: .bytes)
      }
      #expect(error?.code == .unacceptableStatus)
      #expect(error?.head.status == .unauthorized)
      #expect(error?.head.headerFields[.wwwAuthenticate] == "Basic realm=\"x\"")
      #expect(error?.body == Array(body.utf8))
    }
    #expect(received.all.map(\.text) == ["body", "body"])
  }

  @Test(arguments: [nil, "Bearer realm=\"x\""])
  func `a challenge that the credential cannot meet is the response`(challenge: String?) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer(
      {
        received.append(try ReceivedRequest($0, $1))
        try $1.respond(401, headers: challenge.map { [("WWW-Authenticate", $0)] } ?? [], body: "no")
      }, configure: configure("pass")
    ) { session, _ in
      let response = try await session.send(session.request(.put, "", body: .text("body")))
      let body = try await response.body.collect(upTo: 100)
      #expect(response.head.status == .unauthorized && body == Array("no".utf8))
    }
    #expect(received.only?.text == "body")
  }

  @Test func `without a credential, a challenge is the response`() async throws {
    try await withServer {
      try $1.respond(401, headers: Self.basic, body: "no")
    } test: { session, _ in
      let response = try await session.send(session.request(.put, "", body: .text("body")))
      let body = try await response.body.collect(upTo: 100)
      #expect(response.head.status == .unauthorized && body == Array("no".utf8))
    }
  }

  @Test func `a one-shot body is not replaced by an empty one`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer(
      {
        received.append(try ReceivedRequest($0, $1))
        try $1.respond(401, headers: Self.basic)
      }, configure: configure("pass")
    ) { session, _ in
      var body = ScriptedSource([.bytes([1, 2, 3])])
      body.isReplayable = false
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(body, to: "", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
      #expect((error?.underlying as? BodyError)?.code == .notReplayable)
    }
    #expect(received.only?.body == [1, 2, 3])
  }

  /// A body that can be read only once.
  private func oneShot(_ text: String) -> ScriptedSource {
    var body = ScriptedSource(byteCount: Int64(text.utf8.count), [.bytes(Array(text.utf8))])
    body.isReplayable = false
    return body
  }

  @Test(
    arguments: [
      (.post, nil), (.post, ""), (.post, "body"), (.put, "body"), (.patch, "body"), (.delete, nil),
    ] as [(HTTPRequest.Method, String?)], [false, true])
  func `a request with a password for Digest is sent whole`(
    _ sent: (method: HTTPRequest.Method, body: String?), isChallenged: Bool
  ) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer { head, connection in
      received.append(try ReceivedRequest(head, connection))
      if !isChallenged || head["Authorization"] != nil { return try connection.respond(200, body: "right") }
      try connection.respond(
        401, headers: [("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth""#)], body: "no")
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let request = try session.request(sent.method, "", body: sent.body.map { AnyBody.text($0) })
      let response = try await session.send(request)
      #expect(try await response.body.collect(upTo: 100) == Array("right".utf8))
    }
    #expect(received.all.map(\.text) == [String](repeating: sent.body ?? "", count: isChallenged ? 2 : 1))
    #expect(received.all.last?["Authorization"].isEmpty == !isChallenged)
  }

  /// To get a challenge, libcurl sends a request whose body can be read only once without it first.
  @Test(arguments: [200, 201, 204, 303, 403, 500])
  func `without a challenge of Digest, the response to the whole request counts`(status: Int) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      if received.count == 1 {
        try $1.respond(200, headers: [("Content-Encoding", "gzip"), ("ETag", "\"1\"")], body: "first")
      } else {
        try $1.respond(status, body: status == 204 ? "" : "right")
      }
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, server in
      let response = try await session.send(session.request(.post, "", body: oneShot("body")))
      #expect(response.head.status.code == status)
      #expect(response.head.headerFields[.eTag] == nil)
      let body = try await response.body.collect(upTo: 100)
      #expect(String(decoding: body, as: UTF8.self) == (status == 204 ? "" : "right"))
      #expect(server.acceptedConnections == 1)
    }
    #expect(received.all.map(\.text) == ["", "body"])
  }

  @Test(arguments: ["Idempotency-Key", "Upload-Complete", "Tus-Resumable", "If-Match"])
  func `a request that a server could take for the whole one is not sent without its body`(name: String)
    async throws
  {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, body: "right")
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let field = try #require(HTTPField.Name(name))
      let result = try await session.upload(
        oneShot("body"), to: "", fields: [field: "\"k\""], decoding: .text())
      #expect(result == "right")
    }
    #expect(received.all.map(\.text) == ["body"])
  }

  @Test func `middleware can replace a body that can be read only once`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      if $0["Authorization"] != nil { return try $1.respond(200, body: "right") }
      try $1.respond(401, headers: [("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth""#)])
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
      $0.middleware = [
        { request, next in
          var request = request
          request.body = request.body.map { .joined([$0, .text("!")]) }
          return try await next(request)
        }
      ]
    } test: { session, _ in
      let result = try await session.upload(oneShot("body"), to: "", decoding: .text())
      #expect(result == "right")
    }
    #expect(received.all.map(\.text) == ["", "body!"])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect of a request without its body drops no body`(status: Int) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer { head, connection in
      received.append(try ReceivedRequest(head, connection))
      if head.target == "/to" { return try connection.respond(200, body: "right") }
      try connection.respond(status, headers: [("Location", "/to")])
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let result = try await session.upload(oneShot("body"), to: "from", decoding: .bytes)
      #expect(String(decoding: result, as: UTF8.self) == "right")
    }
    let requests = received.all.map { "\($0.head.method) \($0.head.target) \($0.text)" }
    #expect(
      requests
        == (status > 303
          ? ["POST /from ", "POST /to ", "POST /to body"] : ["POST /from ", "POST /from body", "GET /to "]))
  }

  @Test(arguments: [307, 308])
  func `a body is sent to where a challenge or its answer redirects`(status: Int) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer { head, connection in
      received.append(try ReceivedRequest(head, connection))
      if head["Authorization"] == nil {
        return try connection.respond(
          401, headers: [("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth""#)])
      }
      if head.target == "/to" { return try connection.respond(200, body: "right") }
      try connection.respond(status, headers: [("Location", "/to")])
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let result = try await session.upload(.text("body"), to: "from", decoding: .text())
      #expect(result == "right")
    }
    #expect(
      received.all.map { "\($0.head.target) \($0.text)" } == [
        "/from body", "/from body", "/to body", "/to body",
      ])
  }

  @Test(
    arguments: [
      (302, nil), (400, nil), (404, nil), (503, nil), (401, nil), (401, "Basic realm=\"r\""),
      (401, "Digest realm=\"r\""), (401, "Digest realm=\"r\", nonce=\"n\", algorithm=X"),
      (401, "Digest realm=\"r\", nonce=\"n\", qop=\"auth-int\""),
    ] as [(Int, String?)])
  func `the request after one without its body has its own`(status: Int, challenge: String?) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer { head, connection in
      received.append(try ReceivedRequest(head, connection))
      let isRefused = head.target == "/refused"
      try connection.respond(
        isRefused ? status : 200, headers: challenge.map { [("WWW-Authenticate", $0)] } ?? [])
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let response: SessionResponse = try await session.send(
        session.request(.post, "refused", body: oneShot("body")))
      #expect(response.head.status.code == status)
      try await session.upload(
        .text("body"), to: "next", fields: [.authorization: AuthorizationField.bearer("t")],
        decoding: .ignored)
    }
    #expect(received.all.last?.text == "body")
  }

  /// libcurl 7.88 computes SHA-256 for SHA-512-256, and takes each body for an empty one with `auth-int`.
  @Test(
    arguments: [
      "qop=\"auth\", algorithm=SHA-512-256", "qop=\"auth\", algorithm=sha-512-256-sess", "qop=\"auth-int\"",
      "QOP=\"x, Auth-Int\"",
    ], [401, 407])
  func `a digest that libcurl computes wrongly is not sent`(parameters: String, status: Int) async throws {
    let received = Record<ReceivedRequest>()
    let server = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      let challenge = "Digest realm=\"r\", nonce=\"n\", \(parameters)"
      try $1.respond(
        status, headers: [(status == 407 ? "Proxy-Authenticate" : "WWW-Authenticate", challenge)], body: "no")
    }
    defer { server.stop() }
    let session = Session(
      .test {
        $0.credentials = .init { _ in .digest(user: "user", password: "pass") }
        if status == 407 { $0.proxy = server.url }
      })
    let url = status == 407 ? "http://host.example/" : server.url
    let isRightWithoutBody = parameters.lowercased().contains("auth-int")
    for body in isRightWithoutBody ? [AnyBody.text("body")] : [nil, .text("body")] {
      let response = try await session.send(
        session.request(body == nil ? .get : .put, .init(url), body: body))
      #expect(response.head.status.code == status)
    }
    await session.invalidate()
    #expect(received.count >= 2)
    #expect(received.all.allSatisfy { $0["Authorization"] == [] && $0["Proxy-Authorization"] == [] })
  }

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `a request without a body has the digest of an empty one`(method: HTTPRequest.Method) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      if $0["Authorization"] != nil { return try $1.respond(200, body: "right") }
      try $1.respond(401, headers: [("WWW-Authenticate", #"Digest realm="r", nonce="n", qop="auth-int""#)])
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let response = try await session.send(session.request(method, ""))
      #expect(response.head.status == .ok)
    }
    #expect(received.last?["Authorization"].first?.contains("qop=auth-int") == true)
    #expect(received.count == 2)
  }

  @Test(arguments: [HTTPRequest.Method.get, .put])
  func `a challenge that is new each time is answered a few times`(method: HTTPRequest.Method) async throws {
    let nonces = Record<Int>()
    try await withServer {
      try $1.readBody { _ in }
      nonces.append(nonces.count)
      let challenge = "Digest realm=\"r\", nonce=\"\(nonces.count)\", qop=\"auth\", stale=true"
      try $1.respond(401, headers: [("WWW-Authenticate", challenge)], body: "no")
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let response = try await session.send(
        method == .get ? session.request(.get, "") : session.request(.put, "", body: .text("body")))
      #expect(response.head.status == .unauthorized)
    }
    #expect(nonces.count == 5)
  }

  @Test func `an Authorization field of the caller is sent at once`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(204)
    } test: { session, _ in
      _ = try await session.get(
        "", fields: [.authorization: AuthorizationField.basic(user: "ü", password: "a:b")], decoding: .bytes)
      _ = try await session.get(
        "", fields: [.authorization: AuthorizationField.bearer("t")], decoding: .bytes)
    }
    #expect(received.all.map { $0["Authorization"] } == [["Basic w7w6YTpi"], ["Bearer t"]])
  }

  /// The server checks the digest with Python's MD5 and SHA-256.
  @Test(.enabled(if: ChildProcess.isInstalled("python3")), arguments: ["MD5", "SHA-256"])
  func `after a Digest challenge the whole body is sent again`(algorithm: String) async throws {
    let server = try PythonServer(
      """
      import hashlib, re
      bodies = []

      class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_PUT(self):
          bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
          fields = dict(re.findall(r'(\\w+)="?([^",]*)"?', self.headers.get("Authorization", "")))
          hash = lambda text: hashlib.new("\(algorithm)".replace("-", ""), text.encode()).hexdigest()
          expected = hash(":".join([
            hash("user:the realm:pass"), "abc", fields.get("nc", ""), fields.get("cnonce", ""), "auth",
            hash("PUT:" + self.path)]))
          right = fields.get("response") == expected and fields["uri"] == self.path
          self.send_response(200 if right else 401)
          if not right:
            self.send_header("WWW-Authenticate",
              'Digest realm="the realm", nonce="abc", qop="auth", algorithm=\(algorithm)')
          answer = b"same" if right and bodies[0] == bodies[1] == bodies[2] else b"no"
          self.send_header("Content-Length", str(len(answer)))
          self.end_headers()
          self.wfile.write(answer)
      """)
    let content = patternedBytes(200_000)
    for (password, answer) in [("pass", "same"), ("wrong", nil)] {
      let session = Session(.test(baseURL: "http://127.0.0.1:\(server.port)/", configure(password)))
      let result = await Result.catching {
        try await session.upload(.bytes(content), to: "a?b=c", method: .put, decoding: .bytes)
      }
      if let answer {
        #expect(try result.get() == Array(answer.utf8))
      } else {
        let error = #expect(throws: ResponseError.self) { try result.get() }
        #expect(error?.head.status == .unauthorized && error?.body == Array("no".utf8))
      }
      await session.invalidate()
    }
  }
}
