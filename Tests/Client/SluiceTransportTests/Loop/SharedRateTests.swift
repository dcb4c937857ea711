import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Rates that all transfers of a session share, and bodies that are throttled. Times have lower bounds only: a busy
/// machine is slower.
@Suite(.timeLimit(.minutes(5))) struct SharedRateTests {
  private static let bytes = patternedBytes(20_000)

  @Test(arguments: [1, 3])
  func `uploads share the send rate`(loops: Int) async throws {
    try await withTimeLimit { limit in
      try await withServer {
        let request = try ReceivedRequest($0, $1)
        #expect(request.body == Self.bytes)
        try $1.respond(200)
      } configure: {
        $0.loops = loops
        $0.idleTimeout = limit
        $0.maximumTotalSendRate = 80_000
      } test: { session, _ in
        let start = MonotonicInstant.now
        try await withThrowingTaskGroup { group in
          for _ in 0..<4 {
            group.addTask { try await session.upload(.bytes(Self.bytes), to: "", decoding: .ignored) }
          }
          try await group.waitForAll()
        }
        // All but the first slice of 1 KiB.
        #expect(MonotonicInstant.now - start > .milliseconds(985))
      }
    }
  }

  @Test(arguments: [1, 3])
  func `responses share the receive rate`(loops: Int) async throws {
    try await withTimeLimit { limit in
      try await withServer {
        _ = $0
        try $1.respond(200, body: Self.bytes)
      } configure: {
        $0.loops = loops
        $0.idleTimeout = limit
        $0.maximumTotalReceiveRate = 80_000
      } test: { session, _ in
        let start = MonotonicInstant.now
        try await withThrowingTaskGroup { group in
          for _ in 0..<4 { group.addTask { try await session.get("", decoding: .bytes) } }
          for try await body in group { #expect(body == Self.bytes) }
        }
        #expect(MonotonicInstant.now - start > .milliseconds(985))
      }
    }
  }

  @Test func `high rates change nothing`() async throws {
    let large = patternedBytes(5_000_000)
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond(200, body: request.body)
    } configure: {
      $0.maximumTotalSendRate = .max
      $0.maximumTotalReceiveRate = 1 << 40
    } test: { session, _ in
      for body in [large, [], [1]] {
        let received1 = try await session.upload(.bytes(body), to: "", decoding: .bytes)
        #expect(received1 == body)
      }
    }
  }

  @Test func `a transfer that is cancelled while it waits leaves the rate to others`() async throws {
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond(200, body: "\(request.body.count)")
    } configure: {
      $0.maximumTotalSendRate = 100_000
    } test: { session, _ in
      let tasks = (0..<5).map { _ in
        Task { try await session.upload(.bytes(patternedBytes(10_000_000)), to: "", decoding: .bytes) }
      }
      let small = Task { try await session.upload(.bytes(patternedBytes(3000)), to: "", decoding: .bytes) }
      // In turns, it does not wait for the 500 s of the others.
      let received2 = try await small.value
      #expect(received2 == Array("3000".utf8))
      for task in tasks { task.cancel() }
      for task in tasks { await #expect(throws: CancellationError.self) { try await task.value } }
      let received3 = try await session.upload(.text("abc"), to: "", decoding: .bytes)
      #expect(received3 == Array("3".utf8))
    }
  }

  @Test func `a throttled body does not hold up other transfers, and does not count as idle`() async throws {
    try await withTimeLimit { limit in
      try await withServer {
        let request = try ReceivedRequest($0, $1)
        try $1.respond(200, body: request.body)
      } configure: {
        $0.idleTimeout = limit
      } test: { session, _ in
        let body = patternedBytes(3000)
        let slow = ThrottledSource(.bytes(body), packetByteCount: 1000, delay: limit * 2)
        let start = MonotonicInstant.now
        async let response = session.upload(slow, to: "", decoding: .bytes)
        let received4 = try await session.upload(.bytes(body), to: "", decoding: .bytes)
        #expect(received4 == body)
        let received5 = try await response
        #expect(received5 == body)
        #expect(MonotonicInstant.now - start >= limit * 4)
      }
    }
  }
}
