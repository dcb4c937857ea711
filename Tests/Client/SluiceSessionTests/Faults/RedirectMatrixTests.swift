import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Requests after a redirect, for every status, kind of body and kind of place.
@Suite(.timeLimit(.minutes(5))) struct RedirectMatrixTests {
  /// The methods after a redirect of requests that have a body (RFC 9110 §15.4).
  struct Rule: Sendable, CustomTestStringConvertible {
    let status: Int
    let post: HTTPRequest.Method
    let put: HTTPRequest.Method

    var testDescription: String { "\(status)" }
  }

  enum Body: String, CaseIterable, Sendable {
    case none, empty, bytes, file, form, unknownSize, oneShot
  }

  enum Place: String, CaseIterable, Sendable {
    case sameOrigin, otherPort, otherHost
  }

  private static let rules = [
    Rule(status: 301, post: .get, put: .put),
    Rule(status: 302, post: .get, put: .put),
    Rule(status: 303, post: .get, put: .get),
    Rule(status: 307, post: .post, put: .put),
    Rule(status: 308, post: .post, put: .put),
  ]

  /// A single session sends all requests, so that leftovers of one would show in the next.
  @Test(arguments: rules, Body.allCases)
  func `method, body and fields after a redirect follow the status`(_ rule: Rule, _ body: Body) async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", patternedBytes(70_000))
    let received = Record<ReceivedRequest>()
    let other = try LoopbackServer.http { try Self.serve($0, $1, rule.status, to: nil, received) }
    defer { other.stop() }
    try await withServer {
      try Self.serve($0, $1, rule.status, to: other, received)
    } test: { session, server in
      for method in body == .none ? [.get] : [HTTPRequest.Method.post, .put] {
        let next = method == .post ? rule.post : method == .put ? rule.put : .get
        for place in Place.allCases {
          var fields = Self.fields
          if body != .none { fields[.contentLanguage] = "de" }
          let request = try session.request(
            method, .init(place.rawValue), fields: fields, body: try Self.source(of: body, at: path))
          let result = await Result.catching { try await session.send(request) }
          let both = Array(received.all.suffix(next == method && body == .oneShot ? 1 : 2))
          expect(both, from: place, method: method, next: next, body: body)
          if next == method, body == .oneShot {
            let error = #expect(throws: SessionError.self) { try result.get() }
            #expect(error?.code == .bodyFailed)
            #expect((error?.underlying as? BodyError)?.code == .notReplayable)
          } else {
            #expect(try result.get().head.status == .ok)
          }
        }
      }
      await session.invalidate()
      try await expectEventually { other.connectedPeers == 0 }
    }
    #expect(try openDescriptors(under: folder.path).count == 0)
  }

  private func expect(
    _ requests: [ReceivedRequest], from place: Place, method: HTTPRequest.Method, next: HTTPRequest.Method,
    body: Body
  ) {
    guard let first = requests.first else { return }
    #expect(first.head.target == "/\(place)" && first.head.method == method)
    #expect(first.body.isEmpty == [.none, .empty].contains(body))
    #expect(Self.secrets(in: first) == ["Bearer token", "a=b", "key"])
    guard let second = requests.dropFirst().first else { return }
    #expect(second.head.target == "/next" && second.head.method == next)
    let keepsBody = next == method
    // Keeps the bytes out of the failure message.
    let hasRightBody = second.body == (keepsBody ? first.body : [])
    #expect(hasRightBody)
    for name in ["Content-Type", "Content-Length", "Transfer-Encoding", "Expect", "Content-Language"] {
      #expect(second[name] == (keepsBody ? first[name] : []), "\(name)")
    }
    #expect(second["X-Plain"] == ["plain"])
    #expect(Self.secrets(in: second) == (place == .sameOrigin ? Self.secrets(in: first) : []))
    #expect((second["Host"] == first["Host"]) == (place == .sameOrigin))
  }

  // MARK: The requests

  private static let fields: HTTPFields = {
    var fields: HTTPFields = [.authorization: AuthorizationField.bearer("token"), .cookie: "a=b"]
    if let name = HTTPField.Name("X-Key") {
      var field = HTTPField(name: name, value: "key")
      field.indexingStrategy = .disallow
      fields.append(field)
    }
    if let name = HTTPField.Name("X-Plain") { fields[name] = "plain" }
    return fields
  }()

  private static func secrets(in request: ReceivedRequest) -> [String] {
    ["Authorization", "Cookie", "X-Key"].flatMap { request[$0] }
  }

  private static func source(of body: Body, at path: String) throws -> (any BodySource)? {
    let content = patternedBytes(70_000)
    switch body {
    case .none: return nil
    case .empty: return BytesSource([])
    case .bytes: return BytesSource(content)
    case .file: return FileSource(at: path)
    case .form:
      return MultipartForm {
        FormField("a", "b")
        FormFile("f", at: path)
      }
    case .unknownSize: return ScriptedSource([.bytes(content)])
    case .oneShot:
      var source = ScriptedSource(byteCount: Int64(content.count), [.bytes(content)])
      source.isReplayable = false
      return source
    }
  }

  // MARK: The servers

  private static func serve(
    _ request: LoopbackRequest, _ connection: LoopbackConnection, _ status: Int, to other: LoopbackServer?,
    _ received: Record<ReceivedRequest>
  ) throws {
    received.append(try ReceivedRequest(request, connection))
    let port = request["Host"]?.split(separator: ":").last ?? ""
    switch Place(rawValue: String(request.target.dropFirst())) {
    case .sameOrigin: try connection.redirect(status, to: "/next")
    case .otherPort: try connection.redirect(status, to: "\(other?.url ?? "")/next")
    case .otherHost: try connection.redirect(status, to: "//localhost:\(port)/next")
    case nil: try connection.respond(200)
    }
  }
}
