import Sluice
import SluiceLoopback
import Testing

/// URLs with characters that must be percent-encoded, from every source. The tool's tests cover the command line.
@Suite(.timeLimit(.minutes(5))) struct URLSpellingTests {
  private static let spellings = [
    ("/a b", "/a%20b"), ("/ü c", "/%C3%BC%20c"), ("/x?q=to & fro", "/x?q=to%20&%20fro"), ("/100%", "/100%25"),
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
      _ = try await session.send(session.request(.get, server.url + target))
    }
    #expect(seen == [sent])
  }

  @Test(arguments: spellings)
  func `a reference is percent-encoded`(target: String, sent: String) async throws {
    let seen = try await targets { session, _ in _ = try await session.send(session.request(.get, target)) }
    #expect(seen == [sent])
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
      let request = Request(HTTPRequest(method: .get, scheme: "http", authority: authority, path: target))
      let kept = try JSON.Decoder().decode(Request.self, from: JSON.Encoder().encode(request))
      for request in [request, kept] { _ = try await session.send(request) }
    }
    #expect(seen == [sent, sent])
  }
}
