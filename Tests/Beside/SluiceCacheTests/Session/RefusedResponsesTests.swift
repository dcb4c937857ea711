import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceCache

/// Responses that their readers refuse.
@Suite(.timeLimit(.minutes(5))) struct RefusedResponsesTests {
  private static let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]

  /// A session whose stub sends a text of another media type than JSON, or the other arguments.
  private func session(
    keepsRefused: Bool = false, status: HTTPResponse.Status = .ok, type: String = "application/json",
    _ text: String = "[1,"
  ) -> CachedSession {
    CachedSession(configure: { $0.keepsRefusedResponses = keepsRefused }) { _ in
      .text(text, Self.fields + [("Content-Type", type)], status: status)
    }
  }

  @Test(arguments: [false, true])
  func `a response whose decoder throws is removed, unless the cache keeps such`(keeps: Bool) async throws {
    let cached = session(keepsRefused: keeps)
    for _ in 1...2 {
      let error = await #expect(throws: ResponseError.self) {
        try await cached.session.get("a", decoding: .json([Int].self))
      }
      #expect(error?.code == .decodingFailed)
    }
    #expect(cached.count == (keeps ? 1 : 2))
  }

  @Test func `a response of another media type is removed`() async throws {
    let cached = session(type: "text/html", "<p>Log in</p>")
    for _ in 1...2 {
      let error = await #expect(throws: ResponseError.self) {
        try await cached.session.get("a", decoding: .json([Int].self))
      }
      #expect(error?.code == .unacceptableMediaType)
    }
    #expect(cached.count == 2)
  }

  @Test func `a response whose status is an error stays`() async throws {
    let cached = session(status: .notFound, "[]")
    for _ in 1...2 {
      let error = await #expect(throws: ResponseError.self) {
        try await cached.session.get("a", decoding: .json([Int].self))
      }
      #expect(error?.code == .unacceptableStatus)
    }
    #expect(cached.count == 1)
  }

  @Test func `a stored response is removed when a later decoder refuses it`() async throws {
    let cached = session("[1]")
    #expect(try await cached.session.get("a", decoding: .json([Int].self)) == [1])
    await #expect(throws: ResponseError.self) {
      try await cached.session.get("a", decoding: .json([String].self))
    }
    #expect(try await cached.session.get("a", decoding: .json([Int].self)) == [1])
    #expect(cached.count == 2)
  }

  @Test(
    arguments: ["a damaged coding": "gzip", "an unknown coding": "unknown"] as NamedCases<String>,
    [false, true])
  func `a body that cannot be decoded is removed`(coding: NamedCase<String>, isDownload: Bool) async throws {
    let folder = try TemporaryDirectory()
    var coded = try await gzipped(sampleBytes(10_000))
    coded[coded.count - 5] ^= 1
    let cached = CachedSession { [coded] _ in
      .bytes(coded, fields: HTTPFields(Self.fields + [("Content-Encoding", coding.value)]))
    }
    for _ in 1...2 {
      await #expect(throws: SessionError.self) {
        if isDownload {
          _ = try await cached.session.download("a", to: .file(folder.path("file")))
        } else {
          _ = try await cached.session.get("a", decoding: .bytes)
        }
      }
    }
    #expect(cached.count == 2)
  }

  @Test(arguments: [1, 3], [false, true])
  func `a download with another digest is removed, unless the cache keeps such`(
    segments: Int, keeps: Bool
  ) async throws {
    let folder = try TemporaryDirectory()
    let cached = session(keepsRefused: keeps, "hello")
    var options = DownloadOptions()
    options.expectedSHA256 = String(repeating: "0", count: 64)
    options.maximumConcurrentCount = segments
    for _ in 1...2 {
      let error = await #expect(throws: SessionError.self) {
        try await cached.session.download("a", to: .file(folder.path("file")), options: options)
      }
      #expect(error?.code == .digestMismatch)
    }
    #expect(try folder.names() == [])
    #expect(cached.count == (keeps ? 1 : 2))
  }

  @Test func `an invalidation while a response is committed removes it`() async throws {
    let store = SlowStore()
    let cached = CachedSession(store: store) { _ in .text("hello", Self.fields) }
    let slow = Task { try await cached.send() }
    try await store.commits.wait()
    _ = try await cached.send(.post)
    store.mayCommit.happen()
    #expect(try await slow.value.text == "hello")
    #expect(try await cached.send().isHit == false)
  }

  @Test func `a response that is refused while it is committed is gone after that`() async throws {
    let store = SlowStore()
    let cached = CachedSession(store: store) { _ in .text("hello", Self.fields) }
    let response = try await cached.session.send(cached.session.request(.get, "a"))
    try await store.commits.wait()
    let refusal = Task { await response.body.refuse() }
    for _ in 0..<1000 { await Task.yield() }
    store.mayCommit.happen()
    await refusal.value
    #expect(store.changes.withLock { $0.prefix(2) } == ["committed", "removed"])
    await response.discard()
  }
}

/// A store in memory, whose first entry is committed when a test says so.
private final class SlowStore: ForwardingStore {
  let commits = Event()
  let mayCommit = Event()
  /// The ends of the changes, in order.
  let changes = Lock<[String]>([])
  let store: any CacheStore = MemoryStore(maximumByteCount: 1 << 20)

  private struct Writer: EntryWriter {
    let store: SlowStore
    let writer: any EntryWriter

    func append(_ bytes: [UInt8]) async throws { try await writer.append(bytes) }
    func commit() async throws {
      store.commits.happen()
      try await store.mayCommit.wait()
      try await writer.commit()
      store.changes.withLock { $0.append("committed") }
    }
    func keepIncomplete() async { await writer.keepIncomplete() }
    func discard() async { await writer.discard() }
  }

  func begin(
    _ key: CacheKey, variant: [UInt8], metadata: [UInt8], expectedByteCount: Int64?,
    continuing incomplete: StoredEntry?
  ) async throws -> any EntryWriter {
    Writer(
      store: self,
      writer: try await store.begin(
        key, variant: variant, metadata: metadata, expectedByteCount: expectedByteCount,
        continuing: incomplete))
  }

  func removeAll(_ key: CacheKey) async throws(BodyError) {
    try await store.removeAll(key)
    changes.withLock { $0.append("removed") }
  }
}
