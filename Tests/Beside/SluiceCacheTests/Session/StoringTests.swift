import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceCache

/// What is stored, and what is removed.
@Suite(.timeLimit(.minutes(5))) struct StoringTests {
  private static let fresh = [("Cache-Control", "max-age=60")]

  @Test(arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
  func `an unsafe request removes the responses of its URLs`(method: HTTPRequest.Method) async throws {
    let cached = CachedSession { request in
      request.method == .get
        ? .text(request.path, Self.fresh)
        : .status(
          .ok,
          fields: HTTPFields([("Location", "/v1/b"), ("Content-Location", "https://other.example/v1/c")]))
    }
    for path in ["a", "b", "c"] { _ = try await cached.send(.get, path) }
    _ = try await cached.send(method, "a")
    var hits: [Bool] = []
    for path in ["a", "b", "c"] { hits.append(try await cached.send(.get, path).isHit) }
    #expect(hits == [false, false, true])
  }

  @Test func `a failed request removes nothing, and a safe one neither`() async throws {
    let cached = CachedSession { request in
      request.method == .post ? .status(.badRequest) : .text(request.path, Self.fresh)
    }
    _ = try await cached.send()
    _ = try await cached.send(.post)
    _ = try await cached.send(.options)
    #expect(try await cached.send().isHit)
  }

  @Test func `a response that was under way during an invalidation is not stored`() async throws {
    let (arrived, released) = (Event(), Event())
    let cached = CachedSession { request in
      if request.method == .get {
        arrived.happen()
        try await released.wait()
      }
      return .text("old", Self.fresh)
    }
    let slow = Task { try await cached.send() }
    try await arrived.wait()
    _ = try await cached.send(.post)
    released.happen()
    #expect(try await slow.value.text == "old")
    #expect(try await cached.send().isHit == false)
  }

  @Test func `cookies are passed on, and not stored`() async throws {
    let cached = CachedSession { _ in .text("hello", Self.fresh + [("Set-Cookie", "secret=1"), ("X-A", "1")])
    }
    #expect(try await cached.send()["Set-Cookie"] == "secret=1")
    let hit = try await cached.send()
    #expect(hit.isHit && hit["Set-Cookie"] == nil && hit["X-A"] == "1")
  }

  @Test func `no credential is part of an entry`() async throws {
    let cached = CachedSession { _ in .text("hello", Self.fresh + [("Vary", "X-Api-Key, Cookie")]) }
    let secrets = [("Authorization", "Basic c2VjcmV0"), ("X-Api-Key", "secret2"), ("Cookie", "secret3")]
    _ = try await cached.send(.get, "a", secrets)
    #expect(try await cached.send(.get, "a", secrets).isHit)
    let store = try #require(cached.session.cache).store
    for await entry in store.list() {
      let bytes =
        entry.variant + entry.metadata + entry.key.partition + Array((entry.key.origin + entry.key.text).utf8)
      let text = String(decoding: bytes, as: UTF8.self)
      for secret in ["c2VjcmV0", "secret2", "secret3"] { #expect(!text.contains(secret)) }
    }
  }

  @Test func `an interrupted body does not appear, and can be completed`() async throws {
    let content = sampleBytes(100_000)
    let cached = CachedSession { request in
      if let range = request["Range"] {
        #expect(range == "bytes=40000-" && request["If-Range"] == "\"1\"")
        return .bytes(
          Array(content[40000...]), status: .partialContent,
          fields: HTTPFields([("Content-Range", "bytes 40000-99999/100000"), ("ETag", "\"1\"")]))
      }
      return .bytes(content, fields: HTTPFields([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
        .failing(.connectionLost, afterBodyBytes: 40000)
    }
    await #expect(throws: SessionError.self) { try await cached.send() }
    #expect(try await cached.send(policy: .onlyIfCached).status == 504)
    for _ in 1...2 {
      let response = try await cached.session.send(cached.session.request(.get, "a"))
      #expect(response.head.status == .ok && response.body.codedByteCount == 100_000)
      #expect(try await response.body.collect(upTo: 1 << 20) == content)
      #expect(cached.count == 2)
    }
  }

  /// A response to the request for the bytes from 3 on.
  private static func rest(
    _ range: String, tag: String = "\"1\"", coding: String? = nil,
    status: HTTPResponse.Status = .partialContent
  ) -> StubResponse {
    let fields =
      [("ETag", tag), ("Content-Range", range)] + (coding.map { [("Content-Encoding", $0)] } ?? [])
    return status == .notModified
      ? .status(status, fields: HTTPFields(fields)) : .text("xyz", fields, status: status)
  }

  @Test(
    arguments: [
      "another tag": rest("bytes 3-5/6", tag: "\"2\""), "another start": rest("bytes 2-5/6"),
      "not to the end": rest("bytes 3-4/6"), "no size": rest("bytes 3-5/*"), "no range": rest(""),
      "another coding": rest("bytes 3-5/6", coding: "gzip"),
      "not modified": rest("", status: .notModified),
      "not modified, with a range": rest("bytes 3-5/6", status: .notModified),
      "an error, with a range": rest("bytes 3-5/6", status: .rangeNotSatisfiable),
    ] as NamedCases<StubResponse>)
  func `an incomplete entry is only combined with its rest`(test: NamedCase<StubResponse>)
    async throws
  {
    let cached = CachedSession { request in
      if request["Range"] != nil { return test.value }
      let whole = StubResponse.text("abcdef", [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")])
      return request["X-Cut"] == nil ? whole : whole.failing(.connectionLost, afterBodyBytes: 3)
    }
    await #expect(throws: SessionError.self) { try await cached.send(.get, "a", [("X-Cut", "1")]) }
    #expect(try await cached.send().text == "abcdef")
    #expect(cached.count == 3)
  }

  @Test(
    arguments: [
      ("xyz", false, "abcxyz"), ("xy", false, nil), ("wxyz", false, nil), ("", false, nil),
      ("xyz", true, "abcxyz"), ("xy", true, "abcdef"), ("wxyz", true, "abcdef"), ("", true, "abcdef"),
    ] as [(String, Bool, String?)])
  func `a rest has the size that its range says, or the response fails`(
    rest: String, declaresSize: Bool, wanted: String?
  ) async throws {
    let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
    let cached = CachedSession { request in
      guard request["Range"] != nil else {
        let whole = StubResponse.text("abcdef", fields)
        return request["X-Cut"] == nil ? whole : whole.failing(.connectionLost, afterBodyBytes: 3)
      }
      let range = HTTPFields(fields + [("Content-Range", "bytes 3-5/6")])
      if declaresSize { return .bytes(Array(rest.utf8), status: .partialContent, fields: range) }
      let pieces = AsyncStream { continuation in
        continuation.yield(Array(rest.utf8))
        continuation.finish()
      }
      return .body(AsyncSource(pieces), status: .partialContent, fields: range)
    }
    await #expect(throws: SessionError.self) { try await cached.send(.get, "a", [("X-Cut", "1")]) }
    do {
      #expect(try await cached.send().text == wanted)
    } catch let error as SessionError {
      #expect(error.code == .connectionLost && wanted == nil)
    }
  }

  @Test func `a caller's own condition is answered while an incomplete entry is stored`() async throws {
    let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
    let cached = CachedSession { request in
      request["If-None-Match"] == nil
        ? .text("abcdef", fields).failing(.connectionLost, afterBodyBytes: 3)
        : .status(.notModified, fields: HTTPFields(fields))
    }
    await #expect(throws: SessionError.self) { try await cached.send() }
    #expect(try await cached.send(.get, "a", [("If-None-Match", "\"1\"")]).status == 304)
    #expect(cached.count == 2)
  }

  /// A response to `If-Range` need not repeat the fields of the incomplete entry (RFC 9110 §15.3.7).
  @Test(arguments: ["none": nil, "the same": "GZIP"] as NamedCases<String?>)
  func `a coded incomplete entry is completed by a rest with the same coding or none`(
    coding: NamedCase<String?>
  )
    async throws
  {
    let coded = try await gzipped(sampleBytes(10_000))
    let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
    let cached = CachedSession { request in
      guard request["Range"] != nil else {
        return .bytes(coded, fields: HTTPFields(fields + [("Content-Encoding", "gzip")]))
          .failing(.connectionLost, afterBodyBytes: 100)
      }
      let range = [("Content-Range", "bytes 100-\(coded.count - 1)/\(coded.count)")]
      return .bytes(
        Array(coded[100...]), status: .partialContent,
        fields: HTTPFields(fields + range + (coding.value.map { [("Content-Encoding", $0)] } ?? [])))
    }
    await #expect(throws: SessionError.self) { try await cached.send() }
    for _ in 1...2 {
      let response = try await cached.session.send(cached.session.request(.get, "a"))
      #expect(try await response.body.collect(upTo: 1 << 20) == sampleBytes(10_000))
      #expect(cached.count == 2)
    }
  }

  @Test func `ranges with different codings do not become a whole`() async throws {
    let coded = try await gzipped(Array("def".utf8))
    let end = coded.count + 3
    let cached = CachedSession { request in
      let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
      switch request["Range"] {
      case "bytes=0-2":
        return .text("abc", fields + [("Content-Range", "bytes 0-2/\(end)")], status: .partialContent)
      case "bytes=3-":
        let coding = [("Content-Encoding", "gzip"), ("Content-Range", "bytes 3-\(end - 1)/\(end)")]
        return .bytes(coded, status: .partialContent, fields: HTTPFields(fields + coding))
      default: return .text("abcdef", fields)
      }
    }
    _ = try await cached.send(.get, "a", [("Range", "bytes=0-2")])
    _ = try await cached.send(.get, "a", [("Range", "bytes=3-")])
    #expect(try await cached.send().text == "abcdef")
    #expect(cached.count == 3)
  }

  @Test func `ranges of a stored body are served`() async throws {
    let cached = CachedSession { _ in
      .text("0123456789", [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")])
    }
    _ = try await cached.send()
    for (range, text) in [
      ("bytes=2-4", "234"), ("bytes=7-", "789"), ("bytes=-1", "9"), ("bytes=0-99", "0123456789"),
    ] {
      let response = try await cached.send(.get, "a", [("Range", range)])
      #expect(response.status == 206 && response.text == text && response.isHit)
    }
    let part = try await cached.send(.get, "a", [("Range", "bytes=2-4"), ("If-Range", "\"1\"")])
    #expect(part["Content-Range"] == "bytes 2-4/10" && part["Content-Length"] == "3")
    #expect(
      try await cached.send(.get, "a", [("Range", "bytes=2-4"), ("If-Range", "\"2\"")]).text == "0123456789")
    #expect(cached.count == 1)
    _ = try await cached.send(.get, "a", [("Range", "bytes=1-2,4-5")])
    #expect(cached.count == 2)
  }

  @Test func `a range is not taken from a stored body whose coding the request does not accept`() async throws
  {
    let content = (0..<10_000).map { UInt8($0 / 100) }
    let coded = try await gzipped(content)
    let cached = CachedSession { request in
      let fields = [("Cache-Control", "max-age=60")]
      guard request["Accept-Encoding"]?.contains("gzip") == true else {
        let range = try #require(RequestedRange(request["Range"] ?? "")?.positions(in: 10_000))
        let bytes = Array(content[Int(range.lowerBound)..<Int(range.upperBound)])
        return .bytes(
          bytes, status: .partialContent,
          fields: HTTPFields(
            fields + [
              ("ETag", "\"1\""), ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/10000"),
            ]))
      }
      return .bytes(coded, fields: HTTPFields(fields + [("ETag", "\"2\""), ("Content-Encoding", "gzip")]))
    }
    _ = try await cached.send()
    for range in [0..<1000, 20..<30, 0..<coded.count] {
      let field = "bytes=\(range.lowerBound)-\(range.upperBound - 1)"
      var request = try cached.session.request(.get, "a", fields: HTTPFields([("Range", field)]))
      request.head.headerFields[.acceptEncoding] = "identity"
      let response = try await cached.session.send(request)
      #expect(try await response.body.collect(upTo: 20_000) == Array(content[range]))
    }
  }

  @Test func `ranges that follow each other become a whole`() async throws {
    let content = "0123456789"
    let cached = CachedSession { request in
      let range = try #require(RequestedRange(request["Range"] ?? "")?.positions(in: 10))
      let text = String(content.dropFirst(Int(range.lowerBound)).prefix(range.count))
      let fields = [
        ("Cache-Control", "max-age=60"), ("ETag", "\"1\""),
        ("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/10"),
      ]
      return .text(text, fields, status: .partialContent)
    }
    _ = try await cached.send(.get, "a", [("Range", "bytes=0-3")])
    #expect(try await cached.send(.get, "a", [("Range", "bytes=1-2")]).text == "12")
    #expect(cached.count == 1)
    _ = try await cached.send(.get, "a", [("Range", "bytes=4-6")])
    #expect(try await cached.send(.get, "a", [("Range", "bytes=2-5")]).text == "2345")
    _ = try await cached.send(.get, "a", [("Range", "bytes=7-")])
    #expect(cached.count == 3)
    let whole = try await cached.send()
    #expect(whole.status == 200 && whole.text == content && whole.isHit && whole["Content-Range"] == nil)
  }

  private static let digests = ["Content-Digest", "Content-MD5", "Repr-Digest"]

  /// The digests in a response of the cache, of which each message of the server has its own.
  private static func shown(_ received: Received) -> [String?] { digests.map { received[$0] } }

  @Test(
    arguments: [
      "a hit": ([("GET", nil, false)], ["get", "get", "get"]),
      "a range": ([("GET", "bytes=1-2", false)], [nil, nil, "get"]),
      "HEAD": ([("HEAD", nil, false)], [nil, nil, "get"]),
      "the caller's own copy": ([("GET", "\"1\"", false)], [nil, nil, "get"]),
      "a 304": ([("GET", nil, true)], ["get", "get", "get"]),
      "a hit after HEAD": ([("HEAD", nil, true), ("GET", nil, false)], ["get", "get", "get"]),
      "a range after a 304": ([("GET", nil, true), ("GET", "bytes=1-2", false)], [nil, nil, "get"]),
    ] as NamedCases<([(method: String, field: String?, isStale: Bool)], [String?])>)
  func `a digest of a message's content is that of no other message`(
    test: NamedCase<([(method: String, field: String?, isStale: Bool)], [String?])>
  ) async throws {
    let cached = CachedSession { request in
      let isConfirming = request["If-None-Match"] != nil
      let message = isConfirming ? "304" : request.method.rawValue.lowercased()
      let fields =
        [("Cache-Control", "max-age=9"), ("ETag", "\"1\"")] + Self.digests.map { ($0, message) }
      return isConfirming
        ? .status(.notModified, fields: HTTPFields(fields)) : .text("hello", fields)
    }
    _ = try await cached.send()
    var last: Received?
    for (method, field, isStale) in test.value.0 {
      if isStale { cached.clock.advance(seconds: 10) }
      let fields = field.map { [($0.hasPrefix("bytes") ? "Range" : "If-None-Match", $0)] } ?? []
      last = try await cached.send(#require(HTTPRequest.Method(method)), "a", fields)
    }
    #expect(try Self.shown(#require(last)) == test.value.1)
  }

  @Test(arguments: ["a body that was cut off": false, "ranges": true] as NamedCases)
  func `a body that is completed has the digest of no message`(isRange: NamedCase<Bool>) async throws {
    let cached = CachedSession { request in
      let fields =
        [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
        + Self.digests.map { ($0, request["Range"] ?? "") }
      switch request["Range"] {
      case "bytes=0-2":
        return .text("abc", fields + [("Content-Range", "bytes 0-2/6")], status: .partialContent)
      case "bytes=3-":
        return .text("def", fields + [("Content-Range", "bytes 3-5/6")], status: .partialContent)
      default: return .text("abcdef", fields).failing(.connectionLost, afterBodyBytes: 3)
      }
    }
    if isRange.value {
      _ = try await cached.send(.get, "a", [("Range", "bytes=0-2")])
    } else {
      await #expect(throws: SessionError.self) { try await cached.send() }
    }
    for _ in 1...2 {
      let whole = try await cached.send()
      #expect(whole.status == 200 && whole.text == "abcdef")
      #expect(Self.shown(whole) == [nil, nil, isRange.value ? "bytes=0-2" : ""])
    }
    #expect(cached.count == 2)
  }

  @Test func `HEAD neither completes an incomplete entry nor has a body`() async throws {
    let cached = CachedSession { request in
      let fields = [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]
      guard let range = request["Range"] else {
        return .status(.ok, fields: HTTPFields(fields + [("Content-Length", "10")]))
      }
      return range == "bytes=0-3"
        ? .text("0123", fields + [("Content-Range", "bytes 0-3/10")], status: .partialContent)
        : .status(.partialContent, fields: HTTPFields(fields + [("Content-Range", "bytes 4-9/10")]))
    }
    #expect(try await cached.send(.get, "a", [("Range", "bytes=0-3")]).text == "0123")
    let head = try await cached.send(.head)
    #expect(head.status == 200 && head.text == "" && head["Content-Length"] == "10")
    #expect(cached.stub.requests.map { $0["Range"] } == ["bytes=0-3", nil])
  }

  @Test func `the closure decides what is stored, and changes it`() async throws {
    let cached = CachedSession(configure: { cache in
      cache.willStore = { request, response in
        response.headerFields[.cacheControl] = "max-age=60"
        response.headerFields[.server] = nil
        return request.path != "/v1/b"
      }
    }) { _ in .text("hello", [("Cache-Control", "no-store"), ("Server", "x")]) }
    let first = try await cached.send()
    #expect(first["Cache-Control"] == "no-store" && first["Server"] == "x")
    let second = try await cached.send()
    #expect(second.isHit && second["Cache-Control"] == "max-age=60" && second["Server"] == nil)
    for _ in 1...2 { #expect(try await cached.send(.get, "b").isHit == false) }
  }

  @Test(arguments: [true, false])
  func `the closure decides again when the server confirms a response`(keeps: Bool) async throws {
    let cached = CachedSession(configure: { cache in
      cache.willStore = { _, response in
        response.headerFields[.cacheControl] = "max-age=60"
        return response.headerFields[.contentLength] == "5"
          && (keeps || response.headerFields[.server] == nil)
      }
    }) { request in
      let fields = [("ETag", "\"1\""), ("Cache-Control", "no-cache")]
      return request["If-None-Match"] == nil
        ? .text("hello", fields)
        : .status(.notModified, fields: HTTPFields(fields + [("Server", "x")]))
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 60)
    #expect(try await cached.send()["Server"] == "x")
    #expect(try await cached.send().isHit == keeps)
    #expect(cached.stub.requests.last?["If-None-Match"] == (keeps ? "\"1\"" : nil))
  }

  @Test func `codings are kept as they came, and decoded again`() async throws {
    let coded = try await gzipped(Array("hello".utf8))
    let cached = CachedSession { _ in
      .bytes(
        coded, fields: HTTPFields(Self.fresh + [("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding")]))
    }
    for _ in 1...2 { #expect(try await cached.send().text == "hello") }
    #expect(cached.count == 1)
    for await entry in try #require(cached.session.cache).entries {
      #expect(
        entry.bodyByteCount == Int64(coded.count) && entry.head.headerFields[.contentEncoding] == "gzip")
    }
  }

  @Test func `a stored response passes through middleware, too, whose changes are not stored`() async throws {
    let passed = Lock<[Int]>([])
    let cached = CachedSession(session: {
      $0.middleware = [
        { request, next in
          var response = try await next(request)
          passed.withLock { $0.append(response.head.status.code) }
          response.fields[.server] = (response.fields[.server] ?? "") + "m"
          return response
        }
      ]
    }) { _ in .text("hello", Self.fresh) }
    for isHit in [false, true, true] {
      let response = try await cached.send()
      #expect(response.isHit == isHit && response.text == "hello" && response["Server"] == "m")
    }
    #expect(cached.count == 1 && passed.withLock { $0 } == [200, 200, 200])
  }

  @Test func `streams pass by`() async throws {
    let cached = CachedSession { _ in .text("1\n2\n", Self.fresh + [("Content-Type", "application/jsonl")]) }
    for _ in 1...2 {
      var numbers: [Int] = []
      for try await number in cached.session.stream("a", decoding: .jsonLines(Int.self)) {
        numbers.append(number)
      }
      #expect(numbers == [1, 2])
    }
    #expect(cached.count == 2)
  }

  @Test func `a body above the limit is passed on, and not stored`() async throws {
    let content = sampleBytes(200_000)
    let cached = CachedSession(maximumByteCount: 100_000) { _ in
      .bytes(content, fields: HTTPFields(Self.fresh))
    }
    for _ in 1...2 {
      let response = try await cached.session.send(cached.session.request(.get, "a"))
      #expect(try await response.body.collect(upTo: 1 << 20) == content)
    }
    #expect(cached.count == 2)
    #expect(await cached.session.cache?.byteCount == 0)
  }

  @Test func `entries are listed and removed, by URL, origin and partition`() async throws {
    let cached = CachedSession(configure: { $0.partition = "ann" }) { request in
      .text(request.path, Self.fresh)
    }
    let cache = try #require(cached.session.cache)
    for path in ["a?x=1", "b", "https://other.example/c"] { _ = try await cached.send(.get, path) }
    cached.clock.advance(seconds: 5)
    var urls: Set<String> = []
    for await entry in cache.entries {
      urls.insert(entry.url)
      #expect(entry.partition == "ann" && entry.age == .seconds(5) && entry.lifetime == .seconds(60))
      #expect(entry.isComplete && entry.head.status == .ok)
    }
    #expect(urls.count == 3 && urls.contains { $0.hasSuffix("/v1/a?x=1") })
    #expect(await cache.byteCount > 0)
    try await cache.remove("https://api.example.com/v1/a?x=1")
    try await cache.removeAll(partition: "bob")
    try await cache.removeAll(origin: "https://other.example")
    for await entry in cache.entries { #expect(entry.url.hasSuffix("/v1/b")) }
    #expect(try await cached.send(.get, "b").isHit)
    for await entry in cache.entries { try await cache.remove(entry) }
    #expect(await cache.byteCount == 0)
    await #expect(throws: SessionError.self) { try await cache.remove("b") }
  }

  @Test func `invalid entries that cannot be removed are not used`() async throws {
    let store = StuckStore(store: MemoryStore(maximumByteCount: 1 << 20))
    let cached = CachedSession(store: store) { _ in .text("hello", Self.fresh) }
    #expect(try await !cached.send(.get, "a").isHit)
    #expect(try await cached.send(.get, "a").isHit)
    store.isStuck.withLock { $0 = true }
    #expect(try await cached.send(.post, "a").status == 200)
    #expect(try await !cached.send(.get, "a").isHit)
    #expect(try await !cached.send(.get, "a").isHit)
    await #expect(throws: BodyError.self) {
      try await cached.session.cache?.remove("https://api.example.com/v1/a")
    }
    await #expect(throws: BodyError.self) { try await cached.session.cache?.removeAll() }
    store.isStuck.withLock { $0 = false }
    #expect(try await !cached.send(.get, "a").isHit)
    #expect(try await cached.send(.get, "a").isHit)
  }

  @Test func `partitions do not see each other's entries`() async throws {
    let store = MemoryStore(maximumByteCount: 1 << 20)
    let stub = StubTransport { _ in .text("hello", Self.fresh) }
    for partition in ["ann", "bob", "ann"] {
      var cache = ResponseCache(store)
      cache.partition = partition
      var configuration = Session.Configuration()
      configuration.cache = cache
      let session = Session(configuration, transport: stub)
      _ = try await session.get("https://api.example.com/", decoding: .text())
    }
    #expect(stub.requests.count == 2)
  }

  @Test(arguments: ["a response", "a request"])
  func `an incomplete entry stays one if no-store forbids to store the rest`(sender: String) async throws {
    let content = sampleBytes(300)
    let cached = CachedSession { request in
      guard request["Range"] == "bytes=200-" else {
        return .bytes(content, fields: HTTPFields([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
          .failing(.connectionLost, afterBodyBytes: 200)
      }
      return .bytes(
        Array(content[200...]), status: .partialContent,
        fields: HTTPFields([
          ("Content-Range", "bytes 200-299/300"), ("ETag", "\"1\""),
          ("Cache-Control", sender == "a response" ? "no-store" : "max-age=60"),
        ]))
    }
    await #expect(throws: SessionError.self) { try await cached.send() }
    for count in 2...3 {
      let received = try await cached.send(
        .get, "a", sender == "a request" ? [("Cache-Control", "no-store")] : [])
      #expect(received.status == 200 && received.cacheStatus == "sluice; fwd=partial; fwd-status=206")
      #expect(cached.count == count)
    }
  }
}

/// A store that can fail to remove entries.
private final class StuckStore: ForwardingStore {
  let store: any CacheStore
  let isStuck = Lock(false)

  init(store: any CacheStore) { self.store = store }

  private func check() throws(BodyError) {
    if isStuck.withLock({ $0 }) { throw BodyError(.writeFailed, path: "/cache") }
  }

  func removeAll(_ key: CacheKey) async throws(BodyError) {
    try check()
    try await store.removeAll(key)
  }

  func removeAll(partition: [UInt8]?, origin: String?) async throws(BodyError) {
    try check()
    try await store.removeAll(partition: partition, origin: origin)
  }
}
