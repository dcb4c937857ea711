import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Credential providers that use the session that asks them.
@Suite(.timeLimit(.minutes(5))) struct ProviderSessionTests {
  /// A server whose `/token` returns the token, and whose other resources need it.
  private static func serve(
    _ received: Record<ReceivedRequest>, tokenStatus: Int = 200
  ) -> @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void {
    {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      let isAuthorized = request["Authorization"] == [AuthorizationField.bearer("new")]
      switch (request.head.target, isAuthorized) {
      case ("/token", _):
        let type = (name: "Content-Type", value: "text/plain")
        try $1.respond(tokenStatus, headers: [("WWW-Authenticate", "Bearer"), type], body: "new")
      case (_, true): try $1.respond(200, body: "in")
      case (_, false): try $1.respond(401, headers: [("WWW-Authenticate", "Bearer realm=\"r\"")], body: "out")
      }
    }
  }

  /// Runs a test with a session whose provider posts to `/token` through the same session.
  private func withTokens(
    isPreemptive: Bool, tokenStatus: Int = 200, _ asked: Record<CredentialChallenge>,
    _ received: Record<ReceivedRequest>, first: Credential? = nil, test: (Session) async throws -> Void
  ) async throws {
    try await withServer(Self.serve(received, tokenStatus: tokenStatus)) {
      $0.credentials = CredentialProvider(isPreemptive: isPreemptive) { challenge in
        asked.append(challenge)
        if let first, challenge.rejected == nil { return first }
        let session = challenge.session
        return .bearer(try await session.send(session.request(.post, "/token"), decoding: .text()))
      }
    } test: { session, _ in
      try await test(session)
    }
  }

  @Test(arguments: [true, false])
  func `the requests of a provider are sent without asking it again`(isPreemptive: Bool) async throws {
    let (asked, received) = (Record<CredentialChallenge>(), Record<ReceivedRequest>())
    try await withTokens(isPreemptive: isPreemptive, asked, received) { session in
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<10 { group.addTask { try await session.get("/", decoding: .text()) } }
        for try await text in group { #expect(text == "in") }
      }
    }
    #expect(asked.count == 1)
    let tokens = received.all.filter { $0.head.target == "/token" }
    #expect(tokens.count == 1 && tokens[0]["Authorization"] == [])
  }

  @Test(arguments: [true, false])
  func `a challenge to a provider's own request fails the call`(isPreemptive: Bool) async throws {
    let (asked, received) = (Record<CredentialChallenge>(), Record<ReceivedRequest>())
    try await withTokens(isPreemptive: isPreemptive, tokenStatus: 401, asked, received) { session in
      // The second request asks anew.
      for _ in 0..<2 {
        let error = await #expect(throws: SessionError.self) { try await session.get("/", decoding: .text()) }
        #expect(error?.code == .credentialsFailed)
        let underlying = error?.underlying as? ResponseError
        #expect(underlying?.code == .unacceptableStatus && underlying?.url?.hasSuffix("/token") == true)
      }
    }
    #expect(asked.count == 2)
  }

  @Test func `a provider's request does not carry the credential that it replaces`() async throws {
    let (asked, received) = (Record<CredentialChallenge>(), Record<ReceivedRequest>())
    try await withTokens(isPreemptive: true, asked, received, first: .bearer("old")) { session in
      let text = try await session.get("/", decoding: .text())
      #expect(text == "in")
    }
    #expect(asked.count == 2)
    #expect(
      received.all.map { $0["Authorization"] } == [
        [AuthorizationField.bearer("old")], [], [AuthorizationField.bearer("new")],
      ])
  }

  @Test func `a challenge has its session, and says whether its origin is the base URL's`() async throws {
    let asked = Record<CredentialChallenge>()
    try await withServer {
      try $1.respond(200, body: "in")
    } configure: {
      $0.credentials = CredentialProvider(isPreemptive: true) { challenge in
        asked.append(challenge)
        return nil
      }
    } test: { session, server in
      _ = try await session.get("/", decoding: .text())
      _ = try await session.get("http://localhost:\(server.port)/", decoding: .text())
      #expect(asked.all.map(\.isOfBaseURL) == [true, false])
      #expect(asked.all.map(\.session.configuration.baseURL) == [server.url, server.url])
    }
  }

  @Test func `a provider is cancelled with the last waiting task, and asked anew`() async throws {
    let (asked, received) = (Record<Int>(), Record<ReceivedRequest>())
    let (isCancelled, isAsked) = (Event(), Event())
    try await withServer(Self.serve(received)) {
      $0.credentials = CredentialProvider(isPreemptive: true) { _ in
        asked.append(asked.count)
        if asked.count > 1 { return .bearer("new") }
        isAsked.happen()
        await withTaskCancellationHandler {
          await withCheckedContinuation { continuation in isCancelled.whenHappened { continuation.resume() } }
        } onCancel: {
          isCancelled.happen()
        }
        throw CancellationError()
      }
    } test: { session, _ in
      let tasks = (0..<5).map { _ in Task { try await session.get("/", decoding: .text()) } }
      try await isAsked.wait()
      tasks[0].cancel()
      await #expect(throws: CancellationError.self) { try await tasks[0].value }
      for task in tasks { task.cancel() }
      for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
      try await isCancelled.wait()
      #expect(try await session.get("/", decoding: .text()) == "in")
    }
    #expect(asked.count == 2)
  }

  @Test func `a provider that ignores its cancellation is left behind`() async throws {
    let (asked, received) = (Record<Int>(), Record<ReceivedRequest>())
    let mayContinue = Event()
    try await withServer(Self.serve(received)) {
      $0.credentials = CredentialProvider(isPreemptive: true) { _ in
        asked.append(asked.count)
        if asked.count > 1 { return .bearer("new") }
        await withCheckedContinuation { continuation in mayContinue.whenHappened { continuation.resume() } }
        return .bearer("late")
      }
    } test: { session, _ in
      let task = Task { try await session.get("/", decoding: .text()) }
      try await expectEventually { asked.count == 1 }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(try await session.get("/", decoding: .text()) == "in")
      mayContinue.happen()
      #expect(try await session.get("/", decoding: .text()) == "in", "the late credential is ignored")
    }
    #expect(asked.count == 2)
  }
}
