import SluiceBody
import SluiceTestSupport
import Testing

/// Threads, tasks and descriptors of a reader, freed when the reader is released in any state.
@Suite(.serialized, .timeLimit(.minutes(5))) struct ReleaseTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  enum Moment: CaseIterable { case beforeAnyRead, whileSilent, whileFull, atItsEnd }

  /// The number of readers, larger than the number of threads of most other tests. Those of thread pools end when they
  /// are idle for 10 seconds.
  private let count = 150

  @Test(arguments: Moment.allCases)
  func `released readers of FIFOs free their threads and descriptors`(_ moment: Moment) async throws {
    let threadsBefore = try threadCount()
    let names = (0..<count).map { "fifo\($0)" }
    var writers = try names.map { name in
      try directory.fifo(name)
      return try directory.openForWriting(name)
    }
    var readers = try names.map { try FileSource(at: directory.path($0)).makeReader() }
    #expect(try openDescriptors(under: directory.path).count == count, "only the writers'")

    if moment != .beforeAnyRead {
      for reader in readers { #expect(try reader.readOnce(upTo: 1).bytes.isEmpty) }
      #expect(try await eventually { try openDescriptors(under: directory.path).count == 2 * count })
      #expect(try threadCount() >= count)
    }
    switch moment {
    case .beforeAnyRead, .whileSilent: break
    case .whileFull:
      // More than the reader reads ahead, and less than that plus the system's buffer.
      for writer in writers { try writer.write([UInt8](repeating: 1, count: 300_000).span) }
      for reader in readers { await reader.untilReadable() }
    case .atItsEnd:
      writers = []
      for reader in readers { #expect(try await readAll(reader) == []) }
      #expect(try await eventually { try openDescriptors(under: directory.path).count == 0 })
    }
    readers = []
    #expect(try await eventually { try openDescriptors(under: directory.path).count == writers.count })
    #expect(try await eventually { try threadCount() < max(threadsBefore, count) })
  }

  @Test func `cancelled iteration of a silent FIFO frees its descriptor`() async throws {
    let path = try directory.fifo("fifo")
    let reading = Task { for try await _ in FileSource(at: path).chunks() {} }
    #expect(try await eventually { try openDescriptors(under: path).count == 1 })
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    #expect(try await eventually { try openDescriptors(under: path).count == 0 })
  }

  @Test func `leaving the loop over a FIFO that never ends frees its descriptor`() async throws {
    let path = try directory.fifo("fifo")
    let writer = try directory.openForWriting("fifo")
    try writer.write([1, 2, 3].span)
    for try await chunk in FileSource(at: path).chunks() where !chunk.isEmpty { break }
    #expect(try await eventually { try openDescriptors(under: path).count == 1 }, "only the writer's")
  }

  @Test(arguments: [false, true])
  func `releasing the reader of a sequence ends the sequence's task`(isFull: Bool) async throws {
    let ended = Signal()
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    var reader: (any BodyReader)? = try AsyncSource(Watched(chunks: stream, ended: ended)).makeReader()
    _ = try reader?.readOnce(upTo: 1)
    if isFull {
      // More than fits, so that the task waits for room and not for the sequence.
      continuation.yield([UInt8](repeating: 1, count: 1 << 20))
      await reader?.untilReadable()
    }
    reader = nil
    await ended.wait()
    #expect(!Task.isCancelled)
  }

  /// A sequence that fires a signal when its iterator is released.
  private struct Watched: AsyncSequence {
    let chunks: AsyncStream<[UInt8]>
    let ended: Signal

    func makeAsyncIterator() -> Iterator {
      Iterator(chunks: chunks.makeAsyncIterator(), token: Token(onRelease: ended))
    }

    struct Iterator: AsyncIteratorProtocol {
      var chunks: AsyncStream<[UInt8]>.Iterator
      let token: Token

      mutating func next() async -> [UInt8]? { await chunks.next() }
    }
  }

  @Test func `releasing a source and its unread reader frees the sequence`()
    async throws
  {
    let ended = Signal()
    do {
      let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
      continuation.onTermination = { _ in ended.fire() }
      _ = try AsyncSource(stream).makeReader()
    }
    await ended.wait()
    #expect(!Task.isCancelled)
  }

  @Test func `no callback is called after its reader is released`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    let calls = CallCounter()
    let released = Signal()
    do {
      let reader = try AsyncSource(stream).makeReader()
      _ = try reader.readOnce(upTo: 1)
      let token = Token(onRelease: released)
      reader.whenReadable {
        calls.add()
        withExtendedLifetime(token) {}
      }
    }
    // The values that the callback holds are released, although the sequence lives on.
    await released.wait()
    continuation.finish()
    #expect(calls.count == 0)
  }

  private final class Token: Sendable {
    let signal: Signal
    init(onRelease signal: Signal) { self.signal = signal }
    deinit { signal.fire() }
  }
}
