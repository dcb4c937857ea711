import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Cookies that a session keeps for servers.
@Suite(.timeLimit(.minutes(5))) struct CookieTests {
  /// Returns the cookies that a server receives if it sets some with each response.
  private func received(
    setting fields: [String] = ["a=1; Max-Age=3600", "b=2"], _ cookies: TransportSettings.Cookies,
    requests: Int = 2,
    own: HTTPFields = [:]
  ) async throws -> [[String]] {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, headers: fields.map { ("Set-Cookie", $0) })
    } configure: {
      $0.cookies = cookies
    } test: { session, _ in
      for _ in 0..<requests { _ = try await session.get("", fields: own, decoding: .bytes) }
    }
    // Their order is not defined.
    return received.all.map {
      $0["Cookie"].map { $0.split(separator: "; ").sorted().joined(separator: "; ") }
    }
  }

  @Test func `no cookies are kept if they are off`() async throws {
    #expect(try await received(.off) == [[], []])
  }

  @Test func `cookies go back to their host and path alone`() async throws {
    #expect(try await received(.inMemory) == [[], ["a=1; b=2"]])
    #expect(
      try await received(setting: ["a=1; Path=/x", "c=3; Domain=other.example"], .inMemory) == [[], []])
  }

  @Test func `an expired cookie is removed`() async throws {
    #expect(try await received(setting: ["a=1", "a=; Max-Age=0"], .inMemory) == [[], []])
  }

  @Test func `a request's own cookies are sent too`() async throws {
    #expect(try await received(.off, own: [.cookie: "own=0"]) == [["own=0"], ["own=0"]])
    let kept = try await received(setting: ["a=1"], .inMemory, own: [.cookie: "own=0"])
    #expect(kept.map(\.count) == [1, 1], "there is a single field")
    #expect(kept.first == ["own=0"])
    #expect(kept.last == ["a=1; own=0"])
  }

  @Test func `a file keeps cookies across sessions`() async throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/cookies"
    let cookies = TransportSettings.Cookies.file(path, keepsSessionCookies: true)
    #expect(try await received(cookies) == [[], ["a=1; b=2"]])
    #expect(try folder.names() == ["cookies"])
    #expect(try await received(cookies, requests: 1) == [["a=1; b=2"]])
  }

  // RFC 6265 §5.3: the cookies whose persistent-flag is false are removed when the session is over.
  @Test func `a session cookie ends with the session`() async throws {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/cookies"
    #expect(try await received(.file(path)) == [[], ["a=1; b=2"]])
    #expect(try await received(.file(path), requests: 1) == [["a=1"]])
    #expect(!String(decoding: try folder.contents("cookies"), as: UTF8.self).contains("b\t2"))
  }

  @Test func `a session cookie of another program's file is not sent`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file(
      "cookies",
      Array(
        """
        # Netscape HTTP Cookie File
        127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\t1
        127.0.0.1\tFALSE\t/\tFALSE\t4102444800\tlong\t1

        """.utf8))
    #expect(try await received(setting: [], .file(path), requests: 1) == [["long=1"]])
    #expect(
      try await received(setting: [], .file(path, keepsSessionCookies: true), requests: 1) == [
        ["long=1; session=1"]
      ])
  }

  @Test func `a file that has no cookies or cannot be read is ignored`() async throws {
    let folder = try TemporaryDirectory()
    let garbage = try folder.file("garbage", Array("\0\u{1}x\n\n#HttpOnly_\t\t\t".utf8))
    #expect(try await received(.file(garbage)).count == 2)
    #expect(try await received(.file(folder.path)) == [[], ["a=1; b=2"]])
    #expect(try await received(.file("/no/such/folder/cookies")) == [[], ["a=1; b=2"]])
  }

  /// Neither is read: the first would never be opened, and the second has no end.
  @Test func `a FIFO or a device in place of the file is ignored`() async throws {
    let folder = try TemporaryDirectory()
    for path in [try folder.fifo("fifo"), "/dev/zero"] {
      #expect(try await received(.file(path)) == [[], ["a=1; b=2"]])
    }
    #expect(try folder.names() == ["fifo"])
  }

  // libcurl's list of public suffixes does not contain `co.uk.`, with a dot.
  @Test(arguments: [
    ("http://foo.co.uk./", "http://bar.co.uk./", false), ("http://foo.co.uk./", "http://foo.co.uk./", false),
    ("http://foo.example/", "http://foo.example/", true),
  ]) func `a host whose name ends in a dot has no cookies`(first: String, second: String, isSent: Bool)
    async throws
  {
    let received = Record<ReceivedRequest>()
    let server = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, headers: [("Set-Cookie", "a=1; Domain=co.uk."), ("Set-Cookie", "b=2")])
    }
    defer { server.stop() }
    let session = Session(
      .test {
        $0.cookies = .inMemory
        $0.proxy = server.url
      })
    _ = try await session.get(.init(first), decoding: .bytes)
    _ = try await session.get(.init(second), fields: [.cookie: "own=0"], decoding: .bytes)
    await session.invalidate()
    try #require(received.count == 2)
    #expect(received.all[1]["Cookie"] == [isSent ? "b=2; own=0" : "own=0"])
  }

  @Test func `a redirect to another host takes no cookies along`() async throws {
    let received = Record<ReceivedRequest>()
    let other = try LoopbackServer.http {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    }
    defer { other.stop() }
    try await withServer {
      _ = $0
      try $1.respond(302, headers: [("Set-Cookie", "a=1"), ("Location", "http://localhost:\(other.port)/")])
    } configure: {
      $0.cookies = .inMemory
    } test: { session, _ in
      for _ in 0..<2 { _ = try await session.get("", fields: [.cookie: "own=0"], decoding: .bytes) }
    }
    #expect(received.all.map { $0["Cookie"] } == [[], []])
  }
}
