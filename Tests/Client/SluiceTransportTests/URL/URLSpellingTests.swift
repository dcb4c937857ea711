import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import Testing

/// URLs with characters that must be percent-encoded, from every source. The tool's tests cover the command line.
@Suite(.timeLimit(.minutes(5))) struct URLSpellingTests {
  private static let spellings = [
    ("/a b", "/a%20b"), ("/ü c", "/%C3%BC%20c"), ("/x?q=to & fro", "/x?q=to%20&%20fro"), ("/100%", "/100%25"),
    ("/%c3%bc/%2f?q=%c3%bc%2f", "/%C3%BC/%2F?q=%C3%BC%2F"), ("/x?q=a+b", "/x?q=a+b"),
  ]

  /// Returns the targets that a server receives.
  private func targets(
    redirectingTo location: String = "", _ send: (Session, LoopbackServer) async throws -> Void
  ) async throws -> [String] {
    let seen = Record<String>()
    try await withServer { request, connection in
      _ = try connection.readBody()
      seen.append(request.target)
      if request.target == "/start" {
        try connection.respond(307, headers: [("Location", location)])
      } else {
        try connection.respond(204)
      }
    } test: { session, server in
      try await send(session, server)
    }
    return seen.all
  }

  @Test(arguments: spellings)
  func `a caller's URL is percent-encoded`(target: String, sent: String) async throws {
    let seen = try await targets { session, server in
      _ = try await session.send(session.request(.get, .init(server.url + target)))
    }
    #expect(seen == [sent])
  }

  @Test(arguments: spellings)
  func `a reference is percent-encoded`(target: String, sent: String) async throws {
    let seen = try await targets { session, _ in
      _ = try await session.send(session.request(.get, .init(target)))
    }
    #expect(seen == [sent])
  }

  @Test func `a query is spelled alike in a reference, by the encoder, and in both together`() async throws {
    let seen = try await targets { session, _ in
      for reference in ["search?q=to fro ü", "search?q=to%20fro%20%c3%bc"] {
        _ = try await session.send(session.request(.get, .init(reference)))
      }
      for reference in ["search", "search?p=ü", "search?p=%c3%bc"] {
        let request = try session.request(.get, .init(reference), query: ["q": "to fro ü"])
        _ = try await session.send(request)
      }
    }
    let query = "q=to%20fro%20%C3%BC"
    #expect(
      seen == ["/search?\(query)", "/search?\(query)", "/search?\(query)"]
        + Array(repeating: "/search?p=%C3%BC&\(query)", count: 2))
  }

  @Test(arguments: spellings)
  func `a Location is percent-encoded`(target: String, sent: String) async throws {
    let seen = try await targets(redirectingTo: target) { session, _ in
      _ = try await session.send(session.request(.get, "/start"))
    }
    #expect(seen == ["/start", sent])
  }

  @Test(arguments: spellings) func `a request made by hand is percent-encoded, also after encoding as JSON`(
    target: String, sent: String
  ) async throws {
    let seen = try await targets { session, server in
      let authority = "127.0.0.1:\(server.port)"
      let request = SessionRequest(
        HTTPRequest(method: .get, scheme: "http", authority: authority, path: target))
      let kept = try JSON.Decoder().decode(SessionRequest.self, from: JSON.Encoder().encode(request))
      for request in [request, kept] { _ = try await session.send(request) }
    }
    #expect(seen == [sent, sent])
  }
}
