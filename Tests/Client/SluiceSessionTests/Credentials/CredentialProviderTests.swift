import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Credential providers: when and how often they are asked, and the requests that get the credentials.
@Suite(.timeLimit(.minutes(5))) struct CredentialProviderTests {
  private static let bearer: [(name: String, value: String)] = [("WWW-Authenticate", "Bearer realm=\"r\"")]

  /// Returns the script of a server that accepts requests with the token.
  private func guarded(by token: String, _ received: Record<ReceivedRequest>)
    -> @Sendable (
      LoopbackRequest, LoopbackConnection
    ) throws -> Void
  {
    {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      if request["Authorization"] == [AuthorizationField.bearer(token)] {
        try $1.respond(200, body: "in")
      } else {
        try $1.respond(401, headers: Self.bearer, body: "out")
      }
    }
  }

  @Test func `many waiting requests ask the provider once`() async throws {
    let (asked, received) = (Record<CredentialChallenge>(), Record<ReceivedRequest>())
    let everybodyIsOut = Event()
    try await withServer(guarded(by: "t", received)) {
      $0.credentials = CredentialProvider { challenge in
        asked.append(challenge)
        try await everybodyIsOut.wait()
        return .bearer("t")
      }
    } test: { session, server in
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<20 { group.addTask { try await session.get("", decoding: .bytes) } }
        try await expectEventually { received.count == 20 }
        everybodyIsOut.happen()
        for try await body in group { #expect(body == Array("in".utf8)) }
      }
      #expect(try await session.get("", decoding: .bytes) == Array("in".utf8))
      #expect(asked.only?.origin == "http://127.0.0.1:\(server.port)")
    }
    #expect(asked.only?.realm == "r" && asked.only?.schemes == ["bearer"] && asked.only?.rejected == nil)
    #expect(received.count == 41, "the last request has the token at once")
  }

  @Test func `requests with a rejected token share one refresh`() async throws {
    let (asked, received) = (Record<Credential?>(), Record<ReceivedRequest>())
    let refresh = Event()
    try await withServer(guarded(by: "new", received)) {
      $0.credentials = CredentialProvider(isPreemptive: true) { challenge in
        asked.append(challenge.rejected)
        if challenge.rejected == nil { return .bearer("old") }
        try await refresh.wait()
        return .bearer("new")
      }
    } test: { session, _ in
      try await withThrowingTaskGroup(of: [UInt8].self) { group in
        for _ in 0..<10 { group.addTask { try await session.get("", decoding: .bytes) } }
        try await expectEventually { received.count == 10 }
        refresh.happen()
        for try await body in group { #expect(body == Array("in".utf8)) }
      }
    }
    #expect(asked.all == [nil, .bearer("old")])
    #expect(received.all.allSatisfy { $0["Authorization"].count == 1 }, "every request has a credential")
  }

  @Test func `without a credential, a challenge is the response`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer(guarded(by: "t", received)) {
      $0.credentials = CredentialProvider { _ in nil }
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.head.status == .unauthorized)
      #expect(try await response.body.collect(upTo: 10) == Array("out".utf8))
    }
    #expect(received.count == 1)
  }

  @Test func `an error of the provider fails the request`() async throws {
    struct NoToken: Error {}
    try await withServer(guarded(by: "t", Record())) {
      $0.credentials = CredentialProvider { _ in throw NoToken() }
    } test: { session, _ in
      for _ in 0..<2 {
        let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
        #expect(error?.code == .credentialsFailed && error?.underlying is NoToken)
      }
    }
  }

  @Test(arguments: [true, false])
  func `a temporary error of the provider is not one of the request, and is not retried`(isPreemptive: Bool)
    async throws
  {
    let asked = Record<Int>()
    try await withServer(guarded(by: "t", Record())) {
      $0.retries = .standard
      $0.credentials = CredentialProvider(isPreemptive: isPreemptive) { _ in
        asked.append(1)
        throw SessionError(.timedOut, message: "no token")
      }
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) { try await session.get("x", decoding: .bytes) }
      #expect(error?.description == "credentials-failed: timed-out: no token (\(server.url)/x)")
    }
    #expect(asked.count == 1)
  }

  @Test func `the cancellation of the provider is passed on as it is`() async throws {
    try await withServer(guarded(by: "t", Record())) {
      $0.credentials = CredentialProvider { _ in throw CancellationError() }
    } test: { session, _ in
      _ = await #expect(throws: CancellationError.self) { try await session.get("", decoding: .bytes) }
    }
  }

  @Test func `a request gives up after four rejected credentials`() async throws {
    let (asked, received) = (Record<Credential?>(), Record<ReceivedRequest>())
    try await withServer(guarded(by: "none", received)) {
      $0.credentials = CredentialProvider {
        asked.append($0.rejected)
        return .bearer("\(asked.count)")
      }
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.head.status == .unauthorized)
    }
    #expect(asked.all == [nil, .bearer("1"), .bearer("2"), .bearer("3")] && received.count == 5)
  }

  @Test(arguments: [true, false])
  func `a provider that returns the rejected credential again is not called a third time`(isPreemptive: Bool)
    async throws
  {
    let (asked, received) = (Record<Credential?>(), Record<ReceivedRequest>())
    try await withServer(guarded(by: "none", received)) {
      $0.credentials = CredentialProvider(isPreemptive: isPreemptive) {
        asked.append($0.rejected)
        return .bearer("stale")
      }
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      #expect(response.head.status == .unauthorized)
      #expect(try await response.body.collect(upTo: 10) == Array("out".utf8))
    }
    #expect(asked.all == [nil, .bearer("stale")])
    #expect(received.count == (isPreemptive ? 1 : 2))
  }

  @Test func `each realm has its own credential`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      let realm = $0.target
      if request["Authorization"] == [AuthorizationField.bearer(realm)] { return try $1.respond(200) }
      try $1.respond(401, headers: [("WWW-Authenticate", "Bearer realm=\"\(realm)\"")])
    } configure: {
      $0.credentials = CredentialProvider { .bearer($0.realm ?? "") }
    } test: { session, _ in
      for path in ["a", "b", "a", "b"] { _ = try await session.get(.init(path), decoding: .bytes) }
    }
    // A request starts with the latest credential; after a challenge, it uses the one of the realm.
    #expect(received.count == 7)
  }

  @Test func `a request's own Authorization field is kept`() async throws {
    let (asked, received) = (Record<CredentialChallenge>(), Record<ReceivedRequest>())
    try await withServer(guarded(by: "t", received)) {
      $0.credentials = CredentialProvider(isPreemptive: true) {
        asked.append($0)
        return .bearer("t")
      }
    } test: { session, _ in
      let request = try session.request(.get, "", fields: [.authorization: AuthorizationField.bearer("own")])
      #expect(try await session.send(request).head.status == .unauthorized)
    }
    #expect(received.only?["Authorization"] == ["Bearer own"] && asked.count == 0)
  }

  @Test func `a redirect to another origin takes no credential along`() async throws {
    let received = Record<ReceivedRequest>()
    let other = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(401, headers: Self.bearer)
    }
    defer { other.stop() }
    let asked = Record<String>()
    for provider in [
      CredentialProvider(isPreemptive: true) {
        asked.append($0.origin)
        return .bearer("t")
      }, .fixed(.bearer("t")), .fixed(.basic(user: "u", password: "p")),
      .fixed(.password(user: "u", password: "p")),
    ] {
      try await withServer {
        try $1.redirect(307, to: "\(other.url)/\($0.target)")
      } configure: {
        $0.credentials = provider
      } test: { session, _ in
        let redirected = try await session.send(session.request(.get, ""))
        #expect(redirected.head.status == .unauthorized)
        #expect(!asked.all.contains(other.url))
      }
    }
    #expect(received.count == 4 && received.all.allSatisfy { $0["Authorization"] == [] })
  }

  @Test func `a fixed credential goes to the base URL's origin alone`() async throws {
    let received = Record<ReceivedRequest>()
    let other = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(401, headers: Self.bearer)
    }
    defer { other.stop() }
    try await withServer(guarded(by: "t", received)) {
      $0.credentials = .fixed(.bearer("t"))
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
      #expect(try await session.send(session.request(.get, .init(other.url))).head.status == .unauthorized)
    }
    #expect(received.all.map { $0["Authorization"] } == [["Bearer t"], []])
  }

  @Test(arguments: [true, false])
  func `a Basic credential is sent at once or after a challenge`(isPreemptive: Bool) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      if request["Authorization"].isEmpty {
        return try $1.respond(401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")])
      }
      try $1.respond(200)
    } configure: {
      $0.credentials = .fixed(.basic(user: "u", password: "p"), isPreemptive: isPreemptive)
    } test: { session, _ in
      for _ in 0..<2 { _ = try await session.upload(.text("body"), to: "", decoding: .bytes) }
    }
    let expected = Array(repeating: [AuthorizationField.basic(user: "u", password: "p")], count: 2)
    #expect(received.all.map { $0["Authorization"] } == (isPreemptive ? [] : [[]]) + expected)
    #expect(received.all.allSatisfy { $0.text == "body" })
  }

  @Test func `a cancelled request leaves others waiting for the credential`() async throws {
    let (isAsked, isGranted, received) = (Event(), Event(), Record<ReceivedRequest>())
    try await withServer(guarded(by: "t", received)) {
      $0.credentials = CredentialProvider { _ in
        isAsked.happen()
        try await isGranted.wait()
        return .bearer("t")
      }
    } test: { session, _ in
      let leaving = Task { try await session.get("", decoding: .bytes) }
      let staying = Task { try await session.get("", decoding: .bytes) }
      try await expectEventually { received.count == 2 }
      try await isAsked.wait()
      leaving.cancel()
      await #expect(throws: CancellationError.self) { try await leaving.value }
      isGranted.happen()
      #expect(try await staying.value == Array("in".utf8))
    }
  }

  @Test func `the provider is cancelled when no request waits for it`() async throws {
    let (isAsked, isCancelled, asked) = (Event(), Event(), Record<Int>())
    try await withServer(guarded(by: "t", Record())) {
      $0.credentials = CredentialProvider { _ in
        asked.append(1)
        if asked.count > 1 { return .bearer("t") }
        isAsked.happen()
        do { try await Task.sleep(for: .seconds(600)) } catch {
          isCancelled.happen()
          throw error
        }
        return nil
      }
    } test: { session, _ in
      let leaving = Task { try await session.get("", decoding: .bytes) }
      try await isAsked.wait()
      leaving.cancel()
      await #expect(throws: CancellationError.self) { try await leaving.value }
      try await isCancelled.wait()
      #expect(try await session.get("", decoding: .bytes) == Array("in".utf8))
    }
  }

  @Test func `a challenge of a proxy is met`() async throws {
    let (asked, received) = (Record<CredentialChallenge>(), Record<ReceivedRequest>())
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      if request["Proxy-Authorization"].isEmpty {
        return try $1.respond(407, headers: [("Proxy-Authenticate", "Basic realm=\"p\"")])
      }
      try $1.respond(200, body: "through")
    } test: { _, server in
      let session = Session(
        .test {
          $0.proxy = server.url
          $0.credentials = CredentialProvider {
            asked.append($0)
            return $0.isProxy ? .password(user: "u", password: "p") : nil
          }
        })
      for _ in 0..<2 {
        let answer = try await session.upload(.text("body"), to: "http://some.example/", decoding: .bytes)
        #expect(answer == Array("through".utf8))
      }
      #expect(asked.only?.origin == server.url && asked.only?.realm == "p")
      await session.invalidate()
    }
    let basic = [AuthorizationField.basic(user: "u", password: "p")]
    #expect(received.all.map { $0["Proxy-Authorization"] } == [[], basic, basic])
    #expect(received.all.allSatisfy { $0["Authorization"] == [] && $0.text == "body" })
  }

  /// A body that can be read only once is sent after a challenge for a digest. A proxy can have other rules by then.
  @Test(arguments: [200, 302, 403]) func `a proxy that no longer asks receives whole requests`(status: Int)
    async throws
  {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      if received.count == 1 {
        return try $1.respond(407, headers: [("Proxy-Authenticate", "Digest realm=\"p\", nonce=\"n\"")])
      }
      try $1.respond(status, headers: status == 302 ? [("Location", "/to")] : [], body: "through")
    } test: { _, server in
      let session = Session(
        .test {
          $0.proxy = server.url
          $0.redirects.maximumCount = 0
          $0.credentials = CredentialProvider { _ in .digest(user: "u", password: "p") }
        })
      // From now on, the credential is known.
      _ = try await session.send(session.request(.get, "http://some.example/"))
      var body = ScriptedSource(byteCount: 4, [.bytes(Array("body".utf8))])
      body.isReplayable = false
      let response = try await session.send(session.request(.post, "http://some.example/", body: body))
      #expect(response.head.status.code == status)
      #expect(try await response.body.collect(upTo: 100) == Array("through".utf8))
      await session.invalidate()
    }
    // What is refused without its body is refused with it.
    #expect(received.last?.text == (status == 403 ? "" : "body"))
  }

  @Test func `a challenge of a proxy is met before a tunnel is opened`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      if request["Proxy-Authorization"].isEmpty {
        return try $1.respond(407, headers: [("Proxy-Authenticate", "Basic realm=\"p\"")])
      }
      try $1.respond(403)
    } test: { _, server in
      let session = Session(
        .test {
          $0.proxy = server.url
          $0.credentials = CredentialProvider {
            $0.rejected == nil ? .password(user: "u", password: "p") : nil
          }
        })
      let error = await #expect(throws: SessionError.self) {
        try await session.get("https://some.example/", decoding: .bytes)
      }
      #expect(error?.code == .proxyRefused && error?.proxyStatus == 403)
      await session.invalidate()
    }
    #expect(received.all.allSatisfy { $0.head.method == "CONNECT" })
    #expect(received.last?["Proxy-Authorization"] == [AuthorizationField.basic(user: "u", password: "p")])
  }

  @Test(arguments: [
    ("bob@", "bob", "b p"), ("a%20da@", "a da", "p"), ("bob:own@", "bob", "own"), ("", "a da", "p"),
  ])
  func `a netrc file gives the user of a URL the password`(userInfo: String, user: String, password: String)
    async throws
  {
    let folder = try TemporaryDirectory()
    let path = try folder.file(
      "netrc",
      Array(
        "machine 127.0.0.1 login \"a da\" password p\nmachine 127.0.0.1 login bob password \"b p\"".utf8))
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $0.target == "/" ? $1.redirect(302, to: "/next") : $1.respond(200)
    } configure: {
      $0.netrc = .file(path)
    } test: { session, server in
      _ = try await session.get("http://\(raw: userInfo)127.0.0.1:\(server.port)/", decoding: .bytes)
    }
    let wanted = [AuthorizationField.basic(user: user, password: password)]
    #expect(received.all.map { $0["Authorization"] } == [wanted, wanted])
  }

  @Test func `a netrc file gives a host its password`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file(
      "netrc", Array("machine 127.0.0.1 login ada password p\nmachine x login a password b".utf8))
    let received = Record<ReceivedRequest>()
    let other = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    }
    defer { other.stop() }
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $0.target == "/away" ? $1.redirect(302, to: other.url) : $1.respond(200)
    } configure: {
      $0.netrc = .file(path)
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
      _ = try await session.get(
        "", fields: [.authorization: AuthorizationField.bearer("own")], decoding: .bytes)
      _ = try await session.get("away", decoding: .bytes)
    }
    let basic = [AuthorizationField.basic(user: "ada", password: "p")]
    #expect(received.all.map { $0["Authorization"] } == [basic, ["Bearer own"], basic, []])
  }
}
