import SluiceBody
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Elements parsed from a stream of chunks.
@Suite(.timeLimit(.minutes(5))) struct ElementStreamTests {
  /// Chunks that are counted as they are requested.
  private struct CountedChunks: AsyncSequence, AsyncIteratorProtocol {
    let counter: CallCounter
    var chunks: [String]
    func makeAsyncIterator() -> Self { self }
    mutating func next() async -> [UInt8]? {
      counter.add()
      return chunks.isEmpty ? nil : Array(chunks.removeFirst().utf8)
    }
  }

  @Test func `elements come in order, from chunks of any kind`() async throws {
    let chunks = AsyncStream<ArraySlice<UInt8>> { continuation in
      for text in ["a\nb", "", "", "c\n\n", "d"] { continuation.yield(Array(text.utf8)[...]) }
      continuation.finish()
    }
    var lines: [String] = []
    for try await line in ElementStream(chunks, makeParser: { LineParser() }) { lines.append(line) }
    #expect(lines == ["a", "bc", "", "d"])
  }

  @Test func `each iteration starts from the beginning`() async throws {
    let stream = ElementStream(BytesSource("1\n2\n3".utf8).chunks(ofUpTo: 1)) { JSONLinesParser<Int>() }
    for _ in 0..<2 {
      var numbers: [Int] = []
      for try await number in stream { numbers.append(number) }
      #expect(numbers == [1, 2, 3])
    }
  }

  @Test func `chunks without a response are decoded`() async throws {
    let chunks = BytesSource("1\n2\n3".utf8).chunks(ofUpTo: 1)
    let stream = ElementStream(chunks, decoding: .jsonLines(Int.self))
    for _ in 0..<2 {
      var numbers: [Int] = []
      for try await number in stream { numbers.append(number) }
      #expect(numbers == [1, 2, 3])
    }
  }

  @Test func `a decoder requests a chunk without a response only when it is needed`() async throws {
    let counter = CallCounter()
    let chunks = CountedChunks(counter: counter, chunks: ["a\nb", "\n", "c"])
    var iterator = ElementStream(chunks, decoding: .lines()).makeAsyncIterator()
    for (line, count) in [("a", 1), ("b", 2), ("c", 4)] {
      #expect(try await iterator.next() == line)
      #expect(counter.count == count)
    }
    #expect(try await iterator.next() == nil)
  }

  @Test func `a custom decoder gets chunks without a response as a body`() async throws {
    let decoder = StreamDecoder { response, body in
      #expect(response.status == 200 && response.headerFields.isEmpty)
      return ElementStream(body.chunks()) { LineParser() }
    }
    var lines: [String] = []
    for try await line in ElementStream(AsyncStream.of([Array("a\nb".utf8)]), decoding: decoder) {
      lines.append(line)
    }
    #expect(lines == ["a", "b"])
  }

  @Test func `a custom decoder that refuses chunks fails each iteration`() async {
    struct Refusal: Error {}
    let decoder = StreamDecoder<ElementStream<String>> { _, _ in throw Refusal() }
    let stream = ElementStream(AsyncStream.of([Array("a".utf8)]), decoding: decoder)
    for _ in 0..<2 {
      var iterator = stream.makeAsyncIterator()
      for _ in 0..<2 { await #expect(throws: Refusal.self) { try await iterator.next() } }
    }
    await #expect(throws: Refusal.self) { for try await _ in stream.batches {} }
  }

  @Test func `a chunk is requested only when it is needed`() async throws {
    let counter = CallCounter()
    let chunks = CountedChunks(counter: counter, chunks: ["a\nb\nc", "", "\n", "d\ne"])
    let stream = ElementStream(chunks) { LineParser() }
    var iterator = stream.makeAsyncIterator()
    #expect(counter.count == 0)
    for (line, count) in [("a", 1), ("b", 1), ("c", 3), ("d", 4), ("e", 5)] {
      #expect(try await iterator.next() == line)
      #expect(counter.count == count)
    }
    for _ in 0..<3 { #expect(try await iterator.next() == nil) }
    #expect(counter.count == 5)
  }

  @Test func `an error of the parser is final`() async throws {
    let counter = CallCounter()
    let chunks = CountedChunks(counter: counter, chunks: ["1\nx\n", "2\n"])
    var iterator = ElementStream(chunks) { JSONLinesParser<Int>() }.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    for _ in 0..<3 { await #expect(throws: (any Error).self) { try await iterator.next() } }
    #expect(counter.count == 1)
  }

  @Test func `an error at the end is final`() async throws {
    let chunks = CountedChunks(counter: CallCounter(), chunks: ["[1"])
    var iterator = ElementStream(chunks) { JSONArrayParser<Int>() }.makeAsyncIterator()
    for _ in 0..<3 { await #expect(throws: (any Error).self) { try await iterator.next() } }
  }

  @Test func `an error of the chunk sequence is passed on and is final`() async throws {
    struct Lost: Error {}
    let chunks = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(Array("a\nb".utf8))
      continuation.finish(throwing: Lost())
    }
    var iterator = ElementStream(chunks) { LineParser() }.makeAsyncIterator()
    #expect(try await iterator.next() == "a")
    for _ in 0..<3 { await #expect(throws: Lost.self) { try await iterator.next() } }
  }

  @Test func `cancelling a waiting task throws an error instead of ending the stream`() async throws {
    let (chunks, continuation) = AsyncStream<[UInt8]>.makeStream()
    continuation.yield(Array("a\nb".utf8))
    let hasBegun = Signal()
    let task = Task {
      var iterator = ElementStream(chunks, makeParser: { LineParser() }).makeAsyncIterator()
      let first = try await iterator.next()
      #expect(first == "a")
      hasBegun.fire()
      await #expect(throws: CancellationError.self) { try await iterator.next() }
      await #expect(throws: CancellationError.self) { try await iterator.next() }
    }
    await hasBegun.wait()
    task.cancel()
    try await task.value
    continuation.finish()
  }

  @Test func `a cancelled task gets no further element`() async throws {
    let chunks = CountedChunks(counter: CallCounter(), chunks: ["a\nb\n"])
    let hasBegun = Signal()
    let isCancelled = Signal()
    let task = Task {
      var iterator = ElementStream(chunks, makeParser: { LineParser() }).makeAsyncIterator()
      #expect(try await iterator.next() == "a")
      hasBegun.fire()
      await isCancelled.wait()
      _ = try await iterator.next()
    }
    await hasBegun.wait()
    task.cancel()
    isCancelled.fire()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @MainActor @Test func `an actor can iterate`() async throws {
    var types: [String] = []
    let text = "event:a\ndata\n\ndata\n\n"
    for try await event in ElementStream(
      BytesSource(text.utf8).chunks(ofUpTo: 3), makeParser: { ServerSentEventParser() })
    {
      types.append(event.type)
    }
    #expect(types == ["a", "message"])
  }

  @Test func `each batch has the elements that one chunk completes`() async throws {
    let chunks = ["a\nb\n", "", "c", "\nd\ne"].map { Array($0.utf8) }
    var batches: [[String]] = []
    let stream = ElementStream(AsyncStream.of(chunks), makeParser: { LineParser() })
    for try await batch in stream.batches { batches.append(batch) }
    #expect(batches == [["a", "b"], ["c", "d"], ["e"]])
  }

  @Test func `a chunk with many elements is several batches`() async throws {
    let chunks = [Array(String(repeating: "a\n", count: 600).utf8)]
    var counts: [Int] = []
    let stream = ElementStream(AsyncStream.of(chunks), makeParser: { LineParser() })
    for try await batch in stream.batches { counts.append(batch.count) }
    #expect(counts == [256, 256, 88])
  }

  @Test func `elements before an error in the same chunk are a batch`() async throws {
    let chunks = [Array("a\nb\n".utf8) + [0xFF, 0x0A]]
    var batches = ElementStream(AsyncStream.of(chunks), makeParser: { LineParser() }).batches
      .makeAsyncIterator()
    let batch = try await batches.next()
    #expect(batch == ["a", "b"])
    for _ in 0..<2 { await #expect(throws: StreamError.self) { try await batches.next() } }
  }
}

extension AsyncStream {
  static func of(_ elements: [Element]) -> AsyncStream where Element: Sendable {
    AsyncStream { stream in
      for element in elements { stream.yield(element) }
      stream.finish()
    }
  }
}
