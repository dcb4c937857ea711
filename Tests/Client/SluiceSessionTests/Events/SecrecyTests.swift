import Logging
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import Testing

/// Passwords, tokens, cookies, user-info and queries, which no error and no log shows.
@Suite(.timeLimit(.minutes(5))) struct SecrecyTests {
  private static let fields: HTTPFields = {
    var fields: HTTPFields = [
      .authorization: AuthorizationField.bearer("SECRET-token"), .cookie: "id=SECRET-cookie",
      .referer: "http://x/?SECRET-referer",
      .proxyAuthorization: "SECRET-proxy", .accept: "text/plain",
    ]
    if let name = HTTPField.Name("X-API-Key") {
      var field = HTTPField(name: name, value: "SECRET-key")
      field.indexingStrategy = .disallow
      fields.append(field)
    }
    return fields
  }()

  private static let query = "?key=SECRET-query#SECRET-fragment"

  /// Returns the error and the log of a request with a secret in every place that can have one.
  private func told(
    _ path: String, _ script: @escaping LoopbackServer.Handler,
    configure: (inout Session.Configuration) -> Void = { _ in }
  ) async throws -> (error: String, log: [String]) {
    let log = CapturingLog()
    let error = try await withRawServer(script) {
      $0.monitors = [LogMonitor(log.logger)]
      $0.credentials = .fixed(.password(user: "user", password: "SECRET-password"))
      configure(&$0)
    } test: { session, server in
      let url = "http://user:SECRET-userinfo@127.0.0.1:\(server.port)\(path)\(Self.query)"
      return await #expect(throws: (any Error).self) {
        try await session.upload(.text("SECRET-body"), to: .init(url), fields: Self.fields, decoding: .bytes)
      }
    }
    return ("\(error.map { "\($0)" } ?? "")", log.lines.all)
  }

  @Test func `no cookie is logged, whatever its field`() async throws {
    let log = CapturingLog()
    let names = ["Cookie", "Cookie2", "Set-Cookie", "Set-Cookie2", "set-cookie2"]
    try await withServer {
      _ = $0
      try $1.respond(204, headers: names.map { ($0, "id=SECRET") })
    } configure: {
      $0.monitors = [LogMonitor(log.logger)]
    } test: { session, _ in
      let fields = HTTPFields(
        names.compactMap { HTTPField.Name($0) }.map { HTTPField(name: $0, value: "id=SECRET") })
      _ = try await session.get("", fields: fields, decoding: .bytes)
    }
    let lines = log.lines.all
    #expect(
      lines.count { $0.contains("(hidden)") } >= 2 * names.count && !lines.contains { $0.contains("SECRET") })
  }

  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let script: LoopbackServer.Handler
  }

  private static func answering(
    _ status: Int, _ headers: [(name: String, value: String)], body: String = ""
  ) -> LoopbackServer.Handler {
    { connection in
      try connection.serveRequests { _, connection in
        try connection.respond(status, headers: headers, body: body)
      }
    }
  }

  @Test(arguments: [
    Failure(testDescription: "reset") { $0.reset() },
    Failure(testDescription: "a response that is not HTTP") { try $0.write("220 ready\r\n") },
    Failure(testDescription: "not found", script: answering(404, [("Set-Cookie", "a=SECRET-new")])),
    Failure(
      testDescription: "unauthorized", script: answering(401, [("WWW-Authenticate", "Basic realm=\"x\"")])),
    Failure(
      testDescription: "redirect to a server that does not exist",
      script: answering(307, [("Location", "http://u:SECRET-location@127.0.0.1/?k=SECRET-location")])),
    Failure(
      testDescription: "redirect refused",
      script: answering(307, [("Location", "ftp://u:SECRET-location@h/?SECRET-l")])),
    Failure(
      testDescription: "redirect to nonsense",
      script: answering(307, [("Location", "http://u:SECRET-location@[:::/")])),
    Failure(
      testDescription: "conflicting lengths",
      script: answering(200, [("Content-Length", "1"), ("Content-Length", "2")])),
  ])
  func `no error and no log shows a secret`(_ failure: Failure) async throws {
    let (error, log) = try await told("/path", failure.script)
    #expect(!error.isEmpty && !error.contains("SECRET"))
    #expect(log.filter { $0.contains("SECRET") } == [])
    #expect(log.contains { $0.contains("> POST http://127.0.0.1") && $0.contains("/path") })
    #expect(log.contains { $0.contains("> Accept: text/plain") })
  }

  @Test func `an error quotes an invalid URL without its secrets`() async throws {
    let session = Session(.test())
    for url in [
      "http://u:SECRET@[::1/?SECRET", "ftp://u:SECRET@h/?SECRET", "//u:SECRET@h/", "http://u:SECRET@h\0/",
      "http://SECRET@/",
    ] {
      let error = await #expect(throws: SessionError.self) {
        try await session.get(.init(url), decoding: .bytes)
      }
      #expect(error?.code == .invalidURL)
      #expect(error.map { "\($0)".contains("SECRET") } == false)
    }
  }

  @Test func `a log shows response heads without secrets`() async throws {
    let log = CapturingLog()
    try await withServer {
      try $1.respond(200, headers: [("Set-Cookie", "a=SECRET"), ("X-Shown", "shown")])
    } configure: {
      $0.monitors = [LogMonitor(log.logger)]
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
    }
    #expect(log.lines.all.contains { $0.contains("< X-Shown: shown") })
    #expect(log.lines.all.contains { $0.contains("< 200") })
    #expect(!log.lines.all.contains { $0.contains("SECRET") })
  }

  /// Records all events as text.
  private struct Everything: EventMonitor {
    let told = Record<String>()

    private func add(_ things: Any...) {
      for thing in things {
        var text = ""
        dump(thing, to: &text)
        told.append("\(thing) \(text)")
      }
    }

    func didCreate(_ transfer: TransferID, request: HTTPRequest) { add(request) }
    func willSend(_ transfer: TransferID, request: HTTPRequest) { add(request) }
    func didReceive(_ transfer: TransferID, response: HTTPResponse) { add(response) }
    func willRedirect(_ transfer: TransferID, by redirect: Session.Redirect, to request: HTTPRequest) {
      add(redirect, request)
    }
    func willAuthenticate(_ transfer: TransferID, after response: HTTPResponse?) { add(response as Any) }
    func willRetry(_ transfer: TransferID, _ retry: Session.Retry) { add(retry) }
    func didMeasure(_ transfer: TransferID, _ metrics: TransferMetrics) { add(metrics) }
    func didProgress(_ transfer: TransferID, _ progress: TransferProgress) { add(progress) }
    func didComplete(_ transfer: TransferID, error: (any Error)?) { add(error as Any) }
  }

  @Test func `no event shows a secret`() async throws {
    let (everything, received) = (Everything(), Record<ReceivedRequest>())
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      let cookie = ("Set-Cookie", "a=SECRET-new")
      switch received.count {
      case 1: try $1.respond(307, headers: [("Location", "/next?SECRET-location"), cookie])
      case 2: try $1.respond(401, headers: [("WWW-Authenticate", "Basic realm=\"x\""), cookie])
      case 3: try $1.respond(503, headers: [cookie])
      default: try $1.respond(404, headers: [cookie])
      }
    } configure: {
      $0.monitors = [everything]
      $0.cookies = .inMemory
      $0.retries.maximumCount = 1
      $0.retries.methods = nil
      $0.retries.initialDelay = .zero
      $0.credentials = CredentialProvider { _ in .password(user: "user", password: "SECRET-password") }
    } test: { session, server in
      var fields = Self.fields
      fields[.authorization] = nil
      _ = try? await session.upload(
        .text("SECRET-body"), to: .init("http://127.0.0.1:\(server.port)/\(Self.query)"), fields: fields,
        decoding: .bytes)
    }
    #expect(received.count == 4, "redirected, challenged, retried, refused")
    #expect(everything.told.all.filter { $0.contains("SECRET") } == [])
    #expect(everything.told.count > 10)
  }

  @Test func `credentials and configurations do not show secrets`() {
    let credential = Credential.password(user: "user", password: "SECRET")
    var configuration = Session.Configuration()
    configuration.baseURL = "http://user:SECRET@host/?SECRET"
    configuration.credentials = .fixed(credential)
    configuration.proxy = "http://user:SECRET@proxy"
    configuration.fields = [.authorization: AuthorizationField.bearer("SECRET")]
    configuration.trust.clientCertificate = .init(
      chain: .file("c"), privateKey: .bytes(Array("SECRET".utf8)), passphrase: "SECRET")
    #expect("\(credential)".contains("user"))
    let session = Session(configuration)
    var request = SessionRequest(
      HTTPRequest(method: .get, scheme: "http", authority: "user:SECRET@host", path: "/a?SECRET"))
    request.head.headerFields = [.authorization: AuthorizationField.bearer("SECRET")]
    let transfer: Transfer<[UInt8]> = session.transfer(request, decoding: .bytes)
    #expect("\(request)" == "GET http://host/a")
    for value in [
      credential, Credential.bearer("SECRET"), configuration, configuration.trust, session, request, transfer,
    ] as [Any] {
      var dumped = ""
      dump(value, to: &dumped)
      for text in ["\(value)", String(reflecting: value), dumped] { #expect(!text.contains("SECRET")) }
    }
  }
}
