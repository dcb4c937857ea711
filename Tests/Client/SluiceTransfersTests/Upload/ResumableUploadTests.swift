import FoundationEssentials
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// Uploads that resume where they stopped, with each protocol.
@Suite(.timeLimit(.minutes(5))) struct ResumableUploadTests {
  private let folder: TemporaryDirectory
  private var record: String { folder.path("record") }

  init() throws { folder = try TemporaryDirectory() }

  static let kinds: [ResumableUpload.Kind] = ResumableUpload.Draft.allCases.map { .draft($0) } + [.tus]

  private func options(_ kind: ResumableUpload.Kind, retries: Int = 3) -> ResumableUpload {
    var options: ResumableUpload =
      switch kind {
      case .draft(let draft): .standard(record: record, draft: draft)
      case .tus: .tus(record: record)
      }
    options.storesForms = true
    options.retries = .init(maximumCount: retries)
    (options.retries.initialDelay, options.retries.maximumDelay) = (.milliseconds(1), .milliseconds(1))
    return options
  }

  private static let byteCount = 3_000_000

  private func file(_ content: [UInt8] = patternedBytes(byteCount)) throws -> FileSource {
    FileSource(at: try folder.file("file", content))
  }

  private func withResumableServer(
    _ server: ResumableServer, configure: (inout Session.Configuration) -> Void = { _ in },
    test: (Session) async throws -> Void
  ) async throws {
    try await withServer(server.respond, configure: configure) { session, _ in try await test(session) }
  }

  private func expectWhole(_ server: ResumableServer, at location: SourceLocation = #_sourceLocation) {
    let isSame = server.upload == patternedBytes(Self.byteCount)
    #expect(isSame, sourceLocation: location)
  }

  private func expectNoRecord(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try folder.names().filter { $0.hasPrefix("record") } == [], sourceLocation: location)
  }

  // MARK: Without faults

  @Test(arguments: kinds) func `an upload without faults leaves no record`(_ kind: ResumableUpload.Kind)
    async throws
  {
    let server = ResumableServer(kind)
    try await withResumableServer(server) { session in
      let progress = Record<TransferProgress>()
      try await session.upload(file(), to: "", resumable: options(kind)) { progress.append($0) }
      #expect(progress.all.last?.sentBodyByteCount == Int64(Self.byteCount))
      #expect(progress.all.last?.requestBodyByteCount == Int64(Self.byteCount))
    }
    expectWhole(server)
    try expectNoRecord()
    #expect(server.methods == (kind == .tus ? ["OPTIONS", "POST", "PATCH"] : ["POST"]))
  }

  @Test(arguments: kinds) func `an empty body is uploaded`(_ kind: ResumableUpload.Kind) async throws {
    let server = ResumableServer(kind)
    try await withResumableServer(server) { session in
      try await session.upload(BytesSource([]), to: "", resumable: options(kind))
    }
    #expect(server.upload == [])
    try expectNoRecord()
  }

  @Test func `tus sends a small body with the request that creates the upload`() async throws {
    let server = ResumableServer(.tus)
    try await withResumableServer(server) { session in
      try await session.upload(
        .text("hello"), to: "", fields: [.contentType: "text/plain"], resumable: options(.tus))
    }
    #expect(server.upload == Array("hello".utf8))
    #expect(server.methods == ["OPTIONS", "POST"])
    #expect(server.requests.last?.head["Upload-Metadata"] == "filetype dGV4dC9wbGFpbg==")
    #expect(server.requests.last?.head["Content-Type"] == "application/offset+octet-stream")
  }

  @Test func `tus sends the name of the first file`() async throws {
    let server = ResumableServer(.tus)
    try await withResumableServer(server) { session in
      try await session.upload(file(), to: "", resumable: options(.tus))
      try await session.upload(file(), to: "", fields: try metadata("a YQ=="), resumable: options(.tus))
    }
    let sent = server.requests.filter { $0.head.method == "POST" }.map { $0.head["Upload-Metadata"] }
    #expect(sent == ["filename ZmlsZQ==,filetype YXBwbGljYXRpb24vb2N0ZXQtc3RyZWFt", "a YQ=="])
  }

  /// libcurl accepts 300 KiB of heads in an exchange.
  @Test func `an upload whose progress is reported thousands of times arrives`() async throws {
    let server = ResumableServer(
      .draft(.interop8), faults: Dictionary(uniqueKeysWithValues: (1...20).map { ($0, .reportsEach(500)) }))
    try await withResumableServer(server) { session in
      try await session.upload(file(), to: "", resumable: options(.draft(.interop8), retries: 1))
    }
    expectWhole(server)
    try expectNoRecord()
    // What is on its way at the end of the first exchange may be all of the rest.
    #expect(server.methods.starts(with: ["POST", "HEAD"]))
  }

  @Test(arguments: kinds) func `each request of an upload passes through middleware`(
    _ kind: ResumableUpload.Kind
  ) async throws {
    let server = ResumableServer(kind, faults: [kind == .tus ? 3 : 1: .dies(after: 100_000)])
    let passed = Record<String>()
    try await withResumableServer(server) {
      $0.middleware = [
        { request, next in
          passed.append(request.method.rawValue)
          var request = request
          request.fields[.from] = "me"
          return try await next(request)
        }
      ]
    } test: { session in
      try await session.upload(file(), to: "", resumable: options(kind))
    }
    expectWhole(server)
    try expectNoRecord()
    #expect(passed.all == server.methods && server.methods.suffix(2) == ["HEAD", "PATCH"])
    #expect(server.requests.allSatisfy { $0.head["From"] == "me" })
  }

  /// Some servers cannot report the offset of an upload without a type.
  @Test func `tus sends a type with every body`() async throws {
    let server = ResumableServer(.tus)
    let path = try folder.file("video.mp4", [1])
    try await withResumableServer(server) { session in
      let bodies: [any BodySource] = [
        FileSource(at: path), FileSource(at: path, range: 0..<0), BytesSource([1]),
        JoinedSource([.text("a"), .file(at: path)]), MultipartForm { FormFile("video", at: path) },
      ]
      for body in bodies {
        _ = try await session.send(session.request(.post, "", body: body), resumable: options(.tus))
      }
    }
    let types = server.requests.filter { $0.head.method == "POST" }.map { request in
      request.head["Upload-Metadata"]?.split(separator: ",").last?.split(separator: " ").last
        .flatMap { Data(base64Encoded: String($0)) }.map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    let other = "application/octet-stream"
    #expect(Array(types.dropLast()) == ["video/mp4", other, other, other])
    #expect(types.last?.hasPrefix("multipart/form-data; boundary=") == true)
  }

  private func metadata(_ value: String) throws -> HTTPFields {
    [try #require(HTTPField.Name("Upload-Metadata")): value]
  }

  @Test func `a server that does not speak the protocol gets an ordinary upload`() async throws {
    let requests = Record<ReceivedRequest>()
    try await withServer {
      requests.append(try ReceivedRequest($0, $1))
      try $1.respond(json: #"{"id":7}"#)
    } test: { session, _ in
      let receipt: [String: Int] = try await session.upload(
        .text("hello"), to: "a", method: .put, fields: [.contentType: "text/plain"],
        resumable: options(.draft(.interop6)))
      #expect(receipt == ["id": 7])
    }
    #expect(requests.only?.text == "hello" && requests.only?.head.method == "PUT")
    #expect(requests.only?.head["Content-Type"] == "text/plain")
    #expect(requests.only?.head["Upload-Complete"] == "?1")
    try expectNoRecord()
  }

  @Test func `a form is an error with tus, unless the server is to store it as it is`() async throws {
    let server = ResumableServer(.tus)
    try await withResumableServer(server) { session in
      let form = try MultipartForm { try FormFile("video", at: file().path) }
      var options = options(.tus)
      options.storesForms = false
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(form, to: "", resumable: options)
      }
      #expect(error?.code == .invalidConfiguration && error?.message.contains("storesForms") == true)
      #expect(server.requests.count == 0)
      try await session.upload(form, to: "", resumable: self.options(.tus))
    }
    #expect(server.methods.count > 0)
    try expectNoRecord()
  }

  @Test(arguments: kinds)
  func `requests that send no byte again are a single attempt`(_ kind: ResumableUpload.Kind) async throws {
    let server = ResumableServer(kind)
    try await withResumableServer(server) { session in
      let progress = Record<TransferProgress>()
      var options = options(kind)
      options.maximumRequestByteCount = 1_000_000
      try await session.upload(file(), to: "", resumable: options) { progress.append($0) }
      #expect(progress.all.allSatisfy { $0.attempt == 1 })
      #expect(progress.all.last?.sentBodyByteCount == Int64(Self.byteCount))
      for (before, after) in zip(progress.all, progress.all.dropFirst()) {
        #expect(before.sentBodyByteCount <= after.sentBodyByteCount)
      }
    }
    expectWhole(server)
    #expect(server.methods.count > 2)
  }

  // MARK: Confirmations

  /// Uploads `hello` to a server that responds with success as soon as it has the URL and has read the body, and
  /// answers questions with the given statuses and offsets.
  private func uploadUnconfirmed(_ answers: [(status: Int, offset: Int?)]) async throws -> (
    String, requests: [ReceivedRequest]
  ) {
    let requests = Record<ReceivedRequest>()
    let text = try await withServer { head, connection in
      let request = try ReceivedRequest(head, connection)
      requests.append(request)
      switch head.method {
      case "POST":
        let interim = [("Location", "/u/1"), ("Upload-Draft-Interop-Version", "6")]
        try connection.respond(104, headers: interim)
        try connection.respond(200, headers: [("Content-Type", "text/plain")], body: "early")
      case "HEAD":
        let count = requests.all.filter { $0.head.method == "HEAD" }.count
        let answer = answers[min(count, answers.count) - 1]
        let offset = answer.offset.map {
          [("Upload-Offset", "\($0)"), ("Upload-Complete", $0 < 5 ? "?0" : "?1")]
        }
        try connection.respond(answer.status, headers: offset ?? [])
      default:
        let complete = [("Upload-Complete", "?1"), ("Content-Type", "text/plain")]
        try connection.respond(200, headers: complete, body: "late")
      }
    } test: { session, _ in
      try await session.upload(
        .text("hello"), to: "", resumable: options(.draft(.interop6)), decoding: .text())
    }
    return (text, requests.all)
  }

  /// The response's location is that of the resource that the upload has made. libcurl refuses it since 8.17.0, because
  /// the interim response has another one.
  @Test func `an upload is complete although its response has another location than the upload`() async throws
  {
    let methods = Record<String>()
    try await withServer { head, connection in
      _ = try ReceivedRequest(head, connection)
      methods.append(head.method.rawValue)
      if head.method == "HEAD" {
        return try connection.respond(204, headers: [("Upload-Offset", "5"), ("Upload-Complete", "?1")])
      }
      let interim = [("Location", "/u/1"), ("Upload-Draft-Interop-Version", "6")]
      try connection.respond(104, headers: interim)
      try connection.respond(201, headers: [("Location", "/files/1"), ("Upload-Complete", "?1")])
    } test: { session, _ in
      try await session.upload(.text("hello"), to: "", resumable: options(.draft(.interop6)))
    }
    #expect(methods.all == ["POST"] || methods.all == ["POST", "HEAD"])
  }

  @Test(
    arguments: [
      "all bytes": [(204, 5)], "no upload": [(404, nil)], "an upload that is gone": [(410, nil)],
      "a failure first": [(503, nil), (404, nil)],
    ] as NamedCases<[(Int, Int?)]>)
  func `a success before the end of the body is the result if the server then has all bytes`(
    answers: NamedCase<[(Int, Int?)]>
  ) async throws {
    let (text, requests) = try await uploadUnconfirmed(answers.value.map { ($0.0, $0.1) })
    #expect(text == "early")
    #expect(requests.map(\.head.method) == ["POST"] + answers.value.map { _ in "HEAD" })
    try expectNoRecord()
  }

  @Test func `a server that responds with success and lacks bytes gets the rest`() async throws {
    let (text, requests) = try await uploadUnconfirmed([(204, 2)])
    #expect(text == "late")
    #expect(requests.map(\.head.method) == ["POST", "HEAD", "PATCH"])
    #expect(requests.last?.text == "llo" && requests.last?.head["Upload-Offset"] == "2")
    try expectNoRecord()
  }

  // MARK: Interruptions

  @Test(arguments: kinds)
  func `an upload resumes where the connection broke`(_ kind: ResumableUpload.Kind) async throws {
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(
      kind, faults: [first: .dies(after: 1_000_000), first + 2: .dies(after: 500_000, losing: 200_000)])
    try await withResumableServer(server) { session in
      let progress = Record<TransferProgress>()
      try await session.upload(file(), to: "", resumable: options(kind)) { progress.append($0) }
      #expect(progress.all.last?.sentBodyByteCount == Int64(Self.byteCount))
      for (before, after) in zip(progress.all, progress.all.dropFirst()) where before.attempt == after.attempt
      {
        #expect(before.sentBodyByteCount <= after.sentBodyByteCount)
      }
    }
    expectWhole(server)
    try expectNoRecord()
    // What the server had stored is not sent again.
    #expect(server.receivedByteCount == Self.byteCount + 200_000)
    let begin = kind == .tus ? ["OPTIONS", "POST", "PATCH"] : ["POST"]
    #expect(server.methods == begin + ["HEAD", "PATCH", "HEAD", "PATCH"])
  }

  @Test(arguments: kinds)
  func `a record is readable by its owner only, and belongs to the URL of its call`(
    _ kind: ResumableUpload.Kind
  ) async throws {
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(kind, faults: [first: .dies(after: 1_000_000)])
    try await withResumableServer(server) { session in
      await #expect(throws: SessionError.self) {
        try await session.upload(file(), to: "", resumable: options(kind, retries: 0))
      }
      #expect(server.storedByteCount == 1_000_000)
      let permissions = try FileManager.default.attributesOfItem(atPath: record)[.posixPermissions]
      #expect(permissions as? Int == 0o600)
    }
    try await withServer(server.respond) { session, _ in
      // The port is another.
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(file(), to: "", resumable: options(kind))
      }
      #expect(error?.code == .invalidRecord)
    }
    #expect(server.upload == nil)
  }

  @Test(arguments: kinds)
  func `a record has no credential, no field and no byte of the body`(_ kind: ResumableUpload.Kind)
    async throws
  {
    let server = ResumableServer(kind, faults: [kind == .tus ? 3 : 1: .dies(after: 1_000_000)])
    try await withResumableServer(server) {
      $0.credentials = .fixed(.bearer("SECRET"))
      $0.fields[.cookie] = "a=SECRET"
    } test: { session in
      let source = try file(Array(String(repeating: "SECRET", count: Self.byteCount / 6).utf8))
      await #expect(throws: SessionError.self) {
        try await session.upload(
          source, to: "", fields: [.acceptLanguage: "SECRET"], resumable: options(kind, retries: 0))
      }
    }
    #expect(server.storedByteCount == 1_000_000)
    let text = String(decoding: try folder.contents("record"), as: UTF8.self)
    #expect(text.contains("127.0.0.1") && !text.contains("SECRET"))
  }

  @Test(arguments: kinds)
  func `a later call resumes from the record, and sends no byte twice`(_ kind: ResumableUpload.Kind)
    async throws
  {
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(kind, faults: [first: .dies(after: 1_000_000)])
    try await withResumableServer(server) { session in
      let source = try file()
      await #expect(throws: SessionError.self) {
        try await session.upload(source, to: "", resumable: options(kind, retries: 0))
      }
      try await session.upload(source, to: "", resumable: options(kind, retries: 0))
    }
    expectWhole(server)
    #expect(server.receivedByteCount == Self.byteCount)
    #expect(Array(server.methods.suffix(2)) == ["HEAD", "PATCH"])
    try expectNoRecord()
  }

  /// The number of its bytes is not known without compressing it.
  @Test func `a compressed body of which the server has all bytes is not sent again`() async throws {
    let server = ResumableServer(.draft(.interop8), faults: [1: .losesResponse])
    try await withResumableServer(server) { session in
      let source = AnyBody.gzip(try file())
      await #expect(throws: SessionError.self) {
        try await session.upload(source, to: "", resumable: options(.draft(.interop8), retries: 0))
      }
      try await session.upload(source, to: "", resumable: options(.draft(.interop8), retries: 0))
    }
    #expect(server.methods == ["POST", "HEAD"])
    try expectNoRecord()
  }

  @Test(arguments: kinds)
  func `a form made again is sent with the boundary of the first call`(_ kind: ResumableUpload.Kind)
    async throws
  {
    let content = patternedBytes(Self.byteCount)
    let path = try folder.file("file", content)
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(kind, faults: [first: .dies(after: 1_000_000)])
    func form() -> MultipartForm {
      MultipartForm {
        FormField("title", "Holiday")
        FormFile("video", at: path)
      }
    }
    let (one, other) = (form(), form())
    #expect(one.boundary != other.boundary)
    try await withResumableServer(server) { session in
      await #expect(throws: SessionError.self) {
        try await session.upload(one, to: "", resumable: options(kind, retries: 0))
      }
      try await session.upload(other, to: "", resumable: options(kind, retries: 0))
    }
    let isSame = try await server.upload == readAll(one.makeReader())
    #expect(isSame)
  }

  @Test(arguments: kinds)
  func `a file that has changed is an error, and nothing is sent`(_ kind: ResumableUpload.Kind) async throws {
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(kind, faults: [first: .dies(after: 1_000_000)])
    try await withResumableServer(server) { session in
      await #expect(throws: SessionError.self) {
        try await session.upload(file(), to: "", resumable: options(kind, retries: 0))
      }
      let count = server.requests.count
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: folder.path("file"))
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(FileSource(at: folder.path("file")), to: "", resumable: options(kind))
      }
      #expect(error?.code == .bodyFailed)
      let cause = error?.underlying as? BodyError
      #expect(cause?.code == .changed && cause?.path == folder.path("file"))
      #expect(error?.message.hasSuffix("; remove the record \(record) to send it from the start") == true)
      #expect(server.requests.count == count)
    }
  }

  @Test(arguments: kinds)
  func `a lost last response is not a reason to send bytes again`(_ kind: ResumableUpload.Kind) async throws {
    let server = ResumableServer(kind, faults: [kind == .tus ? 3 : 1: .losesResponse])
    try await withResumableServer(server) { session in
      try await session.upload(file(), to: "", resumable: options(kind))
    }
    expectWhole(server)
    #expect(server.receivedByteCount == Self.byteCount)
    #expect(server.methods.last == "HEAD")
    try expectNoRecord()
  }

  @Test(arguments: kinds)
  func `a cancelled transfer is continued by another`(_ kind: ResumableUpload.Kind) async throws {
    let server = ResumableServer(kind)
    try await withResumableServer(server) { session in
      let source = try file()
      // It does not end before it is cancelled.
      let slow = ThrottledSource(source, packetByteCount: 200_000, delay: .seconds(3600))
      let request = try session.request(.post, "", body: slow)
      let transfer = session.transfer(request, resumable: options(kind), decoding: .ignored)
      transfer.start()
      try await expectEventually {
        server.storedByteCount > 100_000 && FileManager.default.fileExists(atPath: record)
      }
      transfer.cancel()
      await #expect(throws: CancellationError.self) { try await transfer.value }
      try await expectEventually { (try? Checkpoint<UploadRecord>(at: record)) != nil }
      let rest = session.transfer(
        try session.request(.post, "", body: source), resumable: options(kind), decoding: .ignored)
      try await rest.value
      #expect(rest.progress.sentBodyByteCount == Int64(Self.byteCount))
    }
    expectWhole(server)
    try expectNoRecord()
  }

  // MARK: Refusals

  @Test(arguments: kinds, [409, 423, 503])
  func `a refused part is sent again after the offset was asked for`(
    _ kind: ResumableUpload.Kind, status: Int
  ) async throws {
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(
      kind,
      faults: [first: .dies(after: 1_000_000), first + 1: .refuses(status), first + 3: .refuses(status)])
    try await withResumableServer(server) { session in
      try await session.upload(file(), to: "", resumable: options(kind))
    }
    expectWhole(server)
    #expect(server.receivedByteCount == Self.byteCount)
    try expectNoRecord()
  }

  @Test(arguments: kinds, [404, 410])
  func `an upload that the server has forgotten starts again, once`(
    _ kind: ResumableUpload.Kind, status: Int
  ) async throws {
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(kind, faults: [first: .dies(after: 1_000_000), first + 1: .forgets(status)])
    try await withResumableServer(server) { session in
      try await session.upload(file(), to: "", resumable: options(kind))
    }
    expectWhole(server)
    try expectNoRecord()

    server.setFaults([
      server.requests.count + first: .dies(after: 1000), server.requests.count + first + 1: .forgets(status),
    ])
    try await withResumableServer(server) { session in
      var options = options(kind)
      options.maximumRestartCount = 0
      let error = await #expect(throws: ResponseError.self) {
        try await session.upload(file(), to: "", resumable: options)
      }
      #expect(error?.head.status.code == status)
    }
  }

  @Test(arguments: kinds, [3_000_001, 999_999])
  func `an offset that cannot be is an error, and the record is removed`(
    _ kind: ResumableUpload.Kind, offset: Int64
  ) async throws {
    let first = kind == .tus ? 3 : 1
    // The first question is answered, which confirms 1,000,000 bytes, and the second one is not.
    let server = ResumableServer(
      kind,
      faults: [
        first: .dies(after: 1_000_000), first + 2: .dies(after: 1), first + 3: .reports(offset),
      ])
    try await withResumableServer(server) { session in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(file(), to: "", resumable: options(kind))
      }
      #expect(error?.code == .offsetMismatch)
    }
    try expectNoRecord()
  }

  @Test(arguments: kinds)
  func `retries without progress end, and progress allows more`(_ kind: ResumableUpload.Kind) async throws {
    let first = kind == .tus ? 3 : 1
    var faults: [Int: ResumableServer.Fault] = [first: .dies(after: 100)]
    // Each question is answered, and each answer is followed by a little progress.
    for turn in 0..<10 { faults[first + 2 + turn * 2] = .dies(after: 100) }
    let server = ResumableServer(kind, faults: faults)
    try await withResumableServer(server) { session in
      try await session.upload(file(), to: "", resumable: options(kind, retries: 2))
    }
    expectWhole(server)

    let dead = ResumableServer(
      kind, faults: Dictionary(uniqueKeysWithValues: (first...100).map { ($0, .dies(after: 0)) }))
    try await withResumableServer(dead) { session in
      await #expect(throws: SessionError.self) {
        try await session.upload(file(), to: "", resumable: options(kind, retries: 2))
      }
      // Three attempts, in each of which libcurl may send the body over another connection.
      #expect(dead.requests.count <= first + 7)
    }
  }

  // MARK: Redirects, origins and limits

  @Test(arguments: kinds)
  func `a redirect of the upload's URL is followed`(_ kind: ResumableUpload.Kind) async throws {
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(
      kind, faults: [first: .dies(after: 1_000_000), first + 1: .redirects("/uploads/1")])
    try await withResumableServer(server) { session in
      try await session.upload(file(), to: "", resumable: options(kind))
    }
    expectWhole(server)
    #expect(server.receivedByteCount == Self.byteCount)
  }

  @Test(arguments: kinds)
  func `secrets are not sent to an upload's URL at another origin`(_ kind: ResumableUpload.Kind) async throws
  {
    let other = ResumableServer(kind)
    let first = kind == .tus ? 3 : 1
    try await withServer(other.respond) { _, otherServer in
      let server = ResumableServer(
        kind, faults: [first: .dies(after: 1_000_000)], origin: otherServer.url)
      try await withResumableServer(server) { session in
        // The other server does not know the upload, so the body is sent again, to its own URL.
        try? await session.upload(
          file(), to: "", fields: [.authorization: "Bearer secret", .userAgent: "me"],
          resumable: options(kind))
      }
      #expect(server.requests.allSatisfy { $0.head["Authorization"] == "Bearer secret" })
    }
    #expect(!other.requests.isEmpty)
    #expect(other.requests.allSatisfy { $0.head["Authorization"] == nil && $0.head["User-Agent"] == "me" })
  }

  @Test(arguments: kinds)
  func `a body is sent in requests of the caller's size`(_ kind: ResumableUpload.Kind) async throws {
    let server = ResumableServer(kind)
    try await withResumableServer(server) { session in
      var options = options(kind)
      options.maximumRequestByteCount = 1_100_000
      try await session.upload(file(), to: "", resumable: options)
    }
    expectWhole(server)
    #expect(server.requests.map(\.byteCount).filter { $0 > 0 } == [1_100_000, 1_100_000, 800_000])
    try expectNoRecord()
  }

  @Test func `a server's limit for requests ends one that is larger`() async throws {
    let server = ResumableServer(
      .draft(.interop8), limits: [("Upload-Limit", "max-size=5000000, max-append-size=1000000")])
    try await withResumableServer(server) { session in
      // The first request does not end before the limit has arrived. Each reader has its first packet at once, which is
      // enough for the others.
      try await session.upload(
        ThrottledSource(file(), packetByteCount: 1_100_000, delay: .seconds(3600)), to: "",
        resumable: options(.draft(.interop8)))
    }
    expectWhole(server)
    #expect(server.methods.prefix(2) == ["POST", "HEAD"])
    #expect(server.requests.dropFirst().allSatisfy { $0.byteCount <= 1_000_000 })
  }

  @Test func `a body that is larger than the server accepts is an error`() async throws {
    let server = ResumableServer(.draft(.interop6), limits: [("Upload-Limit", "max-size=2999999")])
    try await withResumableServer(server) { session in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(
          ThrottledSource(file(), packetByteCount: 50_000, delay: .seconds(3600)), to: "",
          resumable: options(.draft(.interop6)))
      }
      #expect(error?.code == .uploadTooLarge)
    }
    try expectNoRecord()
  }

  @Test(arguments: kinds) func `requests declare the SHA-256 of their content`(_ kind: ResumableUpload.Kind)
    async throws
  {
    let server = ResumableServer(kind)
    try await withResumableServer(server) { session in
      var options = options(kind)
      options.sendsDigests = true
      try await session.upload(.text("abc"), to: "", resumable: options)
    }
    let last = try #require(server.requests.last?.head)
    // The digest of FIPS 180-4's first example.
    let digest = "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="
    #expect(
      kind == .tus
        ? last["Upload-Checksum"] == "sha256 \(digest)" : last["Content-Digest"] == "sha-256=:\(digest):")
  }

  @Test func `a server that refuses digests again and again is an error`() async throws {
    let faults = (2...20).map { ($0, ResumableServer.Fault.refuses(460)) }
    let server = ResumableServer(
      .tus, faults: Dictionary(uniqueKeysWithValues: faults.filter { $0.0 % 2 == 1 }))
    try await withResumableServer(server) { session in
      var options = options(.tus, retries: 10)
      options.sendsDigests = true
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(file(), to: "", resumable: options)
      }
      #expect(error?.code == .digestMismatch)
    }
    try expectNoRecord()
  }

  // MARK: Records and bodies

  @Test func `a file that is not a record is an error, and stays as it is`() async throws {
    try folder.file("record", Array("precious".utf8))
    let server = ResumableServer(.tus)
    try await withResumableServer(server) { session in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.text("a"), to: "", resumable: options(.tus))
      }
      #expect(error?.code == .invalidRecord)
    }
    #expect(server.requests.isEmpty)
    #expect(try folder.contents("record") == Array("precious".utf8))
  }

  @Test func `an empty file is not taken for a record, and stays`() async throws {
    try folder.file("record")
    let server = ResumableServer(.tus)
    try await withResumableServer(server) { session in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(file(), to: "", resumable: options(.tus))
      }
      #expect(error?.code == .invalidRecord)
    }
    #expect(server.requests.isEmpty)
    #expect(try folder.contents("record") == [])
  }

  @Test func `two uploads cannot use one record at a time`() async throws {
    let claim = try Checkpoint<UploadRecord>(at: record)
    let server = ResumableServer(.tus)
    try await withResumableServer(server) { session in
      let error = await #expect(throws: BodyError.self) {
        try await session.upload(.text("a"), to: "", resumable: options(.tus))
      }
      #expect(error?.code == .fileInUse)
    }
    #expect(server.requests.isEmpty)
    claim.remove()
  }

  @Test func `a body that cannot be recognized is an error before anything is sent`() async throws {
    struct Unknown: BodySource {
      var byteCount: Int64? { 1 }
      var isReplayable: Bool { true }
      func makeReader() -> any BodyReader { BytesSource([1]).makeReader() }
    }
    let stream = AsyncStream<[UInt8]> { $0.finish() }
    let server = ResumableServer(.tus)
    try await withResumableServer(server) { session in
      for (body, code) in [(AsyncSource(stream), .notReplayable), (Unknown(), .noIdentity)]
        as [(any BodySource, ErrorCode)]
      {
        let request = try session.request(.post, "", body: body)
        let error = await #expect(throws: SessionError.self) {
          try await session.transfer(request, resumable: options(.tus), decoding: .ignored).value
        }
        #expect((error?.underlying as? BodyError)?.code == code)
      }
    }
    #expect(server.requests.isEmpty)
    try expectNoRecord()
  }

  @Test(arguments: kinds) func `an upload is given up`(_ kind: ResumableUpload.Kind) async throws {
    let first = kind == .tus ? 3 : 1
    let server = ResumableServer(kind, faults: [first: .dies(after: 1000)])
    try await withResumableServer(server) { session in
      await #expect(throws: SessionError.self) {
        try await session.upload(file(), to: "", resumable: options(kind, retries: 0))
      }
      #expect(server.hasUpload)
      try await session.abandonUpload(to: "", resumable: options(kind))
      #expect(!server.hasUpload && server.methods.last == "DELETE")
      try expectNoRecord()
      let count = server.requests.count
      try await session.abandonUpload(to: "", resumable: options(kind))
      #expect(server.requests.count == count)
    }
    try expectNoRecord()
  }
}
