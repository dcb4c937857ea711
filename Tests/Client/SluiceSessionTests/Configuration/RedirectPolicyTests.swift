import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The decisions of a redirect policy, and the redirects that a response reports.
@Suite(.timeLimit(.minutes(5))) struct RedirectPolicyTests {
  private typealias Decision = Session.Redirects.Decision

  private struct Outcome {
    var result: Result<SessionResponse, any Error>
    var received: [ReceivedRequest]
    var asked: [(redirect: Session.Redirect, proposed: HTTPRequest)]
  }

  /// Sends a PUT that is redirected from `/?a` to `/next` with a status.
  private func outcome(
    _ status: Int = 307, body: any BodySource = AnyBody.text("body"),
    _ decide: @escaping @Sendable (Session.Redirect, HTTPRequest) throws -> Session.Redirects.Decision
  ) async throws -> Outcome {
    let received = Record<ReceivedRequest>()
    let asked = Record<(redirect: Session.Redirect, proposed: HTTPRequest)>()
    return try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $0.target == "/?a" ? $1.redirect(status, to: "/next") : $1.respond(200, body: "here")
    } configure: {
      $0.redirects.decide = {
        asked.append(($0, $1))
        return try decide($0, $1)
      }
    } test: { session, _ in
      let result = await Result<SessionResponse, any Error>.catching {
        try await session.send(session.request(.put, "?a", fields: [.from: "me"], body: body))
      }
      return Outcome(result: result, received: received.all, asked: asked.all)
    }
  }

  @Test func `a policy receives the redirect and the proposed request`() async throws {
    let outcome = try await outcome { _, _ in .follow }
    let asked = try #require(outcome.asked.first)
    #expect(outcome.asked.count == 1)
    #expect(asked.redirect.request.method == .put && asked.redirect.request.path == "/?a")
    #expect(asked.redirect.response.status.code == 307)
    #expect(asked.proposed.path == "/next" && asked.proposed.headerFields[.from] == "me")
    let response = try outcome.result.get()
    #expect(response.redirects.map(\.request.path) == ["/?a"])
    #expect(response.redirects.map(\.response.headerFields[.location]) == ["/next"])
    #expect(outcome.received.map(\.text) == ["body", "body"])
  }

  @Test func `a policy can stop, so that the redirect is the response`() async throws {
    let outcome = try await outcome { _, _ in .stop }
    #expect(try outcome.result.get().head.status.code == 307 && outcome.received.count == 1)
    #expect(try outcome.result.get().redirects.isEmpty)
  }

  @Test func `a policy can refuse a redirect`() async throws {
    let outcome = try await outcome { _, _ in .refuse }
    let error = #expect(throws: SessionError.self) { try outcome.result.get() }
    #expect(error?.code == .redirectRefused && outcome.received.count == 1)
  }

  @Test func `an error of a policy fails the request`() async throws {
    struct No: Error {}
    let outcome = try await outcome { _, _ in throw No() }
    #expect(throws: No.self) { try outcome.result.get() }
  }

  @Test func `a policy can change the request`() async throws {
    let outcome = try await outcome { _, proposed in
      var changed = proposed
      changed.path = "/elsewhere?b"
      changed.headerFields[.from] = "you"
      changed.headerFields[.authorization] = "for elsewhere"
      return .send(changed)
    }
    #expect(try outcome.result.get().request.path == "/elsewhere?b")
    #expect(outcome.received.last?["From"] == ["you"])
    #expect(outcome.received.last?["Authorization"] == ["for elsewhere"])
    #expect(outcome.received.last?.text == "body")
  }

  @Test func `a request that a policy changes to GET has no body`() async throws {
    let outcome = try await outcome { _, proposed in
      var changed = proposed
      changed.method = .get
      return .send(changed)
    }
    #expect(outcome.received.last?.head.method == "GET" && outcome.received.last?.text == "")
    #expect(outcome.received.last?["Content-Length"] == [])
  }

  @Test(arguments: ["ftp", "file"])
  func `a policy cannot change the scheme to one other than http and https`(scheme: String) async throws {
    let outcome = try await outcome { _, proposed in
      var changed = proposed
      changed.scheme = scheme
      return .send(changed)
    }
    #expect(throws: SessionError.self) { try outcome.result.get() }
    #expect(outcome.received.count == 1)
  }

  @Test func `a policy can give up a one-shot body for a GET`() async throws {
    var body = ScriptedSource([.bytes([1])])
    body.isReplayable = false
    let followed = try await outcome(body: body) { _, _ in .follow }
    #expect((try? followed.result.get()) == nil && followed.received.count == 1)
    let replaced = try await outcome(body: body) { _, proposed in
      var changed = proposed
      changed.method = .get
      return .send(changed)
    }
    #expect(try replaced.result.get().head.status == .ok)
  }
}
