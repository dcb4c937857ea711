import SluiceBody
import SluiceTestSupport
import Testing

/// Bodies that are read slowly. Times have lower bounds only: a busy machine is slower.
@Suite(.timeLimit(.minutes(5))) struct ThrottledSourceTests {
  @Test func `a rate holds for the whole body, at any read size`() async throws {
    let bytes = sampleBytes(10_000)
    for step in [7, 1000, 64 * 1024] {
      let source = ThrottledSource(.bytes(bytes), maximumRate: 20_000)
      let reader = try source.makeReader()
      let start = MonotonicInstant.now
      #expect(try await readAll(reader, step: step) == bytes)
      // All but the first step of 50 ms.
      #expect(MonotonicInstant.now - start >= .milliseconds(450 - 1))
    }
  }

  @Test func `packets have delays between them, and none after the last`() async throws {
    let bytes = sampleBytes(1000)
    let reader = try ThrottledSource(.bytes(bytes), packetByteCount: 250, delay: .milliseconds(30))
      .makeReader()
    let start = MonotonicInstant.now
    #expect(try await readAll(reader) == bytes)
    #expect(MonotonicInstant.now - start >= .milliseconds(3 * 30))

    let single = try ThrottledSource(.bytes(bytes), packetByteCount: 1000, delay: .seconds(1000)).makeReader()
    #expect(try await readAll(single) == bytes)
  }

  @Test func `a read waits instead of blocking`() async throws {
    let reader = try ThrottledSource(.text("abcdef"), packetByteCount: 2, delay: .seconds(1000)).makeReader()
    let first = try reader.readOnce(upTo: 100)
    #expect(first.bytes == Array("ab".utf8))
    #expect(first.outcome == .more)
    let second = try reader.readOnce(upTo: 100)
    #expect(second.bytes.isEmpty)
    #expect(second.outcome == .waiting)
    reader.whenReadable { Issue.record("a reader that was released is readable") }
  }

  @Test func `a body that waits for itself is resumed by itself`() async throws {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    let reader = try ThrottledSource(.async(stream), packetByteCount: 1 << 20, delay: .zero).makeReader()
    #expect(try reader.readOnce(upTo: 10).outcome == .waiting)
    continuation.yield([1, 2, 3])
    continuation.finish()
    #expect(try await readAll(reader) == [1, 2, 3])
  }

  @Test func `everything else is as in the body`() async throws {
    let source = ThrottledSource(Labeled(), maximumRate: 1 << 40)
    #expect(try source.byteCount == 5)
    #expect(source.contentType == "text/x-label")
    #expect(source.needsOwnThread)
    #expect(source.isReplayable)
    for _ in 0..<2 { #expect(try await readAll(source.makeReader()) == Array("hello".utf8)) }

    let once = ThrottledSource(.async(AsyncStream<[UInt8]> { $0.finish() }), maximumRate: 1)
    #expect(try once.byteCount == nil)
    #expect(!once.isReplayable)
    _ = try once.makeReader()
    #expect(#expect(throws: BodyError.self) { try once.makeReader() }?.code == .notReplayable)

    let missing = ThrottledSource(.file(at: "/nonexistent/file"), maximumRate: 1)
    #expect(#expect(throws: BodyError.self) { try missing.byteCount }?.code == .fileMissing)
    #expect(#expect(throws: BodyError.self) { try missing.makeReader() }?.code == .fileMissing)
  }

  private struct Labeled: BodySource {
    var byteCount: Int64? { 5 }
    var contentType: String? { "text/x-label" }
    var isReplayable: Bool { true }
    var needsOwnThread: Bool { true }
    func makeReader() -> any BodyReader { BytesSource("hello".utf8).makeReader() }
  }

  @Test func `throttles nest, and the slowest part holds up what follows`() async throws {
    let source = JoinedSource([
      .text("head"),
      .throttled(
        .throttled(.text("0123456789"), packetByteCount: 4, delay: .milliseconds(20)),
        maximumRate: 1_000_000_000),
      .throttled(.text("tail"), maximumRate: 1_000_000_000),
    ])
    #expect(try source.byteCount == 18)
    let start = MonotonicInstant.now
    #expect(try await readAll(source.makeReader()) == Array("head0123456789tail".utf8))
    #expect(MonotonicInstant.now - start >= .milliseconds(40))
  }

  @Test func `a longer body than declared is read to its end`() async throws {
    let source = ThrottledSource(Labeled(), packetByteCount: 5, delay: .seconds(1000))
    let reader = try source.makeReader()
    let whole = try reader.readOnce(upTo: 5)
    #expect(whole.bytes.count == 5)
    #expect(try reader.readOnce(upTo: 100).outcome == .end)
  }

  @Test func `a thread of its own waits for the pace, too`() async throws {
    let bytes = sampleBytes(300)
    let source = ThrottledSource(.bytes(bytes), packetByteCount: 100, delay: .milliseconds(20))
    let start = MonotonicInstant.now
    #expect(try await readAll(PooledReader(over: source)) == bytes)
    #expect(MonotonicInstant.now - start >= .milliseconds(40))
  }

  @Test func `cancelling a task ends its wait`() async throws {
    let source = ThrottledSource(.text("abcdef"), packetByteCount: 2, delay: .seconds(1000))
    let started = CallCounter()
    let task = Task {
      for try await chunk in source.chunks() {
        #expect(chunk.count == 2)
        started.add()
      }
    }
    #expect(await eventually { started.count > 0 })
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
