import SluiceBody
import SluiceTestSupport
import Testing

/// Several bodies joined into one.
@Suite(.timeLimit(.minutes(5))) struct JoinedSourceTests {
  let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  @Test func `the sum is unknown if one of the counts is unknown`() throws {
    let stream = AsyncStream<[UInt8]> { $0.finish() }
    #expect(try JoinedSource([.bytes([1]), .async(stream, byteCount: 2), .bytes([3])]).byteCount == 4)
    #expect(try JoinedSource([.bytes([1]), .async(stream), .bytes([3])]).byteCount == nil)
  }

  @Test(arguments: [[.max], [.max, 0], [.max - 5, 2, 3]] as [[Int64]])
  func `counts up to 2⁶³ − 1 add up`(_ counts: [Int64]) throws {
    #expect(try JoinedSource(counts.map(Announced.init)).byteCount == .max)
  }

  @Test(arguments: [[Int64.max, 1], [1, .max], [.max, .max, 3], [.max - 5, 3, 3]] as [[Int64]])
  func `counts that add up to more than 2⁶³ − 1 are refused`(_ counts: [Int64]) throws {
    let nested = JoinedSource([.bytes([1]), JoinedSource(counts.map(Announced.init))])
    for source in [JoinedSource(counts.map(Announced.init)), nested] {
      #expect(#expect(throws: BodyError.self) { try source.byteCount }?.code == .tooLarge)
      #expect(#expect(throws: BodyError.self) { try source.makeReader() }?.code == .tooLarge)
    }
  }

  @Test(arguments: [-1, .min] as [Int64])
  func `a negative count is an error before a byte is read, also in a composition`(count: Int64) throws {
    let source = Announced(count)
    let joined: [any BodySource] = [
      JoinedSource([source]), JoinedSource([.text("a"), source, .text("b")]),
      JoinedSource([.async(AsyncStream<[UInt8]> { $0.finish() }), source]),
      JoinedSource([JoinedSource([source])]),
    ]
    for body in joined + [ThrottledSource(source, maximumRate: 1)] {
      let error = #expect(throws: BodyError.self) { try body.makeReader() }
      #expect(error?.code == .byteCountMismatch && error?.expectedByteCount == count)
    }
    for body in joined + [source, ThrottledSource(source, maximumRate: 1)] {
      for offset in [0, 1, .max] as [Int64] where !(body is Announced && offset == 0) {
        let error = #expect(throws: BodyError.self) { try body.makeReader(at: offset) }
        #expect(error?.code == .byteCountMismatch)
      }
      let slice = #expect(throws: BodyError.self) { try BodySlice(of: body, from: 0, upTo: 5) }
      #expect(slice?.code == .byteCountMismatch)
    }
  }

  /// A body that declares a count and has no bytes.
  private struct Announced: BodySource {
    let byteCount: Int64?
    var isReplayable: Bool { true }
    func makeReader() -> any BodyReader { BytesSource([]).makeReader() }
    init(_ byteCount: Int64) { self.byteCount = byteCount }
  }

  /// Sizes of bodies: as declared, or `nil`, and as read.
  private static let wrongSizes: [[(declared: Int64?, actual: Int)]] = [
    [(3, 2)], [(3, 4)], [(1, 2)], [(5, 1)], [(3, 2), (nil, 1)], [(nil, 1), (3, 4)], [(3, 4), (2, 1)],
    [(2, 1), (3, 4)],
  ]

  @Test(arguments: wrongSizes, [1, 2, 1000])
  func `a body that is not as long as it declares is an error`(
    sizes: [(declared: Int64?, actual: Int)], step: Int
  ) async throws {
    let body = JoinedSource(
      [.text("a")] + sizes.map { ScriptedSource(byteCount: $0.declared, [.bytes(count: $0.actual)]) })
    let bodies: [any BodySource] = [
      body, JoinedSource([body, .async(AsyncStream<[UInt8]> { $0.finish() })]),
    ]
    for body in bodies {
      let error = await #expect(throws: BodyError.self) { try await readAll(body.makeReader(), step: step) }
      #expect(error?.code == .byteCountMismatch)
    }
    let offset = await #expect(throws: BodyError.self) {
      try await readAll(body.makeReader(at: 1), step: step)
    }
    #expect(offset?.code == .byteCountMismatch)
  }

  @Test func `a body that is as long as it declares is read from any offset`() async throws {
    let source = ScriptedSource(byteCount: 5, [.bytes([1, 2]), .bytes([3, 4, 5])])
    let body = JoinedSource([source, source, ScriptedSource([.bytes([6, 7])]), source])
    let whole: [UInt8] = [1, 2, 3, 4, 5, 1, 2, 3, 4, 5, 6, 7, 1, 2, 3, 4, 5]
    for offset in 0...whole.count {
      #expect(try await readAll(body.makeReader(at: Int64(offset)), step: 3) == Array(whole[offset...]))
    }
  }

  @Test func `an unreadable later body is an error before a byte of an earlier one`() throws {
    let missing = directory.path("missing")
    let stream = AsyncStream<[UInt8]> { $0.finish() }
    let oneShot = AsyncSource(stream)
    let source = JoinedSource([.bytes([1]), oneShot, JoinedSource([.file(at: missing)])])
    for error in [
      #expect(throws: BodyError.self) { try source.byteCount },
      #expect(throws: BodyError.self) { try source.makeReader() },
    ] {
      #expect(error?.code == .fileMissing)
      #expect(error?.path == missing)
    }
    // The one-shot body is not used up by the failed attempt.
    #expect(throws: Never.self) { try oneShot.makeReader() }
  }

  @Test(arguments: [false, true])
  func `a single one-shot body makes the joined body one-shot`(isNested: Bool) async throws {
    let stream = AsyncStream<[UInt8]> { continuation in
      continuation.yield([2])
      continuation.finish()
    }
    let inner = JoinedSource([.async(stream)])
    let source = JoinedSource([.bytes([1]), isNested ? inner : inner.sources[0], .bytes([3])])
    #expect(!source.isReplayable)
    let reader = try source.makeReader()
    // Refused even though the first reader has read no byte.
    #expect(#expect(throws: BodyError.self) { try source.makeReader() }?.code == .notReplayable)
    #expect(#expect(throws: BodyError.self) { try inner.makeReader() }?.code == .notReplayable)
    #expect(try await readAll(reader) == [1, 2, 3])
  }

  @Test func `a joined body with the same one-shot body twice is refused`() throws {
    let oneShot = AsyncSource(AsyncStream<[UInt8]> { $0.finish() })
    let source = JoinedSource([oneShot, oneShot])
    #expect(#expect(throws: BodyError.self) { try source.makeReader() }?.code == .notReplayable)
  }

  @Test func `one read fills its buffer across the bounds of bodies`() throws {
    let path = try directory.file("file", [3, 4])
    let reader = try JoinedSource([.bytes([1, 2]), .file(at: path), .bytes([]), .bytes([5, 6])]).makeReader()
    #expect(try reader.readOnce(upTo: 5).bytes == [1, 2, 3, 4, 5])
    let (bytes, outcome) = try reader.readOnce(upTo: 5)
    #expect(bytes == [6] && outcome == .end)
  }

  /// An error in the middle of a buffer is thrown, not deferred forever.
  @Test(arguments: [1, 2, 3, 100])
  func `a body's failure ends the joined body, whatever the buffer holds`(_ step: Int) async throws {
    struct Failure: Error {}
    let failing = AsyncThrowingStream<[UInt8], any Error> { continuation in
      continuation.yield([3, 4])
      continuation.finish(throwing: Failure())
    }
    let reader = try JoinedSource([.bytes([1, 2]), .async(failing), .bytes([5])]).makeReader()
    await #expect(throws: Failure.self) { try await readAll(reader, step: step) }
  }

  @Test func `a changed file ends the joined body`() async throws {
    let path = try directory.file("file", sampleBytes(10))
    let reader = try JoinedSource([.bytes([1]), .file(at: path), .bytes([2])]).makeReader()
    _ = try reader.readOnce(upTo: 3)
    try directory.truncate("file", to: 5)
    let error = await #expect(throws: BodyError.self) { try await readAll(reader) }
    #expect(error?.code == .fileShrank)
  }

  @Test func `ten thousand files need at most one descriptor at a time`() throws {
    let content = Array("some bytes".utf8)
    let count = 10_000
    // One file under many names, because making ten thousand files is slow.
    try directory.file("0", content)
    var paths = [directory.path("0")]
    for index in 1..<count { paths.append(try directory.hardLink("\(index)", to: "0")) }
    let source = JoinedSource(paths.map { FileSource(at: $0) })
    #expect(try source.byteCount == Int64(count * content.count))

    let reader = try source.makeReader()
    #expect(try openDescriptors(under: directory.path).count == 0)
    var bytesRead = 0
    var reads = 0
    var most = 0
    var outcome = BodyReadOutcome.more
    while outcome != .end {
      let read = try reader.readOnce(upTo: 7)
      bytesRead += read.bytes.count
      outcome = read.outcome
      if reads % 5 == 0 { most = max(most, try openDescriptors(under: directory.path).count) }
      reads += 1
    }
    #expect(bytesRead == count * content.count)
    #expect(most == 1)
    #expect(try openDescriptors(under: directory.path).count == 0)
  }
}
