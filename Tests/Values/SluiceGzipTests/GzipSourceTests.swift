import SluiceBody
import SluiceGzip
import SluiceTestSupport
import Testing

/// Bodies that are compressed or decompressed as they are read.
@Suite(.timeLimit(.minutes(5))) struct GzipSourceTests {
  @Test func `a reader at an offset yields the compressed bytes from there on`() async throws {
    let bytes = sampleBytes(300_000)
    for source in [AnyBody.gzip(.bytes(bytes)), try await AnyBody.gzip(.bytes(bytes)).measured()] {
      let whole = try await readAll(source.makeReader())
      for offset in [0, 1, 9, whole.count / 2, whole.count] {
        #expect(try await readAll(source.makeReader(at: Int64(offset))) == Array(whole[offset...]))
      }
      let error = await #expect(throws: BodyError.self) {
        try await readAll(source.makeReader(at: Int64(whole.count) + 1))
      }
      #expect(error?.code == .rangeOutOfBounds)
    }
    let inflated = InflatedSource(GzipSource(.bytes(bytes)))
    #expect(try await readAll(inflated.makeReader(at: 1000)) == Array(bytes[1000...]))
  }

  @Test func `the identity depends on the body and on how it is compressed`() throws {
    let source = GzipSource(.text("a"))
    #expect(try source.identity() == GzipSource(.text("a")).identity())
    for other in [
      GzipSource(.text("b")), GzipSource(.text("a"), level: 9), GzipSource(.text("a"), format: .raw),
    ] {
      #expect(try other.identity() != source.identity())
    }
    #expect(try GzipSource(.file(at: "/dev/null")).identity() == nil)
  }

  private let folder: TemporaryDirectory

  init() throws { folder = try TemporaryDirectory() }

  @Test func `each pass over a source gives the same bytes`() async throws {
    for (name, bytes) in samples {
      let path = try folder.file(name, bytes)
      let source = GzipSource(.file(at: path))
      let first = try await readAll(source.makeReader())
      #expect(try await readAll(source.makeReader(), step: 13) == first)
      #expect(try Inflater.bytes(first, .gzip) == bytes)
      #expect(source.isReplayable)
      #expect(try source.byteCount == nil)
      #expect(try await readAll(InflatedSource(source).makeReader(), step: 997) == bytes)
    }
  }

  @Test(arguments: [0, 9]) func `a measured source knows its size`(level: Int) async throws {
    for (_, bytes) in samples {
      let source = try await GzipSource(.bytes(bytes), level: level).measured()
      for step in [13, 1_000, 65_536] {
        let compressed = try await readAll(source.makeReader(), step: step)
        #expect(try source.byteCount == Int64(compressed.count))
      }
    }
  }

  @Test func `a measured body that has changed is an error, not another size`() async throws {
    let directory = try TemporaryDirectory()
    let path = try directory.file("a", sampleBytes(10_000))
    let source = try await GzipSource(.file(at: path)).measured()
    try directory.file("a", [UInt8](repeating: 0, count: 10_000))
    let error = await #expect(throws: BodyError.self) { for try await _ in source.chunks() {} }
    #expect(error?.code == .byteCountMismatch)
  }

  @Test(arguments: [999, 1001]) func `a body that is not as long as it declares is an error`(count: Int)
    async throws
  {
    let body = ScriptedSource(byteCount: 1000, [.bytes(count: count)])
    let compressed = try await readAll(GzipSource(.bytes([1])).makeReader())
    let inflated = ScriptedSource(
      byteCount: Int64(compressed.count + 1000 - count), [.bytes(compressed)])
    for source in [GzipSource(body), InflatedSource(inflated)] as [any BodySource] {
      for step in [1, 5000] {
        let error = await #expect(throws: BodyError.self) {
          try await readAll(source.makeReader(), step: step)
        }
        #expect(error?.code == .byteCountMismatch)
      }
    }
    let error = await #expect(throws: BodyError.self) { try await GzipSource(body).measured() }
    #expect(error?.code == .byteCountMismatch)
  }

  @Test func `format, level and content type are kept`() async throws {
    struct Typed: BodySource {
      var byteCount: Int64? { 1 }
      var contentType: String? { "a/b" }
      var isReplayable: Bool { true }
      func makeReader() -> any BodyReader { BytesSource([1]).makeReader() }
    }
    let source = GzipSource(Typed(), format: .zlib, level: 9)
    #expect(source.contentType == "a/b")
    #expect(try await readAll(source.makeReader()) == Deflater.bytes([1], .zlib, level: 9))
    #expect(throws: GzipError.self) { try GzipSource(Typed(), level: 10).makeReader() }
  }

  @Test func `the default level is 4 everywhere`() async throws {
    // Text whose compressed size differs between neighboring levels.
    let bytes = sampleBytes(20_000).flatMap { Array("\(Int($0) * 7919 % 1000),".utf8) }
    let expected = try Deflater.bytes(bytes, level: 4)
    for level in [3, 5] { #expect(try Deflater.bytes(bytes, level: level).count != expected.count) }
    let deflater = try Deflater()
    var output: [UInt8] = []
    deflater.append(bytes.span, to: &output)
    deflater.finish(to: &output)
    #expect(output == expected)
    #expect(try await readAll(GzipSource(.bytes(bytes)).makeReader()) == expected)
    #expect(try await readAll(AnyBody.gzip(.bytes(bytes)).makeReader()) == expected)
    #expect(try await collect(chunks(bytes, 5_000).deflated()) == expected)
  }

  /// A body whose first read has no bytes yet, whose second has all of them, and whose third ends.
  private struct LateBody: BodySource {
    let bytes: [UInt8]
    var byteCount: Int64? { nil }
    var isReplayable: Bool { true }
    func makeReader() -> any BodyReader { Reader([([], .waiting), (bytes, .waiting), ([], .end)]) }

    private final class Reader: BodyReader {
      private var reads: ArraySlice<(bytes: [UInt8], outcome: BodyReadOutcome)>

      init(_ reads: [(bytes: [UInt8], outcome: BodyReadOutcome)]) { self.reads = reads[...] }

      func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome {
        guard let read = reads.popFirst() else { return .end }
        for byte in read.bytes { output.append(byte) }
        return read.outcome
      }
    }
  }

  @Test func `a source waits only if its body has no bytes yet`() async throws {
    let bytes = sampleBytes(100)
    let compressed = try Deflater.bytes(bytes)
    let sources: [(source: any BodySource, output: [UInt8])] = [
      (GzipSource(LateBody(bytes: bytes)), compressed),
      (InflatedSource(LateBody(bytes: compressed)), bytes),
    ]
    for (source, output) in sources {
      let reader = try source.makeReader()
      let first = try reader.readOnce(upTo: 1_000)
      #expect(first.outcome == .waiting && first.bytes.isEmpty)
      let resumptions = CallCounter()
      reader.whenReadable { resumptions.add() }
      #expect(resumptions.count == 1)
      let second = try reader.readOnce(upTo: 1_000)
      #expect(second.outcome == .end && second.bytes == output)
    }
  }

  @Test func `both sources need a thread of their own, whatever their body needs`() {
    let body = BytesSource([])
    #expect(!body.needsOwnThread)
    #expect(GzipSource(body).needsOwnThread)
    #expect(InflatedSource(body).needsOwnThread)
  }

  @Test func `a one-shot body is compressed once`() async throws {
    let stream = AsyncStream<[UInt8]> { continuation in
      for byte in 0..<10 as Range<UInt8> { continuation.yield([byte]) }
      continuation.finish()
    }
    let source = GzipSource(.async(stream))
    #expect(!source.isReplayable)
    await #expect(throws: BodyError.self) { try await source.measured() }
    #expect(try await Inflater.bytes(readAll(source.makeReader())) == Array(0..<10))
    #expect(throws: BodyError.self) { try source.makeReader() }
  }

  /// Reads the first bytes of a body, and fails after them.
  private final class BrokenReader: BodyReader {
    private var bytes: [UInt8]?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
      guard let bytes = bytes.take() else { throw BodyError(.readFailed) }
      output.append(copying: bytes.span)
      return .more
    }
  }

  @Test func `what was decoded before a body fails is read before the error`() throws {
    let coded = try Deflater.bytes(Array("one\ntwo\n".utf8)).dropLast(4)
    for repetition in [1, 2] {
      let reader = try DecodedReader(
        repetition == 1 ? BrokenReader(Array(coded)) : BytesSource(coded).makeReader(), decoder: Inflater())
      var bytes: [UInt8] = []
      var outcome = BodyReadOutcome.end
      try bytes.append(addingCapacity: 100) { outcome = try reader.read(into: &$0) }
      #expect(outcome == .more && bytes == Array("one\ntwo\n".utf8))
      for _ in 0..<2 {
        #expect(throws: (any Error).self) {
          try bytes.append(addingCapacity: 100) { _ = try reader.read(into: &$0) }
        }
      }
      #expect(bytes.count == 8)
    }
  }

  @Test func `a body without any byte is truncated, unless that is allowed`() async throws {
    let read = { (bytes: [UInt8], allowsNothing: Bool) in
      try await readAll(
        DecodedReader(
          BytesSource(bytes).makeReader(), decoder: try Inflater(), allowsNothing: allowsNothing))
    }
    #expect(try await read([], true) == [])
    for (bytes, allowsNothing) in [([], false), ([0x1F], true), ([0x1F], false)] as [([UInt8], Bool)] {
      let error = await #expect(throws: GzipError.self) { try await read(bytes, allowsNothing) }
      #expect(error?.code == .truncated)
    }
    let reader = DecodedReader(BytesSource([]).makeReader(), decoder: try Inflater())
    await #expect(throws: GzipError.self) { try await readAll(reader) }
  }

  @Test func `errors of the wrapped body and of its data are thrown`() async throws {
    #expect(throws: BodyError.self) { try GzipSource(.file(at: folder.path("missing"))).byteCount }
    #expect(throws: BodyError.self) { try InflatedSource(.file(at: folder.path("missing"))).byteCount }
    let path = try folder.file("f", [1, 2, 3])
    let source = GzipSource(.file(at: path))
    try folder.append([4], to: "f")
    await #expect(throws: BodyError.self) { try await readAll(source.makeReader()) }
    let cut = InflatedSource(.bytes(try Deflater.bytes([1, 2, 3]).dropLast()))
    let error = await #expect(throws: GzipError.self) { try await readAll(cut.makeReader()) }
    #expect(error?.code == .truncated)
  }

  // MARK: Async sequences

  private func chunks(_ bytes: [UInt8], _ step: Int) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      forEachPiece(of: bytes, step) { continuation.yield([UInt8](copying: $0)) }
      continuation.yield([])
      continuation.finish()
    }
  }

  private func collect<Chunks: AsyncSequence>(_ chunks: Chunks) async throws -> [UInt8]
  where Chunks.Element == [UInt8] {
    var bytes: [UInt8] = []
    for try await chunk in chunks {
      #expect(!chunk.isEmpty && chunk.count <= 65_536)
      bytes += chunk
    }
    return bytes
  }

  @Test func `asynchronous sequences are compressed and decompressed`() async throws {
    for (name, bytes) in samples {
      let compressed = try await collect(chunks(bytes, 5_000).deflated())
      #expect(try compressed == Deflater.bytes(bytes), "\(name)")
      for step in [1, 4_096] {
        #expect(try await collect(chunks(compressed, step).inflated()) == bytes, "\(name)")
      }
      #expect(try await collect(chunks(bytes, 100_000).deflated(.raw, level: 1).inflated(.raw)) == bytes)
    }
  }

  @Test func `asynchronous sequences end with their errors`() async throws {
    let compressed = try Deflater.bytes(samples[5].bytes)
    let truncatedTrailer = Array(compressed.dropLast())
    let noMagic: [UInt8] = [9, 9]
    for (bytes, limits, code) in [
      (truncatedTrailer, Inflater.Limits(), ErrorCode.truncated),
      (compressed, .init(maximumByteCount: 70_000), .outputTooLarge), (noMagic, .init(), .invalidHeader),
    ] {
      let error = await #expect(throws: GzipError.self) {
        try await collect(chunks(bytes, 100).inflated(.gzip, limits: limits))
      }
      #expect(error?.code == code, "instead of \(code)")
    }
    struct Failed: Error {}
    let failing = AsyncThrowingStream<[UInt8], any Error> { $0.finish(throwing: Failed()) }
    await #expect(throws: Failed.self) { try await collect(failing.deflated()) }
  }
}
