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
    let form = MultipartForm { File("f", at: path) }
    let received = Record<ReceivedRequest>()
    try await withServer(
      {
        let request = try ReceivedRequest($0, $1)
        received.append(request)
        if request["Authorization"] == [.basic(user: "user", password: "pass")] {
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
        let text = try await session.get(path, decoding: .text())
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
      #expect(error?.response.status == .unauthorized)
      #expect(error?.response.headerFields[.wwwAuthenticate] == "Basic realm=\"x\"")
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

  /// To get a challenge, libcurl sends the request without its body first.
  @Test(arguments: [200, 201, 204, 303, 403, 500], [true, false])
  func `without a challenge of Digest, the response to the whole request counts`(status: Int, hasBody: Bool)
    async throws
  {
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
      let response = try await session.send(
        hasBody ? session.request(.post, "", body: .text("body")) : session.request(.post, ""))
      #expect(response.head.status.code == status)
      #expect(response.head.headerFields[.eTag] == nil)
      let body = try await response.body.collect(upTo: 100)
      #expect(String(decoding: body, as: UTF8.self) == (status == 204 ? "" : "right"))
      #expect(server.acceptedConnections == 1)
    }
    #expect(received.all.map(\.text) == ["", hasBody ? "body" : ""])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect of a request without its body is not followed`(status: Int) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer { head, connection in
      received.append(try ReceivedRequest(head, connection))
      if head.target == "/to" { return try connection.respond(200, body: "right") }
      try connection.respond(status, headers: [("Location", "/to")])
    } configure: {
      $0.credentials = .fixed(.digest(user: "user", password: "pass"))
    } test: { session, _ in
      let result = try await session.upload(.text("body"), to: "from", decoding: .bytes)
      #expect(String(decoding: result, as: UTF8.self) == "right")
    }
    let requests = received.all.map { "\($0.head.method) \($0.head.target) \($0.text)" }
    #expect(requests.starts(with: ["POST /from ", "POST /from body"]))
    #expect(requests.last == (status > 303 ? "POST /to body" : "GET /to "))
  }

  @Test(
    arguments: [
      (302, nil), (400, nil), (404, nil), (503, nil), (401, nil), (401, "Basic realm=\"r\""),
      (401, "Digest realm=\"r\""), (401, "Digest realm=\"r\", nonce=\"n\", algorithm=X"),
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
      let response: Response = try await session.send(
        session.request(.post, "refused", body: .text("body")))
      #expect(response.head.status.code == status)
      try await session.upload(
        .text("body"), to: "next", fields: [.authorization: .bearer("t")], decoding: .ignored)
    }
    #expect(received.all.last?.text == "body")
  }

  /// libcurl 7.88 computes SHA-256 for it.
  @Test(arguments: ["SHA-512-256", "sha-512-256-sess"], [401, 407])
  func `a digest that libcurl computes wrongly is not sent`(algorithm: String, status: Int) async throws {
    let received = Record<ReceivedRequest>()
    let server = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      let challenge = "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=\(algorithm)"
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
    for body in [nil, BytesSource.text("body")] {
      let response = try await session.send(session.request(body == nil ? .get : .put, url, body: body))
      #expect(response.head.status.code == status)
    }
    await session.invalidate()
    #expect(received.count >= 2)
    #expect(received.all.allSatisfy { $0["Authorization"] == [] && $0["Proxy-Authorization"] == [] })
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
        "", fields: [.authorization: .basic(user: "ü", password: "a:b")], decoding: .bytes)
      _ = try await session.get("", fields: [.authorization: .bearer("t")], decoding: .bytes)
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
          answer = b"same" if right and bodies[0] == bodies[2] and not bodies[1] else b"no"
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
        #expect(error?.response.status == .unauthorized && error?.body == Array("no".utf8))
      }
      await session.invalidate()
    }
  }
}
