import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The time limit of a request holds for the code of the caller that runs on behalf of it.
@Suite(.timeLimit(.minutes(5))) struct CallerTimeoutTests {
  /// Code of the caller that takes part in a request.
  enum Role: CaseIterable {
    case middleware, preemptiveProvider, provider, redirect, decision, decisionAboutError, decoder, monitor
    case progress, suspension, destination
  }

  /// Waits until the event, even if the task is cancelled.
  private static func hang(until event: Event) async {
    await withCheckedContinuation { continuation in event.whenHappened { continuation.resume() } }
  }

  private struct HangingMonitor: EventMonitor {
    let event: Event

    func didCreate(_ transfer: TransferID, request: HTTPRequest) { try? event.waitOnThread() }
  }

  private static func configure(
    _ configuration: inout Session.Configuration, _ role: Role, _ mayEnd: Event
  ) {
    switch role {
    case .middleware:
      configuration.middleware = [
        { request, next in
          await hang(until: mayEnd)
          return try await next(request)
        }
      ]
    case .preemptiveProvider, .provider:
      configuration.credentials = CredentialProvider(isPreemptive: role == .preemptiveProvider) { _ in
        await hang(until: mayEnd)
        return nil
      }
    case .redirect:
      configuration.redirects.decide = { _, _ in
        await hang(until: mayEnd)
        return .follow
      }
    case .decision, .decisionAboutError:
      configuration.retries.decide = { _ in
        await hang(until: mayEnd)
        return .standard
      }
      configuration.retries.maximumCount = 1
    case .monitor: configuration.monitors = [HangingMonitor(event: mayEnd)]
    case .decoder, .progress, .suspension, .destination: break
    }
  }

  @Test(arguments: Role.allCases)
  func `code that does not return is left behind at the time limit`(role: Role) async throws {
    try await withTimeLimit { limit in
      let mayEnd = Event()
      defer { mayEnd.happen() }
      try await withServer {
        _ = try $1.readBody()
        switch role {
        case .provider: try $1.respond(401, body: "")
        case .redirect: try $1.redirect(302, to: "/elsewhere")
        case .decision: try $1.respond(503, body: "busy")
        case .decisionAboutError: $1.reset()
        default: try $1.respond(200, body: "yes")
        }
      } configure: {
        $0.timeout = limit
        Self.configure(&$0, role, mayEnd)
      } test: { session, _ in
        let request = try session.request(.get, "/path?secret")
        let decoder =
          role == .decoder
          ? ResponseDecoder<[UInt8]>.bytes.map { bytes in
            await Self.hang(until: mayEnd)
            return bytes
          } : .bytes
        let start = ContinuousClock.now
        let result: Result<[UInt8], any Error>
        switch role {
        case .progress:
          result = await .catching {
            try await session.send(request, decoding: decoder) { _ in try? mayEnd.waitOnThread() }
          }
        case .destination:
          result = await .catching {
            try await session.download(
              request,
              to: .chosen { _ in
                await Self.hang(until: mayEnd)
                return "/dev/null"
              })
            return []
          }
        case .suspension:
          var request = request
          request.options.countsSuspendedTime = true
          let transfer = session.transfer(request, decoding: decoder)
          transfer.suspend()
          result = await .catching { try await transfer.value }
        default:
          result = await .catching { try await session.send(request, decoding: decoder) }
        }
        let time = ContinuousClock.now - start
        // Invalidating the session waits for its monitors.
        if role == .monitor { mayEnd.happen() }
        // Observers receive what has happened, and cannot change it.
        if [.monitor, .progress].contains(role) {
          #expect(try result.get() == Array("yes".utf8))
        } else {
          let error = #expect(throws: SessionError.self) { try result.get() }
          #expect(error?.code == .timedOut)
          #expect(error?.url?.hasSuffix("/path") == true)
        }
        if time > limit * 2 + .seconds(1) { throw TooLate(time: time) }
      }
    }
  }

  private struct TooLate: Error {
    let time: Duration
  }

  @Test func `a retry after a time limit gets all of it again`() async throws {
    try await withTimeLimit { limit in
      let mayEnd = Event()
      defer { mayEnd.happen() }
      let calls = Record<Int>()
      try await withServer {
        try $1.respond(200, headers: [("Content-Type", "text/plain")], body: $0.target)
      } configure: {
        $0.timeout = limit
        $0.retries = .standard
        $0.retries.initialDelay = .zero
        $0.middleware = [
          { request, next in
            calls.append(calls.count)
            if calls.count == 1 { await Self.hang(until: mayEnd) }
            var request = request
            request.head.path = "/changed"
            return try await next(request)
          }
        ]
      } test: { session, _ in
        let text = try await session.get("/", decoding: .text())
        #expect(text == "/changed")
      }
    }
  }

  @Test func `a cancelled call does not wait for middleware`() async throws {
    let mayEnd = Event()
    defer { mayEnd.happen() }
    let isCalled = Event()
    try await withServer {
      try $1.respond(200, body: $0.target)
    } configure: {
      $0.timeout = nil
      $0.middleware = [
        { request, next in
          isCalled.happen()
          await Self.hang(until: mayEnd)
          return try await next(request)
        }
      ]
    } test: { session, _ in
      let task = Task { try await session.get("/", decoding: .text()) }
      try await isCalled.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func `a cancelled call does not wait for a decoder`() async throws {
    let mayEnd = Event()
    defer { mayEnd.happen() }
    let isCalled = Event()
    let decoder = ResponseDecoder { _, _ in
      isCalled.happen()
      await Self.hang(until: mayEnd)
    }
    try await withServer {
      try $1.respond(200, body: $0.target)
    } configure: {
      $0.timeout = nil
    } test: { session, _ in
      let task = Task { try await session.get("/", decoding: decoder) }
      try await isCalled.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test func `the longest time limits do not overflow`() async throws {
    try await withServer {
      try $1.respond(200, body: $0.target)
    } configure: {
      $0.timeout = .seconds(Int64.max)
      $0.middleware = [
        { request, next in
          var request = request
          request.head.path = "/other"
          return try await next(request)
        }
      ]
    } test: { session, _ in
      let text = try await session.get("/", decoding: .text())
      #expect(text == "/other")
    }
  }
}
