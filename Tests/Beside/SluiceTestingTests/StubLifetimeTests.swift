import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Synchronization
import Testing

/// How exchanges over a stub end early, wait and report.
@Suite(.timeLimit(.minutes(5))) struct StubLifetimeTests {
  private static let stages: NamedCases<@Sendable (Event, Event) async throws -> StubResponse> = [
    "in the closure": { reached, ended in
      reached.happen()
      try await untilCancelled(ended)
      return .text("a")
    },
    "in the delay": { reached, ended in
      reached.happen()
      ended.happen()
      return .text("a").delayed(by: .seconds(3600))
    },
    "in the body": { reached, ended in
      reached.happen()
      ended.happen()
      return .text("abc").stalling(afterBodyBytes: 2)
    },
    "behind the body": { reached, ended in
      reached.happen()
      ended.happen()
      return .text("abc").stalling(afterBodyBytes: 9)
    },
  ]

  /// Starts a request, and waits until it has reached a stage.
  private func reach(
    _ stage: NamedCase<@Sendable (Event, Event) async throws -> StubResponse>,
    configure: (inout Session.Configuration) -> Void = { _ in },
    test: (Session, Task<[UInt8], any Error>) async throws -> Void
  ) async throws {
    let (reached, ended) = (Event(), Event())
    let session = Session.stubbed(StubTransport { _ in try await stage.value(reached, ended) }, configure)
    let task = Task { try await session.get("a", decoding: .bytes) }
    // On a busy machine, a short limit can strike before the stage.
    Task {
      _ = try? await task.value
      if !reached.hasHappened { for event in [reached, ended] { event.happen() } }
    }
    try await reached.wait()
    try await test(session, task)
    // The closure's task has been cancelled.
    try await ended.wait()
  }

  @Test(arguments: stages)
  func `cancelling ends an exchange at each stage`(
    stage: NamedCase<@Sendable (Event, Event) async throws -> StubResponse>
  ) async throws {
    try await reach(stage) { session, task in
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }

  @Test(arguments: stages)
  func `invalidating ends an exchange at each stage`(
    stage: NamedCase<@Sendable (Event, Event) async throws -> StubResponse>
  ) async throws {
    try await reach(stage) { session, task in
      await session.invalidate()
      let ended = try await code { _ = try await task.value }
      #expect(ended == .invalidated)
    }
  }

  @Test(arguments: stages)
  func `the time limit ends an exchange at each stage`(
    stage: NamedCase<@Sendable (Event, Event) async throws -> StubResponse>
  ) async throws {
    try await reach(stage) {
      $0.timeout = .milliseconds(100)
    } test: { _, task in
      let ended = try await code { _ = try await task.value }
      #expect(ended == .timedOut)
    }
  }

  @Test(arguments: stages)
  func `the limit of its phase ends an exchange at each stage`(
    stage: NamedCase<@Sendable (Event, Event) async throws -> StubResponse>
  ) async throws {
    try await reach(stage) {
      $0.idleTimeout = .milliseconds(100)
      $0.responseTimeout = .milliseconds(100)
    } test: { _, task in
      let error = await #expect(throws: SessionError.self) { try await task.value }
      let hasHead = stage.name.hasSuffix("body")
      #expect(error?.code == .timedOut)
      #expect(error?.message.hasSuffix(hasHead ? "(idleTimeout)" : "(responseTimeout)") == true)
    }
  }

  @Test func `waiting for the caller does not count as idle`() async throws {
    try await withTimeLimit { limit in
      let session = Session.stubbed(
        StubTransport { request in .bytes([UInt8](repeating: 1, count: 1 << 20)) }
      ) { $0.idleTimeout = limit }
      let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      Task {
        try? await Task.sleep(for: limit * 2)
        continuation.yield([1])
        continuation.finish()
      }
      let response = try await session.send(session.request(.put, "a", body: .async(chunks)))
      try await Task.sleep(for: limit * 2)
      let bytes = try await response.body.collect(upTo: 2 << 20)
      #expect(bytes.count == 1 << 20)
    }
  }

  @Test func `cancelling ends an exchange that waits for the request's body`() async throws {
    let stub = StubTransport { _ in .text("a") }
    let session = Session.stubbed(stub)
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let released = Event()
    continuation.onTermination = { _ in released.happen() }
    continuation.yield([1])
    let sent = Event()
    let task = Task {
      try await session.upload(.async(chunks), to: "a", decoding: .text()) {
        if $0.sentBodyByteCount == 1 { sent.happen() }
      }
    }
    try await sent.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    try await released.wait()
    #expect(stub.requests.isEmpty)
  }

  @Test func `a released body ends its exchange`() async throws {
    let released = Event()
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.onTermination = { _ in released.happen() }
    continuation.yield([1])
    let session = Session.stubbed { _ in .body(.async(chunks)) }
    do {
      let response = try await session.send(session.request(.get, "a"))
      for try await _ in response.body { break }
    }
    try await released.wait()
  }

  @Test func `nothing is left of ended exchanges`() async throws {
    final class Witness: Sendable {}
    weak var witness: Witness?
    let (reached, mayContinue) = (Event(), Event())
    do {
      let kept = Witness()
      witness = kept
      let stub = StubTransport { [kept] request in
        _ = kept
        switch request.path {
        case "/v1/fails": return .failure(.failed)
        case "/v1/ignores":
          reached.happen()
          // The exchange ends before its closure.
          try await Task.detached { try await mayContinue.wait() }.value
          return .text("late")
        default: return .text("abc")
        }
      }
      let session = Session.stubbed(stub)
      for _ in 0..<3 { _ = try await session.get("a", decoding: .text()) }
      _ = try await code { _ = try await session.get("fails", decoding: .text()) }
      let task = Task { try await session.get("ignores", decoding: .text()) }
      try await reached.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      mayContinue.happen()
    }
    #expect(await eventually { witness == nil })
  }

  @Test func `a transfer can be suspended and resumed`() async throws {
    try await withTimeLimit { limit in
      let calls = Atomic(0)
      let stub = StubTransport { _ in
        calls.add(1, ordering: .relaxed)
        return .bytes([UInt8](repeating: 1, count: 10 << 20))
      }
      let session = Session.stubbed(stub) { $0.idleTimeout = limit }
      let transfer = try session.transfer(session.request(.get, "a"), decoding: .bytes)
      transfer.suspend()
      transfer.start()
      // Longer than the idle timeout.
      try await Task.sleep(for: limit * 2)
      #expect(transfer.state == .suspended)
      transfer.resume()
      let count = try await transfer.value.count
      #expect(count == 10 << 20)
      #expect(calls.load(ordering: .relaxed) == 1)
    }
  }

  @Test func `a transfer that is suspended within its body receives nothing more`() async throws {
    let (count, reached, mayContinue) = (Lock(0), Event(), Event())
    let chunks = AsyncStream<[UInt8]> {
      let number = count.withLock { count in
        count += 1
        return count
      }
      if number == 2 {
        reached.happen()
        try? await mayContinue.wait()
      }
      return number < 3 ? [UInt8(number)] : nil
    }
    let session = Session.stubbed { _ in .body(.async(chunks)) }
    let transfer = try session.transfer(session.request(.get, "a"), decoding: .bytes)
    transfer.start()
    try await reached.wait()
    transfer.suspend()
    mayContinue.happen()
    let isResumed = Event()
    let task = Task {
      let value = try await transfer.value
      #expect(isResumed.hasHappened)
      return value
    }
    // Each of these transfers runs from its start to its end meanwhile.
    for _ in 0..<20 { _ = try await Session.stubbed { _ in .text("a") }.get("a", decoding: .text()) }
    isResumed.happen()
    transfer.resume()
    #expect(try await task.value == [1, 2])
  }

  @Test func `progress and metrics are reported`() async throws {
    let session = Session.stubbed { _ in .bytes([UInt8](repeating: 1, count: 500_000)) }
    let last = Last()
    let body = [UInt8](repeating: 2, count: 300_000)
    _ = try await session.upload(.bytes(body), to: "a", decoding: .bytes) { last.set($0) }
    let progress = try #require(last.progress)
    #expect(progress.sentBodyByteCount == 300_000 && progress.requestBodyByteCount == 300_000)
    #expect(progress.receivedBodyByteCount == 500_000 && progress.responseBodyByteCount == 500_000)
    #expect(progress.decodedByteCount == 500_000)

    let response = try await session.send(session.request(.get, "a"))
    _ = try await response.body.collect(upTo: 500_000)
    let metrics = try #require(response.metrics)
    #expect(metrics.receivedByteCount == 500_000 && metrics.sentByteCount == 0)
    #expect(metrics.firstByte > .zero && metrics.firstByte <= metrics.total)
    #expect(metrics.networkProtocol == "http/1.1" && !metrics.isConnectionReused)
  }

  private final class Last: Sendable {
    private let value = Mutex<TransferProgress?>(nil)
    var progress: TransferProgress? { value.withLock { $0 } }
    func set(_ progress: TransferProgress) { value.withLock { $0 = progress } }
  }
}
