import FoundationEssentials
import SluiceBody
import SluiceCoding
import SluiceMultipart
import SluiceTestSupport
import Testing

/// Reading parts one after the other.
@Suite(.timeLimit(.minutes(5))) struct MultipartReaderTests {
  private static let type = "multipart/form-data; boundary=B"

  /// Returns a body of fields with these values, named by their indices.
  private static func body(_ values: String...) -> [UInt8] {
    let parts = values.enumerated().map { index, value in
      "--B\r\nContent-Disposition: form-data; name=\"\(index)\"\r\n\r\n\(value)\r\n"
    }
    return Array((parts.joined() + "--B--\r\nepilogue").utf8)
  }

  private func reader(
    _ bytes: [UInt8], step: Int = 7, limits: MultipartLimits = MultipartLimits()
  ) throws -> MultipartReader {
    try MultipartReader(
      BytesSource(bytes).chunks(ofUpTo: step), contentType: Self.type, limits: limits)
  }

  @Test(arguments: [1, 2, 7, 64, 1000]) func `parts come in order with their bytes`(step: Int) async throws {
    var found: [String?: String] = [:]
    var indices: [Int] = []
    for try await part in try reader(Self.body("one", "", "\r\n--", "four"), step: step) {
      indices.append(part.index)
      found[part.name] = String(decoding: try await part.collect(upTo: 10), as: UTF8.self)
    }
    #expect(indices == [0, 1, 2, 3])
    #expect(found == ["0": "one", "1": "", "2": "\r\n--", "3": "four"])
  }

  /// Like SwiftNIO's `ByteBuffer`: bytes that are not a collection themselves, but have a view that is.
  private struct Buffer: Sendable { let readableBytesView: ArraySlice<UInt8> }

  private func stream<Chunk: Sendable>(_ chunks: [Chunk]) -> AsyncStream<Chunk> {
    AsyncStream { continuation in
      for chunk in chunks { continuation.yield(chunk) }
      continuation.finish()
    }
  }

  @Test func `a body is an array, slice or data, or a sequence of them, or any sequence mapped to one`()
    async throws
  {
    let bytes = Self.body("one", "two")
    let slice = ([0] + bytes + [0])[1...bytes.count]
    let buffers = stream([Buffer(readableBytesView: bytes[..<60]), Buffer(readableBytesView: bytes[60...])])
    let type = Self.type
    let readers = [
      "array": try MultipartReader(bytes, contentType: type),
      "slice": try MultipartReader(slice, contentType: type),
      "data": try MultipartReader(Data(bytes), contentType: type),
      "text": try MultipartReader(String(decoding: bytes, as: UTF8.self).utf8, contentType: type),
      "source": try MultipartReader(.bytes(bytes), contentType: type),
      "arrays": try MultipartReader(stream([Array(bytes[..<60]), Array(bytes[60...])]), contentType: type),
      "slices": try MultipartReader(stream([slice[..<60], slice[60...]]), contentType: type),
      "pieces of data": try MultipartReader(
        stream([Data(bytes[..<60]), Data(bytes[60...])]), contentType: type),
      "views of buffers": try MultipartReader(buffers.map { $0.readableBytesView }, contentType: type),
      "arrays of buffers": try MultipartReader(
        stream([Buffer(readableBytesView: bytes[...])]).map { Array($0.readableBytesView) }, contentType: type
      ),
    ]
    for (name, reader) in readers {
      let parts = try await reader.collect(upTo: 100)
      #expect(parts.map { String(decoding: $0.bytes, as: UTF8.self) } == ["one", "two"], "\(name)")
    }
    // Bytes in memory can be read again.
    #expect(try await readers["slice"]?.collect(upTo: 100).count == 2)
    await #expect(throws: MultipartError.self) {
      try await MultipartReader([], contentType: type).collect(upTo: 0)
    }
  }

  @Test func `a form is read with its own content type`() async throws {
    let form = MultipartForm(.mixed) {
      FormFile("f", .text("file"), fileName: "ü.png")
      FormField("g", "field")
    }
    var described: [String] = []
    for try await part in try MultipartReader(form) {
      let bytes = try await part.collect(upTo: 100)
      described.append("\(part.fileName ?? "-") \(part.mediaType?.description ?? "-") \(bytes.count)")
      #expect(part.name == nil)
    }
    #expect(described == ["ü.png image/png 4", "- - 5"])
  }

  @Test func `parts that are not read are skipped`() async throws {
    var names: [String?] = []
    for try await part in try reader(Self.body("one", "two", "three")) {
      names.append(part.name)
      var iterator = part.bytes.makeAsyncIterator()
      if part.index == 1 { _ = try await iterator.next() }
    }
    #expect(names == ["0", "1", "2"])
  }

  @Test func `reading a part after the reader has moved on is an error`() async throws {
    var iterator = try reader(Self.body("one", "two")).makeAsyncIterator()
    let first = try await iterator.part()
    var bytes = first.bytes.makeAsyncIterator()
    #expect(try await bytes.next() != nil)
    let second = try await iterator.part()
    let error = await #expect(throws: MultipartError.self) { while try await bytes.next() != nil {} }
    #expect(error?.code == .partPassed && error?.partIndex == 0 && error?.partName == "0")
    #expect(
      await #expect(throws: MultipartError.self) { try await first.collect(upTo: 9) }?.code == .partPassed)
    #expect(try await second.collect(upTo: 3) == Array("two".utf8))
    await #expect(throws: NoPart.self) { _ = try await iterator.part() }
    #expect(
      await #expect(throws: MultipartError.self) { try await second.collect(upTo: 9) }?.code == .partPassed)
  }

  @Test func `a part is read once`() async throws {
    var iterator = try reader(Self.body("one", "two")).makeAsyncIterator()
    let part = try await iterator.part()
    #expect(try await part.collect(upTo: 3) == Array("one".utf8))
    let error = await #expect(throws: MultipartError.self) { try await part.collect(upTo: 3) }
    #expect(error?.code == .partAlreadyRead)
    var again = part.bytes.makeAsyncIterator()
    #expect(await #expect(throws: MultipartError.self) { try await again.next() }?.code == .partAlreadyRead)
    #expect(try await iterator.part().index == 1)
  }

  @Test func `reading on after the end of a part leaves the next one`() async throws {
    var iterator = try reader(Self.body("one", "two")).makeAsyncIterator()
    var bytes = try await iterator.part().bytes.makeAsyncIterator()
    while try await bytes.next() != nil {}
    for _ in 0..<3 { #expect(try await bytes.next() == nil) }
    #expect(try await iterator.part().collect(upTo: 3) == Array("two".utf8))
  }

  @Test func `the limit of all parts counts their bytes together`() async throws {
    #expect(try await reader(Self.body("one", "three")).collect(upTo: 8).count == 2)
    let error = await #expect(throws: MultipartError.self) {
      try await reader(Self.body("one", "three")).collect(upTo: 7)
    }
    #expect(error?.code == .partTooLarge && error?.partIndex == 1)
  }

  @Test func `collecting more than the limit is an error`() async throws {
    for (limit, isEnough) in [(3, true), (2, false), (0, false)] {
      var iterator = try reader(Self.body("one")).makeAsyncIterator()
      let part = try await iterator.part()
      if isEnough {
        #expect(try await part.collect(upTo: limit).count == 3)
      } else {
        let error = await #expect(throws: MultipartError.self) { try await part.collect(upTo: limit) }
        #expect(error?.code == .partTooLarge && error?.byteOffset == 49 + Int64(limit))
      }
    }
  }

  @Test func `an error of the body is thrown again by each later call`() async throws {
    var iterator = try reader(Self.body("one").dropLast(20)).makeAsyncIterator()
    let part = try await iterator.part()
    for _ in 0..<2 {
      let error = await #expect(throws: MultipartError.self) { while true { _ = try await iterator.part() } }
      #expect(error?.code == .missingClosingBoundary && error?.partIndex == 0)
    }
    #expect(
      await #expect(throws: MultipartError.self) { try await part.collect(upTo: 9) }?.code == .partPassed)
  }

  @Test func `an error of the sequence is thrown again by each later call`() async throws {
    struct Lost: Error {}
    let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield(Array("--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1".utf8))
      continuation.finish(throwing: Lost())
    }
    var iterator = try MultipartReader(stream, contentType: Self.type).makeAsyncIterator()
    #expect(try await iterator.part().name == "a")
    for _ in 0..<2 { await #expect(throws: Lost.self) { _ = try await iterator.part() } }
  }

  /// Chunks whose requests are counted.
  private struct CountedChunks: AsyncSequence, AsyncIteratorProtocol {
    let counter: CallCounter
    var chunks: [[UInt8]]
    func makeAsyncIterator() -> Self { self }
    mutating func next() async -> [UInt8]? {
      counter.add()
      return chunks.isEmpty ? nil : chunks.removeFirst()
    }
  }

  @Test func `no chunk is requested before it is needed`() async throws {
    let body = Self.body(String(repeating: "x", count: 100))
    let counter = CallCounter()
    let chunks = CountedChunks(counter: counter, chunks: body.indices.map { [body[$0]] })
    let reader = try MultipartReader(chunks, contentType: Self.type)
    #expect(counter.count == 0)
    var iterator = reader.makeAsyncIterator()
    let part = try await iterator.part()
    #expect(counter.count == 49)
    var bytes = part.bytes.makeAsyncIterator()
    for count in 1...5 {
      #expect(try await bytes.next()?.count == 1)
      #expect(counter.count == 49 + count)
    }
  }

  @Test func `cancellation ends a wait for bytes`() async throws {
    let (stream, continuation) = AsyncStream<[UInt8]>.makeStream()
    continuation.yield(Array("--B\r\nContent-Disposition: form-data; name=a\r\n\r\n1".utf8))
    let hasBegun = Signal()
    let reader = try MultipartReader(stream, contentType: Self.type)
    let task = Task {
      for try await part in reader {
        hasBegun.fire()
        for try await _ in part.bytes {}
      }
    }
    await hasBegun.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    continuation.finish()
  }

  @MainActor @Test func `an actor can read parts`() async throws {
    var names: [String?] = []
    for try await part in try reader(Self.body("one", "two")) {
      names.append(part.name)
      _ = try await part.collect(upTo: 3)
    }
    #expect(names == ["0", "1"])
  }
}

struct NoPart: Error {}

extension AsyncIteratorProtocol<MultipartPart, any Error> {
  /// Returns the next part, or throws if there is none.
  mutating func part() async throws -> MultipartPart {
    guard let part = try await next() else { throw NoPart() }
    return part
  }
}
