import SluiceBody
import SluiceTestSupport
import Testing

/// Readers that begin at an offset.
@Suite(.timeLimit(.minutes(5))) struct OffsetTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `only the body at the offset is opened`() async throws {
    let missing = directory.path("missing")
    try directory.file("missing", sampleBytes(100))
    let source = JoinedSource([.file(at: missing), .file(at: try directory.file("b", sampleBytes(50)))])
    try directory.remove("missing")
    let reader = try source.makeReader(at: 120)
    #expect(try await readAll(reader) == Array(sampleBytes(50)[20...]))
    await #expect(throws: BodyError.self) { try await readAll(source.makeReader(at: 99)) }
  }

  @Test func `a reader in the middle of a file still notices that the file has changed`() async throws {
    let source = FileSource(at: try directory.file("file", sampleBytes(100)))
    let reader = try source.makeReader(at: 50)
    try directory.append([1], to: "file")
    let error = await #expect(throws: BodyError.self) { try await readAll(reader) }
    #expect(error?.code == .fileGrew)
  }

  @Test func `a range of a file is read from an offset within the range`() async throws {
    let content = sampleBytes(100)
    let source = FileSource(at: try directory.file("file", content), range: 10..<90)
    #expect(try await readAll(source.makeReader(at: 30)) == Array(content[40..<90]))
    #expect(try await readAll(source.makeReader(at: 80)) == [])
    let error = #expect(throws: BodyError.self) { try source.makeReader(at: 81) }
    #expect(error?.code == .rangeOutOfBounds)
    #expect(error?.expectedByteCount == 81 && error?.actualByteCount == 80)
  }

  @Test func `a FIFO is read from its start only`() throws {
    let source = FileSource(at: try directory.fifo("fifo"))
    let error = #expect(throws: BodyError.self) { try source.makeReader(at: 1) }
    #expect(error?.code == .notReplayable)
    #expect(throws: Never.self) { try source.makeReader(at: 0) }
  }

  /// A read must not keep its thread for as long as it takes to discard a large body.
  @Test func `bytes are discarded a mebibyte at a time`() async throws {
    let reader = try Counted(byteCount: 5 << 20).makeReader(at: 4 << 20)
    var waits = 0
    while case let (bytes, outcome) = try reader.readOnce(upTo: 100), bytes.isEmpty, outcome == .waiting {
      waits += 1
      await reader.untilReadable()
    }
    #expect(waits == 3)
    #expect(try await readAll(reader).count == 1 << 20 - 100)
  }

  @Test func `a body that is waiting while its bytes are discarded is waited for`() async throws {
    let bytes = sampleBytes(30)
    let source = Unseekable(body: .throttled(.bytes(bytes), packetByteCount: 10, delay: .milliseconds(1)))
    #expect(try await readAll(source.makeReader(at: 25)) == Array(bytes[25...]))
  }

  @Test func `a slice is the bytes of its range`() async throws {
    let bytes = sampleBytes(100)
    for body in [BytesSource(bytes), Unseekable(body: BytesSource(bytes))] as [any BodySource] {
      let slice = try BodySlice(of: body, from: 20, upTo: 30)
      #expect(slice.byteCount == 30)
      #expect(try await readAll(slice.makeReader(), step: 7) == Array(bytes[20..<50]))
      #expect(try await readAll(slice.makeReader(at: 10), step: 7) == Array(bytes[30..<50]))
      #expect(try await readAll(slice.makeReader(at: 30)) == [])
      #expect(throws: BodyError.self) { try slice.makeReader(at: 31) }
      #expect(try BodySlice(of: body, from: 90, upTo: 30).byteCount == 10)
      #expect(try await readAll(BodySlice(of: body, from: 90).makeReader()) == Array(bytes[90...]))
      #expect(throws: BodyError.self) { try BodySlice(of: body, from: 101) }
    }
  }

  @Test(arguments: [9, 11]) func `the last slice of a body that is not as long as it declares is an error`(
    count: Int
  ) async throws {
    let body = ScriptedSource(byteCount: 10, [.bytes(count: count)])
    #expect(try await readAll(BodySlice(of: body, from: 4, upTo: 4).makeReader()).count == 4)
    #expect(try await readAll(BodySlice(of: body, from: 0, upTo: 8).makeReader()).count == 8)
    for (offset, limit) in [(0, nil), (4, 6), (4, nil), (8, 8)] as [(Int64, Int64?)] {
      let slice = try BodySlice(of: body, from: offset, upTo: limit)
      for step in [1, 1000] {
        let error = await #expect(throws: BodyError.self) {
          try await readAll(slice.makeReader(), step: step)
        }
        #expect(error?.code == .byteCountMismatch)
      }
    }
  }

  private struct Unseekable: BodySource {
    let body: any BodySource
    var byteCount: Int64? { get throws { try body.byteCount } }
    var isReplayable: Bool { true }
    func makeReader() throws -> any BodyReader { try body.makeReader() }
  }

  /// Zeros, without memory for them.
  private struct Counted: BodySource {
    let byteCount: Int64?
    var isReplayable: Bool { true }
    func makeReader() -> any BodyReader { Reader(left: byteCount ?? 0) }

    final class Reader: BodyReader {
      var left: Int64
      init(left: Int64) { self.left = left }

      func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome {
        let count = Int(min(left, Int64(output.freeCapacity)))
        output.append(repeating: 0, count: count)
        left -= Int64(count)
        return left == 0 ? .end : .more
      }
    }
  }
}
