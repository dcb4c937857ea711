import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceCache

/// Requests for the same URL at the same time.
@Suite(.timeLimit(.minutes(5))) struct CollapsingTests {
  private static let fresh = [("Cache-Control", "max-age=60")]

  @Test func `fifty tasks that ask for one page send one request`() async throws {
    let released = Event()
    let cached = CachedSession { _ in
      try await released.wait()
      return .text("hello", Self.fresh)
    }
    try await withThrowingTaskGroup { group in
      for _ in 1...50 { group.addTask { try await cached.send().text } }
      #expect(await eventually { cached.count == 1 })
      released.happen()
      for try await text in group { #expect(text == "hello") }
    }
    #expect(cached.count == 1)
  }

  @Test func `the failure of one request is not that of the others`() async throws {
    let (arrived, released) = (Event(), Event())
    let count = Lock(0)
    let cached = CachedSession { _ in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      guard isFirst else { return .text("hello", Self.fresh) }
      arrived.happen()
      try await released.wait()
      return .failure(.connectionLost)
    }
    let first = Task { try await cached.send() }
    try await arrived.wait()
    try await withThrowingTaskGroup { group in
      for _ in 1...5 { group.addTask { try await cached.send().text } }
      released.happen()
      for try await text in group { #expect(text == "hello") }
    }
    let error = await #expect(throws: SessionError.self) { _ = try await first.value }
    #expect(error?.code == .connectionLost)
  }

  @Test func `another request takes over from a cancelled one`() async throws {
    let arrived = Event()
    let count = Lock(0)
    let cached = CachedSession { _ in
      let isFirst = count.withLock { count in
        count += 1
        return count == 1
      }
      guard isFirst else { return .text("hello", Self.fresh) }
      arrived.happen()
      try await Task.sleep(for: .seconds(3600))
      return .status(.ok)
    }
    let first = Task { try await cached.send() }
    try await arrived.wait()
    async let others = withThrowingTaskGroup { group in
      for _ in 1...5 { group.addTask { try await cached.send().text } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    first.cancel()
    #expect(try await others == Array(repeating: "hello", count: 5))
    await #expect(throws: CancellationError.self) { _ = try await first.value }
  }

  @Test func `requests do not wait for a response that is not stored`() async throws {
    let count = Lock(0)
    let cached = CachedSession { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      // The first one's body stops before its end.
      let response = StubResponse.text("hello", [("Cache-Control", "no-store")])
      return number == 1 ? response.stalling(afterBodyBytes: 1) : response
    }
    let first = try await cached.session.send(cached.session.request(.get, "a"))
    #expect(try await cached.send().text == "hello")
    #expect(first.head.status == .ok)
  }

  @Test func `a reader that stops reading does not stop other requests`() async throws {
    let content = sampleBytes(3 << 20)
    let cached = CachedSession(maximumByteCount: 8 << 20) { _ in
      .bytes(content, fields: HTTPFields(Self.fresh))
    }
    let unread = try await cached.session.send(cached.session.request(.get, "a"))
    let response = try await cached.session.send(cached.session.request(.get, "a"))
    #expect(try await response.body.collect(upTo: 1 << 22) == content)
    #expect(try await unread.body.collect(upTo: 1 << 22) == content)
  }

  @Test(arguments: ["the idle limit": false, "the time limit": true] as NamedCases)
  func `a request that waits for another keeps its own limits`(isTotal: NamedCase<Bool>) async throws {
    let (arrived, released) = (Event(), Event())
    let cached = CachedSession { _ in
      arrived.happen()
      try await released.wait()
      return .text("hello", Self.fresh)
    }
    var request = try cached.session.request(.get, "a")
    request.options.responseTimeout = .unlimited
    let first = Task { [request] in try await cached.session.send(request).body.collect(upTo: 100) }
    try await arrived.wait()
    if isTotal.value {
      request.options.timeout = .after(.milliseconds(100))
    } else {
      request.options.responseTimeout = .after(.milliseconds(100))
    }
    let error = await #expect(throws: SessionError.self) { try await cached.session.send(request) }
    #expect(error?.code == .timedOut && cached.count == 1)
    released.happen()
    #expect(try await first.value == Array("hello".utf8))
  }

  @Test func `cancelling a waiting request does not end the one it waits for`() async throws {
    let (arrived, released) = (Event(), Event())
    let cached = CachedSession { _ in
      arrived.happen()
      try await released.wait()
      return .text("hello", Self.fresh)
    }
    let first = Task { try await cached.send() }
    try await arrived.wait()
    let waiting = Task { try await cached.send() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { _ = try await waiting.value }
    released.happen()
    #expect(try await first.value.text == "hello")
    #expect(try await cached.send().isHit)
  }
}
