import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// Downloads of several ranges at a time.
@Suite(.timeLimit(.minutes(5))) struct SegmentTests {
  private let folder: TemporaryDirectory
  private let content = patternedBytes(9_000_001)
  private var path: String { folder.path("file") }

  init() throws { folder = try TemporaryDirectory() }

  private func expectFile(_ content: [UInt8], at location: SourceLocation = #_sourceLocation) throws {
    let isSame = try folder.contents("file") == content
    #expect(isSame, sourceLocation: location)
    #expect(try folder.names() == ["file"], sourceLocation: location)
  }

  /// Runs a test against a server that records the requests.
  private func withRecording(
    _ respond: @escaping @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void,
    configure: (inout Session.Configuration) -> Void = { _ in },
    test: (Session, Record<LoopbackRequest>) async throws -> Void
  ) async throws {
    let requests = Record<LoopbackRequest>()
    try await withServer {
      requests.append($0)
      try respond($0, $1)
    } configure: {
      configure(&$0)
    } test: { session, _ in
      try await test(session, requests)
    }
  }

  @Test(arguments: [1, 1 << 20, (1 << 20) + 1, 9_000_001], [2, 4, 64])
  func `a file in segments has every byte`(count: Int, segments: Int) async throws {
    let content = patternedBytes(count)
    try await withRecording(ServedFile(content: content).answer) { session, requests in
      let file = try await session.download("", to: .file(path), options: .test(segments: segments))
      #expect(file.byteCount == Int64(count) && file.resumedByteCount == 0 && file.head.status.code == 206)
      #expect(requests.all.first?["Range"] == "bytes=0-1048575" && requests.all.first?["If-Range"] == nil)
      #expect(requests.all.dropFirst().allSatisfy { $0["If-Range"] == "\"1\"" })
      // A range of less than 2 MiB is not divided.
      #expect(requests.count == (count <= 1 << 20 ? 1 : count < 9_000_001 ? 2 : segments == 2 ? 3 : 5))
    }
    try expectFile(content)
  }

  /// All but the first wait for each other.
  @Test func `the segments are requested at the same time`() async throws {
    let all = Event()
    let served = ServedFile(content: content)
    let waiting = CallCounter()
    try await withRecording { request, connection in
      if request["If-Range"] != nil {
        if waiting.add() == 3 { all.happen() }
        try all.waitOnThread()
      }
      try served.answer(request, connection)
    } test: { session, _ in
      try await session.download("", to: .file(path), options: .test(segments: 4))
    }
    try expectFile(content)
  }

  @Test(arguments: [true, false])
  func `segments are those of one URL, but for its query`(isSame: Bool) async throws {
    let number = CallCounter()
    let (content, other) = (content, content.reversed().map { $0 })
    try await withRecording { request, connection in
      guard request.target == "/" else {
        let served = ServedFile(content: request.target.hasPrefix("/a") ? content : other)
        return try served.answer(request, connection)
      }
      let count = number.add()
      // The whole file is requested last.
      let isFirst = isSame || count == 1 || request["Range"] == nil
      try connection.redirect(302, to: "/\(isFirst ? "a" : "b")?sig=\(count)")
    } test: { session, requests in
      let file = try await session.download("", to: .file(path), options: .test(segments: 4))
      #expect(file.head.status.code == (isSame ? 206 : 200))
    }
    try expectFile(content)
  }

  @Test(
    arguments: [
      "no validator": [], "weak validator": [("ETag", "W/\"1\"")],
      "date without distance": [ServedFile.strongDates[0]],
      "coding": [("ETag", "\"1\""), ("Content-Encoding", "unknown")],
    ] as NamedCases<ServedFile.Fields>)
  func `without what segments need, one request is for the whole file`(fields: NamedCase<ServedFile.Fields>)
    async throws
  {
    let served = ServedFile(content: content, fields: fields.value)
    try await withRecording(served.answer) {
      $0.decodesContent = false
    } test: { session, requests in
      let file = try await session.download("", to: .file(path), options: .test(segments: 4))
      #expect(file.head.status.code == 200)
      #expect(requests.all.map { $0["Range"] } == ["bytes=0-1048575", nil])
    }
    try expectFile(content)
  }

  @Test func `a server without ranges sends the whole file at once`() async throws {
    try await withRecording { [content] _, connection in
      try connection.respond(200, headers: [("ETag", "\"1\"")], body: content)
    } test: { session, requests in
      try await session.download("", to: .file(path), options: .test(segments: 4))
      #expect(requests.count == 1)
    }
    try expectFile(content)
  }

  @Test(arguments: ["bytes 0-1048575/*", "bytes 1-1048576/9000001", "bytes 0-99/9000001", "none"])
  func `a first range that is not the requested one is not used`(range: String) async throws {
    let served = ServedFile(content: content)
    try await withRecording { request, connection in
      guard request["Range"] != nil else { return try served.answer(request, connection) }
      try connection.respond(
        206, headers: [("ETag", "\"1\""), ("Content-Range", range)],
        body: [UInt8](repeating: 1, count: 1 << 20))
    } test: { session, requests in
      try await session.download("", to: .file(path), options: .test(segments: 4))
      #expect(requests.count == 2)
    }
    try expectFile(content)
  }

  @Test func `an empty file has no ranges`() async throws {
    try await withRecording(ServedFile(content: []).answer) { session, requests in
      let file = try await session.download("", to: .file(path), options: .test(segments: 4))
      #expect(file.byteCount == 0 && requests.count == 2)
    }
    try expectFile([])
  }

  /// The first response is of one version, and the others are of another.
  @Test(arguments: ["200", "206", "416", "206 without a tag"])
  func `a file that changes meanwhile is never mixed`(answer: String) async throws {
    let old = ServedFile(content: content)
    let new = ServedFile(content: patternedBytes(8_500_000, seed: 9), fields: [("ETag", "\"2\"")])
    try await withRecording { request, connection in
      guard request["If-Range"] != nil else {
        return try (request["Range"] != nil ? old : new).answer(request, connection)
      }
      if answer == "200" { return try new.answer(request, connection) }
      if answer == "416" { return try connection.respond(416) }
      let range = (request["Range"] ?? "").dropFirst("bytes=".count)
      let bounds = range.split(separator: "-").compactMap { Int($0) }
      try connection.respond(
        206,
        headers: [("Content-Range", "bytes \(range)/9000001")] + (answer == "206" ? new.fields : []),
        body: [UInt8](repeating: 1, count: bounds[1] + 1 - bounds[0]))
    } test: { session, _ in
      let file = try await session.download("", to: .file(path), options: .test(segments: 4))
      #expect(file.byteCount == 8_500_000 && file.head.headerFields[.eTag] == "\"2\"")
    }
    try expectFile(new.content)
  }

  /// One segment is cut short. The others wait, so that they cannot end before it.
  private func cutting(
    _ served: ServedFile, at count: Int, _ request: LoopbackRequest, _ connection: LoopbackConnection,
    isCut: CallCounter
  ) throws {
    guard request["If-Range"] != nil, isCut.add() == 1 else { return try served.answer(request, connection) }
    var cut = served
    cut.cut = count
    try cut.answer(request, connection)
  }

  @Test func `the failure of a segment ends the download, which can be resumed`() async throws {
    let served = ServedFile(content: content)
    let cuts = CallCounter()
    try await withRecording {
      try cutting(served, at: 500_000, $0, $1, isCut: cuts)
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(segments: 4))
      }
      #expect(error?.code == .connectionLost)
      #expect(try folder.shownNames() == ["(partial)", "(record)"])
      let file = try await session.download("", to: .file(path), options: .test(resuming: true, segments: 4))
      #expect(file.resumedByteCount >= 500_000 && file.byteCount == 9_000_001)
    }
    try expectFile(content)
  }

  @Test func `a retry of a segment continues it`() async throws {
    let served = ServedFile(content: content)
    let cuts = CallCounter()
    try await withRecording {
      try cutting(served, at: 500_000, $0, $1, isCut: cuts)
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, requests in
      let updates = Record<TransferProgress>()
      let file = try await session.download("", to: .file(path), options: .test(segments: 4)) {
        updates.append($0)
      }
      #expect(file.resumedByteCount == 0)
      // A request for the first segment, one for each other, and the retry.
      #expect(requests.count == 6)
      #expect(updates.last?.attempt == 1 && updates.last?.receivedBodyByteCount == 9_000_001)
    }
    try expectFile(content)
  }

  /// The end of a chunked body is missing, so the body is not known to be whole, but all of its bytes are there.
  @Test func `a connection that is lost after the last byte of a segment costs no other request`()
    async throws
  {
    let served = ServedFile(content: content)
    let cuts = CallCounter()
    try await withRecording { [content] request, connection in
      guard request["If-Range"] != nil, cuts.add() == 1 else { return try served.answer(request, connection) }
      let bounds = (request["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-").compactMap {
        Int($0)
      }
      guard let first = bounds.first, let last = bounds.last else { return }
      try connection.write(
        "HTTP/1.1 206 \r\nETag: \"1\"\r\nContent-Range: bytes \(first)-\(last)/\(content.count)\r\n"
          + "Transfer-Encoding: chunked\r\n\r\n\(String(last - first + 1, radix: 16))\r\n")
      try connection.write(content[first...last] + Array("\r\n".utf8))
      connection.finishWriting()
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, requests in
      try await session.download("", to: .file(path), options: .test(segments: 4))
      // A request for the first segment, and one for each other.
      #expect(requests.count == 5)
    }
    #expect(cuts.count > 0)
    try expectFile(content)
  }

  @Test(arguments: [1, 3, 8], [1, 3, 8])
  func `a download resumes with another number of segments`(first: Int, second: Int) async throws {
    let served = ServedFile(content: content)
    var cut = served
    cut.cut = 1_500_000
    let isSecond = Event()
    try await withRecording { [cut] request, connection in
      try (isSecond.hasHappened ? served : cut).answer(request, connection)
    } test: { session, _ in
      await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(segments: first))
      }
      isSecond.happen()
      let file = try await session.download(
        "", to: .file(path), options: .test(resuming: true, segments: second))
      #expect(file.resumedByteCount > 0)
    }
    try expectFile(content)
  }

  @Test func `cancelling ends all segments and keeps the partial file`() async throws {
    let served = ServedFile(content: content)
    let started = CallCounter()
    let all = Event()
    try await withRecording { request, connection in
      guard request["If-Range"] != nil else { return try served.answer(request, connection) }
      if started.add() == 4 { all.happen() }
      connection.waitForClose()
    } test: { session, _ in
      let task = Task { [path] in
        try await session.download("", to: .file(path), options: .test(segments: 4))
      }
      try await all.wait()
      task.cancel()
      let result = await task.result
      #expect(throws: CancellationError.self) { try result.get() }
    }
    #expect(try folder.shownNames() == ["(partial)", "(record)"])
    #expect(try openDescriptors(under: folder.path).count == 0)
  }

  @Test func `the time limit holds for the delays of segments, too`() async throws {
    let served = ServedFile(content: content)
    try await withRecording { request, connection in
      guard request["If-Range"] != nil else { return try served.answer(request, connection) }
      try connection.respond(503, headers: [("Retry-After", "3600")])
    } configure: {
      $0.timeout = .milliseconds(300)
      $0.retries.maximumCount = 1
      $0.retries.errors = []
      $0.retries.maximumRetryAfter = .seconds(7200)
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(segments: 4))
      }
      #expect(error?.code == .timedOut)
    }
  }

  @Test(arguments: [404, 503]) func `a refused segment is an error with its response`(status: Int)
    async throws
  {
    let served = ServedFile(content: content)
    try await withRecording { request, connection in
      guard request["If-Range"] != nil else { return try served.answer(request, connection) }
      try connection.respond(status, body: "no")
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) {
        try await session.download("", to: .file(path), options: .test(segments: 4))
      }
      #expect(error?.head.status.code == status)
    }
  }

  @Test func `a body that is longer than its range is an error, and nothing is left`() async throws {
    let served = ServedFile(content: content)
    try await withRecording { request, connection in
      guard request["If-Range"] != nil else { return try served.answer(request, connection) }
      let range = (request["Range"] ?? "").dropFirst("bytes=".count)
      try connection.write(
        "HTTP/1.1 206 \r\nETag: \"1\"\r\nContent-Range: bytes \(range)/9000001\r\n\r\n")
      try connection.write([UInt8](repeating: 0, count: 9_000_001))
      connection.finishWriting()
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(segments: 4))
      }
      #expect(error?.code == .invalidResponse)
    }
    #expect(try folder.names() == [])
  }

  @Test func `a file that is too large leaves nothing`() async throws {
    try await withRecording(ServedFile(content: content).answer) { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.download("", to: .file(path), options: .test(upTo: 9_000_000, segments: 4))
      }
      #expect(error?.code == .bodyTooLarge)
    }
    #expect(try folder.names() == [])
  }

  @Test func `the progress of all segments is one`() async throws {
    let updates = Record<TransferProgress>()
    try await withRecording(ServedFile(content: content).answer) { session, _ in
      try await session.download("", to: .file(path), options: .test(segments: 4)) { updates.append($0) }
    }
    #expect(updates.last?.receivedBodyByteCount == 9_000_001 && updates.last?.fractionCompleted == 1)
    #expect(updates.last?.decodedByteCount == 9_000_001)
    #expect(updates.all.allSatisfy { $0.attempt == 1 && $0.responseBodyByteCount == 9_000_001 })
    for (earlier, later) in zip(updates.all, updates.all.dropFirst()) {
      #expect(earlier.receivedBodyByteCount <= later.receivedBodyByteCount)
    }
  }

  @Test func `a FIFO gets the whole file from one request`() async throws {
    let fifo = try folder.fifo("fifo")
    try await withRecording(ServedFile(content: content).answer) { session, _ in
      async let copy = readAll(FileSource(at: fifo).makeReader())
      let file = try await session.download("", to: .file(fifo), options: .test(segments: 4))
      let isSame = try await copy == content
      #expect(isSame && file.byteCount == 9_000_001)
    }
  }

  @Test func `a hostile record of segments starts the download over`() async throws {
    let records = [
      "beyond the partial file": "[[0,10]]", "outside": "[[0,9000002]]", "overlap": "[[0,10],[5,9000001]]",
      "no order": "[[10,9000001],[0,5]]", "negative": "[[-1,9000001]]", "empty": "[[5,5]]",
      "not a pair": "[[0]]",
    ]
    let served = ServedFile(content: content)
    let isCut = Lock(true)
    try await withRecording { request, connection in
      var served = served
      if isCut.withLock({ $0 }) { served.cut = 900_000 }
      try served.answer(request, connection)
    } test: { session, _ in
      for (name, missing) in records {
        isCut.withLock { $0 = true }
        await #expect(throws: SessionError.self) {
          try await session.download("", to: .file(path), options: .test(segments: 4))
        }
        isCut.withLock { $0 = false }
        if name == "beyond the partial file" { try folder.truncate(folder.partialName(), to: 1000) }
        let record = String(decoding: try folder.contents(folder.recordName()), as: UTF8.self)
        let hostile = record.withoutSum.replacing(#/"missing":\[\[.*?\]\]/#, with: #""missing":\#(missing)"#)
        #expect(hostile != record)
        try folder.file(folder.recordName(), Array(hostile.utf8))
        let file = try await session.download("", to: .file(path), options: .test(resuming: true))
        #expect(file.resumedByteCount == 0, "\(name)")
        try expectFile(content)
        try folder.remove("file")
      }
    }
  }
}

