import Glibc
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Settings of a single request, in place of the session's.
@Suite(.timeLimit(.minutes(5))) struct RequestOptionsTests {
  @Test func `a single POST is retried`() async throws {
    let bodies = Record<String>()
    try await withServer {
      bodies.append(try ReceivedRequest($0, $1).text)
      try $1.respond(bodies.count < 3 ? 503 : 200, body: "done")
    } test: { session, _ in
      var request = try session.request(.post, "/", body: .text("order"))
      request.options.retries = .standard
      request.options.retries?.methods = nil
      request.options.retries?.initialDelay = .zero
      #expect(try await session.send(request, decoding: .text()) == "done")
    }
    #expect(bodies.all == ["order", "order", "order"])
  }

  @Test func `a single request is not retried`() async throws {
    let targets = Record<String>()
    try await withServer {
      targets.append($0.target)
      try $1.respond(503, body: "")
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      var request = try session.request(.get, "/once")
      request.options.retries = .never
      #expect(try await session.send(request).head.status.code == 503)
      #expect(try await session.send(session.request(.get, "/often")).head.status.code == 503)
    }
    #expect(targets.all == ["/once", "/often", "/often", "/often", "/often"])
  }

  @Test func `a time limit is set for one request`() async throws {
    try await withTimeLimit { limit in
      let mayContinue = Event()
      defer { mayContinue.happen() }
      try await withServer { _, connection in
        try mayContinue.waitOnThread()
        try connection.respond(200, body: "late")
      } configure: {
        $0.timeout = nil
        $0.responseTimeout = nil
      } test: { session, _ in
        var request = try session.request(.get, "/")
        request.options.timeout = .after(limit)
        let total = await #expect(throws: SessionError.self) { try await session.send(request) }
        #expect(total?.code == .timedOut)
        request.options.timeout = .inherited
        request.options.responseTimeout = .after(limit)
        let response = await #expect(throws: SessionError.self) { try await session.send(request) }
        #expect(response?.code == .timedOut)
        mayContinue.happen()
      }
    }
  }

  @Test func `time limits are lifted for one request`() async throws {
    try await withTimeLimit { limit in
      try await withServer { _, connection in
        usleep(UInt32(limit * 2 / .microseconds(1)))
        try connection.respond(200, body: "late")
      } configure: {
        $0.timeout = limit
        $0.responseTimeout = limit
      } test: { session, _ in
        var request = try session.request(.get, "/")
        request.options.timeout = .unlimited
        request.options.responseTimeout = .unlimited
        #expect(try await session.send(request, decoding: .text()) == "late")
      }
    }
  }

  @Test func `a limit of a request is the session's, none, or its own`() {
    typealias Limit = SessionRequest.Options.Limit
    for inherited in [nil, Duration.seconds(1)] {
      #expect(Limit.inherited.value(inheriting: inherited) == inherited)
      #expect(Limit.unlimited.value(inheriting: inherited) == nil)
      #expect(Limit.after(.seconds(2)).value(inheriting: inherited) == .seconds(2))
    }
    #expect(Limit.bytes(5).value(inheriting: 4) == 5)
    #expect(
      SessionRequest.Options().timeout == .inherited
        && SessionRequest.Options().maximumBodyByteCount == .inherited)
  }

  @Test func `every option of a request can be given at once`() async throws {
    let options = SessionRequest.Options(
      timeout: .after(.seconds(1)), idleTimeout: .after(.seconds(2)), responseTimeout: .unlimited,
      maximumBodyByteCount: .bytes(3), retries: .never, redirects: .init(), priority: .high,
      countsSuspendedTime: true, acceptsEarlyResponse: true)
    #expect(options.timeout == .after(.seconds(1)) && options.idleTimeout == .after(.seconds(2)))
    #expect(options.responseTimeout == .unlimited && options.maximumBodyByteCount == .bytes(3))
    #expect(options.retries?.maximumCount == 0 && options.redirects?.maximumCount == 20)
    #expect(options.priority == .high && options.countsSuspendedTime && options.acceptsEarlyResponse)
  }

  @Test func `a redirect policy and a maximum body hold for one request`() async throws {
    try await withServer {
      $0.target == "/new" ? try $1.respond(200, body: "12345") : try $1.redirect(302, to: "/new")
    } configure: {
      $0.maximumBodyByteCount = 4
    } test: { session, _ in
      var request = try session.request(.get, "/")
      request.options.redirects = Session.Redirects()
      request.options.redirects?.maximumCount = 0
      #expect(try await session.send(request).head.status.code == 302)
      request.options = SessionRequest.Options()
      let error = await #expect(throws: SessionError.self) {
        _ = try await session.send(request, decoding: .text())
      }
      #expect(error?.code == .bodyTooLarge)
      request.options.maximumBodyByteCount = .bytes(5)
      #expect(try await session.send(request, decoding: .text()) == "12345")
      request.options.maximumBodyByteCount = .unlimited
      #expect(try await session.send(request, decoding: .text()) == "12345")
    }
  }

  @Test func `a decision about a redirect knows its number and the body`() async throws {
    let redirects = Record<Session.Redirect>()
    try await withServer {
      _ = try $1.readBody()
      switch $0.target {
      case "/1": try $1.redirect(307, to: "/2")
      case "/2": try $1.redirect(303, to: "/3")
      default: try $1.respond(200, body: "")
      }
    } configure: {
      $0.redirects.decide = { redirect, _ in
        redirects.append(redirect)
        return .follow
      }
    } test: { session, _ in
      let response = try await session.send(session.request(.post, "/1", body: .text("body")))
      #expect(response.redirects.map(\.number) == [1, 2])
      var once = ScriptedSource([.bytes([1])])
      once.isReplayable = false
      let request = try session.request(.post, "/1", body: once)
      await #expect(throws: SessionError.self) { try await session.send(request) }
    }
    #expect(redirects.all.map(\.number) == [1, 2, 1])
    #expect(redirects.all.map(\.isBodyReplayable) == [true, true, false])
  }

  @Test func `a priority is sent to the server`() async throws {
    let received = Record<[String]>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1)["Priority"])
      try $1.respond(200, body: "")
    } test: { session, _ in
      var request = try session.request(.get, "/")
      for priority in TransportSettings.Priority.allCases {
        request.options.priority = priority
        _ = try await session.send(request, decoding: .bytes)
      }
      request.head.headerFields[try #require(HTTPField.Name("Priority"))] = "u=0, i"
      _ = try await session.send(request, decoding: .bytes)
    }
    #expect(received.all == [["u=5"], [], ["u=1"], ["u=0, i"]])
  }
}
