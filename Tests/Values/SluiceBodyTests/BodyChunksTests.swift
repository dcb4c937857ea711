import SluiceBody
import SluiceTestSupport
import Testing

/// Iteration over the chunks of a body.
@Suite(.timeLimit(.minutes(5))) struct BodyChunksTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test(arguments: [0, -1, Int.min])
  func `a chunk size of zero or less counts as one byte`(_ size: Int) async throws {
    var chunks: [[UInt8]] = []
    for try await chunk in BytesSource([1, 2]).chunks(ofUpTo: size) { chunks.append(chunk) }
    #expect(chunks == [[1], [2]])
  }

  @Test func `the largest chunk size allocates no memory of that size`() async throws {
    var bytes: [UInt8] = []
    for try await chunk in BytesSource([1, 2]).chunks(ofUpTo: .max) { bytes += chunk }
    #expect(bytes == [1, 2])
  }

  @Test func `each iteration reads the body from its start`() async throws {
    let chunks = BytesSource([1, 2, 3]).chunks(ofUpTo: 2)
    for _ in 0..<2 {
      var iterator = chunks.makeAsyncIterator()
      #expect(try await iterator.next() == [1, 2])
      #expect(try await iterator.next() == [3])
      #expect(try await iterator.next() == nil)
      #expect(try await iterator.next() == nil)
    }
  }

  @Test func `a one-shot body can be iterated once`() async throws {
    let chunks = AsyncSource(AsyncStream<[UInt8]> { $0.finish() }).chunks()
    var first = chunks.makeAsyncIterator()
    #expect(try await first.next() == nil)
    var second = chunks.makeAsyncIterator()
    let error = await #expect(throws: BodyError.self) { try await second.next() }
    #expect(error?.code == .notReplayable)
  }

  @Test func `an unreadable body throws at the first chunk, and then ends`() async throws {
    var chunks = FileSource(at: directory.path("missing")).chunks().makeAsyncIterator()
    let error = await #expect(throws: BodyError.self) { try await chunks.next() }
    #expect(error?.code == .fileMissing)
    #expect(try await chunks.next() == nil)
  }

  @Test(arguments: [[1, 2], [1, 2, 3, 4], []] as [[UInt8]])
  func `a body that is not as long as it declares is an error`(bytes: [UInt8]) async throws {
    for limit in 1...6 {
      var received: [UInt8] = []
      let source = ScriptedSource(byteCount: 3, bytes.isEmpty ? [] : [.bytes(bytes)])
      var chunks = source.chunks(ofUpTo: limit).makeAsyncIterator()
      let error = await #expect(throws: BodyError.self) {
        while let chunk = try await chunks.next() { received += chunk }
      }
      #expect(error?.code == .byteCountMismatch)
      #expect(error?.expectedByteCount == 3)
      #expect(received.count <= 3 && bytes.starts(with: received))
      #expect(try await chunks.next() == nil)
    }
  }

  @Test func `cancellation ends the iteration over an endless device`() async throws {
    let signal = Signal()
    let reading = Task {
      var count = 0
      for try await chunk in FileSource(at: "/dev/zero").chunks() {
        #expect(chunk.allSatisfy { $0 == 0 })
        count += chunk.count
        if count > 1_000_000 { signal.fire() }
      }
    }
    await signal.wait()
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
  }

  @Test func `cancellation ends a wait for a silent body`() async throws {
    let path = try directory.fifo("fifo")
    let (silentStream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    for body in [FileSource(at: path), AsyncSource(silentStream)] as [any BodySource] {
      let reading = Task { for try await _ in body.chunks() {} }
      for _ in 0..<100 { await Task.yield() }
      reading.cancel()
      await #expect(throws: CancellationError.self) { try await reading.value }
    }
    withExtendedLifetime(continuation) {}
  }

  @Test func `an already cancelled task reads nothing`() async throws {
    let source = AsyncSource(AsyncStream<[UInt8]> { $0.finish() })
    let reading = Task {
      while !Task.isCancelled { await Task.yield() }
      for try await _ in source.chunks() {}
    }
    reading.cancel()
    await #expect(throws: CancellationError.self) { try await reading.value }
    // Not even the only pass is used up.
    #expect(throws: Never.self) { try source.makeReader() }
  }
}
