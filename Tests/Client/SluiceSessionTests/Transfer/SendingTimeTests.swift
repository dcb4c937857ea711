import Glibc
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The times of sending in the progress, compared with times that the test measures within or around them.
@Suite(.timeLimit(.minutes(5))) struct SendingTimeTests {
  private let updates = Record<TransferProgress>()

  /// A time that the test has measured.
  private final class MeasuredTime: Sendable {
    private let ends = Lock<(start: ContinuousClock.Instant, end: ContinuousClock.Instant)?>(nil)

    /// Measures the time that a closure takes.
    func measure(_ body: () throws -> Void) rethrows {
      let start = ContinuousClock.now
      try body()
      let end = ContinuousClock.now
      ends.withLock { $0 = (start, end) }
    }

    func measure(_ body: () async throws -> Void) async rethrows {
      let start = ContinuousClock.now
      try await body()
      let end = ContinuousClock.now
      ends.withLock { $0 = (start, end) }
    }

    var duration: Duration { ends.withLock { $0.map { $0.end - $0.start } ?? .zero } }
    var end: ContinuousClock.Instant? { ends.withLock { $0?.end } }
  }

  /// Blocks the thread for a while: a slow disk, or a slow server.
  private static func beSlow() { usleep(50_000) }

  /// The times in an update, which must be known.
  private func times(
    _ update: TransferProgress?, at location: SourceLocation = #_sourceLocation
  ) throws -> (source: Duration, network: Duration) {
    let update = try #require(update, sourceLocation: location)
    return (
      try #require(update.sourceTime, sourceLocation: location),
      try #require(update.networkTime, sourceLocation: location)
    )
  }

  private static func receive(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    try connection.readBody { _ in }
    try connection.respond(200)
  }

  /// Uploads a body, and returns the time around it.
  private func upload(_ body: some BodySource, in session: Session) async throws -> Duration {
    let start = ContinuousClock.now
    _ = try await session.upload(body, to: "", decoding: .bytes) { updates.append($0) }
    return ContinuousClock.now - start
  }

  @Test func `a read that blocks is the source's time`() async throws {
    let blocked = MeasuredTime()
    let body = ScriptedSource(
      byteCount: 2000,
      [
        .bytes(patternedBytes(1000)), .run { blocked.measure { Self.beSlow() } },
        .bytes(patternedBytes(1000)),
      ])
    try await withServer(Self.receive) { session, _ in
      let total = try await upload(body, in: session)
      let (source, network) = try times(updates.last)
      #expect(source >= blocked.duration && source + network <= total)
    }
  }

  @Test func `a source without bytes is the source's time`() async throws {
    let (goOn, isWaiting, wait) = (Event(), Event(), MeasuredTime())
    let body = ScriptedSource(
      byteCount: 2000,
      [.bytes(patternedBytes(1000)), .run { isWaiting.happen() }, .wait(goOn), .bytes(patternedBytes(1000))])
    try await withServer(Self.receive) { session, _ in
      async let total = upload(body, in: session)
      try await isWaiting.wait()
      try await wait.measure { try await Task.sleep(for: .milliseconds(50)) }
      goOn.happen()
      let around = try await total
      let (source, network) = try times(updates.last)
      #expect(source >= wait.duration && source + network <= around)
    }
  }

  /// A body that notes how long its own reads take.
  private struct TimedSource: BodySource {
    let content: BytesSource
    let readTime = Lock(Duration.zero)
    var byteCount: Int64? { content.byteCount }
    let isReplayable = true
    let needsOwnThread = false
    var totalReadTime: Duration { readTime.withLock { $0 } }

    func makeReader() -> any BodyReader { Reader(content.makeReader(), self) }

    private final class Reader: BodyReader {
      private let reader: any BodyReader
      private let source: TimedSource

      init(_ reader: any BodyReader, _ source: TimedSource) { (self.reader, self.source) = (reader, source) }

      func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
        let start = ContinuousClock.now
        defer { source.readTime.withLock { $0 += .now - start } }
        return try reader.read(into: &output)
      }
    }
  }

  /// Blocks the thread for much longer than the reads of a body take, which end once the system's buffers are full.
  private static func beSlow(longerThan body: TimedSource) {
    let start = ContinuousClock.now
    var enough = Duration.milliseconds(100)
    while start.duration(to: .now) < enough {
      beSlow()
      enough = .milliseconds(100) + body.totalReadTime * 8
    }
  }

  @Test func `a slow server is the network's time`() async throws {
    // More than the buffers of the system hold, so that the body cannot end before the server continues.
    let body = TimedSource(content: BytesSource(patternedBytes(32 << 20)))
    let stall = MeasuredTime()
    try await withServer { request, connection in
      try connection.readBody(onlyUpTo: 1)
      stall.measure { Self.beSlow(longerThan: body) }
      try Self.receive(request, connection)
    } test: { session, _ in
      let total = try await upload(body, in: session)
      let (source, network) = try times(updates.last)
      #expect(network >= stall.duration / 2)
      #expect(source >= body.totalReadTime && source + network <= total)
    }
  }

  @Test func `the time of a suspended transfer counts for neither`() async throws {
    let (goOn, isWaiting, pause) = (Event(), Event(), MeasuredTime())
    let body = ScriptedSource(
      byteCount: 2000,
      [.bytes(patternedBytes(1000)), .run { isWaiting.happen() }, .wait(goOn), .bytes(patternedBytes(1000))])
    try await withServer(Self.receive) {
      $0.loops = 1
    } test: { session, _ in
      let start = ContinuousClock.now
      let transfer = session.transfer(
        try session.request(.post, "", body: body), decoding: ResponseDecoder.bytes)
      transfer.start()
      try await isWaiting.wait()
      transfer.suspend()
      // The same thread has suspended the transfer before it sends another request.
      _ = try await session.get("", decoding: .bytes)
      try await pause.measure { try await Task.sleep(for: .milliseconds(50)) }
      transfer.resume()
      goOn.happen()
      _ = try await transfer.value
      let total = ContinuousClock.now - start
      let (source, network) = try times(transfer.progress)
      #expect(source > .zero && source + network <= total - pause.duration)
    }
  }

  @Test func `each attempt has separate times`() async throws {
    let (isSlow, slow, redirect) = (Record<Bool>(), MeasuredTime(), MeasuredTime())
    let body = ScriptedSource(
      byteCount: 1000,
      [
        .run {
          if isSlow.count == 0 { slow.measure { Self.beSlow() } }
          isSlow.append(true)
        }, .bytes(patternedBytes(1000)),
      ])
    try await withServer { request, connection in
      guard request.target == "/" else { return try Self.receive(request, connection) }
      try connection.readBody { _ in }
      redirect.measure {}
      try connection.redirect(307, to: "/next")
    } test: { session, _ in
      _ = try await upload(body, in: session)
      let secondAttempt = ContinuousClock.now - (try #require(redirect.end))
      let (firstSource, _) = try times(updates.all.last { $0.attempt == 1 })
      #expect(firstSource >= slow.duration)
      let (source, network) = try times(updates.last)
      #expect(updates.last?.attempt == 2 && source + network <= secondAttempt)
    }
  }

  @Test func `what is unknown is nil`() async throws {
    try await withServer(Self.receive) { session, _ in
      _ = try await session.get("", decoding: .bytes) { updates.append($0) }
      #expect(updates.count > 0 && updates.all.allSatisfy { $0.sourceTime == nil && $0.networkTime == nil })
    }
    // A limited rate makes the connection wait for itself.
    try await withServer(Self.receive) {
      $0.maximumSendRate = 1 << 30
    } test: { session, _ in
      _ = try await upload(.text("body"), in: session)
      #expect(updates.last?.sourceTime != nil && updates.last?.networkTime == nil)
    }
  }
}
