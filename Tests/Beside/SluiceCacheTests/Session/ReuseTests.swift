import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceCache

/// Responses that are used again.
@Suite(.timeLimit(.minutes(5))) struct ReuseTests {
  @Test func `a fresh response needs no request`() async throws {
    let cached = CachedSession { _ in .text("hello", [("Cache-Control", "max-age=60")]) }
    let first = try await cached.send()
    #expect(first.cacheStatus == "sluice; fwd=uri-miss; fwd-status=200; stored" && first.text == "hello")
    cached.clock.advance(seconds: 59)
    let second = try await cached.send()
    #expect(second.status == 200 && second.text == "hello" && second["Age"] == "59")
    #expect(second.cacheStatus == "sluice; hit; ttl=1" && second["Content-Length"] == "5")
    #expect(second.metrics?.networkProtocol == nil && second.metrics?.receivedByteCount == 0)
    #expect(first.metrics?.networkProtocol == "http/1.1" && first.metrics?.receivedByteCount == 5)
    #expect(cached.count == 1)
    cached.clock.advance(seconds: 1)
    #expect(try await cached.send().isHit == false)
    #expect(cached.count == 2)
  }

  @Test func `a stale response is validated`() async throws {
    let cached = CachedSession { request in
      if request["If-None-Match"] == "\"1\"" {
        return .status(.notModified, fields: HTTPFields([("ETag", "\"1\""), ("X-New", "1")]))
      }
      return .text("hello", [("Cache-Control", "max-age=60"), ("ETag", "\"1\""), ("Age", "10")])
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 60)
    let validated = try await cached.send()
    #expect(validated.status == 200 && validated.text == "hello" && validated["X-New"] == "1")
    #expect(validated.cacheStatus == "sluice; fwd=stale; fwd-status=304; ttl=60" && validated["Age"] == "0")
    #expect(try await cached.send().isHit)
    #expect(cached.stub.requests.map { $0["If-None-Match"] } == [nil, "\"1\""])
  }

  @Test func `a response that has changed replaces the stored one`() async throws {
    let cached = CachedSession { request in
      .text(request["If-None-Match"] ?? "old", [("Cache-Control", "no-cache"), ("ETag", "\"1\"")])
    }
    #expect(try await cached.send().text == "old")
    #expect(try await cached.send().text == "\"1\"")
    #expect(await cached.session.cache?.entries.reduce(0) { count, _ in count + 1 } == 1)
  }

  @Test func `a 304 about another version is not used`() async throws {
    let cached = CachedSession { request in
      if request["If-None-Match"] != nil {
        return .status(.notModified, fields: HTTPFields([("ETag", "\"2\"")]))
      }
      return .text("hello", [("Cache-Control", "no-cache"), ("ETag", "\"1\"")])
    }
    for _ in 1...2 { #expect(try await cached.send().text == "hello") }
    #expect(cached.stub.requests.map { $0["If-None-Match"] } == [nil, "\"1\"", nil])
  }

  @Test(
    arguments: [
      "the same strong tag": ("\"1\"", "\"1\"", true), "the same weak tag": ("W/\"1\"", "W/\"1\"", true),
      "a strong tag for a weak one": ("W/\"1\"", "\"1\"", false),
      "a weak tag for a strong one": ("\"1\"", "W/\"1\"", true),
    ] as NamedCases<(String, String, Bool)>)
  func `a 304 with a strong tag confirms no weak one`(test: NamedCase<(String, String, Bool)>) async throws {
    let (stored, confirming, isConfirmed) = test.value
    let cached = CachedSession { request in
      request["If-None-Match"] == nil
        ? .text("hello", [("Cache-Control", "max-age=9"), ("ETag", stored)])
        : .status(.notModified, fields: HTTPFields([("ETag", confirming)]))
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 10)
    let received = try await cached.send()
    #expect(received.text == "hello" && cached.count == (isConfirmed ? 2 : 3))
    // A weak tag has not become strong.
    let isWeak = received["ETag"]?.hasPrefix("W/") == true
    #expect(isWeak == (stored.hasPrefix("W/") || confirming.hasPrefix("W/")))
    let own = try await cached.send(.get, "a", [("If-None-Match", "\"2\""), ("Cache-Control", "no-cache")])
    #expect(own.status == 304)
    #expect(try await cached.send().fields[.eTag] == received["ETag"])
  }

  @Test(
    arguments: [
      "404": (404, []), "410": (410, []), "no-store": (200, [("Cache-Control", "no-store")]),
      "Vary: *": (200, [("Vary", "*"), ("Cache-Control", "max-age=60")]), "nothing to keep it by": (200, []),
      "a redirect": (302, [("Location", "b")]),
      "a body above the limit": (200, [("Cache-Control", "max-age=60"), ("X-Large", "1")]),
    ] as NamedCases<(Int, [(String, String)])>)
  func `a response to a reload replaces the stored one even if it is not stored`(
    test: NamedCase<(Int, [(String, String)])>
  ) async throws {
    let isFirst = Lock(true)
    let (status, fields) = test.value
    let cached = CachedSession(maximumByteCount: 100_000, session: { $0.redirects.maximumCount = 0 }) { _ in
      if isFirst.withLock({ exchange(&$0, with: false) }) {
        return .text("old", [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")])
      }
      let text = fields.contains { $0.0 == "X-Large" } ? String(repeating: "n", count: 200_000) : "new"
      return .text(text, fields, status: .init(code: status))
    }
    _ = try await cached.send()
    _ = try? await cached.send(policy: .reload)
    #expect(cached.count == 2)
    let next = try? await cached.send()
    #expect(next?.text != "old" && cached.count == 3)
    #expect(try await cached.send(policy: .onlyIfCached).status == 504)
  }

  @Test func `an error of the server leaves what a reload would replace`() async throws {
    let count = Lock(0)
    let cached = CachedSession { _ in
      count.withLock { $0 += 1 }
      return count.withLock { $0 } == 1
        ? .text("old", [("Cache-Control", "max-age=60")]) : .text("", [], status: .serviceUnavailable)
    }
    _ = try await cached.send()
    #expect(try await cached.send(policy: .reload).status == 503)
    #expect(try await cached.send().text == "old")
  }

  @Test(
    arguments: [
      "a named field": ("max-age=9", "max-age=9", "X-A", "X-A"),
      "any field": ("max-age=9", "max-age=9", "*", "X-A"),
      "the user": ("public, max-age=9", "max-age=9", "", "Authorization"),
    ] as NamedCases<(String, String, String, String)>)
  func `a 304 that makes a response depend on more fields removes it`(
    test: NamedCase<(String, String, String, String)>
  ) async throws {
    let (old, new, vary, name) = test.value
    let cached = CachedSession { request in
      let fields = [("ETag", "\"1\""), ("Cache-Control", request["If-None-Match"] == nil ? old : new)]
      return request["If-None-Match"] == nil
        ? .text("to \(request[name] ?? "")", fields)
        : .status(.notModified, fields: HTTPFields(fields + [("Vary", vary)]))
    }
    _ = try await cached.send(.get, "a", [(name, "1")])
    cached.clock.advance(seconds: 10)
    let validated = try await cached.send(.get, "a", [(name, "1")])
    #expect(validated.text == "to 1" && validated.cacheStatus == "sluice; fwd=stale; fwd-status=304; ttl=9")
    #expect(try await cached.send(.get, "a", [(name, "2")]).text == "to 2")
  }

  @Test func `a 304 that names fewer fields keeps the response`() async throws {
    let cached = CachedSession { request in
      request["If-None-Match"] == nil
        ? .text("hello", [("ETag", "\"1\""), ("Cache-Control", "max-age=9"), ("Vary", "X-A, X-B")])
        : .status(.notModified, fields: HTTPFields([("ETag", "\"1\""), ("Vary", "X-A")]))
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 10)
    for _ in 1...2 { #expect(try await cached.send().text == "hello") }
    #expect(cached.count == 2)
  }

  @Test func `HEAD that makes a response depend on more fields removes it`() async throws {
    let cached = CachedSession { request in
      let fields = [("ETag", "\"1\""), ("Cache-Control", "max-age=60")]
      return request.method == .head
        ? .status(.ok, fields: HTTPFields(fields + [("Vary", "X-A"), ("Content-Length", "4")]))
        : .text("to \(request["X-A"] ?? "")", fields)
    }
    _ = try await cached.send(.get, "a", [("X-A", "1")])
    _ = try await cached.send(.head, "a", [("X-A", "1"), ("Cache-Control", "no-cache")])
    #expect(try await cached.send(.get, "a", [("X-A", "2")]).text == "to 2")
  }

  @Test func `the cookies of a 304 are passed on, and not stored`() async throws {
    let cached = CachedSession { request in
      request["If-None-Match"] == nil
        ? .text("hello", [("ETag", "\"1\""), ("Cache-Control", "max-age=9")])
        : .status(.notModified, fields: HTTPFields([("ETag", "\"1\""), ("Set-Cookie", "a=b")]))
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 10)
    #expect(try await cached.send()["Set-Cookie"] == "a=b")
    #expect(try await cached.send()["Set-Cookie"] == nil)
    #expect(cached.count == 2)
  }

  @Test(arguments: [("If-None-Match", "\"1\""), ("If-None-Match", "*"), ("If-Modified-Since", httpDate)])
  func `conditions are about successful responses`(field: (String, String)) async throws {
    let cached = CachedSession { request in
      let fields = [("ETag", "\"1\""), ("Cache-Control", "max-age=60"), ("Last-Modified", Self.httpDate)]
      return .text("hello", fields, status: request.path.hasSuffix("a") ? .ok : .notFound)
    }
    for (path, status) in [("a", 304), ("b", 404)] {
      _ = try await cached.send(.get, path)
      let received = try await cached.send(.get, path, [field])
      #expect(received.status == status && received.isHit)
    }
  }

  private static let httpDate = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(
    arguments: [
      "gone": (410, false), "missing": (404, false), "forbidden": (403, true), "busy": (429, true),
    ] as NamedCases<(Int, Bool)>)
  func `a response is kept for errors of the server until it has said that there is none`(
    test: NamedCase<(Int, Bool)>
  ) async throws {
    let statuses = Lock([200, test.value.0, 503][...])
    let cached = CachedSession { _ in
      let status = statuses.withLock { $0.popFirst() } ?? 503
      let fields =
        status == 200 ? [("Cache-Control", "max-age=9, stale-if-error=60"), ("ETag", "\"1\"")] : []
      return .text("\(status)", fields, status: .init(code: status))
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 10)
    #expect(try await cached.send().status == test.value.0)
    #expect(try await cached.send().status == (test.value.1 ? 200 : 503))
  }

  @Test func `a date is a validator, too`() async throws {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let cached = CachedSession { request in
      request["If-Modified-Since"] == date ? .status(.notModified) : .text("hello", [("Last-Modified", date)])
    }
    _ = try await cached.send()
    #expect(try await cached.send().text == "hello")
    #expect(cached.count == 2)
  }

  @Test(
    arguments: [
      "no-cache": ("max-age=60", "no-cache", false), "max-age=0": ("max-age=60", "max-age=0", false),
      "max-age=30": ("max-age=60", "max-age=30", true), "min-fresh=30": ("max-age=60", "min-fresh=30", true),
      "min-fresh=70": ("max-age=60", "min-fresh=70", false),
      "immutable": ("max-age=60, immutable", "max-age=0", true),
      "max-stale": ("max-age=1", "max-stale", true), "max-stale=10": ("max-age=1", "max-stale=10", true),
      "max-stale=5": ("max-age=1", "max-stale=5", false),
      "must-revalidate": ("max-age=1, must-revalidate", "max-stale", false),
      "no-cache in the response": ("max-age=60, no-cache", "max-stale", false),
    ] as NamedCases<(String, String, Bool)>)
  func `the request's directives count`(test: NamedCase<(String, String, Bool)>) async throws {
    let cached = CachedSession { _ in .text("hello", [("Cache-Control", test.value.0), ("ETag", "\"1\"")]) }
    _ = try await cached.send()
    cached.clock.advance(seconds: 9)
    #expect(try await cached.send(.get, "a", [("Cache-Control", test.value.1)]).isHit == test.value.2)
  }

  @Test func `only-if-cached sends no request`() async throws {
    let cached = CachedSession { _ in .text("hello", [("Cache-Control", "max-age=60")]) }
    let fields = [("Cache-Control", "only-if-cached")]
    #expect(try await cached.send(.get, "a", fields).status == 504)
    _ = try await cached.send()
    #expect(try await cached.send(.get, "a", fields).isHit)
    cached.clock.advance(seconds: 61)
    let refused = try await cached.send(.get, "a", fields)
    #expect(refused.status == 504 && refused.cacheStatus == "sluice; detail=only-if-cached")
    #expect(cached.count == 1)
  }

  @Test func `the policies use a stale response as they say`() async throws {
    let cached = CachedSession { _ in .text("hello", [("Cache-Control", "max-age=60")]) }
    #expect(try await cached.send(policy: .onlyIfCached).status == 504)
    #expect(try await cached.send(policy: .returnCacheElseLoad).text == "hello")
    cached.clock.advance(seconds: 100)
    #expect(try await cached.send(policy: .onlyIfCached).cacheStatus == "sluice; hit; ttl=-40")
    #expect(try await cached.send(policy: .returnCacheElseLoad).isHit)
    #expect(cached.count == 1)
    let reloaded = try await cached.send(policy: .reload)
    #expect(reloaded.cacheStatus == "sluice; fwd=request; fwd-status=200; stored")
    #expect(try await cached.send().isHit)
    let bypassed = try await cached.send(policy: .bypass)
    #expect(bypassed.cacheStatus == nil && cached.count == 3)
  }

  @Test func `the session's policy is that of requests without one`() async throws {
    let cached = CachedSession(configure: { $0.policy = .bypass }) { _ in
      .text("hello", [("Cache-Control", "max-age=60")])
    }
    for _ in 1...2 { _ = try await cached.send() }
    #expect(cached.count == 2)
    for _ in 1...2 { _ = try await cached.send(policy: .standard) }
    #expect(cached.count == 3)
  }

  @Test func `a stale response is used while it is validated`() async throws {
    let validation = Event()
    let cached = CachedSession { request in
      if request["If-None-Match"] != nil { try await validation.wait() }
      return .text("hello", [("Cache-Control", "max-age=1, stale-while-revalidate=60"), ("ETag", "\"1\"")])
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 30)
    for _ in 1...3 { #expect(try await cached.send().cacheStatus == "sluice; hit; ttl=-29") }
    #expect(await eventually { cached.count == 2 })
    validation.happen()
    var isFresh = false
    while !isFresh { isFresh = try await cached.send().cacheStatus == "sluice; hit; ttl=1" }
    #expect(cached.count == 2)
    cached.clock.advance(seconds: 62)
    #expect(try await cached.send().isHit == false)
  }

  @Test func `the end of a session waits for validations`() async throws {
    let released = Event()
    let cached = CachedSession { request in
      if request["If-None-Match"] != nil { try await released.wait() }
      return .text("hello", [("Cache-Control", "max-age=1, stale-while-revalidate=60"), ("ETag", "\"1\"")])
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 30)
    #expect(try await cached.send().cacheStatus == "sluice; hit; ttl=-29")
    async let end: Void = cached.session.invalidate(after: .seconds(3600))
    #expect(await eventually { cached.count == 2 })
    released.happen()
    await end
    let entries = await cached.session.cache?.entries.reduce(into: []) { $0.append($1.age) }
    #expect(entries == [.zero])
  }

  @Test(arguments: ["an error": true, "a failure": false] as NamedCases)
  func `a stale response is used if its server fails`(isStatus: NamedCase<Bool>) async throws {
    let cached = CachedSession { request in
      if request["If-None-Match"] != nil {
        return isStatus.value ? .status(.serviceUnavailable) : .failure(.connectionFailed)
      }
      return .text("hello", [("Cache-Control", "max-age=1, stale-if-error=60"), ("ETag", "\"1\"")])
    }
    _ = try await cached.send()
    cached.clock.advance(seconds: 61)
    #expect(try await cached.send().text == "hello")
    cached.clock.advance(seconds: 1)
    if isStatus.value {
      #expect(try await cached.send().status == 503)
    } else {
      let error = await #expect(throws: SessionError.self) { try await cached.send() }
      #expect(error?.code == .connectionFailed)
    }
  }

  @Test func `variants are kept side by side`() async throws {
    let cached = CachedSession { request in
      .text(request["X-Language"] ?? "none", [("Cache-Control", "max-age=60"), ("Vary", "X-Language")])
    }
    for _ in 1...2 {
      for language in ["de", "fr"] {
        #expect(try await cached.send(.get, "a", [("X-Language", language)]).text == language)
      }
    }
    #expect(cached.count == 2)
    #expect(try await cached.send().cacheStatus == "sluice; fwd=vary-miss; fwd-status=200; stored")
    for number in 1...40 { _ = try await cached.send(.get, "a", [("X-Language", "\(number)")]) }
    #expect(await cached.session.cache?.entries.reduce(0) { count, _ in count + 1 } == 16)
  }

  @Test func `a response to one user is not another's`() async throws {
    let cached = CachedSession { request in
      .text(request["Authorization"] ?? "none", [("Cache-Control", "max-age=60")])
    }
    for user in ["a", "b", "a"] {
      #expect(try await cached.send(.get, "a", [("Authorization", user)]).text == user)
    }
    #expect(try await cached.send().text == "none")
    #expect(cached.count == 3)
  }

  @Test func `HEAD is answered by the response to GET, and updates it`() async throws {
    let tag = Lock("\"1\"")
    let cached = CachedSession { request in
      .text(
        "hello",
        [
          ("Cache-Control", "max-age=60"), ("ETag", tag.withLock { $0 }),
          ("X-Method", request.method.rawValue),
        ])
    }
    _ = try await cached.send()
    let head = try await cached.send(.head)
    #expect(head.isHit && head.text == "" && head["Content-Length"] == "5" && head["X-Method"] == "GET")
    cached.clock.advance(seconds: 61)
    #expect(try await cached.send(.head).isHit == false)
    let updated = try await cached.send()
    #expect(updated.isHit && updated.text == "hello" && updated["X-Method"] == "HEAD")
    tag.withLock { $0 = "\"2\"" }
    cached.clock.advance(seconds: 61)
    _ = try await cached.send(.head)
    #expect(try await cached.send().cacheStatus == "sluice; fwd=uri-miss; fwd-status=200; stored")
  }

  @Test func `the caller's own conditions are answered`() async throws {
    let cached = CachedSession { _ in .text("hello", [("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]) }
    _ = try await cached.send()
    let same = try await cached.send(.get, "a", [("If-None-Match", "\"0\", W/\"1\"")])
    #expect(same.status == 304 && same.isHit && same.text == "")
    #expect(try await cached.send(.get, "a", [("If-None-Match", "\"2\"")]).text == "hello")
    #expect(cached.count == 1)
    _ = try await cached.send(.get, "a", [("If-Match", "\"1\"")])
    #expect(cached.count == 2)
  }
}
