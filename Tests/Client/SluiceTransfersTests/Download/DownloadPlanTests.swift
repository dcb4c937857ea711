import FoundationEssentials
import Glibc
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTransfers

/// Downloads of a file in segments by several machines.
@Suite(.timeLimit(.minutes(5))) struct DownloadPlanTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("file") }

  init() throws { folder = try TemporaryDirectory() }

  private static let content = patternedBytes(950_000)
  private static let served = ServedFile(content: content)

  /// Runs a test against a server that records the requests.
  private func withRecording(
    _ respond: @escaping @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void = served.answer,
    test: (Session, Record<LoopbackRequest>) async throws -> Void
  ) async throws {
    let requests = Record<LoopbackRequest>()
    try await withServer {
      requests.append($0)
      try respond($0, $1)
    } test: { session, _ in
      try await test(session, requests)
    }
  }

  private func plan(
    _ reference: String = "f", in session: Session, size: Int64? = 100_000
  ) async throws -> DownloadPlan {
    try await DownloadPlan(dividing: session.request(.get, .init(reference)), in: session, size: size)
  }

  private static let plan = DownloadPlan(
    Division(byteCount: 950_000, rangeByteCount: 100_000), url: "http://127.0.0.1/f", validator: "\"1\"",
    sha256: nil)

  @discardableResult
  private func download(
    _ numbers: ClosedRange<Int>, of plan: DownloadPlan = plan, in session: Session,
    after earlier: [DownloadedSegment] = [], retries: Int = 0
  ) async throws -> [DownloadedSegment] {
    var policy = Session.RetryPolicy(maximumCount: retries)
    policy.initialDelay = .zero
    return try await session.downloadSegments(
      numbers, of: plan, from: session.request(.get, "f"), to: path, after: earlier,
      maximumConcurrentCount: 2, retries: policy)
  }

  private func expectFile(at location: SourceLocation = #_sourceLocation) throws {
    let isSame = try folder.contents("file") == Self.content
    #expect(isSame, sourceLocation: location)
    #expect(try folder.names() == ["file"], sourceLocation: location)
  }

  // MARK: The plan

  @Test func `a plan has the size, the version and the segments`() async throws {
    try await withRecording { session, requests in
      let plan = try await plan(in: session, size: 400_000)
      let url = try #require(plan.url)
      #expect(url.hasSuffix("/f"))
      #expect(plan.byteCount == 950_000 && plan.segmentByteCount == 400_000 && plan.segmentCount == 3)
      #expect(plan.validator == "\"1\"" && plan.sha256 == nil)
      #expect(
        String(decoding: try plan.jsonLines, as: UTF8.self) == #"""
          {"version":1,"url":"\#(url)","size":950000,"segmentSize":400000,"segments":3,"validator":"\"1\""}
          {"number":1,"offset":0,"size":400000}
          {"number":2,"offset":400000,"size":400000}
          {"number":3,"offset":800000,"size":150000}

          """#)
      #expect(requests.all.map { $0["Range"] } == ["bytes=0-0"])
      #expect(try await self.plan(in: session, size: nil).segmentCount == 1)
    }
  }

  @Test(arguments: ["f?signature=secret", "f#fragment", "f"])
  func `a plan has no secrets`(reference: String) async throws {
    try await withRecording { session, _ in
      let plan = try await plan(reference, in: session)
      #expect((plan.url == nil) == reference.contains("?"))
      #expect(!String(decoding: try plan.jsonLines, as: UTF8.self).contains("secret"))
    }
    try await withServer(Self.served.answer) { session, server in
      let url = server.url.replacing("http://", with: "http://user:secret@") + "/f"
      let plan = try await plan(url, in: session)
      #expect(plan.url == server.url + "/f")
    }
  }

  @Test func `the segments of a plan are those of one URL, but for its query`() async throws {
    let place = Lock("/a?sig=secret")
    try await withRecording { request, connection in
      if request.target == "/f" { return try connection.redirect(302, to: place.withLock { $0 }) }
      try Self.served.answer(request, connection)
    } test: { session, _ in
      let plan = try await plan(in: session)
      #expect(plan.location?.utf8.count == 64)
      let lines = try plan.jsonLines
      let parsed = try DownloadPlan(parsing: lines)
      #expect(parsed == plan && !String(decoding: lines, as: UTF8.self).contains("/a"))
      place.withLock { $0 = "/a?sig=2" }
      let first = try await download(1...5, of: parsed, in: session)
      for target in ["/b?sig=2", "/f2"] {
        place.withLock { $0 = target }
        let error = await #expect(throws: SessionError.self) {
          try await download(6...10, of: parsed, in: session)
        }
        #expect(error?.code == .invalidResponse)
      }
      place.withLock { $0 = "/a" }
      try await plan.complete(first + download(6...10, of: parsed, in: session), at: path)
    }
    try expectFile()
  }

  @Test func `the digest that a server declares is part of the plan`() async throws {
    var served = Self.served
    // The SHA-256 of nothing, in Base64 and in hexadecimal.
    served.fields.append(("Repr-Digest", "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"))
    try await withRecording(served.answer) { session, _ in
      let plan = try await plan(in: session)
      #expect(plan.sha256 == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
      #expect(try DownloadPlan(parsing: plan.jsonLines) == plan)
      let segments = try await download(1...10, of: plan, in: session)
      let error = await #expect(throws: SessionError.self) { try await plan.complete(segments, at: path) }
      #expect(error?.code == .digestMismatch)
    }
    #expect(!isTaken(path))
  }

  @Test(
    arguments: [
      "no ranges": { _, connection in
        try connection.respond(200, headers: [("ETag", "\"1\"")], body: Self.content)
      },
      "no validator": ServedFile(content: content, fields: []).answer,
      "a weak validator": ServedFile(content: content, fields: [("ETag", "W/\"1\"")]).answer,
      "no bytes": ServedFile(content: []).answer,
      "a coding": ServedFile(content: content, fields: [("ETag", "\"1\""), ("Content-Encoding", "gzip")])
        .answer,
      "another range": { _, connection in
        try connection.respond(
          206, headers: [("ETag", "\"1\""), ("Content-Range", "bytes 1-1/950000")], body: [0])
      },
      "an unknown size": { _, connection in
        try connection.respond(
          206, headers: [("ETag", "\"1\""), ("Content-Range", "bytes 0-0/*")], body: [0])
      },
    ] as NamedCases<@Sendable (LoopbackRequest, LoopbackConnection) throws -> Void>)
  func `a file that cannot be divided is refused`(
    respond: NamedCase<@Sendable (LoopbackRequest, LoopbackConnection) throws -> Void>
  ) async throws {
    try await withRecording(respond.value) { session, _ in
      let error = await #expect(throws: SessionError.self) { try await plan(in: session) }
      #expect(error?.code == .invalidResponse)
    }
  }

  @Test func `mistakes in a request for a plan are errors`() async throws {
    try await withRecording { session, requests in
      for request in [
        try session.request(.post, "f"), try session.request(.get, "f", fields: [.range: "bytes=0-9"]),
        try session.request(.get, "f", body: .text("a")),
      ] {
        let error = await #expect(throws: SessionError.self) {
          try await DownloadPlan(dividing: request, in: session)
        }
        #expect(error?.code == .invalidConfiguration)
      }
      #expect(requests.count == 0)
      for size: Int64 in [0, -1, 9] {
        let error = await #expect(throws: SessionError.self) { try await plan(in: session, size: size) }
        #expect(error?.code == .invalidConfiguration)
      }
    }
    try await withRecording {
      try $1.respond(404)
    } test: { session, _ in
      await #expect(throws: ResponseError.self) { try await plan(in: session) }
    }
  }

  static let malformed: NamedCases<@Sendable (String) -> String> = [
    "nothing": { _ in "" },
    "another version": { $0.replacing(#""version":1"#, with: #""version":2"#) },
    "another size": { $0.replacing(#""size":950000"#, with: #""size":950001"#) },
    "no size": { $0.replacing(#""size":950000"#, with: #""size":0"#) },
    "no size of segments": { $0.replacing(#""segmentSize":100000"#, with: #""segmentSize":0"#) },
    "too many segments": { $0.replacing(#""segments":10"#, with: #""segments":9223372036854775807"#) },
    "a weak validator": { $0.replacing(#""validator":""#, with: #""validator":"W/"#) },
    "no validator": { $0.replacing(#""validator":"\"1\"""#, with: #""validator":"1""#) },
    "a missing line": { $0.split(separator: "\n").dropLast().joined(separator: "\n") },
    "another offset": { $0.replacing(#""offset":100000"#, with: #""offset":100001"#) },
    "a digest that is cut": { $0.replacing(#""validator""#, with: #""sha256":"00","validator""#) },
  ]

  @Test(arguments: malformed)
  func `other lines are refused`(_ change: NamedCase<@Sendable (String) -> String>) throws {
    let text = String(decoding: try Self.plan.jsonLines, as: UTF8.self)
    #expect(try DownloadPlan(parsing: Array(text.utf8)) == Self.plan)
    let changed = change.value(text)
    #expect(changed != text)
    let error = #expect(throws: SessionError.self) { try DownloadPlan(parsing: Array(changed.utf8)) }
    #expect(error?.code == .invalidRecord)
  }

  // MARK: Segments

  @Test func `several sessions write one file, which appears when all are done`() async throws {
    var (plan, segments): (DownloadPlan?, [DownloadedSegment]) = (nil, [])
    for numbers in [4...10, 1...2, 3...3] {
      try await withRecording { session, requests in
        if plan == nil { plan = try await self.plan(in: session) }
        let shared = try #require(plan)
        let some = try await download(numbers, of: shared, in: session)
        #expect(some.map(\.number) == Array(numbers))
        segments += some
        #expect(requests.all.suffix(some.count).allSatisfy { $0["If-Range"] == "\"1\"" })
        #expect(
          Set(requests.all.suffix(some.count).compactMap { $0["Range"] })
            == Set(some.map { "bytes=\($0.offset)-\($0.offset + $0.byteCount - 1)" }))
      }
      #expect(!isTaken(path))
      #expect(try folder.names().count == 1)
    }
    let lines = try segments.flatMap { try $0.jsonLine }
    try await plan?.complete(DownloadedSegment.segments(parsing: lines), at: path)
    try expectFile()
    // The digest of one segment by an independent path: a plan of an upload of the same bytes.
    let upload = try await UploadPlan(dividing: .bytes(Self.content), size: 100_000, limits: .init())
    #expect(segments.sorted { $0.number < $1.number }.map(\.sha256) == upload.digests)
    // A scheduler may repeat the last step.
    try await plan?.complete(segments, at: path)
    try expectFile()
  }

  @Test func `segments with results are not downloaded again`() async throws {
    try await withRecording { session, requests in
      let first = try await download(1...3, in: session)
      let again = try await download(2...5, in: session, after: first)
      #expect(again.map(\.number) == Array(2...5) && Array(again.prefix(2)) == Array(first.suffix(2)))
      #expect(requests.count == 5)
      try await Self.plan.complete(first + again + download(6...10, in: session, after: again), at: path)
      // Nothing is left to do.
      #expect(try await download(1...3, in: session, after: first) == first)
      #expect(try folder.names() == ["file"])
    }
  }

  @Test func `the same segments may be written at the same time`() async throws {
    try await withRecording { session, _ in
      async let first = download(1...10, in: session)
      async let second = download(1...10, in: session)
      let all = try await first + second
      try await Self.plan.complete(all, at: path)
    }
    try expectFile()
  }

  @Test(
    arguments: [
      "200": { _, connection in
        try connection.respond(200, headers: [("ETag", "\"2\"")], body: patternedBytes(950_000, seed: 3))
      },
      "416": { _, connection in try connection.respond(416) },
      "206 of another version": ServedFile(content: content, fields: [("ETag", "\"2\"")]).answerAnyVersion,
      "206 without a version": ServedFile(content: content, fields: []).answerAnyVersion,
      "206 of another size": ServedFile(content: content + [1]).answerAnyVersion,
      "206 of another range": { request, connection in
        try connection.respond(
          206, headers: [("ETag", "\"1\""), ("Content-Range", "bytes 0-99999/950000")],
          body: Array(Self.content[..<100_000]))
      },
      "206 of a shorter range": { request, connection in
        try connection.respond(
          206, headers: [("ETag", "\"1\""), ("Content-Range", "bytes 100000-199998/950000")],
          body: Array(Self.content[100_000..<199_999]))
      },
      "206 with a coding": { request, connection in
        try connection.respond(
          206,
          headers: [
            ("ETag", "\"1\""), ("Content-Range", "bytes 100000-199999/950000"), ("Content-Encoding", "br"),
          ], body: Array(Self.content[100_000..<200_000]))
      },
      "more bytes than the range": { request, connection in
        try connection.write(
          "HTTP/1.1 206 \r\nETag: \"1\"\r\nContent-Range: bytes 100000-199999/950000\r\nConnection: close\r\n\r\n"
        )
        try connection.write(Array(Self.content[100_000..<200_001]))
        connection.finishWriting()
      },
    ] as NamedCases<@Sendable (LoopbackRequest, LoopbackConnection) throws -> Void>)
  func `another version or range is an error, and is never mixed`(
    respond: NamedCase<@Sendable (LoopbackRequest, LoopbackConnection) throws -> Void>
  ) async throws {
    let first = Record<DownloadedSegment>()
    try await withRecording { session, _ in
      for segment in try await download(1...1, in: session) { first.append(segment) }
    }
    try await withRecording(respond.value) { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await download(2...2, in: session, retries: 2)
      }
      #expect(error?.code == .invalidResponse && error?.partNumber == 2)
    }
    let error = await #expect(throws: SessionError.self) { try await Self.plan.complete(first.all, at: path) }
    #expect(error?.code == .invalidRecord)
    #expect(!isTaken(path))
  }

  @Test func `a wrong digest of the content is an error`() async throws {
    try await withRecording { request, connection in
      try connection.respond(
        206,
        headers: [
          ("ETag", "\"1\""), ("Content-Range", "bytes 0-99999/950000"),
          ("Content-Digest", "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:"),
        ], body: Array(Self.content[..<100_000]))
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await download(1...1, in: session) }
      #expect(error?.code == .digestMismatch)
    }
  }

  @Test func `a retry continues where the connection was lost`() async throws {
    let isFirst = Lock(true)
    try await withRecording { request, connection in
      var served = Self.served
      let isFirst = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      if isFirst { served.cut = 60_000 }
      try served.answer(request, connection)
    } test: { session, requests in
      let segments = try await download(2...2, in: session, retries: 1)
      #expect(requests.all.map { $0["Range"] } == ["bytes=100000-199999", "bytes=160000-199999"])
      let upload = try await UploadPlan(dividing: .bytes(Self.content), size: 100_000, limits: .init())
      #expect(segments.map(\.sha256) == [upload.digests[1]])
    }
  }

  @Test func `a refused segment is the error of its response`() async throws {
    try await withRecording {
      try $1.respond(403)
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) { try await download(1...3, in: session) }
      #expect(error?.head.status.code == 403 && error?.partNumber != nil)
    }
  }

  @Test func `mistakes in a share are errors before anything is sent`() async throws {
    try await withRecording { session, requests in
      for numbers in [0...1, 10...11, 11...12] {
        let error = await #expect(throws: SessionError.self) { try await download(numbers, in: session) }
        #expect(error?.code == .invalidConfiguration)
      }
      let other = DownloadedSegment(number: 1, offset: 0, byteCount: 5, sha256: "")
      let error = await #expect(throws: SessionError.self) {
        try await download(1...1, in: session, after: [other])
      }
      #expect(error?.code == .invalidRecord)
      let plan = DownloadPlan(Self.plan.division, url: nil, validator: "\"1\"", sha256: nil)
      let missing = await #expect(throws: SessionError.self) {
        try await session.downloadSegments(1...1, of: plan, to: path)
      }
      #expect(missing?.code == .invalidConfiguration)
      #expect(requests.count == 0)
    }
    #expect(try folder.names() == [])
  }

  @Test func `a hidden file that is not one of the segments is not written`() async throws {
    let hidden = Self.plan.temporaryPath(for: try DestinationPath(path))
    let name = String(hidden.split(separator: "/").last ?? "")
    try folder.file("victim", [1, 2, 3])
    try await withRecording { session, requests in
      _ = try folder.symbolicLink(name, to: folder.path("victim"))
      await #expect(throws: BodyError.self) { try await download(1...1, in: session) }
      try folder.remove(name)
      _ = try folder.hardLink(name, to: "victim")
      let linked = await #expect(throws: BodyError.self) { try await download(1...1, in: session) }
      #expect(linked?.code == .fileExists)
      try folder.remove(name)
      try folder.file(name, Self.content + [1])
      let larger = await #expect(throws: BodyError.self) { try await download(1...1, in: session) }
      #expect(larger?.code == .fileGrew)
      try folder.remove(name)
      try folder.file(name, [1, 2, 3])
      let foreign = await #expect(throws: BodyError.self) { try await download(1...1, in: session) }
      #expect(foreign?.code == .fileExists)
      #expect(try folder.contents(name) == [1, 2, 3])
      #expect(requests.count == 0)
    }
    #expect(try folder.contents("victim") == [1, 2, 3])
  }

  @Test(arguments: [1...1, 1...2]) func `a segment whose file is gone is not finished`(
    numbers: ClosedRange<Int>
  ) async throws {
    let hidden = Self.plan.temporaryPath(for: try DestinationPath(path))
    try await withRecording { session, requests in
      let finished = try await download(1...1, in: session)
      let count = requests.count
      for isEmpty in [false, true] {
        try FileManager.default.removeItem(atPath: hidden)
        if isEmpty { try Data().write(to: URL(filePath: hidden)) }
        let error = await #expect(throws: BodyError.self) {
          try await download(numbers, in: session, after: finished)
        }
        #expect(error?.code == .fileMissing && error?.path == hidden)
        if !isEmpty { try Data().write(to: URL(filePath: hidden)) }
      }
      #expect(requests.count == count)
    }
  }

  @Test(arguments: ["removed", "replaced", "cut"], [2, 10])
  func `a hidden file that is lost while it is written is an error`(change: String, number: Int) async throws
  {
    let hidden = Self.plan.temporaryPath(for: try DestinationPath(path))
    let range = Self.plan.division.range(of: number)
    try await withRecording { request, connection in
      if request["Range"]?.hasPrefix("bytes=\(range.offset)-") == true {
        let content = try Data(contentsOf: URL(filePath: hidden))
        if change == "cut" {
          try Descriptor.open(hidden, flags: O_RDWR).resize(to: 0)
        } else {
          try FileManager.default.removeItem(atPath: hidden)
        }
        if change == "replaced" { try content.write(to: URL(filePath: hidden)) }
      }
      try Self.served.answer(request, connection)
    } test: { session, _ in
      let written = Record<Int>()
      let error = await #expect(throws: BodyError.self) {
        try await session.downloadSegments(
          (number - 1)...number, of: Self.plan, from: session.request(.get, "f"), to: path,
          maximumConcurrentCount: 1,
          didWrite: { written.append($0.number) })
      }
      #expect(error?.code == (change == "cut" ? .fileShrank : .fileReplaced) && error?.path == hidden)
      #expect(written.all == [number - 1])
    }
  }

  @Test func `a machine that repeats a share does not write to the complete file`() async throws {
    let (isRepeated, isComplete) = (Event(), Event())
    try await withRecording { request, connection in
      if request["Referer"] != nil {
        isRepeated.happen()
        try isComplete.waitOnThread()
      }
      try Self.served.answer(request, connection)
    } test: { session, _ in
      let segments = try await download(1...10, in: session)
      let late = Task { [path] in
        try await session.downloadSegments(
          3...4, of: Self.plan, from: session.request(.get, "f", fields: [.referer: "late"]), to: path)
      }
      try await isRepeated.wait()
      try await Self.plan.complete(segments, at: path)
      try folder.file("file", Array("edited".utf8))
      isComplete.happen()
      let error = await #expect(throws: BodyError.self) { try await late.value }
      #expect(error?.code == .fileExists && error?.path == path)
      #expect(try folder.contents("file") == Array("edited".utf8))
      #expect(try folder.names() == ["file"])
    }
  }

  @Test func `no segment is written while the file is checked and named`() async throws {
    let hidden = Self.plan.temporaryPath(for: try DestinationPath(path))
    try await withRecording { session, _ in
      let segments = try await download(1...10, in: session)
      let before = try folder.contents(try #require(folder.names().first))
      let checked = try Descriptor.openForUpdating(hidden, creating: false)
      #expect(try checked.claim())
      let error = await #expect(throws: BodyError.self) { try await download(1...2, in: session) }
      #expect(error?.code == .fileInUse && error?.path == path)
      #expect(try folder.contents(try #require(folder.names().first)) == before)
      checked.release()
      try await Self.plan.complete(segments, at: path)
      try expectFile()
    }
  }

  @Test func `segments of a file that was removed are not those of its successor`() async throws {
    let hidden = Self.plan.temporaryPath(for: try DestinationPath(path))
    try await withRecording { session, requests in
      let lost = try await download(1...3, in: session)
      #expect(try DownloadedSegment.segments(parsing: lost.flatMap { try $0.jsonLine }) == lost)
      try FileManager.default.removeItem(atPath: hidden)
      let rest = try await download(4...10, in: session)
      #expect(Set(lost.map(\.fileMark)).count == 1 && lost[0].fileMark != rest[0].fileMark)
      let count = requests.count
      for work: () async throws -> Void in [
        { try await Self.plan.complete(lost + rest, at: path, hashing: false) },
        { try await download(1...5, in: session, after: lost + rest) },
      ] {
        let error = await #expect(throws: SessionError.self) { try await work() }
        #expect(error?.code == .invalidRecord && error?.message.hasPrefix("segment 1 was written to") == true)
      }
      let error = await #expect(throws: SessionError.self) {
        try await Self.plan.complete(lost + rest, at: path)
      }
      #expect(error?.code == .digestMismatch)
      #expect(!isTaken(path) && requests.count == count)
      let again = try await download(1...3, in: session)
      try await Self.plan.complete(lost + rest + again, at: path, hashing: false)
    }
    try expectFile()
  }

  @Test func `an older file is not the finished one`() async throws {
    let old = patternedBytes(950_000, seed: 7)
    try folder.file("file", old)
    let hidden = Self.plan.temporaryPath(for: try DestinationPath(path))
    try await withRecording { session, _ in
      let all = try await download(1...10, in: session)
      #expect(try await download(1...10, in: session, after: all) == all)
      try FileManager.default.removeItem(atPath: hidden)
      let error = await #expect(throws: BodyError.self) {
        try await download(1...10, in: session, after: all)
      }
      #expect(error?.code == .fileMissing && error?.path == hidden)
      #expect(try folder.contents("file") == old)
      let again = try await download(1...10, in: session)
      try await Self.plan.complete(again, at: path, ifExists: .replace, hashing: false)
    }
    try expectFile()
  }

  // MARK: Completion

  @Test func `a file that could not get its name can be completed without reading it again`() async throws {
    try folder.file("file", [1])
    try await withRecording { session, _ in
      let all = try await download(1...10, in: session)
      let error = await #expect(throws: BodyError.self) {
        try await Self.plan.complete(all, at: path, hashing: false)
      }
      #expect(error?.code == .fileExists)
      try await Self.plan.complete(all, at: path, ifExists: .replace, hashing: false)
    }
    try expectFile()
  }

  @Test func `a hidden file whose mark is gone is completed only if it is read`() async throws {
    let hidden = Self.plan.temporaryPath(for: try DestinationPath(path))
    try await withRecording { session, _ in
      let all = try await download(1...10, in: session)
      try Descriptor.open(hidden, flags: O_RDWR).resize(to: 950_000)
      let error = await #expect(throws: SessionError.self) {
        try await Self.plan.complete(all, at: path, hashing: false)
      }
      #expect(error?.code == .invalidRecord)
      try await Self.plan.complete(all, at: path)
    }
    try expectFile()
  }

  @Test func `results that are missing, foreign or contradictory are refused`() async throws {
    func result(_ number: Int, size: Int64 = 100_000, sha256: String = "00") -> DownloadedSegment {
      DownloadedSegment(
        number: number, offset: Int64(number - 1) * 100_000, byteCount: size, sha256: sha256)
    }
    let all = (1...9).map { result($0) } + [result(10, size: 50_000)]
    let cases: [(results: [DownloadedSegment], message: String)] = [
      (Array(all.dropLast()), "there is no result for segment 10"),
      (Array(all.dropFirst()), "there is no result for segment 1"),
      ([all[0], all[5]], "there are no results for 8 of 10 segments, the first of which is 2"),
      (all + [result(11)], "the result for segment 11 is not one of the plan, which has 10 segments"),
      (all + [result(3, size: 5)], "the result for segment 3 is that of another range"),
      (
        all + [result(3, sha256: "01")],
        "segment 3 was written twice, with different bytes; download it again"
      ),
    ]
    for (results, message) in cases {
      let error = await #expect(throws: SessionError.self) { try await Self.plan.complete(results, at: path) }
      #expect(error?.code == .invalidRecord && error?.message == message)
    }
    let missing = await #expect(throws: BodyError.self) { try await Self.plan.complete(all, at: path) }
    #expect(missing?.code == .fileMissing)
    // Nor is one missing whose status cannot be read, such as that of a link to itself.
    let loop = try folder.symbolicLink("loop", to: folder.path("loop"))
    let unknown = await #expect(throws: BodyError.self) { try await Self.plan.complete(all, at: loop) }
    #expect(unknown?.code == .fileUnreadable && unknown?.systemErrorNumber == ELOOP)
    // A file that cannot be opened is not a missing one.
    let hidden = try Self.plan.temporaryPath(for: DestinationPath(path))
    try folder.directory(String(hidden.dropFirst(folder.path("").count)))
    let failed = await #expect(throws: BodyError.self) { try await Self.plan.complete(all, at: path) }
    #expect(failed?.code == .writeFailed && failed?.systemErrorNumber == EISDIR)
  }

  @Test func `bytes that are not those of the results never get the name`() async throws {
    let hidden = Self.plan.temporaryPath(for: try DestinationPath(path))
    try await withRecording { session, _ in
      let segments = try await download(1...10, in: session)
      let file = try Descriptor.open(hidden, flags: 1)
      try file.write([Self.content[250_000] ^ 1].span, at: 250_000)
      let error = await #expect(throws: SessionError.self) {
        try await Self.plan.complete(segments.reversed(), at: path)
      }
      #expect(error?.code == .digestMismatch && error?.message.hasPrefix("segment 3 ") == true)
      #expect(!isTaken(path))
      // The segment is downloaded again without its result.
      let third = try await download(3...3, in: session)
      try await Self.plan.complete(segments + third, at: path)
    }
    try expectFile()
  }

  @Test func `the digest of the whole file and the policy for an existing one are honored`() async throws {
    try folder.file("file", [1])
    try await withRecording { session, _ in
      let segments = try await download(1...10, in: session)
      let other = String(repeating: "0", count: 64)
      let error = await #expect(throws: SessionError.self) {
        try await Self.plan.complete(segments, at: path, expectedSHA256: other, hashing: false)
      }
      #expect(error?.code == .digestMismatch)
      let malformed = await #expect(throws: SessionError.self) {
        try await Self.plan.complete(segments, at: path, expectedSHA256: "0")
      }
      #expect(malformed?.code == .invalidConfiguration)
      let exists = await #expect(throws: BodyError.self) {
        try await Self.plan.complete(segments, at: path)
      }
      #expect(exists?.code == .fileExists)
      #expect(try folder.contents("file") == [1])
      let whole = try await UploadPlan(dividing: .bytes(Self.content), limits: .init())
      try await Self.plan.complete(
        segments, at: path, expectedSHA256: whole.digests[0], ifExists: .replace)
      // Without reading, it is unknown what is there.
      await #expect(throws: BodyError.self) {
        try await Self.plan.complete(segments, at: path, hashing: false)
      }
    }
    try expectFile()
  }

  @Test func `lines of results are read, except for one that is cut off at the end`() throws {
    let digest = String(repeating: "a", count: 64)
    let segments = (1...2).map { DownloadedSegment(number: $0, offset: 0, byteCount: 5, sha256: digest) }
    let lines = try segments.flatMap { try $0.jsonLine }
    #expect(try DownloadedSegment.segments(parsing: lines) == segments)
    for count in 1..<(try segments[1].jsonLine.count - 1) {
      #expect(
        try DownloadedSegment.segments(parsing: lines.dropLast(count + 1) + []) == [segments[0]])
    }
    let error = #expect(throws: SessionError.self) {
      try DownloadedSegment.segments(parsing: Array("{}\n".utf8) + lines)
    }
    #expect(
      error?.code == .invalidRecord && error?.message == "line 1 is not that of a segment that was written")
  }

  @Test func `progress counts the segments of the share`() async throws {
    try await withRecording { session, _ in
      let first = try await download(1...2, in: session)
      let last = Record<TransferProgress>()
      try await session.downloadSegments(
        1...4, of: Self.plan, from: session.request(.get, "f"), to: path, after: first,
        progress: { last.append($0) })
      #expect(last.last?.receivedBodyByteCount == 400_000 && last.last?.responseBodyByteCount == 400_000)
    }
  }

  /// A file that is renamed to such a path would remove what is there.
  @Test func `a path that is not a regular file's is refused before anything is written`() async throws {
    let folders = [
      try folder.directory("folder"), try folder.symbolicLink("to-folder", to: folder.path("folder")),
    ]
    let others = [
      try folder.fifo("fifo"), try folder.symbolicLink("null", to: "/dev/null"),
      try folder.symbolicLink("output", to: "/proc/self/fd/1"),
    ]
    let names = try folder.names()
    try await withRecording { session, requests in
      let segments = try await download(1...10, in: session)
      let hidden = try folder.names()
      let sent = requests.all.count
      for path in folders + others {
        let refused = await #expect(throws: BodyError.self) {
          try await session.downloadSegments(
            1...10, of: Self.plan, from: session.request(.get, "f"), to: path)
        }
        let failed = await #expect(throws: BodyError.self) {
          try await Self.plan.complete(segments, at: path, ifExists: .replace)
        }
        for error in [refused, failed] {
          #expect(error?.code == (folders.contains(path) ? .fileIsDirectory : .fileExists), "\(path)")
        }
      }
      #expect(try folder.names() == hidden && requests.all.count == sent)
      try await Self.plan.complete(segments, at: path)
    }
    #expect(try folder.names().sorted() == (names + ["file"]).sorted())
  }
}

extension ServedFile {
  /// Ignores `If-Range`.
  fileprivate func answerAnyVersion(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    let bounds = (request["Range"] ?? "").dropFirst("bytes=".count).split(separator: "-").compactMap {
      Int($0)
    }
    let range = bounds[0]..<(bounds[1] + 1)
    try send(
      206, Array(content[range]), [("Content-Range", "bytes \(bounds[0])-\(bounds[1])/\(content.count)")],
      to: connection)
  }
}
