import FoundationEssentials
import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting

@testable import SluiceCache

/// A server of one resource, and a session with a cache in a folder whose files a test damages.
struct DamagedOrigin: Sendable {
  /// The resource of the server, and how it is sent.
  struct Resource: Sendable {
    var content: [UInt8]
    var fields: [(String, String)] = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
    /// Whether it sends ranges.
    var sendsRanges = true
    /// Responds in place of the server if it returns a response. It gets the number of the request, from 1.
    var instead: @Sendable (RecordedRequest, Int) async throws -> StubResponse? = { _, _ in nil }

    fileprivate func response(to request: RecordedRequest) -> StubResponse {
      let fields = HTTPFields(fields)
      if let tag = request["If-None-Match"], tag == fields[.eTag] {
        return .status(.notModified, fields: fields)
      }
      let range = request["Range"].flatMap { $0.wholeMatch(of: /bytes=(\d+)-(\d*)/) }
      guard sendsRanges, let range, let first = Int(range.output.1), first < content.count,
        request["If-Range"] == nil || request["If-Range"] == fields[.eTag]
      else { return .bytes(content, fields: fields) }
      let last = min(Int(range.output.2) ?? .max, content.count - 1)
      var partFields = fields
      partFields[.contentRange] = "bytes \(first)-\(last)/\(content.count)"
      return .bytes(Array(content[first...last]), status: .partialContent, fields: partFields)
    }
  }

  let directory: TemporaryDirectory
  let resource: Lock<Resource>
  let cached: CachedSession

  init(
    _ resource: Resource, wrapping wrap: (FolderStore) -> any CacheStore = { $0 },
    configure: (inout ResponseCache) -> Void = { _ in }
  ) throws {
    directory = try TemporaryDirectory(inMemory: true)
    let state = Lock(resource)
    self.resource = state
    let count = Lock(0)
    let store = try FolderStore(directory.path("cache"), maximumByteCount: 256 << 20)
    cached = CachedSession(store: wrap(store), configure: configure) { request in
      let number = count.withLock { count in
        count += 1
        return count
      }
      let resource = state.withLock { $0 }
      return try await resource.instead(request, number) ?? resource.response(to: request)
    }
  }

  init(_ content: [UInt8], _ fields: [(String, String)]? = nil, sendsRanges: Bool = true) throws {
    var resource = Resource(content: content, sendsRanges: sendsRanges)
    if let fields { resource.fields = fields }
    try self.init(resource)
  }

  /// The ranges of the requests so far.
  var ranges: [String?] { cached.stub.requests.map { $0["Range"] } }

  /// Sends a GET request, and returns the response with its body.
  func get(
    _ fields: [(String, String)] = [], policy: ResponseCache.Policy? = nil
  ) async throws -> (head: HTTPResponse, body: [UInt8]) {
    var request = try cached.session.request(.get, "a", fields: HTTPFields(fields))
    request.options.cachePolicy = policy
    let response = try await cached.session.send(request)
    return (response.head, try await response.body.collect(upTo: 1 << 24))
  }

  // MARK: Damage

  /// Returns the paths of the files of entries, without `counts`.
  func files() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: directory.path("cache"))
      .filter { $0.split(separator: "/").last?.count ?? 0 >= 64 }
      .map { "cache/\($0)" }.sorted()
  }

  /// The path of the only body that has its own file.
  func bodyFile() throws -> String {
    let bodies = try files().filter { $0.contains(".") && !$0.hasSuffix(".sums") }
    guard bodies.count == 1, let body = bodies.first else { throw NotOneBody(files: bodies) }
    return body
  }

  private struct NotOneBody: Error { let files: [String] }

  /// Changes the byte of the stored body at an offset.
  func damage(at offset: Int) throws {
    let file = try bodyFile()
    let byte = try directory.contents(file)[offset]
    try directory.overwrite(file, at: Int64(offset), [byte ^ 0x20])
  }
}