/// The ranges that a download lacks.
@Suite(.timeLimit(.minutes(5))) struct MissingRangesTests {
  @Test func `ranges shrink and disappear`() throws {
    var missing = try #require(MissingRanges([[0, 10], [20, 30]], of: 40))
    #expect(missing.missingByteCount == 20 && missing.presentEnd == 40)
    missing.receive(4, at: 0)
    missing.receive(10, at: 20)
    #expect(missing.pairs == [[4, 10]])
    // No range begins there.
    missing.receive(1, at: 5)
    #expect(missing.pairs == [[4, 10]])
  }

  @Test func `the end of the present bytes leaves out the missing rest`() throws {
    #expect(MissingRanges([[0, 10], [20, 40]], of: 40)?.presentEnd == 20)
    #expect(MissingRanges([[0, 20], [20, 40]], of: 40)?.presentEnd == 0)
    #expect(MissingRanges([], of: 40)?.presentEnd == 40)
  }

  @Test(arguments: [1, 2, 3, 7, 64, 1000], [seedOfThisRun])
  func `divided ranges cover the same bytes`(count: Int, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let size = Int64.random(in: 1...(1 << 28), using: &generator)
    var missing = MissingRanges(of: size, after: min(size, 1 << 20))
    missing.divide(into: count, after: 1)
    #expect(missing.missingByteCount == size && missing.presentEnd == 0)
    #expect(missing.ranges.count <= max(2, min(count, 64)))
    for (one, next) in zip(missing.ranges, missing.ranges.dropFirst()) {
      #expect(one.upperBound == next.lowerBound)
    }
    for range in missing.ranges.dropFirst().dropLast() { #expect(range.count >= 1 << 20) }
  }

  @Test func `too many ranges are refused`() {
    let pairs = (0..<65).map { [Int64($0) * 2, Int64($0) * 2 + 1] }
    #expect(MissingRanges(pairs, of: 1000) == nil && MissingRanges(Array(pairs.dropLast()), of: 1000) != nil)
  }
}
