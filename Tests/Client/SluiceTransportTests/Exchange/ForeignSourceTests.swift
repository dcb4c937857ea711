import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Bodies whose sources are the program's own, and may block. All transfers of a session share one thread.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct ForeignSourceTests {
  /// A source that blocks at one place until the test lets it continue.
  private final class BlockingSource: BodySource {
    enum Place: CaseIterable { case makeReader, makeReaderAtOffset, read, whenReadable, release }

    let content: [UInt8]
    let place: Place
    let isBlocked = Event()
    let canContinue = Event()
    let hasContinued = Event()
    let isReleased = Event()

    init(_ content: [UInt8] = patternedBytes(1000), at place: Place) {
      self.content = content
      self.place = place
    }

    var byteCount: Int64? { Int64(content.count) }
    var isReplayable: Bool { true }

    func block(at place: Place) {
      guard place == self.place else { return }
      isBlocked.happen()
      try? canContinue.waitOnThread()
      hasContinued.happen()
    }

    func makeReader() -> any BodyReader {
      block(at: .makeReader)
      return Reader(self, from: 0)
    }

    func makeReader(at offset: Int64) -> any BodyReader {
      block(at: offset == 0 ? .makeReader : .makeReaderAtOffset)
      return Reader(self, from: Int(offset))
    }

    private final class Reader: BodyReader {
      private let source: BlockingSource
      private var offset: Int
      private var hasWaited = false

      init(_ source: BlockingSource, from offset: Int) {
        self.source = source
        self.offset = offset
      }

      deinit {
        source.block(at: .release)
        source.isReleased.happen()
      }

      func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome {
        source.block(at: .read)
        if !hasWaited {
          hasWaited = true
          return .waiting
        }
        let content = source.content
        let end = min(content.count, offset + output.freeCapacity)
        output.append(copying: content.span.extracting(offset..<end))
        offset = end
        return offset == content.count ? .end : .more
      }

      func whenReadable(_ resume: @escaping @Sendable () -> Void) {
        source.block(at: .whenReadable)
        resume()
      }
    }
  }

  /// Uploads a body that contains a source that blocks, and another one meanwhile.
  ///
  /// - Returns: The bytes of the first that the server received.
  private func upload(_ body: any BodySource, blockedBy source: BlockingSource) async throws -> [UInt8] {
    try await withServer {
      try $1.respond(200, body: $1.readBody())
    } test: { session, _ in
      defer { source.canContinue.happen() }
      async let first = session.upload(body, to: "first", decoding: .bytes)
      try await source.isBlocked.wait()
      let other = try await session.upload(.bytes([1, 2, 3]), to: "other", decoding: .bytes)
      #expect(other == [1, 2, 3])
      #expect(!source.hasContinued.hasHappened)
      source.canContinue.happen()
      return try await first
    }
  }

  private typealias Wrap = @Sendable (any BodySource) throws -> any BodySource

  private static let boundary = MultipartForm.Boundary.random()

  private static let wholes: NamedCases<Wrap> = [
    "alone": { $0 },
    "in a form": { body in
      MultipartForm(boundary: boundary) {
        FormField("a", "b")
        FormFile("c", body, fileName: "c")
        FormField("d", "e")
      }
    },
    "compressed": { GzipSource($0) },
    "throttled": { ThrottledSource($0, maximumRate: 1_000_000) },
    "joined": { JoinedSource([.bytes([1]), $0, .bytes([2])]) },
    "the start of it": { try BodySlice(of: $0, from: 0, upTo: 500) },
  ]

  @Test(arguments: wholes, BlockingSource.Place.allCases.filter { $0 != .makeReaderAtOffset })
  private func `a source that blocks delays no other transfer`(
    wrap: NamedCase<Wrap>, place: BlockingSource.Place
  ) async throws {
    let source = BlockingSource(at: place)
    let expected = try await readAll(wrap.value(.bytes(source.content)).makeReader())
    #expect(try await upload(wrap.value(source), blockedBy: source) == expected)
  }

  private static let slices: NamedCases<Wrap> = [
    "a slice": { try BodySlice(of: $0, from: 100) },
    "a slice of joined bodies": { try BodySlice(of: JoinedSource([.bytes([1]), $0]), from: 100) },
    "a throttled slice": { ThrottledSource(try BodySlice(of: $0, from: 100), maximumRate: 1_000_000) },
    "a slice of a throttled body": {
      try BodySlice(of: ThrottledSource($0, maximumRate: 1_000_000), from: 100)
    },
  ]

  @Test(arguments: slices)
  private func `a source that blocks at an offset delays no other transfer`(wrap: NamedCase<Wrap>)
    async throws
  {
    let source = BlockingSource(at: .makeReaderAtOffset)
    let expected = try await readAll(wrap.value(.bytes(source.content)).makeReader())
    #expect(try await upload(wrap.value(source), blockedBy: source) == expected)
  }

  @Test(arguments: BlockingSource.Place.allCases.filter { $0 != .makeReaderAtOffset })
  private func `a source without bytes that blocks delays no other transfer`(
    place: BlockingSource.Place
  ) async throws {
    let source = BlockingSource([], at: place)
    #expect(try await upload(source, blockedBy: source) == [])
  }

  @Test(arguments: [0, 1000])
  private func `cancelling does not wait for a source that blocks`(byteCount: Int) async throws {
    let source = BlockingSource(patternedBytes(byteCount), at: .read)
    try await withServer {
      try $1.respond(200, body: $1.readBody())
    } test: { session, _ in
      defer { source.canContinue.happen() }
      let task = Task { try await session.upload(source, to: "", decoding: .bytes) }
      try await source.isBlocked.wait()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(!source.isReleased.hasHappened)
    }
    try await source.isReleased.wait()
  }

  /// A source that notes which threads use it.
  private final class NotingSource: BodySource {
    let threads: Record<String>

    init(_ threads: Record<String>) { self.threads = threads }

    deinit { note() }

    private func note() { threads.append((try? ProcessResources.currentThread()) ?? "") }

    var byteCount: Int64? {
      note()
      return 100_000
    }
    var contentType: String? {
      note()
      return nil
    }
    var isReplayable: Bool {
      note()
      return true
    }
    var needsOwnThread: Bool {
      note()
      return true
    }

    func makeReader() -> any BodyReader {
      note()
      return Reader(self, BytesSource(patternedBytes(100_000)).makeReader())
    }

    private final class Reader: BodyReader {
      private let source: NotingSource
      private let reader: any BodyReader

      init(_ source: NotingSource, _ reader: any BodyReader) { (self.source, self.reader) = (source, reader) }

      deinit { source.note() }

      func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
        source.note()
        return try reader.read(into: &output)
      }
    }
  }

  @Test(arguments: [false, true])
  func `the thread of the transfers uses no method of a source`(isKept: Bool) async throws {
    let (threads, loops) = (Record<String>(), Record<String>())
    try await withServer {
      let bytes = try $1.readBody()
      if $0.target == "/redirect" {
        try $1.respond(307, headers: [("Location", "/")])
      } else {
        try $1.respond(200, body: bytes)
      }
    } test: { session, _ in
      let loop = ScriptedSource([.run { loops.append(try ProcessResources.currentThread()) }])
      _ = try await session.upload(loop, to: "", decoding: .bytes)
      var kept: NotingSource?
      for path in ["", "redirect"] {
        let source = NotingSource(threads)
        if isKept { kept = source }
        _ = try await session.upload(source, to: .init(path), decoding: .bytes)
      }
      withExtendedLifetime(kept) {}
    }
    let loop = try #require(loops.only)
    #expect(threads.count > 10)
    #expect(!threads.all.contains(loop))
  }

  @Test func `the thread of the transfers does not run what ends an async sequence`() async throws {
    let (isCancelled, canContinue, hasContinued) = (Event(), Event(), Event())
    let (stream, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.onTermination = { _ in
      isCancelled.happen()
      try? canContinue.waitOnThread()
      hasContinued.happen()
    }
    continuation.yield([1])
    let hasBegun = Event()
    try await withServer {
      if $0.target == "/first" {
        _ = try $1.readBody { _ in hasBegun.happen() }
      }
      try $1.respond(200, body: $1.readBody())
    } test: { session, _ in
      defer { canContinue.happen() }
      let body = AsyncSource(stream)
      let task = Task { try await session.upload(body, to: "first", decoding: .bytes) }
      try await hasBegun.wait()
      task.cancel()
      try await isCancelled.wait()
      let other = try await session.upload(.bytes([1, 2, 3]), to: "other", decoding: .bytes)
      #expect(other == [1, 2, 3])
      #expect(!hasContinued.hasHappened)
    }
  }
}
