import SluiceBody
import SluiceTestSupport
import Testing

/// The behavior that all sources have in common.
@Suite(.timeLimit(.minutes(5))) struct ReadSizeTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  enum Kind: CaseIterable {
    case bytes, file, range, joined, nestedJoined, announcedAsync, unannouncedAsync

    var isReplayable: Bool { self != .announcedAsync && self != .unannouncedAsync }
  }

  static let steps = [1, 2, 3, 7, 64, 1000, 4096, 65_535, 65_536, 65_537, 1 << 20]

  private func source(_ kind: Kind, of content: [UInt8]) throws -> any BodySource {
    let count = content.count
    func third(_ index: Int) -> [UInt8] { Array(content[count * index / 3..<count * (index + 1) / 3]) }
    switch kind {
    case .bytes: return .bytes(content)
    case .file: return .file(at: try directory.file("whole", content))
    case .range:
      let path = try directory.file("framed", [1, 2, 3] + content + [4, 5])
      return FileSource(at: path, range: 3..<Int64(count + 3))
    case .joined:
      return .joined([.bytes(third(0)), .file(at: try directory.file("middle", third(1))), .bytes(third(2))])
    case .nestedJoined:
      let inner = JoinedSource([
        .bytes([]), .bytes(third(1)), .joined([.joined([]), .bytes(third(2))]),
      ])
      return .joined([.joined([.bytes(third(0))]), inner, .bytes([])])
    case .announcedAsync: return .async(chunks(of: content), byteCount: Int64(count))
    case .unannouncedAsync: return .async(chunks(of: content))
    }
  }

  private func chunks(of content: [UInt8]) -> AsyncStream<[UInt8]> {
    let sizes = [1, 100_000, 0, 4096, 300_000]
    return AsyncStream { continuation in
      var rest = content[...]
      var turn = 0
      while !rest.isEmpty {
        continuation.yield(Array(rest.prefix(sizes[turn % sizes.count])))
        rest = rest.dropFirst(sizes[turn % sizes.count])
        turn += 1
      }
      continuation.finish()
    }
  }

  @Test(arguments: Kind.allCases, steps)
  func `any read size gives the same bytes, as many as declared`(_ kind: Kind, _ step: Int) async throws {
    let content = sampleBytes(step < 1000 ? 10_000 : 2_500_003)
    let source = try source(kind, of: content)
    let expectedCount = kind == .unannouncedAsync ? nil : Int64(content.count)
    #expect(try source.byteCount == expectedCount)
    #expect(try await readAll(source.makeReader(), step: step) == content)
  }

  @Test(arguments: Kind.allCases)
  func `an empty source ends at once`(_ kind: Kind) async throws {
    let source = try source(kind, of: [])
    #expect(try source.byteCount == (kind == .unannouncedAsync ? nil : 0))
    #expect(try await readAll(source.makeReader()) == [])
  }

  @Test(arguments: Kind.allCases.filter(\.isReplayable))
  func `two readers of one source are independent`(_ kind: Kind) async throws {
    let content = sampleBytes(3000)
    let source = try source(kind, of: content)
    #expect(source.isReplayable)
    let first = try source.makeReader()
    let head = try first.readOnce(upTo: 700).bytes
    let second = try source.makeReader()
    #expect(try await readAll(second) == content)
    #expect(try await head + readAll(first) == content)
  }

  @Test(arguments: Kind.allCases.filter { !$0.isReplayable })
  func `a one-shot source refuses a second reader`(_ kind: Kind) throws {
    let source = try source(kind, of: [1, 2, 3])
    #expect(!source.isReplayable)
    _ = try source.makeReader()
    let copy = source
    let error = #expect(throws: BodyError.self) { try copy.makeReader() }
    #expect(error?.code == .notReplayable)
  }

  @Test(arguments: Kind.allCases)
  func `a read into a buffer without room takes no byte`(_ kind: Kind) async throws {
    let content = sampleBytes(100)
    let reader = try source(kind, of: content).makeReader()
    for _ in 0..<3 {
      let (bytes, outcome) = try reader.readOnce(upTo: 0)
      #expect(bytes.isEmpty && outcome != .end)
    }
    #expect(try await readAll(reader) == content)
  }

  @Test(arguments: Kind.allCases)
  func `bytes are appended after those that the buffer already holds`(_ kind: Kind) async throws {
    let content = sampleBytes(5000)
    let reader = try source(kind, of: content).makeReader()
    var buffer = [UInt8](repeating: 7, count: 10)
    var outcome = BodyReadOutcome.more
    while outcome != .end {
      try buffer.append(addingCapacity: 999) { output in outcome = try reader.read(into: &output) }
      if outcome == .waiting { await reader.untilReadable() }
    }
    #expect(buffer == [UInt8](repeating: 7, count: 10) + content)
  }

  @Test(arguments: Kind.allCases, [1, 100, 65_536])
  func `chunks are the reader's bytes, neither empty nor too long`(_ kind: Kind, _ size: Int) async throws {
    let content = sampleBytes(size == 1 ? 2000 : 200_001)
    var bytes: [UInt8] = []
    for try await chunk in try source(kind, of: content).chunks(ofUpTo: size) {
      #expect((1...size).contains(chunk.count))
      bytes += chunk
    }
    #expect(bytes == content)
  }

  @Test(arguments: Kind.allCases)
  func `a write to a descriptor writes the reader's bytes`(_ kind: Kind) async throws {
    let content = sampleBytes(400_001)
    try directory.file("written")
    let file = try directory.openForWriting("written")
    let count = try await source(kind, of: content).write(toFileDescriptor: file.rawValue)
    #expect(count == Int64(content.count))
    #expect(try directory.contents("written") == content)
  }
}
