import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The places that get a secret after a redirect, for each source of secrets.
@Suite(.timeLimit(.minutes(5))) struct SecretMatrixTests {
  enum Place: String, CaseIterable, Sendable {
    case sameOrigin, otherPort, otherHost
    /// Another origin, and back from there.
    case andBack
  }

  struct Secret: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The name of the field that has the secret.
    let field: String
    let value: String
    var fields: HTTPFields = [:]
    var isChallenged = false
    /// The places that get the secret. Cookies belong to a host, whatever its port (RFC 6265 §8.5).
    var goesTo: Set<Place> = [.sameOrigin]
    let configure: @Sendable (_ configuration: inout Session.Configuration, _ netrc: String) -> Void
  }

  private static let basic = AuthorizationField.basic(user: "user", password: "pass")

  private static let secrets = [
    Secret(
      testDescription: "an Authorization field", field: "Authorization", value: "Bearer own",
      fields: [.authorization: AuthorizationField.bearer("own")]
    ) { _, _ in },
    Secret(testDescription: "a Cookie field", field: "Cookie", value: "own=1", fields: [.cookie: "own=1"]) {
      _, _ in
    },
    Secret(testDescription: "a session's Authorization field", field: "Authorization", value: "Bearer all") {
      configuration, _ in configuration.fields[.authorization] = AuthorizationField.bearer("all")
    },
    Secret(testDescription: "a token", field: "Authorization", value: "Bearer token") { configuration, _ in
      configuration.credentials = .fixed(.bearer("token"))
    },
    Secret(testDescription: "a password sent without a challenge", field: "Authorization", value: basic) {
      configuration, _ in
      configuration.credentials = .fixed(.basic(user: "user", password: "pass"))
    },
    Secret(
      testDescription: "a password sent after a challenge", field: "Authorization", value: basic,
      isChallenged: true
    ) {
      configuration, _ in configuration.credentials = .fixed(.password(user: "user", password: "pass"))
    },
    Secret(
      testDescription: "a provider that ignores the challenge", field: "Authorization", value: basic,
      isChallenged: true
    ) {
      configuration, _ in
      configuration.credentials = CredentialProvider { _ in .basic(user: "user", password: "pass") }
    },
    Secret(testDescription: "a netrc file", field: "Authorization", value: basic) { configuration, netrc in
      configuration.netrc = .file(netrc)
    },
    Secret(
      testDescription: "a cookie that the server has set", field: "Cookie", value: "set=1",
      goesTo: [.sameOrigin, .otherPort, .andBack]
    ) { configuration, _ in configuration.cookies = .inMemory },
  ]

  @Test(arguments: secrets, Place.allCases)
  func `a secret stays with its origin after a redirect`(_ secret: Secret, _ place: Place) async throws {
    let folder = try TemporaryDirectory()
    let netrc = try folder.file(
      "netrc",
      Array("machine 127.0.0.1 login user password pass\nmachine localhost login user password pass\n".utf8))
    let received = Record<ReceivedRequest>()
    let other = try LoopbackServer.http { request, connection in
      received.append(try ReceivedRequest(request, connection))
      if request.target == "/over", let back = request["Referer"] {
        return try connection.redirect(307, to: "\(back)/next")
      }
      try Self.answer(request, connection)
    }
    defer { other.stop() }
    try await withServer { request, connection in
      received.append(try ReceivedRequest(request, connection))
      switch request.target {
      case "/": try connection.respond(200, headers: [("Set-Cookie", "set=1")])
      case "/next": try Self.answer(request, connection)
      case _ where secret.isChallenged && request["Authorization"] == nil:
        try Self.answer(request, connection)
      default:
        let host = request["Host"] ?? ""
        let places = [
          "/sameOrigin": "/next", "/otherPort": "\(other.url)/next", "/andBack": "\(other.url)/over",
          "/otherHost": "//localhost:\(host.split(separator: ":").last ?? "")/next",
        ]
        try connection.redirect(307, to: places[request.target] ?? "")
      }
    } configure: {
      secret.configure(&$0, netrc)
    } test: { session, server in
      var fields = secret.fields
      fields[.referer] = server.url
      _ = try await session.send(session.request(.get, "", fields: fields))
      _ = try await session.send(
        session.request(.put, .init(place.rawValue), fields: fields, body: .text("body")))
    }
    let values = received.all.map { $0[secret.field] }
    let last = try #require(received.last)
    #expect(last.head.target == "/next")
    #expect(last.text == "body")
    #expect(values.last == (secret.goesTo.contains(place) ? [secret.value] : []))
    // The secret was sent before; otherwise, the test would prove nothing.
    #expect(values.dropFirst().dropLast().contains([secret.value]))
    let foreign = received.all.filter { $0.head.target == "/over" }.map { $0[secret.field] }
    #expect(foreign == (place == .andBack ? [secret.goesTo.contains(.otherPort) ? [secret.value] : []] : []))
  }

  /// A reference to another origin may come from an untrusted party.
  @Test(arguments: [true, false])
  func `secret fields of a session with a base URL stay with its origin`(hasBaseURL: Bool) async throws {
    let received = Record<ReceivedRequest>()
    let other = try LoopbackServer.http { request, connection in
      received.append(try ReceivedRequest(request, connection))
      try connection.respond(200)
    }
    defer { other.stop() }
    try await withServer { request, connection in
      received.append(try ReceivedRequest(request, connection))
      try connection.respond(200)
    } configure: {
      if !hasBaseURL { $0.baseURL = nil }
      var key = HTTPField(name: .contentLanguage, value: "key")
      key.indexingStrategy = .disallow
      $0.fields = [.authorization: AuthorizationField.bearer("all"), .cookie: "a=b", .accept: "text/plain"]
      $0.fields.append(key)
    } test: { session, server in
      for server in [server, other] {
        for reference in ["\(server.url)/", "\(server.url.uppercased())/"] {
          _ = try await session.send(session.request(.get, .init(reference)))
        }
      }
    }
    let names = ["Authorization", "Cookie", "Content-Language"]
    let secrets = received.all.map { request in names.filter { !request[$0].isEmpty } }
    #expect(secrets == [names, names] + (hasBaseURL ? [[], []] : [names, names]))
    #expect(received.all.map { $0["Accept"] } == Array(repeating: ["text/plain"], count: 4))
  }

  /// Challenges requests without authorization.
  private static func answer(_ request: LoopbackRequest, _ connection: LoopbackConnection) throws {
    let isKnown = request["Authorization"] != nil
    try connection.respond(isKnown ? 200 : 401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")])
  }
}
