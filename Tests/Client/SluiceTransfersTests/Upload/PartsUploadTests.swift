import FoundationEssentials
import Glibc
import HTTPTypes
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

extension Session {
  /// Creates a request with the retries of `withPartsServer`, if the session is its.
  fileprivate func request(
    _ method: HTTPRequest.Method, _ reference: String, body: (any BodySource)? = nil
  ) throws -> SessionRequest {
    var request = try request(method, .init(reference), fields: [:], body: body)
    if configuration.retries.initialDelay == .milliseconds(1) {
      request.options.retries = configuration.retries
    }
    return request
  }
}

/// A part whose response the server holds back until the test lets it come.
private struct HeldPart: Sendable {
  private let number: Int
  private let arrived: AsyncStream<Void>
  private let arrival: AsyncStream<Void>.Continuation
  private let gate = Gate()

  init(_ number: Int) {
    self.number = number
    (arrived, arrival) = AsyncStream.makeStream(of: Void.self)
  }

  /// Called by the server for each part.
  func pass(_ number: Int) throws {
    guard number == self.number else { return }
    arrival.yield()
    try gate.pass()
  }

  /// Waits until the part has arrived.
  func arrives() async { for await _ in arrived { break } }

  func open() { gate.open() }
}

/// Uploads of a body in parts, several at a time.
@Suite(.timeLimit(.minutes(5))) struct PartsUploadTests {
  private let folder: TemporaryDirectory
  private var record: String { folder.path("record") }

  init() throws { folder = try TemporaryDirectory() }

  private static let byteCount = 950_000
  private static let size: Int64 = 100_000
  /// No limit but that of the number.
  private static let limits = PartStore.Limits()

  private func file(_ content: [UInt8] = patternedBytes(byteCount)) throws -> FileSource {
    FileSource(at: try folder.file("file", content))
  }

  private func withPartsServer(
    _ server: PartsServer, retries: Int = 0, configure: (inout Session.Configuration) -> Void = { _ in },
    test: (Session) async throws -> Void
  ) async throws {
    try await withServer(
      server.respond,
      configure: { configuration in
        // The retries of an upload take the place of those of the session, and those of a request theirs.
        configuration.retries = Session.RetryPolicy(maximumCount: retries)
        configuration.retries.initialDelay = .milliseconds(1)
        configure(&configuration)
      }
    ) { session, _ in try await test(session) }
  }

  /// Uploads in parts of 100,000 bytes, with a secret in the URLs.
  @discardableResult
  private func upload(
    _ body: some BodySource, in session: Session, atMost limit: Int = 4, needsETags: Bool = true,
    record: String? = nil, uploadID: String? = nil,
    completing: (@Sendable ([UploadedPart]) async throws -> Void)? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws -> [UploadedPart] {
    let store = PartStore(
      limits: .init(needsETags: needsETags), record: record, uploadID: uploadID,
      maximumConcurrentCount: limit,
      request: { try session.request(.put, "parts/\($0.number)?signature=secret") }, completing: completing)
    return try await session.uploadParts(of: body, size: Self.size, to: store, progress: progress)
  }

  private func expectWhole(_ server: PartsServer, at location: SourceLocation = #_sourceLocation) {
    let isSame = server.bytes == patternedBytes(Self.byteCount)
    #expect(isSame, sourceLocation: location)
  }

  private func expectNoRecord(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try folder.names().filter { $0.hasPrefix("record") } == [], sourceLocation: location)
  }

  private func recordText() throws -> String {
    String(decoding: try folder.contents("record"), as: UTF8.self)
  }

  @Test(
    arguments: [
      "one URL": (HTTPRequest.Method.put, "parts/1", false),
      "another signature": (.put, "parts/1?uploadId=u&X-Amz-Signature=NUMBER", false),
      "other URLs": (.put, "parts/NUMBER", true), "another method": (.post, "parts/1", true),
    ] as NamedCases<(HTTPRequest.Method, String, Bool)>)
  func `two parts do not replace each other`(test: NamedCase<(HTTPRequest.Method, String, Bool)>) async throws
  {
    let (method, url, isSent) = test.value
    try await withServer { _, connection in
      _ = try connection.readBody(upTo: 1 << 20)
      try connection.respond(200, headers: [("ETag", "\"a\"")])
    } test: { session, _ in
      let result = await Result.catching {
        let store = PartStore(limits: Self.limits, maximumConcurrentCount: 1) { part in
          try session.request(method, .init(url.replacing("NUMBER", with: "\(part.number)")))
        }
        return try await session.uploadParts(of: file(), size: Self.size, to: store)
      }
      if isSent {
        _ = try result.get()
      } else {
        let error = #expect(throws: SessionError.self) { _ = try result.get() }
        #expect(error?.code == .invalidConfiguration)
      }
    }
  }

  // MARK: Without faults

  @Test func `the parts are returned in order, with their ETags`() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      let parts = try await upload(file(), in: session, record: record)
      #expect(parts.map(\.number) == Array(1...10))
      #expect(parts.map(\.offset) == (0..<10).map { $0 * Self.size })
      #expect(parts.map(\.byteCount) == Array(repeating: Self.size, count: 9) + [50_000])
      #expect(parts.map(\.etag) == (1...10).map { PartsServer.etag($0) })
      #expect(parts[0].fields == [.eTag: PartsServer.etag(1)])
    }
    expectWhole(server)
    #expect(server.numbers == Array(1...10))
    #expect(server.requests.allSatisfy { $0.head.method == "PUT" && $0.head["Content-Type"] == nil })
    try expectNoRecord()
  }

  @Test(arguments: [0, 1, 99_999, 100_000, 100_001, 300_000])
  func `the parts of any size add up`(_ byteCount: Int) async throws {
    let server = PartsServer()
    let bytes = patternedBytes(byteCount)
    try await withPartsServer(server) { session in
      let bodies: [any BodySource] = [try file(bytes), BytesSource(bytes)]
      for body in bodies {
        let parts = try await upload(JoinedSource([body]), in: session, record: record)
        #expect(parts.count == max(1, (byteCount + 99_999) / 100_000))
        #expect(parts.reduce(0) { $0 + $1.byteCount } == Int64(byteCount))
        #expect(server.bytes == bytes)
      }
    }
    #expect(server.requests.allSatisfy { $0.head.contentLength != nil })
  }

  @Test(arguments: [1, 3]) func `no more requests run at a time than allowed`(_ limit: Int) async throws {
    let gate = Gate()
    // The last of the first requests lets all pass.
    let arrivals = CallCounter()
    let server = PartsServer { _ in
      if arrivals.add() == limit { for _ in 0..<10 { gate.open() } }
      try gate.pass()
    }
    try await withPartsServer(server) { session in
      try await upload(file(), in: session, atMost: limit)
    }
    #expect(server.mostRunning == limit)
    expectWhole(server)
  }

  @Test func `more requests than connections wait for their turn`() async throws {
    let server = PartsServer()
    try await withPartsServer(server, configure: { $0.maximumConnectionsPerHost = 1 }) { session in
      try await upload(file(), in: session, atMost: 4)
    }
    #expect(server.mostRunning == 1)
    expectWhole(server)
  }

  @Test func `the time limit is that of each request`() async throws {
    try await withTimeLimit { limit in
      // A limit for the whole would have passed after the first parts.
      let pause = UInt32(limit / 5 / .microseconds(1))
      let server = PartsServer { _ in usleep(pause) }
      try await withPartsServer(server, configure: { $0.timeout = limit }) { session in
        try await upload(file(), in: session, atMost: 1)
      }
      expectWhole(server)
    }
  }

  @Test func `a form is sent in parts`() async throws {
    let path = try folder.file("file", patternedBytes(Self.byteCount))
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("video", at: path)
    }
    let server = PartsServer()
    try await withPartsServer(server) { session in
      try await upload(form, in: session)
      var bytes: [UInt8] = []
      for try await chunk in form.chunks() { bytes += chunk }
      let isSame = server.bytes == bytes
      #expect(isSame)
    }
  }

  @Test func `a request may have a body that contains the part`() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      let store = PartStore(limits: Self.limits) { part in
        let body = JoinedSource([.text("<"), part.body, .text(">")])
        return try session.request(.put, "parts/\(part.number)", body: body)
      }
      try await session.uploadParts(of: .text("abcdef"), size: 4, to: store)
    }
    #expect(String(decoding: server.bytes, as: UTF8.self) == "<abcd><ef>")
  }

  @Test func `a field that is not UTF-8 is an error`() throws {
    var fields: HTTPFields = [.eTag: "\"é\""]
    #expect(try UploadedPart.fields(of: fields) == fields)
    fields.append(HTTPField(name: .eTag, lenientValue: [0x22, 0xE9, 0x22]))
    let error = #expect(throws: SessionError.self) { try UploadedPart.fields(of: fields) }
    #expect(error?.code == .invalidResponse)
  }

  /// Results and records could not be read with them.
  @Test(arguments: [1, 0x1B, 0x7F] as [UInt8], ["ETag", "x-amz-checksum-sha256", "x-kept"])
  func `a field with a control character is an error`(byte: UInt8, name: String) throws {
    let name = try #require(HTTPField.Name(name))
    let fields = HTTPFields([HTTPField(name: name, lenientValue: [0x22, 0x61, byte, 0x62, 0x22])])
    let error = #expect(throws: SessionError.self) { try UploadedPart.fields(of: fields, keeping: [name]) }
    #expect(error?.code == .invalidResponse)
  }

  @Test func `several ETags are an error, unless they are the same`() throws {
    var fields: HTTPFields = [.eTag: "\"a\""]
    fields.append(HTTPField(name: .eTag, value: "\"a\""))
    let part = UploadedPart(
      number: 1, offset: 0, byteCount: 1, fields: try UploadedPart.fields(of: fields), sha256: nil)
    #expect(part.etag == "\"a\"")
    fields.append(HTTPField(name: .eTag, value: "\"b\""))
    let error = #expect(throws: SessionError.self) { try UploadedPart.fields(of: fields) }
    #expect(error?.code == .invalidResponse)
  }

  @Test func `checksums of the response are collected`() async throws {
    let names = ["x-amz-checksum-sha256", "Content-MD5"].compactMap { HTTPField.Name($0) }
    let server = PartsServer(faults: [
      1: [.responds([("x-amz-checksum-sha256", "abc="), ("x-amz-request-id", "7"), ("Content-MD5", "x=")])]
    ])
    try await withPartsServer(server) { session in
      let parts = try await upload(.text("a"), in: session, needsETags: false)
      #expect(parts[0].fields == [names[0]: "abc=", names[1]: "x="] && parts[0].etag == nil)
      let request = try session.request(.post, "complete", parts, encoding: .completeMultipartUpload)
      let body = try #require(request.body)
      var text: [UInt8] = []
      for try await chunk in body.chunks() { text += chunk }
      #expect(
        String(decoding: text, as: UTF8.self) == """
          <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Part><PartNumber>1</PartNumber>\
          <ChecksumSHA256>abc=</ChecksumSHA256></Part></CompleteMultipartUpload>
          """)
      #expect(request.head.headerFields[.contentType] == "application/xml")
    }
  }

  @Test func `the parts of a tus upload are concatenated by their URLs`() async throws {
    let content = patternedBytes(Self.byteCount)
    let uploads = Lock<[String: [UInt8]]>([:])
    let final = Record<String>()
    try await withServer {
      let body = try $1.readBody()
      guard let concat = $0["Upload-Concat"], $0["Tus-Resumable"] == "1.0.0" else {
        return try $1.respond(412)
      }
      if concat != "partial" { final.append(concat) }
      // The order of the names is not that of the parts.
      let path = "/files/\($0["Upload-Length"] ?? "")-\(body.first ?? 0)"
      uploads.withLock { $0[path] = body }
      try $1.respond(201, headers: [("Location", path)])
    } test: { session, _ in
      let body = BytesSource(content)
      @Sendable func fields(_ pairs: [String: String]) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in pairs.merging(["Tus-Resumable": "1.0.0"], uniquingKeysWith: { $1 }) {
          if let name = HTTPField.Name(name) { fields[name] = value }
        }
        return fields
      }
      let store = PartStore(
        limits: .init(needsETags: false), record: record, keptFields: [.location]
      ) { part in
        try session.request(
          .post, "files/",
          fields: fields(["Upload-Concat": "partial", "Upload-Length": "\(part.byteCount)"]))
      } completing: { parts in
        let urls = parts.compactMap { $0.fields[.location] }.joined(separator: " ")
        let request = try session.request(.post, "files/", fields: fields(["Upload-Concat": "final;\(urls)"]))
        try await session.send(request, decoding: .ignored)
      }
      try await session.uploadParts(of: body, size: Self.size, to: store)
    }
    let paths = try #require(final.only).dropFirst("final;".count).split(separator: " ").map(String.init)
    let isSame = uploads.withLock { uploads in paths.flatMap { uploads[$0] ?? [] } } == content
    #expect(isSame && paths.count == 10)
  }

  @Test func `an ETag is escaped in the list of parts`() async throws {
    let server = PartsServer(faults: [1: [.responds([("ETag", "\"a<&>b\"")])]])
    try await withPartsServer(server) { session in
      let parts = try await upload(.text("a"), in: session)
      let request = try session.request(.post, "complete", parts, encoding: .completeMultipartUpload)
      var text: [UInt8] = []
      for try await chunk in try #require(request.body).chunks() { text += chunk }
      #expect(String(decoding: text, as: UTF8.self).contains("<ETag>\"a&lt;&amp;&gt;b\"</ETag>"))
    }
  }

  @Test func `the progress counts the whole body, and never decreases`() async throws {
    let server = PartsServer(faults: [2: [.dies(after: 50_000)], 5: [.losesResponse]])
    try await withPartsServer(server, retries: 1) { session in
      let progress = Record<TransferProgress>()
      try await upload(file(), in: session, progress: { progress.append($0) })
      #expect(progress.all.last?.sentBodyByteCount == Int64(Self.byteCount))
      #expect(progress.all.last?.fractionCompleted == 1)
      #expect(progress.all.allSatisfy { $0.requestBodyByteCount == Int64(Self.byteCount) && $0.attempt == 1 })
      for (before, after) in zip(progress.all, progress.all.dropFirst()) {
        #expect(before.sentBodyByteCount <= after.sentBodyByteCount)
      }
    }
    expectWhole(server)
  }

  @Test func `the trailing closure receives the progress`() async throws {
    let server = PartsServer()
    let plan = try await UploadPlan(dividing: .text("abcd"), size: 2, limits: Self.limits)
    try await withPartsServer(server) { session in
      let store = PartStore(limits: Self.limits) { try session.request(.put, "parts/\($0.number)") }
      let (whole, share, sent) = (Record<Int64>(), Record<Int64>(), Record<UploadedPart>())
      try await session.uploadParts(of: .text("abcd"), size: 2, to: store) {
        whole.append($0.sentBodyByteCount)
      }
      try await session.uploadParts(1...2, of: plan, in: .text("abcd"), to: store) {
        share.append($0.sentBodyByteCount)
      } didSend: {
        sent.append($0)
      }
      #expect(whole.all.last == 4 && share.all.last == 4 && sent.count == 2)
    }
  }

  @Test func `monitors see each part as a transfer, and the whole`() async throws {
    let server = PartsServer(faults: [2: [.refuses(503)]])
    let events = Record<String>()
    struct Monitor: EventMonitor {
      let events: Record<String>
      func didCreate(_ transfer: TransferID, request: HTTPRequest) {
        events.append("create \(request.path ?? "-")")
      }
      func willRetry(_ transfer: TransferID, _ retry: Session.Retry) { events.append("retry") }
      func didProduce(_ transfer: TransferID, value: any Sendable, decoder: String?) {
        if let parts = value as? [UploadedPart] { events.append("parts \(parts.count)") }
      }
      func didComplete(_ transfer: TransferID, error: (any Error)?) {
        events.append("complete \(error == nil)")
      }
    }
    try await withPartsServer(server, retries: 1, configure: { $0.monitors = [Monitor(events: events)] }) {
      session in
      try await upload(BytesSource(patternedBytes(150_000)), in: session, atMost: 1)
    }
    #expect(
      events.all == [
        "create -", "create /parts/1", "complete true", "create /parts/2", "retry", "complete true",
        "parts 2",
        "complete true",
      ])
  }

  // MARK: Failures

  @Test func `a part is retried by default, whatever the session's policy`() async throws {
    let server = PartsServer(faults: [1: Array(repeating: .refuses(503), count: 2)])
    try await withServer(server.respond) { session, _ in
      let store = PartStore(limits: Self.limits) { try session.request(.put, "parts/\($0.number)") }
      let parts = try await session.uploadParts(of: .bytes([1]), to: store)
      #expect(parts.count == 1)
    }
    #expect(server.numbers == [1, 1, 1])
  }

  @Test func `an upload in parts and its requests have their own policies for retries`() async throws {
    let faults = PartsServer(faults: [1: Array(repeating: .refuses(503), count: 2)])
    try await withServer(faults.respond) {
      $0.retries = .standard
    } test: { session, _ in
      for own in [nil, Session.RetryPolicy.never] {
        let error = await #expect(throws: ResponseError.self) {
          let store = PartStore(limits: Self.limits, retries: own == nil ? .never : .standard) {
            var request = try session.request(.put, "parts/\($0.number)")
            request.options.retries = own
            return request
          }
          try await session.uploadParts(of: .bytes([1]), to: store)
        }
        #expect(error?.head.status.code == 503)
      }
    }
    #expect(faults.numbers == [1, 1])
  }

  @Test func `a part that fails three times is sent again`() async throws {
    let server = PartsServer(faults: [3: [.refuses(503), .refuses(502), .refuses(500)]])
    try await withPartsServer(server, retries: 3) { session in
      let retryCounts = Record<Int>()
      let store = PartStore(limits: Self.limits) { part in
        if part.number == 3 { retryCounts.append(part.retryCount) }
        return try session.request(.put, "parts/\(part.number)?attempt=\(part.retryCount)")
      }
      let parts = try await session.uploadParts(of: file(), size: Self.size, to: store)
      #expect(parts.count == 10)
      #expect(retryCounts.all == [0, 1, 2, 3])
    }
    expectWhole(server)
    #expect(
      server.requests.filter { $0.number == 3 }.map(\.head.target) == (0...3).map { "/parts/3?attempt=\($0)" }
    )
    #expect(server.numbers.count == 13)
  }

  @Test(arguments: [401, 403])
  func `an expired URL is renewed once, without a retry of the policy`(_ status: Int) async throws {
    let server = PartsServer(faults: [2: [.refuses(status)]])
    try await withPartsServer(server) { session in
      let store = PartStore(limits: Self.limits) { part in
        try session.request(.put, "parts/\(part.number)?expires=\(part.retryCount)")
      }
      try await session.uploadParts(of: file(), size: Self.size, to: store)
    }
    expectWhole(server)
    let expected = ["/parts/2?expires=0", "/parts/2?expires=1"]
    #expect(server.requests.filter { $0.number == 2 }.map(\.head.target) == expected)
  }

  @Test(arguments: ["the same URL": 1, "another URL": 2] as NamedCases)
  func `a request that is refused again ends the upload`(requestCount: NamedCase<Int>) async throws {
    let server = PartsServer(faults: [2: [.refuses(403), .refuses(403), .refuses(403)]])
    try await withPartsServer(server, retries: 3) { session in
      let store = PartStore(limits: Self.limits) { part in
        let isRenewed = requestCount.value > 1
        return try session.request(.put, "parts/\(part.number)?\(isRenewed ? part.retryCount : 0)")
      }
      let error = await #expect(throws: ResponseError.self) {
        try await session.uploadParts(of: file(), size: Self.size, to: store)
      }
      #expect(error?.head.status == .forbidden)
    }
    #expect(server.requests.count { $0.number == 2 } == requestCount.value)
  }

  @Test func `a fatal status ends the other requests, and keeps the record`() async throws {
    let held = HeldPart(3)
    // Its response would come after the refusal of part 4.
    let server = PartsServer(faults: [4: [.refuses(404)]]) { try held.pass($0) }
    try await withPartsServer(server, retries: 3) { session in
      let body = try file()
      let store = PartStore(limits: Self.limits, record: record, maximumConcurrentCount: 2) { part in
        if part.number == 4 { await held.arrives() }
        return try session.request(.put, "parts/\(part.number)")
      }
      let error = await #expect(throws: ResponseError.self) {
        try await session.uploadParts(of: body, size: Self.size, to: store)
      }
      for _ in 0..<2 { held.open() }
      #expect(error?.head.status == .notFound)
      #expect(error.map { String(decoding: $0.body, as: UTF8.self) } == "refused")
      #expect(server.numbers == [1, 2, 3, 4])
      let parts = try await upload(body, in: session, record: record)
      #expect(parts.map(\.etag) == (1...10).map { PartsServer.etag($0) })
      #expect(server.numbers == [1, 2, 3, 3, 4, 4] + Array(5...10))
    }
    expectWhole(server)
    try expectNoRecord()
  }

  @Test func `an error of the closure ends the upload, and keeps the record`() async throws {
    struct NoURL: Error {}
    let server = PartsServer()
    try await withPartsServer(server, retries: 3) { session in
      let store = PartStore(limits: Self.limits, record: record, maximumConcurrentCount: 1) { part in
        if part.number == 3 { throw NoURL() }
        return try session.request(.put, "parts/\(part.number)")
      }
      await #expect(throws: NoURL.self) {
        try await session.uploadParts(of: file(), size: Self.size, to: store)
      }
      #expect(server.numbers == [1, 2])
      try await upload(FileSource(at: folder.path("file")), in: session, record: record)
      #expect(server.numbers == Array(1...10))
    }
    expectWhole(server)
  }

  @Test func `a closure that does not return is left when the upload is cancelled`() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      let (called, call) = AsyncStream.makeStream(of: Void.self)
      let never = AsyncStream<Void>.makeStream()
      let store = PartStore.s3 { _ in
        call.yield()
        // Ignores cancellation.
        await Task.detached { for await _ in never.stream {} }.value
        return try session.request(.put, "parts/1")
      }
      let task = Task { try await session.uploadParts(of: .text("a"), to: store) }
      for await _ in called { break }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      never.continuation.finish()
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a closure that does not return is left when the time limit has passed`() async throws {
    let server = PartsServer()
    try await withPartsServer(server, retries: 3, configure: { $0.timeout = .milliseconds(100) }) { session in
      let never = AsyncStream<Void>.makeStream()
      let calls = CallCounter()
      let store = PartStore.s3 { _ in
        calls.add()
        // Ignores cancellation.
        await Task.detached { for await _ in never.stream {} }.value
        return try session.request(.put, "parts/1")
      }
      let error = await #expect(throws: SessionError.self) {
        try await session.uploadParts(of: .text("a"), to: store)
      }
      #expect(error?.code == .timedOut)
      #expect(error?.partNumber == 1)
      #expect(calls.count == 1)
      never.continuation.finish()
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `an error says which part has failed`() async throws {
    struct Monitor: EventMonitor {
      let errors = Record<any Error>()
      func didComplete(_ transfer: TransferID, error: (any Error)?) { error.map { errors.append($0) } }
    }
    let monitor = Monitor()
    let largeField = [(name: "ETag", value: String(repeating: "e", count: 2000))]
    let server = PartsServer(faults: [3: [.refuses(403)], 5: [.responds(largeField)]])
    try await withPartsServer(server, configure: { $0.monitors = [monitor] }) { session in
      let refused = await #expect(throws: ResponseError.self) {
        try await upload(file(), in: session, atMost: 1)
      }
      #expect(refused?.partNumber == 3)
      #expect(refused?.description.contains(" (part 3: PUT \(refused?.url ?? "")): refused") == true)
      let invalid = await #expect(throws: SessionError.self) {
        try await upload(file(), in: session, atMost: 1)
      }
      #expect(invalid?.partNumber == 5)
      #expect(invalid?.description.hasSuffix(" (part 5)") == true)
    }
    // A monitor sees the error of a part's own transfer, and then that of the whole upload.
    let numbers = monitor.errors.all.map {
      ($0 as? ResponseError)?.partNumber ?? ($0 as? SessionError)?.partNumber
    }
    #expect(numbers == [nil, 3, 5])
    let error = SessionError(.bodyFailed, underlying: BodyError(.notReplayable)).at("http://a/b").inPart(2)
    #expect(error.description == "body-failed: \(error.message) (part 2: http://a/b)")
    #expect(error.redacted.partNumber == 2)
  }

  @Test(arguments: ["close": true, "keep": false] as NamedCases)
  func `a success before the whole part has arrived is an error`(closes: NamedCase<Bool>) async throws {
    try await withServer {
      try $1.readBody(onlyUpTo: 1)
      try $1.respond(
        200, headers: [("ETag", "early"), ("Connection", closes.value ? "close" : "keep-alive")])
    } test: { session, _ in
      let body = FileSource(at: try folder.file("file", Array(repeating: 0, count: 60 << 20)))
      await #expect(throws: SessionError.self) {
        let store = PartStore.s3 { try session.request(.put, "parts/\($0.number)") }
        try await session.uploadParts(of: body, to: store)
      }
    }
  }

  @Test func `an ETag of any size is refused`() async throws {
    let server = PartsServer(faults: [1: [.responds([("ETag", String(repeating: "e", count: 2000))])]])
    try await withPartsServer(server, retries: 3) { session in
      let error = await #expect(throws: SessionError.self) { try await upload(.text("a"), in: session) }
      #expect(error?.code == .invalidResponse)
    }
    #expect(server.requests.count == 1)
  }

  @Test func `cancelling keeps the record, and the same call resumes the upload`() async throws {
    let held = HeldPart(5)
    let server = PartsServer { try held.pass($0) }
    try await withPartsServer(server) { session in
      let body = try file()
      let task = Task { try await upload(body, in: session, atMost: 1, record: record) }
      await held.arrives()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      held.open()
      held.open()
      #expect(try recordText().contains("etag-4"))
      try await upload(body, in: session, record: record)
      #expect(server.numbers == [1, 2, 3, 4, 5, 5, 6, 7, 8, 9, 10])
    }
    expectWhole(server)
    try expectNoRecord()
  }

  // MARK: The handle

  @Test func `a transfer reports its progress, and its value is the list`() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      let store = PartStore(limits: Self.limits) { try session.request(.put, "parts/\($0.number)") }
      let transfer = session.transfer(partsOf: try file(), size: Self.size, to: store, label: "file")
      #expect(transfer.kind == .upload && transfer.label == "file" && transfer.request.url == nil)
      #expect(try await transfer.value.count == 10)
      #expect(transfer.state == .finished)
      #expect(transfer.progress.sentBodyByteCount == Int64(Self.byteCount))
      #expect(session.transfers.isEmpty)
    }
    expectWhole(server)
  }

  /// Sends requests to another server, each of which takes as long as a part.
  private func makeRoundTrips() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      try await upload(BytesSource(patternedBytes(Self.byteCount)), in: session, atMost: 1)
    }
  }

  @Test func `a suspended transfer sends nothing more until it is resumed`() async throws {
    let (held, isResumed) = (HeldPart(2), Event())
    let server = PartsServer { number in
      #expect(number <= 2 || isResumed.hasHappened)
      try held.pass(number)
    }
    try await withPartsServer(server, configure: { $0.timeout = patience }) { session in
      let store = PartStore(limits: Self.limits, maximumConcurrentCount: 1) {
        try session.request(.put, "parts/\($0.number)")
      }
      let transfer = session.transfer(partsOf: try file(), size: Self.size, to: store)
      transfer.start()
      await held.arrives()
      transfer.suspend()
      held.open()
      try await makeRoundTrips()
      #expect(server.numbers == [1, 2] && transfer.state == .suspended)
      isResumed.happen()
      transfer.resume()
      #expect(try await transfer.value.count == 10)
    }
    expectWhole(server)
  }

  @Test func `a cancelled transfer keeps its record`() async throws {
    let held = HeldPart(3)
    let server = PartsServer { try held.pass($0) }
    try await withPartsServer(server) { session in
      let body = try file()
      let store = PartStore(limits: Self.limits, record: record, maximumConcurrentCount: 1) {
        try session.request(.put, "parts/\($0.number)")
      }
      let make = { session.transfer(partsOf: body, size: Self.size, to: store) }
      let transfer = make()
      transfer.start()
      await held.arrives()
      transfer.cancel()
      await #expect(throws: CancellationError.self) { try await transfer.value }
      held.open()
      held.open()
      // The record is released when the transfer's task has ended.
      let isReleased = await eventually { (try? recordText().contains("etag-2")) ?? false }
      #expect(isReleased)
      var parts: [UploadedPart]?
      while parts == nil {
        do {
          parts = try await make().value
        } catch let error as BodyError where error.code == .fileInUse {
          try await Task.sleep(for: .milliseconds(1))
        }
      }
      #expect(parts?.count == 10)
    }
    #expect(server.numbers == [1, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10])
  }

  // MARK: The record

  @Test func `a record has no URL and no secret, and only its owner can read it`() async throws {
    let server = PartsServer(faults: [3: [.refuses(400)]])
    try await withPartsServer(server) { session in
      await #expect(throws: ResponseError.self) {
        try await upload(file(), in: session, atMost: 1, record: record, uploadID: "upload-7")
      }
    }
    let text = try recordText()
    #expect(text.contains("etag-2") && !text.contains("etag-3"))
    for secret in ["secret", "http", "upload-7", "signature", "127.0.0.1"] {
      #expect(!text.contains(secret), "\(secret)")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: record)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  /// Sends two of ten parts, and leaves a record.
  private func leaveRecord(in session: Session, _ server: PartsServer, uploadID: String? = nil) async throws {
    server.setFaults([3: [.refuses(400)]])
    await #expect(throws: ResponseError.self) {
      try await upload(file(), in: session, atMost: 1, record: record, uploadID: uploadID)
    }
    #expect(server.numbers == [1, 2, 3])
  }

  @Test func `the parts of the completing closure are kept until it has returned`() async throws {
    struct Failed: Error {}
    let server = PartsServer()
    try await withPartsServer(server) { session in
      let body = try file()
      await #expect(throws: Failed.self) {
        try await upload(body, in: session, record: record) { parts in
          #expect(parts.map(\.number) == Array(1...10))
          throw Failed()
        }
      }
      let completed = Record<[UploadedPart]>()
      let parts = try await upload(body, in: session, record: record) { completed.append($0) }
      #expect(completed.only == parts && parts.map(\.etag) == (1...10).map { PartsServer.etag($0) })
    }
    #expect(server.numbers == Array(1...10))
    try expectNoRecord()
  }

  @Test func `a changed file is an error before anything is sent`() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      try await leaveRecord(in: session, server)
      try folder.file("file", patternedBytes(Self.byteCount, seed: 1))
      let error = await #expect(throws: SessionError.self) {
        try await upload(FileSource(at: folder.path("file")), in: session, record: record)
      }
      #expect(error?.code == .bodyFailed && (error?.underlying as? BodyError)?.code == .changed)
      #expect(error?.message.hasSuffix("; remove the record \(record) to send it from the start") == true)
    }
    #expect(server.numbers == [1, 2, 3])
    #expect(try recordText().contains("etag-2"))
  }

  @Test func `a file that changes while it is sent is an error in the end`() async throws {
    let path = try folder.file("file", patternedBytes(Self.byteCount))
    let server = PartsServer { number in
      if number == 5 { try Data(patternedBytes(Self.byteCount, seed: 1)).write(to: URL(filePath: path)) }
    }
    try await withPartsServer(server) { session in
      let isCompleted = Record<Bool>()
      let error = await #expect(throws: SessionError.self) {
        try await upload(FileSource(at: path), in: session, atMost: 1) { _ in isCompleted.append(true) }
      }
      #expect((error?.underlying as? BodyError)?.code == .changed)
      #expect(isCompleted.count == 0)
    }
  }

  @Test func `parts of another size are an error before anything is sent`() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      try await leaveRecord(in: session, server)
      let store = PartStore(limits: Self.limits, record: record) {
        try session.request(.put, "parts/\($0.number)")
      }
      let error = await #expect(throws: SessionError.self) {
        try await session.uploadParts(of: FileSource(at: folder.path("file")), size: 200_000, to: store)
      }
      #expect(error?.code == .invalidRecord)
      #expect(server.numbers == [1, 2, 3])
      // Without a size, it is that of the record.
      try await session.uploadParts(of: FileSource(at: folder.path("file")), to: store)
    }
    expectWhole(server)
  }

  @Test(arguments: ["another": "b", "none": nil] as NamedCases<String?>)
  func `the record of another upload is an error`(uploadID: NamedCase<String?>) async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      try await leaveRecord(in: session, server, uploadID: "a")
      let body = FileSource(at: folder.path("file"))
      let error = await #expect(throws: SessionError.self) {
        try await upload(body, in: session, record: record, uploadID: uploadID.value)
      }
      #expect(error?.code == .invalidRecord)
      try await upload(body, in: session, record: record, uploadID: "a")
    }
    #expect(server.numbers == [1, 2, 3] + Array(3...10))
  }

  /// The URL of part 1 in the second call, and whether it is that of the same upload. In the first call, it is
  /// `parts/1?signature=secret&uploadId=u1`.
  @Test(
    arguments: [
      "another signature": ("parts/1?uploadId=u1&signature=other", true),
      "another path": ("bucket/parts/1?signature=secret&uploadId=u1", false),
      "another upload of the same key": ("parts/1?signature=secret&uploadId=u2", false),
      "no upload": ("parts/1?signature=secret", false),
      "another host": ("//localhost:PORT/parts/1?signature=secret&uploadId=u1", false),
    ] as NamedCases<(String, Bool)>)
  func `an upload without an identifier is recognized by the URL of its first part`(
    url: NamedCase<(String, Bool)>
  ) async throws {
    let (reference, isSame) = url.value
    let server = PartsServer(faults: [3: [.refuses(400)]])
    try await withServer(server.respond) { session, loopback in
      let body = try file()
      func upload(_ first: String, atMost limit: Int) async throws {
        let first = first.replacing("PORT", with: "\(loopback.port)")
        let numbers = Record<Int>()
        let store = PartStore(limits: Self.limits, record: record, maximumConcurrentCount: limit) { part in
          numbers.append(part.number)
          return try session.request(.put, .init(first.replacing("parts/1", with: "parts/\(part.number)")))
        }
        try await session.uploadParts(of: body, size: Self.size, to: store)
        // The closure makes no request twice.
        #expect(Set(numbers.all).count == numbers.count)
      }
      await #expect(throws: ResponseError.self) {
        try await upload("parts/1?signature=secret&uploadId=u1", atMost: 1)
      }
      if isSame {
        try await upload(reference, atMost: 4)
        #expect(server.numbers == [1, 2, 3] + Array(3...10))
      } else {
        let error = await #expect(throws: SessionError.self) { try await upload(reference, atMost: 4) }
        #expect(error?.code == .invalidRecord && error?.message.contains(record) == true)
        #expect(server.numbers == [1, 2, 3])
      }
    }
    if isSame { expectWhole(server) }
  }

  @Test func `a record of version 0_2 that names no upload is refused`() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      try await leaveRecord(in: session, server)
      let text = try recordText()
      let old = text.withoutSum.replacing(#/"uploadID":"[0-9a-f]+",/#, with: "")
      #expect(old != text)
      try folder.file("record", Array(old.utf8))
      let error = await #expect(throws: SessionError.self) {
        try await upload(FileSource(at: folder.path("file")), in: session, record: record)
      }
      #expect(error?.code == .invalidRecord && error?.message.contains("0.2") == true)
    }
    #expect(server.numbers == [1, 2, 3])
  }

  @Test(
    arguments: ["none": [], "an empty one": [("ETag", "")]] as NamedCases<[(name: String, value: String)]>)
  func `a part that is confirmed without an ETag is an error`(
    fields: NamedCase<[(name: String, value: String)]>
  ) async throws {
    let server = PartsServer(faults: [2: [.responds(fields.value)]])
    try await withPartsServer(server, retries: 3) { session in
      let error = await #expect(throws: SessionError.self) {
        try await upload(file(), in: session, atMost: 1, record: record)
      }
      #expect(error?.code == .invalidResponse && error?.partNumber == 2)
      #expect(server.numbers == [1, 2])
    }
    #expect(!PartStore.Limits(needsETags: false).needsETags && PartStore.Limits.s3.needsETags)
  }

  @Test func `a part without an ETag counts as done if the store has none, and only then`() async throws {
    let server = PartsServer(faults: [2: [.responds([])], 3: [.refuses(400)]])
    try await withPartsServer(server) { session in
      let body = try file()
      await #expect(throws: ResponseError.self) {
        try await upload(body, in: session, atMost: 1, needsETags: false, record: record)
      }
      #expect(server.numbers == [1, 2, 3])
      try await upload(body, in: session, record: record)
      #expect(server.numbers == [1, 2, 2, 3] + Array(3...10))
    }
    expectWhole(server)
  }

  @Test func `a part that is redirected to a page is not done`() async throws {
    try await withServer { request, connection in
      _ = try connection.readBody()
      if request.method == "PUT" { return try connection.redirect(303, to: "/login") }
      try connection.respond(200, headers: [("ETag", "\"page\"")])
    } test: { session, _ in
      for body in [BytesSource([]), BytesSource([1])] {
        let error = await #expect(throws: SessionError.self) {
          try await session.uploadParts(of: body, to: .s3 { _ in try session.request(.put, "1") })
        }
        #expect(error?.code == .invalidResponse)
      }
    }
  }

  @Test func `a form with a random boundary is resumed in another process`() async throws {
    let server = PartsServer(faults: [3: [.refuses(400)]])
    let path = try folder.file("file", patternedBytes(Self.byteCount))
    let make = { MultipartForm { FormFile("video", at: path) } }
    try await withPartsServer(server) { session in
      await #expect(throws: ResponseError.self) {
        try await upload(make(), in: session, atMost: 1, record: record)
      }
      try await upload(make(), in: session, record: record)
    }
    let bytes = server.bytes
    let boundary = bytes.prefix { $0 != 13 }
    let end = boundary + Array("--\r\n".utf8)
    #expect(bytes.suffix(end.count) == end)
  }

  @Test func `two uploads cannot share a record`() async throws {
    let held = HeldPart(2)
    let server = PartsServer { try held.pass($0) }
    try await withPartsServer(server) { session in
      let body = try file()
      async let first = upload(body, in: session, atMost: 1, record: record)
      await held.arrives()
      let error = await #expect(throws: BodyError.self) {
        try await upload(body, in: session, record: record)
      }
      #expect(error?.code == .fileInUse)
      held.open()
      #expect(try await first.count == 10)
    }
    #expect(server.numbers == Array(1...10))
    try expectNoRecord()
  }

  @Test(
    arguments: [
      "no JSON": { _ in "hello" },
      "half of it": { String($0.prefix($0.count / 2)) },
      "another version": { $0.replacing("\"version\":1", with: "\"version\":2") },
      "another upload": { $0.replacing("\"uploadID\":\"", with: "\"uploadID\":\"0") },
      "a part twice": { $0.replacing("\"number\":2", with: "\"number\":1") },
      "part 0": { $0.replacing("\"number\":1", with: "\"number\":0") },
      "a part behind the end": { $0.replacing("\"number\":2", with: "\"number\":11") },
      "a huge number": { $0.replacing("\"number\":2", with: "\"number\":9223372036854775807") },
      "parts of 0 bytes": { $0.replacing("\"partByteCount\":100000", with: "\"partByteCount\":0") },
      "negative parts": { $0.replacing("\"partByteCount\":100000", with: "\"partByteCount\":-1") },
      "a field with a line break": { $0.replacing("etag-2", with: "etag\\r\\nX: 2") },
      "a field without a name": { $0.replacing("[\"ETag\"", with: "[\"\"") },
      "a field of 1 value": { $0.replacing("[\"ETag\",", with: "[") },
      "a huge field": { $0.replacing("etag-2", with: String(repeating: "e", count: 2000)) },
      "a huge file": { String(repeating: " ", count: 65 << 20) + $0 },
    ] as NamedCases<@Sendable (String) -> String>)
  func `a hostile record is refused, and stays`(
    change: NamedCase<@Sendable (String) -> String>
  ) async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      try await leaveRecord(in: session, server)
      let before = try recordText().withoutSum
      let hostile = change.value(before)
      #expect(hostile != before)
      try folder.file("record", Array(hostile.utf8))
      let error = await #expect(throws: SessionError.self) {
        try await upload(FileSource(at: folder.path("file")), in: session, record: record)
      }
      #expect(error?.code == .invalidRecord)
      let isUnchanged = try recordText() == hostile
      #expect(isUnchanged && server.numbers == [1, 2, 3])
    }
  }

  // MARK: Bodies and limits

  @Test func `a body that can be read once, or has no size, is an error`() async throws {
    let server = PartsServer()
    try await withPartsServer(server) { session in
      let once = await #expect(throws: SessionError.self) {
        try await upload(AsyncSource(AsyncStream<[UInt8]> { nil }), in: session)
      }
      #expect(once?.code == .bodyFailed && (once?.underlying as? BodyError)?.code == .notReplayable)
      let sizeless = await #expect(throws: SessionError.self) {
        try await upload(GzipSource(file()), in: session)
      }
      #expect(sizeless?.code == .invalidConfiguration)
      let missing = await #expect(throws: SessionError.self) {
        try await upload(FileSource(at: folder.path("missing")), in: session, record: record)
      }
      #expect((missing?.underlying as? BodyError)?.code == .fileMissing)
    }
    #expect(server.requests.isEmpty)
    try expectNoRecord()
  }

  @Test(
    arguments: [
      (5 << 20, 10_000 * (5 << 20), 10_000), (5 << 20, 1, 1), ((5 << 20) - 1, 1, 1), (5 << 30, 5 << 30, 1),
      (5 << 30, 10_000 * (5 << 30), 10_000), (64 << 20, 0, 1), (.max, 7, 1), (1 << 40, 9, 1),
    ] as [(Int64, Int64, Int)])
  func `parts within the limits of S3 are accepted`(size: Int64, byteCount: Int64, count: Int) throws {
    #expect(try PartStore.Limits.s3.partCount(of: byteCount, size: size) == count)
  }

  @Test(
    arguments: [
      (0, 1), (-1, 1), ((5 << 20) - 1, 5 << 20), ((5 << 30) + 1, 6 << 30), (5 << 20, 10_000 * (5 << 20) + 1),
      (5 << 30, 10_000 * (5 << 30) + 1), (1, .max),
    ] as [(Int64, Int64)])
  func `parts beyond the limits of S3 are an error`(size: Int64, byteCount: Int64) {
    let error = #expect(throws: SessionError.self) {
      try PartStore.Limits.s3.partCount(of: byteCount, size: size)
    }
    #expect(error?.code == .invalidConfiguration)
  }

  @Test(
    arguments: [0, 1, 64 << 20, 640_000 << 20, (640_000 << 20) + 1, 10_000 * (5 << 30), .max] as [Int64])
  func `the default size fits the limits of S3, up to 48 TiB`(_ byteCount: Int64) throws {
    let size = PartStore.Limits.s3.partByteCount(for: byteCount)
    #expect((64 << 20...5 << 30).contains(size) && size % (1 << 20) == 0)
    if byteCount <= 10_000 * (5 << 30) {
      #expect(try PartStore.Limits.s3.partCount(of: byteCount, size: size) <= 10_000)
    }
    let wholeSize = PartStore.Limits(maximumCount: 1).partByteCount(for: byteCount)
    #expect(wholeSize >= min(byteCount, 1 << 62))
  }

  @Test func `as many descriptors are open as requests`() async throws {
    let most = Lock(0)
    let path = try folder.file("file", patternedBytes(Self.byteCount))
    let server = PartsServer { _ in
      let count = try openDescriptors(under: path).count
      most.withLock { $0 = max($0, count) }
    }
    try await withPartsServer(server) { session in
      try await upload(FileSource(at: path), in: session, atMost: 3)
    }
    #expect(most.withLock { $0 } <= 3)
    #expect(try openDescriptors(under: path).isEmpty)
  }
}
