import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Requests that fail and are sent again, with a server.
@Suite(.timeLimit(.minutes(5))) struct RetryTests {
  private static func atOnce(_ configuration: inout Session.Configuration) {
    configuration.retries = .standard
    configuration.retries.initialDelay = .zero
  }

  @Test(arguments: [408, 429, 500, 502, 503, 504])
  func `a request with a temporary status is retried until it succeeds`(status: Int) async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      if received.count < 3 { return try $1.respond(status, headers: [("Retry-After", "0")], body: "busy") }
      try $1.respond(200, body: "done")
    } configure: {
      Self.atOnce(&$0)
    } test: { session, server in
      let answer = try await session.upload(.text("body"), to: "", method: .put, decoding: .bytes)
      #expect(answer == Array("done".utf8))
      #expect(server.acceptedConnections == 1, "the rest of a response is read")
    }
    #expect(received.all.map(\.text) == ["body", "body", "body"])
  }

  @Test func `a decision may await, and ends with the task that waits for it`() async throws {
    let (received, isCancelled, isAsked) = (Record<ReceivedRequest>(), Event(), Event())
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(received.count == 1 ? 503 : 409)
    } configure: {
      $0.retries.maximumCount = 2
      $0.retries.decide = { failure in
        if failure.response?.status.code == 503 {
          await Task.yield()
          return .retry(after: .zero)
        }
        isAsked.happen()
        do { try await Task.sleep(for: .seconds(3600)) } catch { isCancelled.happen() }
        return .retry(after: .zero)
      }
    } test: { session, _ in
      let task = Task { try await session.get("", decoding: .bytes) }
      try await isAsked.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await isCancelled.wait()
    }
    #expect(received.count == 2)
  }

  @Test(arguments: [0, 2])
  func `the error of a time limit names it and the number of attempts`(retryCount: Int) async throws {
    try await withServer {
      $1.stall()
    } configure: {
      Self.atOnce(&$0)
      $0.retries.maximumCount = retryCount
      $0.responseTimeout = .milliseconds(50)
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) { try await session.get("a", decoding: .bytes) }
      let attempts = retryCount > 0 ? ", after \(retryCount + 1) attempts" : ""
      let limit = "no complete response head within 0.05 seconds after the request (responseTimeout)"
      #expect(error?.code == .timedOut && error?.isRetryable == true)
      #expect(error?.description == "timed-out: \(limit)\(attempts) (\(server.url)/a)")
    }
  }

  @Test func `the last response is returned after the last retry`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(503, body: "busy \(received.count)")
    } configure: {
      Self.atOnce(&$0)
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.body == Array("busy 4".utf8))
    }
    #expect(received.count == 4)
  }

  @Test func `a POST or a one-shot body is not retried`() async throws {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(503)
    } configure: {
      Self.atOnce(&$0)
    } test: { session, _ in
      let post = try await session.send(session.request(.post, "", body: .text("a")))
      #expect(post.head.status == .serviceUnavailable)
      var body = ScriptedSource([.bytes([1])])
      body.isReplayable = false
      let put = try await session.send(session.request(.put, "", body: body))
      #expect(put.head.status == .serviceUnavailable)
    }
    #expect(received.count == 2)
  }

  @Test func `a request whose connection breaks is retried`() async throws {
    let connections = Record<Int>()
    try await withRawServer { connection in
      connections.append(1)
      if connections.count < 3 { return connection.reset() }
      try connection.serveRequests { try $1.respond(200, body: "done") }
    } configure: {
      Self.atOnce(&$0)
    } test: { session, _ in
      let body = try await session.get("", decoding: .bytes)
      #expect(body == Array("done".utf8))
    }
    #expect(connections.count == 3)
  }

  @Test func `a request whose response body breaks off is retried`() async throws {
    let received = Record<Int>()
    try await withRawServer { connection in
      try connection.serveRequests {
        _ = $0
        received.append(1)
        guard received.count < 3 else { return try $1.respond(200, body: "whole") }
        try $1.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwh")
        $1.reset()
      }
    } configure: {
      Self.atOnce(&$0)
    } test: { session, _ in
      let body = try await session.get("", decoding: .bytes)
      #expect(body == Array("whole".utf8))
    }
    #expect(received.count == 3)
  }

  private struct RetryMonitor: EventMonitor {
    let wasRetried = Event()

    func willRetry(_ transfer: TransferID, _ retry: Session.Retry) { wasRetried.happen() }
  }

  @Test(arguments: ["60", "9223372036854775807", "9223372036854775808"])
  func `cancelling ends the delay before a retry`(retryAfter: String) async throws {
    let monitor = RetryMonitor()
    try await withServer {
      try $1.respond(503, headers: [("Retry-After", retryAfter)])
    } configure: {
      Self.atOnce(&$0)
      $0.retries.maximumRetryAfter = .seconds(Int64.max)
      $0.monitors = [monitor]
    } test: { session, _ in
      let task = Task { try await session.get("", decoding: .bytes) }
      try await monitor.wasRetried.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
