import Sluice
import SluiceBody
import SluiceTesting

@testable import SluiceCache

/// A clock that a test sets. It begins at 6 November 1994, 08:49:37 GMT.
final class TestClock: Sendable {
  static let start: WallTime = 784_111_777_000
  private let time = Lock(TestClock.start)

  var now: WallTime { time.withLock { $0 } }

  func advance(seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
}

/// A session with a cache in memory over a stub, and a clock.
struct CachedSession: Sendable {
  let clock = TestClock()
  let stub: StubTransport
  let session: Session

  init(
    maximumByteCount: Int64 = 1 << 20, store: (any CacheStore)? = nil,
    configure: (inout ResponseCache) -> Void = { _ in },
    session configureSession: (inout Session.Configuration) -> Void = { _ in },
    _ respond: @escaping @Sendable (RecordedRequest) async throws -> StubResponse
  ) {
    stub = StubTransport(respond)
    let store = store ?? MemoryStore(maximumByteCount: maximumByteCount)
    var cache = ResponseCache(store)
    cache.clock = { [clock] in clock.now }
    configure(&cache)
    var configuration = Session.Configuration(baseURL: "https://api.example.com/v1/")
    configuration.cache = cache
    configureSession(&configuration)
    session = Session(configuration, transport: stub)
  }

  /// The number of requests that the stub has received.
  var count: Int { stub.requests.count }

  /// Sends a request, and collects the response.
  func send(
    _ method: HTTPRequest.Method = .get, _ path: String = "a", _ fields: [(String, String)] = [],
    policy: ResponseCache.Policy? = nil
  ) async throws -> Received {
    var request = try session.request(method, .init(path), fields: HTTPFields(fields))
    request.options.cachePolicy = policy
    let response = try await session.send(request)
    let body = try await response.body.collect(upTo: 1 << 22)
    return Received(
      status: response.head.status.code, fields: response.head.headerFields,
      text: String(decoding: body, as: UTF8.self), metrics: response.metrics)
  }
}

struct Received: Sendable {
  let status: Int
  let fields: HTTPFields
  let text: String
  let metrics: TransferMetrics?

  /// The value of `Cache-Status`.
  var cacheStatus: String? { self["Cache-Status"] }
  var isHit: Bool { cacheStatus?.hasPrefix("sluice; hit") == true }

  subscript(name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
}

extension HTTPFields {
  init(_ pairs: [(String, String)]) {
    self.init()
    for (name, value) in pairs {
      if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
    }
  }
}

extension RecordedRequest {
  subscript(name: String) -> String? { HTTPField.Name(name).flatMap { fields[$0] } }
}

extension StubResponse {
  /// A text with fields.
  static func text(
    _ text: String, _ fields: [(String, String)], status: HTTPResponse.Status = .ok
  ) -> StubResponse { .text(text, status: status, fields: HTTPFields(fields)) }
}

/// Returns bytes in the format gzip.
func gzipped(_ bytes: [UInt8]) async throws -> [UInt8] {
  try await GzipSource(.bytes(bytes)).chunks().reduce(into: []) { $0 += $1 }
}

/// A store that passes each call that it does not implement to another one.
protocol ForwardingStore: CacheStore {
  var store: any CacheStore { get }
}

extension ForwardingStore {
  func entries(for key: CacheKey) async -> [StoredEntry] { await store.entries(for: key) }
  func begin(
    _ key: CacheKey, variant: [UInt8], metadata: [UInt8], expectedByteCount: Int64?,
    continuing incomplete: StoredEntry?
  ) async throws -> any EntryWriter {
    try await store.begin(
      key, variant: variant, metadata: metadata, expectedByteCount: expectedByteCount, continuing: incomplete)
  }
  func update(_ entry: StoredEntry, metadata: [UInt8]) async { await store.update(entry, metadata: metadata) }
  func remove(_ entry: StoredEntry) async throws(BodyError) { try await store.remove(entry) }
  func removeAll(_ key: CacheKey) async throws(BodyError) { try await store.removeAll(key) }
  func removeAll(partition: [UInt8]?, origin: String?) async throws(BodyError) {
    try await store.removeAll(partition: partition, origin: origin)
  }
  var byteCount: Int64 { get async { await store.byteCount } }
  func list() -> AsyncStream<StoredEntry> { store.list() }
}
