import FoundationEssentials
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTransfers

/// Uploads of a body in parts by several machines.
@Suite(.timeLimit(.minutes(5))) struct UploadPlanTests {
  private let folder: TemporaryDirectory
  private var path: String { folder.path("file") }

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("file", Self.content)
  }

  private static let content = patternedBytes(950_000)
  private static let limits = PartStore.Limits()

  private func plan(hashing: Bool = true) async throws -> UploadPlan {
    try await UploadPlan(
      dividing: .file(at: path), size: 100_000, limits: Self.limits, hashing: hashing)
  }

  @discardableResult
  private func send(
    _ numbers: ClosedRange<Int>, of plan: UploadPlan, in session: Session, after earlier: [UploadedPart] = [],
    didSend: (@Sendable (UploadedPart) async throws -> Void)? = nil
  ) async throws -> [UploadedPart] {
    let store = PartStore.s3(retries: .never, maximumConcurrentCount: 2) {
      try session.request(.put, "parts/\($0.number)")
    }
    return try await session.uploadParts(
      numbers, of: plan, in: .file(at: path), to: store, after: earlier, didSend: didSend)
  }

  /// - Parameter time: In seconds since 1970.
  private func setModificationTime(_ time: Double) throws {
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: time)], ofItemAtPath: path)
  }

  // MARK: The plan

  @Test func `a plan has the size, the parts and their digests`() async throws {
    let plan = try await UploadPlan(dividing: .bytes(Array("abcabc".utf8)), size: 3, limits: Self.limits)
    #expect(plan.byteCount == 6 && plan.partByteCount == 3 && plan.partCount == 2)
    #expect(plan.path == nil && plan.modificationTime == nil)
    // The example of FIPS 180-4.
    let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    #expect(plan.digests == [digest, digest])
    #expect(
      String(decoding: try plan.jsonLines, as: UTF8.self) == """
        {"version":1,"size":6,"partSize":3,"parts":2}
        {"number":1,"offset":0,"size":3,"sha256":"\(digest)"}
        {"number":2,"offset":3,"size":3,"sha256":"\(digest)"}

        """)
  }

  @Test(arguments: [0, 1, 99_999, 100_000, 100_001])
  func `its lines give the same plan`(_ byteCount: Int) async throws {
    try folder.file("file", patternedBytes(byteCount))
    for hashing in [true, false] {
      let plan = try await plan(hashing: hashing)
      #expect(plan.path == path && plan.modificationTime != nil)
      #expect(plan.digests.count == (hashing ? plan.partCount : 0))
      #expect(try UploadPlan(parsing: plan.jsonLines) == plan)
    }
  }

  static let malformed: NamedCases<@Sendable (String) -> String> = [
    "nothing": { _ in "" },
    "another version": { $0.replacing(#""version":1"#, with: #""version":2"#) },
    "another size": { $0.replacing(#""size":950000"#, with: #""size":950001"#) },
    "a negative size": { $0.replacing(#""size":950000"#, with: #""size":-1"#) },
    "no size of parts": { $0.replacing(#""partSize":100000"#, with: #""partSize":0"#) },
    "too many parts": { $0.replacing(#""parts":10"#, with: #""parts":9223372036854775807"#) },
    "a missing line": { $0.split(separator: "\n").dropLast().joined(separator: "\n") },
    "a line twice": { $0 + ($0.split(separator: "\n").last ?? "") },
    "lines in another order": { text in
      var lines = text.split(separator: "\n")
      lines.swapAt(3, 4)
      return lines.joined(separator: "\n")
    },
    "another offset": { $0.replacing(#""offset":100000"#, with: #""offset":100001"#) },
    "a digest that is cut": { $0.replacing(/"sha256":"./, with: #""sha256":""#) },
    "a digest for some parts": { text in
      var lines = text.split(separator: "\n").map(String.init)
      lines[5] = #"{"number":5,"offset":400000,"size":100000}"#
      return lines.joined(separator: "\n")
    },
  ]

  @Test(arguments: malformed)
  func `other lines are refused`(_ change: NamedCase<@Sendable (String) -> String>) async throws {
    let text = String(decoding: try await plan().jsonLines, as: UTF8.self)
    let changed = change.value(text)
    let error = #expect(throws: SessionError.self) { try UploadPlan(parsing: Array(changed.utf8)) }
    #expect(error?.code == .invalidRecord)
  }

  @Test func `bodies that cannot be divided are refused`() async throws {
    let sizeless = await #expect(throws: SessionError.self) {
      try await UploadPlan(dividing: GzipSource(.file(at: path)))
    }
    #expect(sizeless?.code == .invalidConfiguration)
    let small = await #expect(throws: SessionError.self) {
      try await UploadPlan(dividing: .file(at: path), size: 1000)
    }
    #expect(small?.code == .invalidConfiguration)
    let missing = await #expect(throws: SessionError.self) {
      try await UploadPlan(dividing: .file(at: path + "-none"))
    }
    #expect(missing?.code == .bodyFailed)
  }

  // MARK: Sending

  @Test(arguments: [true, false])
  func `several sessions send their shares, and the results complete the upload`(_ hashing: Bool) async throws
  {
    let server = PartsServer()
    let plan = try await UploadPlan(parsing: plan(hashing: hashing).jsonLines)
    var results: [UploadedPart] = []
    for numbers in [4...10, 1...2, 3...3] {
      try await withServer(server.respond) { session, _ in
        let sent = try await send(numbers, of: plan, in: session)
        #expect(sent.map(\.number) == Array(numbers))
        results += sent
      }
    }
    #expect(server.bytes == Self.content)
    #expect(server.numbers == Array(1...10))
    let lines = try results.flatMap { try $0.jsonLine }
    let parts = try plan.complete(UploadedPart.parts(parsing: lines))
    #expect(parts.map(\.number) == Array(1...10))
    #expect(parts.map(\.etag) == (1...10).map { PartsServer.etag($0) })
    if hashing { #expect(parts.map(\.sha256) == plan.digests) }
  }

  @Test func `parts that were sent are not sent again`() async throws {
    let server = PartsServer(faults: [4: [.refuses(500)]])
    let plan = try await plan()
    let results = Record<UploadedPart>()
    try await withServer(server.respond) { session, _ in
      await #expect(throws: ResponseError.self) {
        try await send(1...5, of: plan, in: session) { results.append($0) }
      }
      let sent = results.all
      #expect(!sent.isEmpty)
      #expect(Set(server.storedNumbers).isSuperset(of: sent.map(\.number)))
      let again = try await send(1...5, of: plan, in: session, after: sent)
      #expect(again.map(\.number) == Array(1...5))
      for part in sent { #expect(server.numbers.count { $0 == part.number } == 1) }
    }
  }

  @Test func `a part with other bytes than the plan fails before it is complete`() async throws {
    let server = PartsServer()
    try setModificationTime(1)
    let plan = try await plan()
    // The size and the time of modification stay the same.
    var content = Self.content
    content[250_000] ^= 1
    try folder.file("file", content)
    try setModificationTime(1)
    try await withServer(server.respond) { session, _ in
      try await send(1...2, of: plan, in: session)
      let error = await #expect(throws: SessionError.self) { try await send(3...3, of: plan, in: session) }
      #expect(error?.code == .bodyFailed)
      #expect((error?.underlying as? BodyError)?.code == .changed)
    }
    #expect(server.storedNumbers == [1, 2])
  }

  @Test func `another version of the file is refused before anything is sent`() async throws {
    let server = PartsServer()
    let plan = try await plan(hashing: false)
    try setModificationTime(2)
    try await withServer(server.respond) { session, _ in
      let error = await #expect(throws: SessionError.self) { try await send(1...2, of: plan, in: session) }
      #expect((error?.underlying as? BodyError)?.code == .changed)
    }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: [0...1, 10...11, 11...12])
  func `parts that the plan does not have are refused`(_ numbers: ClosedRange<Int>) async throws {
    let server = PartsServer()
    let plan = try await plan()
    try await withServer(server.respond) { session, _ in
      let error = await #expect(throws: SessionError.self) { try await send(numbers, of: plan, in: session) }
      #expect(error?.code == .invalidConfiguration)
    }
    #expect(server.requests.isEmpty)
  }

  @Test(arguments: ["a record": true, "a completion": false] as NamedCases)
  func `a store that receives some parts must have no record and no completion`(
    hasRecord: NamedCase<Bool>
  ) async throws {
    let server = PartsServer()
    let plan = try await plan()
    let record = folder.path("record")
    try await withServer(server.respond) { session, _ in
      let complete: @Sendable ([UploadedPart]) async throws -> Void = { _ in }
      let store = PartStore.s3(
        record: hasRecord.value ? record : nil,
        request: { try session.request(.put, "parts/\($0.number)") },
        completing: hasRecord.value ? nil : complete)
      let error = await #expect(throws: SessionError.self) {
        try await session.uploadParts(1...2, of: plan, in: .file(at: path), to: store)
      }
      #expect(error?.code == .invalidConfiguration)
    }
    #expect(server.requests.isEmpty && !FileManager.default.fileExists(atPath: record))
  }

  // MARK: Results

  private func result(
    _ number: Int, size: Int64 = 100_000, fields: HTTPFields = [.eTag: "\"a\""], sha256: String? = nil
  ) -> UploadedPart {
    UploadedPart(
      number: number, offset: Int64(number - 1) * 100_000, byteCount: size, fields: fields, sha256: sha256)
  }

  @Test func `results that are missing, foreign or contradictory are refused`() async throws {
    let (plan, hashed) = (try await plan(hashing: false), try await plan())
    let all = (1...9).map { result($0) } + [result(10, size: 50_000)]
    #expect(try plan.complete(all.reversed() + all) == all)
    let cases: [(results: [UploadedPart], message: String)] = [
      (Array(all.dropLast()), "there is no result for part 10"),
      ([], "there are no results for 10 of 10 parts, the first of which is 1"),
      (all + [result(11)], "the result for part 11 is not one of the plan, which has 10 parts"),
      (all + [result(0)], "the result for part 0 is not one of the plan, which has 10 parts"),
      (all + [result(3, size: 5)], "the result for part 3 is that of another range"),
      (all + [result(3, fields: [:])], "the result for part 3 has no ETag"),
      (
        all + [result(3, fields: [.eTag: "\"b\""])],
        "part 3 was sent twice, with different ETags or checksums; send it again"
      ),
    ]
    for (message, sha256) in [
      ("is that of other bytes: its SHA-256 is 00 instead of \(hashed.digests[0])", "00" as String?),
      ("has no SHA-256, although the plan has one", nil),
    ] {
      let error = #expect(throws: SessionError.self) { try hashed.complete([result(1, sha256: sha256)]) }
      #expect(error?.code == .invalidRecord && error?.message == "the result for part 1 \(message)")
    }
    for (results, message) in cases {
      let error = #expect(throws: SessionError.self) { try plan.complete(results) }
      #expect(error?.code == .invalidRecord && error?.message == message)
    }
    #expect(
      try plan.complete(all.map { result($0.number, size: $0.byteCount, fields: [:]) }, needsETags: false)
        .count == 10)
  }

  @Test func `a digest of a result may be in upper case, and the line that identifies results is skipped`()
    async throws
  {
    let plan = try await plan()
    let upper = result(1, sha256: plan.digests[0].uppercased())
    let lines = try plan.resultsHeader(of: RequestURL("https://a.example/?uploadId=1")).line + upper.jsonLine
    #expect(try UploadedPart.parts(parsing: lines) == [result(1, sha256: plan.digests[0])])
    #expect(try UploadedPart.parts(parsing: lines + lines).count == 2)
  }

  /// Two URLs of a first part, and whether they are of one upload.
  @Test(
    arguments: [
      "another signature": ("/k?uploadId=A&X-Amz-Signature=1", "/k?X-Amz-Signature=2&uploadId=A", true),
      "another upload": ("/k?uploadId=A", "/k?uploadId=B", false),
      "an escaped name": ("/k?upload%49d=A", "/k?upload%49d=B", false),
      "one name, escaped and not": ("/k?upload%49d=A", "/k?uploadId=A", true),
      "another bucket in the query": ("/k?bucket=a&part=1", "/k?bucket=b&part=1", false),
      "another order": ("/k?bucket=a&part=1", "/k?part=1&bucket=a", true),
      "another signature only": ("/k?bucket=a&sig=1&se=2", "/k?bucket=a&sig=3&se=4", true),
      "another path": ("/k", "/l", false), "another host": ("//b.example/k", "/k", false),
      "names that only look alike": ("/k?a=1%26b=2", "/k?a=1&b=2", false),
    ] as NamedCases<(String, String, Bool)>)
  func `a URL says to which upload it belongs`(urls: NamedCase<(String, String, Bool)>) throws {
    let (first, second, isSame) = urls.value
    let identifiers = try [first, second].map {
      try RequestURL($0, relativeTo: "https://a.example/").uploadIdentifier
    }
    #expect((identifiers[0] == identifiers[1]) == isSame, "\(identifiers)")
  }

  @Test func `lines of results are read, except for one that is cut off at the end`() throws {
    let parts = [result(1), result(2, fields: [.eTag: "\"ü\""], sha256: "00")]
    let lines = try parts.flatMap { try $0.jsonLine }
    #expect(try UploadedPart.parts(parsing: lines) == parts)
    for count in 1..<(try parts[1].jsonLine.count - 1) {
      #expect(try UploadedPart.parts(parsing: lines.dropLast(count + 1) + []) == [parts[0]])
    }
    let error = #expect(throws: SessionError.self) {
      try UploadedPart.parts(parsing: Array("{}\n".utf8) + lines)
    }
    #expect(error?.code == .invalidRecord)
  }
}
