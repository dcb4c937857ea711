import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Bodies that can be read only once, and responses that ask for them again.
@Suite(.timeLimit(.minutes(5))) struct NotReplayableTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let status: Int
    let headers: [(name: String, value: String)]
    var isProxy = false
    var credentials: CredentialProvider?
    var byteCount: Int64?
  }

  static let cases = [
    Case(
      testDescription: "a challenge for a token", status: 401, headers: [("WWW-Authenticate", "Bearer")],
      credentials: CredentialProvider { _ in .bearer("token") }),
    Case(
      testDescription: "a challenge for a password", status: 401,
      headers: [("WWW-Authenticate", "Basic realm=x")],
      credentials: .fixed(.password(user: "u", password: "p"))),
    Case(
      testDescription: "a challenge for a digest", status: 401,
      headers: [("WWW-Authenticate", "Digest realm=x, nonce=y, qop=auth, algorithm=MD5")],
      credentials: .fixed(.password(user: "u", password: "p")), byteCount: 3),
    Case(
      testDescription: "a challenge of a proxy", status: 407,
      headers: [("Proxy-Authenticate", "Basic realm=x")], isProxy: true,
      credentials: CredentialProvider { _ in .password(user: "u", password: "p") }),
    Case(testDescription: "a redirect", status: 307, headers: [("Location", "/next?token")]),
    Case(
      testDescription: "a redirect to another host", status: 308,
      headers: [("Location", "http://other.example/")]),
  ]

  private func body(_ byteCount: Int64?) -> ScriptedSource {
    var body = ScriptedSource(byteCount: byteCount, [.bytes([1, 2, 3])])
    body.isReplayable = false
    return body
  }

  @Test(arguments: cases) func `the error names the response and the URL`(_ case: Case) async throws {
    let received = Record<[UInt8]>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1).body)
      try $1.respond(`case`.status, headers: `case`.headers)
    } configure: {
      $0.credentials = `case`.credentials
    } test: { direct, server in
      var configuration = direct.configuration
      if `case`.isProxy { configuration.proxy = server.url }
      let session = Session(configuration)
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(body(`case`.byteCount), to: "/upload?token", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed)
      #expect((error?.underlying as? BodyError)?.code == .notReplayable)
      #expect(
        error.map { "\($0)" } == """
          body-failed: the body can be read only once, but the response \(`case`.status) asks for it again \
          (\(server.url)/upload)
          """)
      await session.invalidate()
    }
    #expect(received.all.filter { !$0.isEmpty } == [[1, 2, 3]])
  }

  @Test func `the error names the response when libcurl sends the body again`() async throws {
    let challenge = "Digest realm=x, nonce=y, qop=auth, algorithm=MD5"
    let received = Record<[UInt8]>()
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      received.append(request.body)
      if request["Authorization"].isEmpty {
        try $1.respond(401, headers: [("WWW-Authenticate", challenge)])
      } else if request.body.isEmpty {
        try $1.respond(204)
      } else {
        try $1.respond(401, headers: [("WWW-Authenticate", challenge + ", stale=true")])
      }
    } configure: {
      $0.credentials = .fixed(.digest(user: "u", password: "p"))
    } test: { session, server in
      // From now on, the credential is known, and libcurl answers the challenges.
      _ = try await session.send(session.request(.get, "/"))
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(body(3), to: "/upload?token", decoding: .bytes)
      }
      #expect(error?.code == .bodyFailed && error?.url == "\(server.url)/upload")
      #expect(
        error?.message == "the body can be read only once, but the response 401 asks for it again",
        "\(String(describing: error))")
    }
    #expect(received.all.filter { !$0.isEmpty } == [[1, 2, 3]])
  }

  @Test func `an unread body is sent again after a proxy's response to CONNECT`() async throws {
    let credentials = Record<[String]>()
    try await withServer {
      credentials.append($0.headers.filter { $0.name == "Proxy-Authorization" }.map(\.value))
      #expect($0.method == "CONNECT")
      try $1.respond(407, headers: [("Proxy-Authenticate", "Basic realm=x"), ("Connection", "close")])
    } configure: {
      $0.credentials = CredentialProvider { _ in .password(user: "u", password: "p") }
    } test: { direct, server in
      var configuration = direct.configuration
      configuration.proxy = server.url
      let session = Session(configuration)
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(body(3), to: "https://some.example/upload?token", decoding: .bytes)
      }
      // The credential is refused, too.
      #expect(error?.code == .proxyRefused && error?.proxyStatus == 407)
      await session.invalidate()
    }
    // Without a challenge, the scheme of the password is not known.
    #expect(credentials.last == ["Basic dTpw"])
  }

  static let unread =
    cases.filter { !$0.isProxy && $0.byteCount == nil && $0.status != 308 } + [
      Case(testDescription: "a refused expectation", status: 417, headers: []),
      Case(testDescription: "a status that is retried", status: 503, headers: []),
      Case(
        testDescription: "a challenge for a digest", status: 401,
        headers: [("WWW-Authenticate", "Digest realm=x, nonce=y, qop=auth, algorithm=MD5")],
        credentials: .fixed(.password(user: "u", password: "p")), byteCount: 3),
    ]

  @Test(arguments: unread, [false, true])
  func `a body of which no byte was read is sent to where it is asked for`(
    _ case: Case, needsOwnThread: Bool
  ) async throws {
    let received = Record<[UInt8]>()
    let count = CallCounter()
    try await withServer {
      if count.add() == 1 {
        // Without 100 (Continue), the client sends nothing for a second.
        return try $1.respond(`case`.status, headers: `case`.headers + [("Connection", "close")])
      }
      let request = try ReceivedRequest($0, $1)
      received.append(request.body)
      let asksAgain = `case`.byteCount != nil && request["Authorization"].isEmpty
      try $1.respond(asksAgain ? 401 : 200, headers: asksAgain ? `case`.headers : [])
    } configure: {
      $0.credentials = `case`.credentials
      $0.expectContinueByteCount = 1
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      var body = body(`case`.byteCount)
      body.needsOwnThread = needsOwnThread
      let request = try session.request(.put, "/upload", body: body)
      #expect(try await session.send(request).head.status == .ok)
    }
    #expect(received.all.filter { !$0.isEmpty } == [[1, 2, 3]])
  }

  @Test func `an async sequence is sent after a redirect, and a failed connection is retried`() async throws {
    let (received, count) = (Record<ReceivedRequest>(), CallCounter())
    try await withRawServer {
      guard let head = try $0.readHead() else { return }
      if head.target == "/a" {
        // The first connection ends without a response.
        return count.add() == 1 ? () : try $0.redirect(307, to: "/b")
      }
      received.append(try ReceivedRequest(head, $0))
      try $0.respond(200)
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      continuation.yield([1, 2, 3])
      continuation.finish()
      let response = try await session.send(session.request(.put, "a", body: .async(chunks)))
      #expect(response.head.status == .ok && response.redirects.count == 1)
    }
    #expect(received.all.last?.body == [1, 2, 3])
  }

  @Test(arguments: [417, 503]) func `a response that could be retried is returned`(status: Int) async throws {
    try await withServer {
      _ = try ReceivedRequest($0, $1)
      try $1.respond(status)
    } configure: {
      $0.expectContinueByteCount = 1
      $0.retries.maximumCount = 1
      $0.retries.methods = nil
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      let response = try await session.send(session.request(.post, "/", body: body(3)))
      #expect(response.head.status.code == status)
    }
  }
}
