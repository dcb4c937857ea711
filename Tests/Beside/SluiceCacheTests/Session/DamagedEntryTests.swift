import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceCache

/// Damaged entries: their readers receive the bytes of the server, whenever the damage is found.
@Suite(.timeLimit(.minutes(5))) struct DamagedEntryTests {
  private static let fresh = ("Cache-Control", "max-age=60")
  private static let block = 65_536

  private let content = sampleBytes(6 * block + 1000)

  // MARK: Any damage

  @Test func `a changed byte in any block is not noticed by the reader`() async throws {
    let content = sampleBytes((2 << 20) + 5)
    let origin = try DamagedOrigin(content)
    for start in stride(from: 0, to: content.count, by: Self.block) {
      _ = try await origin.get(policy: .reload)
      let count = origin.cached.count
      try origin.damage(at: min(start + 12_345, content.count - 1))
      #expect(try await origin.get().body == content)
      #expect(origin.cached.count == count + 1)
      let range = origin.ranges.last ?? nil
      #expect(range == (start == 0 ? nil : "bytes=\(start)-\(content.count - 1)"))
      // The response is stored again.
      let again = try await origin.get()
      #expect(again.body == content && origin.cached.count == count + 1)
    }
  }

  @Test func `each changed byte and each truncation of a small entry is a miss`() async throws {
    let origin = try DamagedOrigin(sampleBytes(50))
    let content = sampleBytes(50)
    _ = try await origin.get()
    let file = try #require(try origin.files().first)
    let intact = try origin.directory.contents(file)
    var damaged: [[UInt8]] = intact.indices.map { Array(intact.prefix($0)) }
    for index in intact.indices {
      var bytes = intact
      bytes[index] ^= 1 << UInt8(index % 8)
      damaged.append(bytes)
    }
    for bytes in damaged {
      let count = origin.cached.count
      try origin.directory.file(file, bytes)
      #expect(try await origin.get().body == content)
      #expect(origin.cached.count == count + 1)
      #expect(try await origin.get().body == content)
      #expect(origin.cached.count == count + 1)
    }
  }

  @Test func `a body that is shorter, longer or missing is a miss`() async throws {
    let content = sampleBytes(70_000)
    let origin = try DamagedOrigin(content)
    for suffix in ["", ".sums"] {
      let lengths = suffix.isEmpty ? [0, 1, 65_535, 65_536, 69_999, 70_001, nil] : Array(0..<8) + [9, nil]
      for length in lengths {
        _ = try await origin.get(policy: .reload)
        let count = origin.cached.count
        let file = try origin.bodyFile() + suffix
        let bytes = try origin.directory.contents(file)
        if let length {
          try origin.directory.file(file, Array((bytes + [0]).prefix(length)))
        } else {
          try origin.directory.remove(file)
        }
        let head = try await origin.cached.send(.head)
        #expect(head.status == 200 && !head.isHit && origin.cached.count == count + 1)
        #expect(try await origin.get().body == content)
        #expect(origin.cached.count == count + 2)
        #expect(origin.ranges.allSatisfy { $0 == nil })
      }
    }
  }

  @Test(arguments: [seedOfThisRun]) func `whatever is damaged, each response is right`(seed: UInt64)
    async throws
  {
    var random = SeededGenerator(seed: seed)
    let origin = try DamagedOrigin(content)
    for _ in 0..<200 {
      #expect(try await origin.get().body == content)
      let file = try #require(try origin.files().randomElement(using: &random))
      var bytes = try origin.directory.contents(file)
      // Bodies whose key was damaged are left until the next change of their part of the folder.
      guard !bytes.isEmpty else { continue }
      let (start, end) = (
        Int.random(in: 0..<bytes.count, using: &random), Int.random(in: 1...100, using: &random)
      )
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[start] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeSubrange(start...)
      case 2: bytes.append(0)
      case 3: for index in start..<min(start + end, bytes.count) { bytes[index] = 0 }
      default: bytes = []
      }
      try origin.directory.file(file, bytes)
      let first = Int.random(in: 0..<content.count, using: &random)
      let last = Int.random(in: first..<content.count, using: &random)
      async let whole = origin.get().body
      async let range = origin.get([("Range", "bytes=\(first)-\(last)")]).body
      #expect(try await whole == content)
      #expect(try await range == Array(content[first...last]))
    }
  }

  @Test func `HEAD needs no body`() async throws {
    let origin = try DamagedOrigin(content)
    _ = try await origin.get()
    try origin.damage(at: 0)
    let head = try await origin.cached.send(.head)
    #expect(head.isHit && head["Content-Length"] == "\(content.count)" && origin.cached.count == 1)
  }

  // MARK: Servers

  struct Server: Sendable, CustomTestStringConvertible {
    let name: String
    let fields: [(String, String)]
    let sendsRanges: Bool
    var testDescription: String { name }
  }

  static let servers = [
    Server(name: "ranges", fields: [("ETag", "\"1\"")], sendsRanges: true),
    Server(name: "no ranges", fields: [("ETag", "\"1\"")], sendsRanges: false),
    Server(name: "a weak tag", fields: [("ETag", "W/\"1\"")], sendsRanges: true),
    Server(name: "a date", fields: [("Last-Modified", "Sun, 06 Nov 1994 07:00:00 GMT")], sendsRanges: true),
    Server(name: "no validator", fields: [], sendsRanges: true),
  ]

  @Test(arguments: servers) func `each kind of server completes a response`(server: Server) async throws {
    let origin = try DamagedOrigin(content, [Self.fresh] + server.fields, sendsRanges: server.sendsRanges)
    for offset in [0, Self.block, 3 * Self.block + 7, content.count - 1] {
      _ = try await origin.get(policy: .reload)
      let count = origin.cached.count
      try origin.damage(at: offset)
      #expect(try await origin.get().body == content)
      #expect(origin.cached.count == count + 1)
      #expect(try await origin.get().body == content)
      #expect(origin.cached.count == count + 1)
    }
  }

  @Test(arguments: servers) func `a range is completed`(server: Server) async throws {
    let origin = try DamagedOrigin(content, [Self.fresh] + server.fields, sendsRanges: server.sendsRanges)
    for (first, last) in [(0, 299_999), (1000, 300_000), (100_000, content.count - 1), (131_072, 131_072)] {
      for offset in [first, (first + last) / 2, last] {
        _ = try await origin.get(policy: .reload)
        try origin.damage(at: offset)
        let count = origin.cached.count
        let (head, body) = try await origin.get([("Range", "bytes=\(first)-\(last)")])
        // The server decides about a range if nothing has been delivered.
        let isWhole = head.status == .ok && !server.sendsRanges && offset / Self.block == first / Self.block
        #expect(isWhole ? body == content : body == Array(content[first...last]))
        #expect(isWhole || head.status == .partialContent)
        #expect(origin.cached.count == count + 1)
      }
    }
  }

  @Test func `a response without the status 200 is completed`() async throws {
    let content = content
    var resource = DamagedOrigin.Resource(content: content)
    resource.instead = { _, _ in
      .bytes(content, status: .notFound, fields: HTTPFields([Self.fresh, ("ETag", "\"1\"")]))
    }
    let origin = try DamagedOrigin(resource)
    _ = try await origin.get()
    try origin.damage(at: 200_000)
    let (head, body) = try await origin.get()
    #expect(head.status == .notFound && body == content && origin.cached.count == 2)
  }

  // MARK: A response that cannot be completed

  struct Change: Sendable, CustomTestStringConvertible {
    let name: String
    let respond: @Sendable (_ content: [UInt8]) -> StubResponse
    var testDescription: String { name }

    init(_ name: String, _ respond: @escaping @Sendable (_ content: [UInt8]) -> StubResponse) {
      self.name = name
      self.respond = respond
    }

    /// A response to the request for the bytes from 196,608 on.
    static func rest(
      _ name: String, range: String = "bytes 196608-394215/394216", tag: String? = "\"1\"",
      coding: String? = nil, dropping count: Int = 0
    ) -> Change {
      Change(name) { content in
        .bytes(
          Array(content[196_608...].dropLast(count)), status: .partialContent,
          fields: HTTPFields(
            [fresh, ("Content-Range", range)] + (tag.map { [("ETag", $0)] } ?? [])
              + (coding.map { [("Content-Encoding", $0)] } ?? [])))
      }
    }
  }

  static let changes = [
    Change("other bytes") { .bytes([1] + $0.dropFirst(), fields: HTTPFields([fresh, ("ETag", "\"1\"")])) },
    Change("more bytes") { .bytes($0 + [1], fields: HTTPFields([fresh, ("ETag", "\"1\"")])) },
    Change("fewer bytes") { .bytes($0.dropLast(), fields: HTTPFields([fresh, ("ETag", "\"1\"")])) },
    Change("another tag") { .bytes($0, fields: HTTPFields([fresh, ("ETag", "\"2\"")])) },
    Change("a weak tag") { .bytes($0, fields: HTTPFields([fresh, ("ETag", "W/\"1\"")])) },
    Change("no tag") { .bytes($0, fields: HTTPFields([fresh])) },
    Change("another coding") {
      .bytes($0, fields: HTTPFields([fresh, ("ETag", "\"1\""), ("Content-Encoding", "gzip")]))
    },
    Change("an error") { _ in .text("no", status: .internalServerError) },
    Change("a redirect") { _ in .status(.found, fields: HTTPFields([("Location", "/b")])) },
    Change("nothing in the range") { _ in .status(.rangeNotSatisfiable) },
    Change("a confirmation") { _ in .status(.notModified, fields: HTTPFields([("ETag", "\"1\"")])) },
    .rest("another start", range: "bytes 196607-394214/394216"),
    .rest("another end", range: "bytes 196608-394214/394216"),
    .rest("another size", range: "bytes 196608-394215/394217"),
    .rest("an unknown size", range: "bytes 196608-394215/*"),
    .rest("a range of another body", tag: "\"2\""),
    .rest("a range without a tag", tag: nil),
    .rest("a range with another coding", coding: "gzip"),
    .rest("too few bytes", dropping: 1),
  ]

  @Test(arguments: changes) func `a response of another body is cut off`(change: Change) async throws {
    let content = content
    var resource = DamagedOrigin.Resource(content: content)
    resource.instead = { _, number in number == 2 ? change.respond(content) : nil }
    let origin = try DamagedOrigin(resource)
    _ = try await origin.get()
    try origin.damage(at: 3 * Self.block)
    let error = await #expect(throws: SessionError.self) { try await origin.get() }
    #expect(error?.code == .connectionLost)
    #expect(error?.message.contains("the stored body is damaged after 196608 bytes") == true)
    // The damaged entry is gone, and the next response is right, whatever has been stored of the other one.
    let next = try await origin.get()
    #expect(next.body == content || next.body == content + [1] || next.body == [1] + content.dropFirst())
    #expect(try await origin.get(policy: .reload).body == content)
  }

  @Test(arguments: [ErrorCode.connectionFailed, .unknownHost, .timedOut])
  func `the error of a server that cannot be reached says why it was asked`(code: ErrorCode)
    async throws
  {
    var resource = DamagedOrigin.Resource(content: content)
    resource.instead = { _, number in number == 2 ? .failure(code) : nil }
    let origin = try DamagedOrigin(resource)
    _ = try await origin.get()
    try origin.damage(at: 100_000)
    let error = await #expect(throws: SessionError.self) { try await origin.get() }
    #expect(error?.code == code && error?.message.contains("the stored body is damaged") == true)
    #expect(try await origin.get().body == content)
    #expect(origin.cached.count == 3)
  }

  @Test func `a rest that is cut off is an incomplete entry, which the next request completes`() async throws
  {
    var resource = DamagedOrigin.Resource(content: content)
    resource.instead = { [content] _, number in
      guard number == 2 else { return nil }
      return .bytes(
        Array(content[131_072...]), status: .partialContent,
        fields: HTTPFields([Self.fresh, ("ETag", "\"1\""), ("Content-Range", "bytes 131072-394215/394216")])
      ).failing(.connectionLost, afterBodyBytes: 100_000)
    }
    let origin = try DamagedOrigin(resource)
    _ = try await origin.get()
    try origin.damage(at: 140_000)
    await #expect(throws: SessionError.self) { try await origin.get() }
    #expect(try await origin.get().body == content)
    #expect(origin.ranges == [nil, "bytes=131072-394215", "bytes=231072-"])
  }

  @Test func `a chunked body is compared`() async throws {
    for (sent, isRight) in [(content, true), (content + [1], false), (content.dropLast(), false)] {
      var resource = DamagedOrigin.Resource(content: content, fields: [Self.fresh])
      resource.instead = { _, number in
        number == 1 ? nil : .body(ScriptedSource([.bytes(Array(sent))]), fields: HTTPFields([Self.fresh]))
      }
      let origin = try DamagedOrigin(resource)
      _ = try await origin.get()
      try origin.damage(at: 100_000)
      if isRight {
        #expect(try await origin.get().body == content)
      } else {
        let error = await #expect(throws: SessionError.self) { try await origin.get() }
        #expect(error?.code == .connectionLost)
      }
    }
  }

  // MARK: Policies

  @Test func `without requests, the response is 504 or cut off`() async throws {
    let origin = try DamagedOrigin(content)
    for policy in [ResponseCache.Policy.onlyIfCached, .standard] {
      let fields = policy == .standard ? [("Cache-Control", "only-if-cached")] : []
      _ = try await origin.get(policy: .reload)
      let count = origin.cached.count
      try origin.damage(at: 10)
      #expect(try await origin.get(fields, policy: policy).head.status == .gatewayTimeout)
      _ = try await origin.get(policy: .reload)
      try origin.damage(at: 100_000)
      let error = await #expect(throws: SessionError.self) { try await origin.get(fields, policy: policy) }
      #expect(error?.code == .connectionLost)
      #expect(try await origin.get(fields, policy: policy).head.status == .gatewayTimeout)
      #expect(origin.cached.count == count + 1)
    }
  }

  @Test(arguments: [10, 100_000]) func `an entry that is validated is completed`(offset: Int) async throws {
    let origin = try DamagedOrigin(content, [("Cache-Control", "no-cache"), ("ETag", "\"1\"")])
    _ = try await origin.get()
    try origin.damage(at: offset)
    #expect(try await origin.get().body == content)
    #expect(origin.cached.stub.requests.map { $0["If-None-Match"] } == [nil, "\"1\"", nil])
    #expect(origin.ranges == [nil, nil, offset == 10 ? nil : "bytes=65536-394215"])
    #expect(try await origin.get().body == content)
    #expect(origin.cached.count == 4)
  }

  @Test(arguments: [10, 100_000])
  func `a stale entry that is validated in the background is completed`(offset: Int) async throws {
    let origin = try DamagedOrigin(
      content, [("Cache-Control", "max-age=1, stale-while-revalidate=100"), ("ETag", "\"1\"")])
    _ = try await origin.get()
    try origin.damage(at: offset)
    origin.cached.clock.advance(seconds: 10)
    #expect(try await origin.get().body == content)
    // A damaged beginning is found before anything is validated.
    let expected = offset == 10 ? 2 : 3
    #expect(await eventually { origin.cached.count == expected })
    #expect(try await origin.get().body == content)
  }

  @Test func `a damaged entry is no substitute for a failed server`() async throws {
    var resource = DamagedOrigin.Resource(
      content: content, fields: [("Cache-Control", "max-age=1, stale-if-error=100"), ("ETag", "\"1\"")])
    resource.instead = { _, number in
      switch number {
      case 2: .failure(.connectionFailed)
      case 4: .text("no", status: .badGateway)
      default: nil
      }
    }
    let origin = try DamagedOrigin(resource)
    _ = try await origin.get()
    try origin.damage(at: 10)
    origin.cached.clock.advance(seconds: 10)
    let error = await #expect(throws: SessionError.self) { try await origin.get() }
    #expect(error?.code == .connectionFailed)
    _ = try await origin.get()
    try origin.damage(at: 10)
    origin.cached.clock.advance(seconds: 10)
    #expect(try await origin.get().head.status == .badGateway)
    #expect(origin.cached.count == 4)
  }

  @Test(arguments: [10, 100_000]) func `a damaged incomplete entry is not completed`(offset: Int) async throws
  {
    var resource = DamagedOrigin.Resource(content: content)
    resource.instead = { [content] _, number in
      guard number == 1 else { return nil }
      return .bytes(content, fields: HTTPFields([Self.fresh, ("ETag", "\"1\"")])).failing(
        .connectionLost, afterBodyBytes: 200_000)
    }
    let origin = try DamagedOrigin(resource)
    await #expect(throws: SessionError.self) { try await origin.get() }
    try origin.damage(at: offset)
    #expect(try await origin.get().body == content)
    #expect(origin.ranges == [nil, "bytes=200000-", offset == 10 ? nil : "bytes=65536-394215"])
    #expect(try await origin.get().body == content)
    #expect(origin.cached.count == 3)
  }

  // MARK: Other tasks

  @Test func `tasks that find the same damage send one request`() async throws {
    let origin = try DamagedOrigin(content)
    _ = try await origin.get()
    let released = Event()
    origin.resource.withLock {
      $0.instead = { _, _ in
        try await released.wait()
        return nil
      }
    }
    try origin.damage(at: 10)
    try await withThrowingTaskGroup { group in
      for _ in 1...20 { group.addTask { try await origin.get().body } }
      #expect(await eventually { origin.cached.count == 2 })
      released.happen()
      for try await body in group { #expect(body == content) }
    }
    #expect(origin.cached.count == 2)
  }

  @Test func `tasks that read a body while its end is damaged all receive it`() async throws {
    let origin = try DamagedOrigin(content)
    _ = try await origin.get()
    try origin.damage(at: content.count - 1)
    try await withThrowingTaskGroup { group in
      for _ in 1...10 { group.addTask { try await origin.get().body } }
      for try await body in group { #expect(body == content) }
    }
    #expect(origin.cached.count <= 11)
    let count = origin.cached.count
    #expect(try await origin.get().body == content)
    #expect(origin.cached.count == count)
  }

  @Test func `a cancelled reader ends the request for the rest`() async throws {
    let origin = try DamagedOrigin(content)
    _ = try await origin.get()
    let (arrived, ended) = (Event(), Event())
    origin.resource.withLock {
      $0.instead = { _, _ in
        arrived.happen()
        do { try await Event().wait() } catch { ended.happen() }
        return nil
      }
    }
    try origin.damage(at: 100_000)
    let task = Task { try await origin.get() }
    try await arrived.wait()
    task.cancel()
    await #expect(throws: CancellationError.self) { _ = try await task.value }
    try await ended.wait()
    origin.resource.withLock { $0.instead = { _, _ in nil } }
    #expect(try await origin.get().body == content)
  }

  @Test func `a store that never removes a damaged entry delays no response`() async throws {
    let origin = try DamagedOrigin(DamagedOrigin.Resource(content: content)) { KeepingStore(store: $0) }
    _ = try await origin.get()
    for count in 2...4 {
      #expect(try await origin.get().body == content)
      #expect(origin.cached.count == count)
    }
  }
}

/// A store whose bodies are all damaged from their first byte on, and which removes none.
private struct KeepingStore: ForwardingStore {
  let store: any CacheStore

  private struct Body: StoredBody {
    let byteCount: Int64
    let isComplete = true
    var source: any BodySource { Source(byteCount: byteCount) }
  }

  private struct Source: BodySource {
    let byteCount: Int64?
    var isReplayable: Bool { true }
    func makeReader() throws -> any BodyReader { Reader() }
    func makeReader(at offset: Int64) throws -> any BodyReader { Reader() }
  }

  private final class Reader: BodyReader {
    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome { throw BodyError(.changed) }
  }

  func entries(for key: CacheKey) async -> [StoredEntry] {
    await store.entries(for: key).map {
      StoredEntry(
        key: $0.key, variant: $0.variant, metadata: $0.metadata, body: Body(byteCount: $0.body.byteCount),
        id: $0.id)
    }
  }

  func remove(_ entry: StoredEntry) async {}
}
