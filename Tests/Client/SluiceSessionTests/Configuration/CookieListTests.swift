import FoundationEssentials
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Cookies that a program lists and removes.
@Suite(.timeLimit(.minutes(5))) struct CookieListTests {
  private static let fields = [
    ("Set-Cookie", "id=secret; Path=/; HttpOnly"),
    ("Set-Cookie", "theme=dark; Path=/a; Max-Age=3600"),
    ("Set-Cookie", "gone=1; Max-Age=0"),
  ]

  /// A session whose server sets cookies for `/set`, and records those that it gets.
  private func withCookies(
    _ cookies: TransportSettings.Cookies, _ test: (Session, Record<String>) async throws -> Void
  ) async throws {
    let received = Record<String>()
    try await withServer { request, connection in
      received.append(try ReceivedRequest(request, connection)["Cookie"].joined(separator: "; "))
      try connection.respond(204, headers: request.target == "/set" ? Self.fields : [])
    } configure: {
      $0.cookies = cookies
    } test: { session, _ in
      try await test(session, received)
    }
  }

  @Test func `cookies of a response are listed with their attributes`() async throws {
    try await withCookies(.inMemory) { session, _ in
      #expect(session.cookies() == [])
      _ = try await session.send(session.request(.get, "set"))
      let cookies = session.cookies().sorted { $0.name < $1.name }
      try #require(cookies.map(\.name) == ["id", "theme"])
      #expect(cookies.map(\.value) == ["secret", "dark"])
      #expect(cookies.map(\.path) == ["/", "/a"])
      #expect(cookies.allSatisfy { $0.domain == "127.0.0.1" && !$0.includesSubdomains && !$0.isSecure })
      #expect(cookies.map(\.isHTTPOnly) == [true, false])
      #expect(cookies[0].expires == nil)
      let time = try #require(cookies[1].expires).timeIntervalSinceNow
      #expect(time > 3000 && time <= 3600)
      #expect("\(cookies[0])" == "id (127.0.0.1/)")
      #expect(!String(reflecting: cookies).contains("secret"))
    }
  }

  @Test func `a removed cookie is neither listed nor sent`() async throws {
    try await withCookies(.inMemory) { session, received in
      _ = try await session.send(session.request(.get, "set"))
      _ = try await session.send(session.request(.get, "a"))
      await session.removeCookies { $0.name == "id" }
      #expect(session.cookies().map(\.name) == ["theme"])
      _ = try await session.send(session.request(.get, "a"))
      _ = try await session.send(session.request(.get, "a"))
      #expect(session.cookies().map(\.name) == ["theme"])
      await session.removeCookies { _ in true }
      #expect(session.cookies() == [])
      _ = try await session.send(session.request(.get, "a"))
      // It can be set again.
      _ = try await session.send(session.request(.get, "set"))
      #expect(session.cookies().count == 2)
      _ = try await session.send(session.request(.get, ""))
      let sorted = received.all.map { $0.split(separator: "; ").sorted().joined(separator: "; ") }
      #expect(sorted == ["", "id=secret; theme=dark", "theme=dark", "theme=dark", "", "", "id=secret"])
    }
  }

  @Test func `the cookies of a file are listed at once, and removed from it`() async throws {
    let folder = try TemporaryDirectory()
    let path = folder.path("cookies")
    try await withCookies(.file(path)) { session, _ in
      _ = try await session.send(session.request(.get, "set"))
    }
    try await withCookies(.file(path)) { session, received in
      #expect(session.cookies().map(\.name) == ["theme"])
      await session.removeCookies { $0.name == "theme" }
      let text = String(decoding: try folder.contents("cookies"), as: UTF8.self)
      #expect(!text.contains("theme"))
      _ = try await session.send(session.request(.get, "a"))
      #expect(received.all == [""])
    }
  }

  @Test func `a session without cookies has none`() async throws {
    try await withCookies(.off) { session, _ in
      _ = try await session.send(session.request(.get, "set"))
      await session.removeCookies { _ in true }
      #expect(session.cookies() == [])
    }
  }
}
