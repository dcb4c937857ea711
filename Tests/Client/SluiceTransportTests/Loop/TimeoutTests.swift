import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Time limits, which end a stalled exchange but not a slow one.
@Suite(.timeLimit(.minutes(5))) struct TimeoutTests {
  private static let short = Duration.milliseconds(300)

  @Test func `a server that stalls within the body times out`() async throws {
    try await withTimeLimit { limit in
      try await withServer { _, connection in
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345")
        connection.stall()
      } configure: {
        $0.idleTimeout = limit
      } test: { session, _ in
        let response = try await session.send(session.request(.get, ""))
        let error = await #expect(throws: SessionError.self) { try await response.body.collect(upTo: 10) }
        #expect(error?.code == .timedOut)
      }
    }
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1)], [true, false])
  func `a limit that has passed from the start ends the request`(limit: Duration, isIdle: Bool) async throws {
    try await withServer { _, connection in
      if isIdle { try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n12345") }
      connection.stall()
    } configure: {
      ($0.idleTimeout, $0.responseTimeout) = isIdle ? (limit, nil) : (nil, limit)
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `a slow source or reader does not count as idle`() async throws {
    try await withTimeLimit { limit in
      try await withServer {
        let request = try ReceivedRequest($0, $1)
        try $1.respond(200, body: [UInt8](repeating: request.body[0], count: 2 << 20))
      } configure: {
        $0.idleTimeout = limit
      } test: { session, _ in
        // Longer than the limit; otherwise, the test would prove nothing.
        let body = ScriptedSource([.bytes([1]), .pause(limit * 2), .bytes([2])])
        let response = try await session.send(session.request(.post, "", body: body))
        try await Task.sleep(for: limit * 2)
        let bytes = try await response.body.collect(upTo: 4 << 20)
        #expect(bytes.count == 2 << 20)
      }
    }
  }

  @Test func `a maximum send rate is kept and does not count as idle`() async throws {
    try await withTimeLimit { limit in
      try await withServer {
        let request = try ReceivedRequest($0, $1)
        try $1.respond(200, body: "\(request.body.count)")
      } configure: {
        $0.idleTimeout = limit
        $0.maximumSendRate = 40_000
      } test: { session, _ in
        let start = MonotonicInstant.now
        let count = try await session.upload(.bytes(patternedBytes(100_000)), to: "", decoding: .bytes)
        #expect(count == Array("100000".utf8))
        #expect(MonotonicInstant.now - start > .seconds(1))
      }
    }
  }

  @Test func `the timeout applies to the whole exchange`() async throws {
    try await withServer(
      { _, connection in
        try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n")
        // Bytes arrive all the time.
        while true { try connection.write("x") }
      }, configure: { $0.timeout = Self.short }
    ) { session, _ in
      let error = await #expect(throws: SessionError.self) { try await session.get("", decoding: .bytes) }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `the connect timeout includes TLS`() async throws {
    try await withRawServer {
      $0.stall()
    } configure: {
      $0.connectTimeout = Self.short
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await session.get("https://127.0.0.1:\(server.port)/", decoding: .bytes)
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test func `a request without time limits succeeds`() async throws {
    try await withServer {
      try $1.respond(200)
    } configure: {
      ($0.connectTimeout, $0.idleTimeout, $0.timeout) = (nil, nil, nil)
    } test: { session, _ in
      let body = try await session.get("", decoding: .bytes)
      #expect(body == [])
    }
  }
}
