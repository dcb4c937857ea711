import SluiceBody
import SluiceJSON
import SluiceSerialization
import SluiceTestSupport
import Testing

/// Elements of a stream whose chunks are cut anywhere, compared with a plain split of the whole.
@Suite(.timeLimit(.minutes(5))) struct ElementStreamSplitTests {
  /// A text of a kind of stream, and its elements as a plain split of the text finds them.
  private struct Sample {
    var text = ""
    var elements: [String] = []
  }

  /// Returns the text cut at random places. Most chunks hold many elements, and some only a byte or none.
  private func cut(_ text: String, _ random: inout SeededGenerator) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    var chunks: [[UInt8]] = []
    var start = 0
    while start < bytes.count {
      let longest = [0, 1, 7, 500, 5000].randomElement(using: &random) ?? 1
      let end = min(start + Int.random(in: 0...longest, using: &random), bytes.count)
      chunks.append(Array(bytes[start..<end]))
      start = end
    }
    return chunks
  }

  /// Expects that single elements and batches are the expected ones, in ten random cuts.
  private func check<Element: Sendable>(
    _ sample: Sample, seed: UInt64, _ parser: @escaping @Sendable () -> any StreamParser<Element>,
    text: (Element) -> String
  ) async throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<10 {
      let chunks = cut(sample.text, &random)
      let stream = ElementStream(AsyncStream.of(chunks), makeParser: parser)
      var single: [String] = []
      for try await element in stream { single.append(text(element)) }
      #expect(single == sample.elements)

      let batches = ElementStream(AsyncStream.of(chunks), makeParser: parser).batches
      var batched: [String] = []
      for try await batch in batches { batched += batch.map(text) }
      #expect(batched == sample.elements)
    }
  }

  private func words(_ random: inout SeededGenerator) -> String {
    let words = ["", "a", "two words", "ä ö", "a much longer text, with more than fifteen bytes", "🙂"]
    return words.randomElement(using: &random) ?? ""
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `lines are those of a plain split`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let lines = (0..<700).map { _ in words(&random) }
    let ends = lines.map { _ in Bool.random(using: &random) ? "\n" : "\r\n" }
    let text = zip(lines, ends).map { $0 + $1 }.joined()
    try await check(Sample(text: text, elements: lines), seed: seed, { LineParser() }, text: { $0 })
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `JSON Lines are those of a plain split`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let records = (0..<400).map { _ in
      "{\"id\":\(Int.random(in: 0..<1000, using: &random)),\"name\":\"\(words(&random))\"}"
    }
    let text = records.joined(separator: "\n")
    try await check(
      Sample(text: text, elements: records), seed: seed, { JSONLinesParser<JSON.Value>() },
      text: \.description)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `records of a JSON sequence are those of a plain split`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let records = (0..<400).map { _ in "[\(Int.random(in: 0..<1000, using: &random)),\"\(words(&random))\"]" }
    let text = records.map { "\u{1E}\($0)\n" }.joined()
    try await check(
      Sample(text: text, elements: records), seed: seed, { JSONSequenceParser<JSON.Value>() },
      text: \.description)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `elements of an array are those of a plain split`(
    seed: UInt64
  ) async throws {
    var random = SeededGenerator(seed: seed)
    let elements = (0..<400).map { _ in
      "{\"a\":[\(Int.random(in: 0..<1000, using: &random)),\"\(words(&random))\"]}"
    }
    let text = "[\(elements.joined(separator: " , "))]\n"
    try await check(
      Sample(text: text, elements: elements), seed: seed, { JSONArrayParser<JSON.Value>() },
      text: \.description)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func `events are those of a plain split`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let events = (0..<400).map { index in (id: "\(index)", data: words(&random)) }
    let ends = ["\n", "\r", "\r\n"]
    var text = ""
    for event in events {
      let end = ends.randomElement(using: &random) ?? "\n"
      text += "id: \(event.id)\(end)other: x\(end): comment\(end)data: \(event.data)\(end)\(end)"
    }
    try await check(
      Sample(text: text, elements: events.map { "\($0.id) \($0.data)" }), seed: seed,
      { ServerSentEventParser() },
      text: { "\($0.id) \($0.data)" })
  }

  // MARK: Elements that are parsed ahead

  /// More and fewer elements than are parsed ahead.
  private static let counts = [0, 1, 2, 63, 64, 65, 127, 128, 129, 1000]

  @Test(arguments: counts) func `an error comes exactly after the elements before it`(count: Int) async throws
  {
    let text = (0..<count).map { "\($0)\n" }.joined() + "x\n7\n"
    var iterator = ElementStream(AsyncStream.of([Array(text.utf8)])) { JSONLinesParser<Int>() }
      .makeAsyncIterator()
    for index in 0..<count { #expect(try await iterator.next() == index) }
    for _ in 0..<2 {
      let error = await #expect(throws: StreamError.self) { try await iterator.next() }
      #expect(error?.line == count + 1)
    }
  }

  @Test(arguments: counts) func `an error at the end comes exactly after the elements before it`(
    count: Int
  ) async throws {
    let text = "[" + (0..<count).map { "\($0)," }.joined()
    var iterator = ElementStream(AsyncStream.of([Array(text.utf8)])) { JSONArrayParser<Int>() }
      .makeAsyncIterator()
    for index in 0..<count { #expect(try await iterator.next() == index) }
    for _ in 0..<2 { await #expect(throws: StreamError.self) { try await iterator.next() } }
  }

  @Test(arguments: counts) func `the next chunk is requested after the last element of a chunk`(
    count: Int
  ) async throws {
    let requests = CallCounter()
    let chunks = [(0..<count).map { "\($0)\n" }.joined(), "last\n"].map { Array($0.utf8) }
    let counted = AsyncStream.of(chunks).map { chunk in
      requests.add()
      return chunk
    }
    var iterator = ElementStream(counted) { LineParser() }.makeAsyncIterator()
    for index in 0..<count {
      #expect(try await iterator.next() == "\(index)")
      #expect(requests.count == 1)
    }
    #expect(try await iterator.next() == "last")
    #expect(requests.count == 2)
    #expect(try await iterator.next() == nil)
  }

  @Test func `at most 64 elements are parsed ahead`() async throws {
    struct Counting: StreamParser {
      let counter: CallCounter
      func next(in bytes: Span<UInt8>, from position: inout Int) -> UInt8? {
        guard position < bytes.count else { return nil }
        counter.add()
        position += 1
        return bytes[position - 1]
      }
      func finish() -> UInt8? { nil }
    }
    let counter = CallCounter()
    var iterator = ElementStream(AsyncStream.of([sampleBytes(1000)])) { Counting(counter: counter) }
      .makeAsyncIterator()
    for (index, byte) in sampleBytes(1000).enumerated() {
      #expect(try await iterator.next() == byte)
      #expect(counter.count <= index + 64)
    }
    #expect(try await iterator.next() == nil)
  }

  @Test func `a parser appends the elements before an error, up to a limit`() throws {
    var parser = JSONLinesParser<Int>()
    let bytes = Array("1\n2\n3\n4\nx\n5\n".utf8)
    var position = 0
    var elements = [0]
    try parser.appendElements(in: bytes.span, from: &position, to: &elements, upTo: 0)
    #expect(elements == [0] && position == 0)
    try parser.appendElements(in: bytes.span, from: &position, to: &elements, upTo: 2)
    #expect(elements == [0, 1, 2] && position == 4)
    #expect(throws: StreamError.self) {
      try parser.appendElements(in: bytes.span, from: &position, to: &elements, upTo: nil)
    }
    #expect(elements == [0, 1, 2, 3, 4])
  }
}
