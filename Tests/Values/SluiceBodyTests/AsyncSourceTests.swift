import SluiceBody
import SluiceTestSupport
import Testing

/// Bodies made from asynchronous sequences of chunks.
@Suite(.timeLimit(.minutes(5))) struct AsyncSourceTests {
  private func stream(_ chunks: [[UInt8]], throwing failure: (any Error)? = nil) -> AsyncThrowingStream<
    [UInt8], any Error
  > {
    AsyncThrowingStream { continuation in
      for chunk in chunks { continuation.yield(chunk) }
      continuation.finish(throwing: failure)
    }
  }

  private struct Failure: Error, Equatable { var number = 7 }

  @Test func `chunks may be any collection of bytes`() async throws {
    let slices = AsyncStream<ArraySlice<UInt8>> { continuation in
      continuation.yield(sampleBytes(10)[2..<5])
      continuation.finish()
    }
    #expect(try await readAll(AsyncSource(slices).makeReader()) == Array(sampleBytes(10)[2..<5]))
    let texts = AsyncStream<Substring.UTF8View> { continuation in
      continuation.yield(Substring("grüße").utf8)
      continuation.finish()
    }
    #expect(try await readAll(AsyncSource(texts).makeReader()) == Array("grüße".utf8))
  }

  @Test(arguments: [65_535, 65_536, 65_537, 1_000_000])
  func `a chunk of any size and layout is read`(byteCount: Int) async throws {
    let bytes = sampleBytes(byteCount)
    let contiguous = AsyncStream<ArraySlice<UInt8>> { continuation in
      continuation.yield(bytes[1...])
      continuation.finish()
    }
    #expect(try await readAll(AsyncSource(contiguous).makeReader()) == Array(bytes[1...]))
    let reversed = AsyncStream<ReversedCollection<[UInt8]>> { continuation in
      continuation.yield(bytes.reversed())
      continuation.finish()
    }
    #expect(try await readAll(AsyncSource(reversed).makeReader()) == bytes.reversed())
  }

  @Test(arguments: [1, 3, 1000])
  func `an error of the sequence reaches the reader after the bytes before it`(_ step: Int) async throws {
    let reader = try AsyncSource(stream([[1, 2], [3]], throwing: Failure())).makeReader()
    var bytes: [UInt8] = []
    let error = await #expect(throws: Failure.self) {
      while true {
        let read = try reader.readOnce(upTo: step)
        bytes += read.bytes
        if read.outcome == .end { return }
        if read.outcome == .waiting { await reader.untilReadable() }
      }
    }
    #expect(error == Failure())
    #expect(bytes == [1, 2, 3])
    // The error is final.
    #expect(throws: Failure.self) { try reader.readOnce(upTo: 1) }
  }

  @Test func `an error of the sequence ends its chunks`() async throws {
    var chunks = AsyncSource(stream([[1, 2]], throwing: Failure())).chunks().makeAsyncIterator()
    #expect(try await chunks.next() == [1, 2])
    await #expect(throws: Failure.self) { try await chunks.next() }
    #expect(try await chunks.next() == nil)
  }

  static let mismatches: [(announced: Int64, chunks: [[UInt8]], found: Int64)] = [
    (0, [[1]], 1),
    (1, [], 0),
    (3, [[1, 2]], 2),
    (3, [[1, 2], []], 2),
    (3, [[1, 2], [3, 4], [5]], 4),
    (3, [[1, 2, 3], [4]], 4),
    (-1, [], 0),
    (-1, [[]], 0),
    (-1, [[1]], 1),
    (.max, [[1]], 1),
  ]

  @Test(arguments: mismatches)
  func `a sequence of another length than declared is an error with both counts`(
    _ announced: Int64, _ chunks: [[UInt8]], _ found: Int64
  ) async throws {
    let source = AsyncSource(stream(chunks), byteCount: announced)
    #expect(source.byteCount == announced)
    var read: [UInt8] = []
    let error = await #expect(throws: BodyError.self) {
      for try await chunk in source.chunks() { read += chunk }
    }
    #expect(error?.code == .byteCountMismatch)
    #expect(error?.expectedByteCount == announced)
    #expect(error?.actualByteCount == found)
    #expect(read.count <= max(announced, 0), "no byte past the declared count is ever sent")
  }

  @Test(arguments: [16, 60 * 1024, 64 * 1024, 100 * 1024, 1024 * 1024])
  func `the sequence is read at most 256 KiB and one chunk ahead`(_ chunkSize: Int) async throws {
    let bound = 256 * 1024 + chunkSize
    let total = max(4 * bound, 1 << 20) / (chunkSize == 16 ? 4 : 1) / chunkSize * chunkSize
    let progress = Progress()
    let chunks = Counted(chunkSize: chunkSize, count: total / chunkSize, progress: progress)
    let reader = try AsyncSource(chunks, byteCount: Int64(total)).makeReader()

    _ = try reader.readOnce(upTo: 0)
    #expect(await eventually { progress.produced >= min(256 * 1024, total) })
    for _ in 0..<1000 { await Task.yield() }
    #expect(progress.produced <= bound)

    var count = 0
    while true {
      progress.willRead(1000)
      let (bytes, outcome) = try reader.readOnce(upTo: 1000)
      progress.didRead(bytes.count, of: 1000)
      count += bytes.count
      if outcome == .end { break }
      if outcome == .waiting { await reader.untilReadable() }
    }
    #expect(count == total)
    #expect(progress.farthestAhead <= bound)
  }

  /// The number of bytes that a sequence is ahead of its reader.
  private final class Progress: Sendable {
    private struct State {
      var produced = 0
      var asked = 0
      var farthestAhead = 0
    }
    private let state = Lock(State())

    var produced: Int { state.withLock(\.produced) }
    var farthestAhead: Int { state.withLock(\.farthestAhead) }

    func willProduce(_ count: Int) {
      state.withLock {
        $0.produced += count
        $0.farthestAhead = max($0.farthestAhead, $0.produced - $0.asked)
      }
    }
    /// Counts a read that is under way as done, so that the sequence never seems farther ahead than it is.
    func willRead(_ count: Int) { state.withLock { $0.asked += count } }
    func didRead(_ count: Int, of asked: Int) { state.withLock { $0.asked -= asked - count } }
  }

  private struct Counted: AsyncSequence, Sendable {
    let chunkSize: Int
    let count: Int
    let progress: Progress

    func makeAsyncIterator() -> Iterator { Iterator(chunks: self, left: count) }

    struct Iterator: AsyncIteratorProtocol {
      let chunks: Counted
      var left: Int

      mutating func next() async -> [UInt8]? {
        guard left > 0 else { return nil }
        left -= 1
        chunks.progress.willProduce(chunks.chunkSize)
        return [UInt8](repeating: 1, count: chunks.chunkSize)
      }
    }
  }

  @Test func `the sequence is not read before the first read of the body`() async throws {
    let progress = Progress()
    let chunks = Counted(chunkSize: 1, count: 10, progress: progress)
    let reader = try AsyncSource(chunks).makeReader()
    for _ in 0..<1000 { await Task.yield() }
    #expect(progress.produced == 0)
    #expect(try await readAll(reader) == [UInt8](repeating: 1, count: 10))
  }

  @Test func `a read never blocks on a silent sequence`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let reader = try AsyncSource(stream).makeReader()
    for _ in 0..<3 {
      let read = try reader.readOnce(upTo: 10)
      #expect(read.bytes.isEmpty && read.outcome == .waiting)
    }
    continuation.yield([1])
    await reader.untilReadable()
    #expect(try reader.readOnce(upTo: 10).bytes == [1])
    continuation.finish()
    #expect(try await readAll(reader) == [])
  }
}
