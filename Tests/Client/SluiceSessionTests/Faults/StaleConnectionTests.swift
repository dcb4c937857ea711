import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Kept connections that turn out dead, and the requests that may be sent again at once.
@Suite(.timeLimit(.minutes(5))) struct StaleConnectionTests {
  enum Body: CaseIterable, Sendable {
    case none, bytes, file, oneShot
    /// A body of unknown size, which waits for `100 Continue`, and so for a sign of life.
    case oneShotChunked
  }

  /// The behavior of the server at the second request.
  enum Death: CaseIterable, Sendable {
    /// The server has hung up before.
    case closed
    case resetsAtTheRequest
    /// The server has received the whole request.
    case closesAtTheRequest
    /// The server is alive, and has begun to respond.
    case closesWithinTheAnswer
  }

  private static let servers = Death.allCases.flatMap { [($0, true), ($0, false)] }
    // Whether the server's system acknowledges the request before the reset is a matter of timing.
    .filter { $0 != .resetsAtTheRequest || $1 }

  @Test(arguments: Body.allCases, servers)
  func `a request on a dead connection is sent again if that is safe`(
    _ body: Body, _ server: (death: Death, isIdempotent: Bool)
  ) async throws {
    let (death, isIdempotent) = server
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", patternedBytes(10_000))
    let received = Record<ReceivedRequest>()
    let (isAnswered, isClosed) = (Event(), Event())
    try await withRawServer { connection in
      while let head = try connection.readHead() {
        received.append(try ReceivedRequest(head, connection))
        switch (received.count, death) {
        case (1, .closed):
          try connection.respond(200)
          // Only after the response was read; otherwise, the connection is not kept.
          try isAnswered.waitOnThread()
          connection.reset()
          return isClosed.happen()
        case (2, .resetsAtTheRequest): return connection.reset()
        case (2, .closesAtTheRequest): return
        case (2, .closesWithinTheAnswer): return try connection.write("HTTP/1.1 200 OK\r\nContent-")
        default: try connection.respond(200, body: "alive")
        }
      }
    } test: { session, _ in
      _ = try await session.get("first", decoding: .bytes)
      isAnswered.happen()
      if death == .closed { try await isClosed.wait() }
      let request = try session.request(
        isIdempotent ? body == .none ? .get : .put : .post, "second", body: source(of: body, at: path))
      let result = await Result.catching { try await session.send(request) }
      if let code = Self.code(body, death, isIdempotent) {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect(error?.code == code, "\(String(describing: error))")
        if code == .bodyFailed {
          #expect(error?.message.hasSuffix("but another connection has to send it again") == true)
          #expect(error?.url?.hasSuffix("/second") == true)
        }
      } else {
        let content = try await result.get().body.collect(upTo: 100)
        #expect(String(decoding: content, as: UTF8.self) == "alive")
      }
    }
    let second = received.all.filter { $0.head.target == "/second" }
    let isSentTwice =
      [.resetsAtTheRequest, .closesAtTheRequest].contains(death)
      && Self.code(body, death, isIdempotent) == nil
    #expect(second.count == (isSentTwice ? 2 : 1))
    let content = body == .none ? [] : patternedBytes(10_000)
    #expect(second.allSatisfy { $0.body == content })
    #expect(try openDescriptors(under: folder.path).count == 0)
  }

  /// The responses after which libcurl sends a request again over the same connection.
  enum First: CaseIterable, Sendable {
    case challenge, challengeOfProxy
    /// The success of a request that was sent without its body.
    case success
  }

  @Test(
    arguments: First.allCases.flatMap { [($0, true), ($0, false)] }, [HTTPRequest.Method.put, .post, .patch])
  func `a request that repeats an earlier one is sent again only if that is safe`(
    _ peer: (first: First, isKept: Bool), method: HTTPRequest.Method
  ) async throws {
    let (first, isKept) = peer
    let isIdempotent = method == .put
    let received = Record<ReceivedRequest>()
    try await withRawServer { connection in
      while let head = try connection.readHead() {
        let request = try ReceivedRequest(head, connection)
        let challenge = "Digest realm=\"r\", nonce=\"n\""
        if head.target.hasSuffix("/first") {
          if first == .challengeOfProxy, head["Proxy-Authorization"] == nil {
            try connection.respond(407, headers: [("Proxy-Authenticate", challenge)])
          } else {
            try connection.respond(200, headers: isKept ? [] : [("Connection", "close")])
          }
          continue
        }
        received.append(request)
        switch (received.count, first) {
        case (1, .challenge): try connection.respond(401, headers: [("WWW-Authenticate", challenge)])
        case (1, .challengeOfProxy): try connection.respond(407, headers: [("Proxy-Authenticate", challenge)])
        case (1, .success): try connection.respond(200)
        // The server has received the whole request.
        case (2, _): return
        default: try connection.respond(200, body: "alive")
        }
      }
    } configure: {
      $0.credentials = .fixed(.digest(user: "u", password: "p"))
    } test: { direct, server in
      var configuration = direct.configuration
      if first == .challengeOfProxy {
        configuration.proxy = server.url
        configuration.credentials = CredentialProvider { _ in .digest(user: "u", password: "p") }
      }
      let session = Session(configuration)
      // From now on, the credential is known.
      _ = try await session.get("first", decoding: .bytes)
      var body: any BodySource = BytesSource([1, 2, 3])
      if first == .success {
        var source = ScriptedSource(byteCount: 3, [.bytes([1, 2, 3])])
        source.isReplayable = false
        body = source
      }
      let request = try session.request(method, "second", body: body)
      let result = await Result.catching { try await session.send(request) }
      if isIdempotent, first != .success {
        #expect(try result.get().head.status == .ok)
      } else {
        let error = #expect(throws: SessionError.self) { try result.get() }
        #expect([.connectionLost, .bodyFailed].contains(error?.code), "\(String(describing: error))")
      }
      await session.invalidate()
    }
    #expect(received.all.filter { !$0.body.isEmpty }.count == (first == .success ? 1 : isIdempotent ? 3 : 2))
  }

  @Test func `a request over a Unix socket is sent again only if that is safe`() async throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/socket"
    let received = Record<ReceivedRequest>()
    let server = try LoopbackServer(unixSocket: path) { connection in
      while let head = try connection.readHead() {
        received.append(try ReceivedRequest(head, connection))
        // The server has received the whole request.
        if received.count == 2 { return }
        try connection.respond(200, body: "alive")
      }
    }
    defer { server.stop() }
    let session = Session(.test(baseURL: "http://some.example/") { $0.unixSocketPath = path })
    _ = try await session.get("first", decoding: .bytes)
    let error = await #expect(throws: SessionError.self) {
      try await session.upload(.text("body"), to: "second", decoding: .bytes)
    }
    #expect(error?.code == .connectionLost)
    _ = try await session.upload(.text("body"), to: "third", decoding: .bytes)
    await session.invalidate()
    #expect(received.all.map(\.head.target) == ["/first", "/second", "/third"])
  }

  /// Returns the expected error, or `nil` if the request succeeds.
  private static func code(_ body: Body, _ death: Death, _ isIdempotent: Bool) -> ErrorCode? {
    switch (death, body) {
    case (.closed, _): nil
    case (.resetsAtTheRequest, .oneShot), (.closesAtTheRequest, .oneShot): .bodyFailed
    case (.resetsAtTheRequest, .oneShotChunked), (.closesAtTheRequest, .oneShotChunked): .connectionLost
    case (.resetsAtTheRequest, _), (.closesAtTheRequest, _): isIdempotent ? nil : .connectionLost
    case (.closesWithinTheAnswer, _): .connectionLost
    }
  }

  private func source(of body: Body, at path: String) -> (any BodySource)? {
    let content = patternedBytes(10_000)
    switch body {
    case .none: return nil
    case .bytes: return BytesSource(content)
    case .file: return FileSource(at: path)
    case .oneShot, .oneShotChunked:
      var source = ScriptedSource(byteCount: body == .oneShot ? Int64(content.count) : nil, [.bytes(content)])
      source.isReplayable = false
      return source
    }
  }
}
