import HTTPTypes
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransfers
@testable import SluiceTransport

/// Uploads whose URL is at another origin than the one that the caller has named.
@Suite(.timeLimit(.minutes(5))) struct UploadOriginTests {
  private let folder: TemporaryDirectory
  private let others = Record<ReceivedRequest>()
  private let own = Record<ReceivedRequest>()

  init() throws {
    folder = try TemporaryDirectory()
    try folder.file("file", Array("hello".utf8))
  }

  private static let secrets: HTTPFields = {
    var fields: HTTPFields = [.authorization: "Bearer secret", .cookie: "a=secret"]
    if let name = HTTPField.Name("X-Api-Key") { fields[name] = "secret" }
    return fields
  }()

  /// The protocols, and whether only a 104 says where the upload is.
  static let ways: NamedCases<Bool> = ["tus": false, "the draft": true]

  private func options(isDraft: Bool) -> ResumableUpload {
    let record = folder.path("record")
    var options: ResumableUpload = isDraft ? .standard(record: record) : .tus(record: record)
    options.retries.initialDelay = .milliseconds(1)
    return options
  }

  /// Takes what is sent to the URL of an upload. The first `failures` requests with content are cut off.
  private func store(_ failures: Int = 0) -> @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void {
    let left = Lock(failures)
    return { [others] request, connection in
      others.append(try ReceivedRequest(request, connection))
      switch request.method {
      case "HEAD":
        try connection.respond(204, headers: [("Upload-Offset", "0"), ("Upload-Complete", "?0")])
      case "PATCH":
        let isCut = left.withLock { left in
          defer { left -= 1 }
          return left > 0
        }
        if isCut { return connection.reset() }
        try connection.respond(200, headers: [("Upload-Offset", "5"), ("Upload-Complete", "?1")])
      default: try connection.respond(204)
      }
    }
  }

  /// Runs a test with a server that creates uploads at another server.
  private func withServers(
    isDraft: Bool, failures: Int = 0, configure: (inout Session.Configuration) -> Void = { _ in },
    test: (Session, LoopbackServer) async throws -> Void
  ) async throws {
    try await withServer(store(failures)) { _, other in
      let location = ("Location", "\(other.url)/u/1")
      try await withServer { [own] request, connection in
        own.append(try ReceivedRequest(request, connection))
        switch request.method {
        case "POST" where isDraft:
          try connection.respond(104, headers: [location, ("Upload-Draft-Interop-Version", "6")])
          try connection.respond(503)
        case "POST": try connection.respond(201, headers: [location])
        default: try connection.respond(204, headers: [("Tus-Extension", "creation")])
        }
      } configure: {
        configure(&$0)
      } test: { session, _ in
        try await test(session, other)
      }
    }
  }

  private func upload(in session: Session, isDraft: Bool, retries: Int = 3) async throws {
    var options = options(isDraft: isDraft)
    options.retries.maximumCount = retries
    let file = FileSource(at: folder.path("file"))
    var fields = Self.secrets
    fields[.userAgent] = "me"
    if isDraft { options.retries.methods = nil }
    try await session.upload(file, to: "", fields: fields, resumable: options)
  }

  @Test(arguments: ways)
  func `a URL at another origin is refused if no redirects are followed`(isDraft: NamedCase<Bool>)
    async throws
  {
    try await withServers(isDraft: isDraft.value) {
      $0.redirects.maximumCount = 0
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await upload(in: session, isDraft: isDraft.value)
      }
      #expect(error?.code == .redirectRefused)
    }
    #expect(others.count == 0)
  }

  @Test(arguments: ResumableUploadTests.kinds)
  func `a URL at the same origin is no redirect`(_ kind: ResumableUpload.Kind) async throws {
    let server = ResumableServer(kind, faults: [kind == .tus ? 3 : 1: .dies(after: 2)])
    try await withServer(server.respond, configure: { $0.redirects.maximumCount = 0 }) { session, _ in
      var options: ResumableUpload = .tus(record: folder.path("record"))
      if case .draft(let draft) = kind { options = .standard(record: folder.path("record"), draft: draft) }
      try await session.upload(.text("hello"), to: "", resumable: options)
    }
    #expect(server.upload == Array("hello".utf8))
  }

  @Test(arguments: ways)
  func `another origin gets no secrets, whatever their names`(isDraft: NamedCase<Bool>) async throws {
    try await withServers(isDraft: isDraft.value, failures: 1) { session, _ in
      try await upload(in: session, isDraft: isDraft.value)
    }
    #expect(others.all.filter { $0.head.method == "PATCH" }.count == 2)
    for request in others.all {
      #expect(!request.head.headers.contains { $0.value.contains("secret") }, "\(request.head)")
      #expect(request["User-Agent"] == ["me"])
    }
    #expect(own.all.allSatisfy { $0["X-Api-Key"] == ["secret"] && $0["Authorization"] == ["Bearer secret"] })
  }

  @Test(arguments: ways)
  func `the policy is asked with the response that has named the URL`(isDraft: NamedCase<Bool>) async throws {
    let asked = Record<(redirect: Session.Redirect, proposed: HTTPRequest)>()
    try await withServers(isDraft: isDraft.value) {
      $0.redirects.decide = {
        asked.append(($0, $1))
        return .follow
      }
    } test: { session, other in
      try await upload(in: session, isDraft: isDraft.value)
      let first = try #require(asked.all.first)
      #expect(first.redirect.request.method == .post && first.redirect.number == 1)
      #expect(first.redirect.response.status.code == (isDraft.value ? 104 : 201))
      #expect(first.redirect.response.headerFields[.location] == other.url + "/u/1")
      #expect(first.proposed.path == "/u/1" && first.proposed.headerFields[.authorization] == nil)
      #expect(asked.all.map(\.proposed.method) == (isDraft.value ? [.head, .patch] : [.patch]))
    }
  }

  @Test(arguments: ["it refuses": .refuse, "it stops": .stop] as NamedCases<Session.Redirects.Decision>)
  func `a policy that does not follow ends the upload`(
    decision: NamedCase<Session.Redirects.Decision>
  ) async throws {
    try await withServers(isDraft: false) {
      $0.redirects.decide = { _, _ in decision.value }
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) { try await upload(in: session, isDraft: false) }
      #expect(error?.code == .redirectRefused)
    }
    #expect(others.count == 0)
  }

  @Test func `fields that the policy sets are sent to the origin that it names`() async throws {
    try await withServers(isDraft: false) {
      $0.redirects.decide = { _, proposed in
        var head = proposed
        head.headerFields[.authorization] = "Bearer theirs"
        return .send(head)
      }
    } test: { session, _ in
      try await upload(in: session, isDraft: false)
    }
    #expect(others.only?["Authorization"] == ["Bearer theirs"] && others.only?["X-Api-Key"] == [])
    #expect(others.only?.text == "hello")
  }

  @Test func `the policy is asked again about the URL of a record`() async throws {
    try await withServers(isDraft: false, failures: 1) {
      $0.redirects.maximumCount = 0
    } test: { session, other in
      // The first call follows, and is interrupted.
      var configuration = session.configuration
      configuration.redirects = .init()
      let first = Session(configuration)
      await #expect(throws: SessionError.self) {
        try await upload(in: first, isDraft: false, retries: 0)
      }
      await first.invalidate()
      let count = others.count
      #expect(count > 0)
      let error = await #expect(throws: SessionError.self) {
        try await upload(in: session, isDraft: false)
      }
      #expect(error?.code == .redirectRefused)
      let abandoned = await #expect(throws: SessionError.self) {
        try await session.abandonUpload(to: "", resumable: options(isDraft: false))
      }
      #expect(abandoned?.code == .redirectRefused && others.count == count)

      let asked = Record<Session.Redirect>()
      configuration.redirects.decide = { redirect, _ in
        asked.append(redirect)
        return .follow
      }
      let last = Session(configuration)
      try await last.abandonUpload(to: "", fields: Self.secrets, resumable: options(isDraft: false))
      await last.invalidate()
      #expect(asked.only?.response.status.code == 307)
      #expect(asked.only?.response.headerFields[.location] == other.url + "/u/1")
    }
    #expect(others.last?.head.method == "DELETE")
    #expect(others.all.allSatisfy { !$0.head.headers.contains { $0.value.contains("secret") } })
  }

  /// Another origin may lead to any path of the caller's own.
  @Test func `secrets stay behind if another origin leads back`() async throws {
    let home = Record<String>()
    try await withServer { [others] request, connection in
      others.append(try ReceivedRequest(request, connection))
      try connection.respond(201, headers: [("Location", (home.last ?? "") + "/u/1")])
    } test: { _, other in
      try await withServer { [own] request, connection in
        own.append(try ReceivedRequest(request, connection))
        switch request.method {
        case "OPTIONS": try connection.respond(204)
        case "POST": try connection.redirect(307, to: other.url + "/")
        default: try connection.respond(204, headers: [("Upload-Offset", "5")])
        }
      } test: { session, server in
        home.append(server.url)
        try await upload(in: session, isDraft: false)
      }
    }
    #expect(own.all.map(\.head.method) == ["OPTIONS", "POST", "PATCH"])
    #expect(own.all[1]["Authorization"] == ["Bearer secret"])
    for request in others.all + [own.all[2]] {
      #expect(!request.head.headers.contains { $0.value.contains("secret") }, "\(request.head)")
    }
  }

  @Test(arguments: [(301, HTTPRequest.Method.post), (302, .post), (303, .put)])
  func `an upload that is redirected to a page is not complete`(status: Int, method: HTTPRequest.Method)
    async throws
  {
    try await withServer { request, connection in
      _ = try connection.readBody()
      if request.method != "GET" { return try connection.redirect(status, to: "/login") }
      try connection.respond(200, body: "please log in")
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(.text("hello"), to: "", method: method, resumable: options(isDraft: true))
      }
      #expect(error?.code == .invalidResponse)
    }
  }

  @Test(arguments: [nil, "?1"])
  func `an upload that is redirected before its body was read is not complete`(said: String?) async throws {
    try await withServer { request, connection in
      if request.method == "GET" { return try connection.respond(200, body: "please log in") }
      let fields = said.map { [("Upload-Complete", $0)] } ?? []
      try connection.respond(303, headers: [("Location", "/login"), ("Connection", "close")] + fields)
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await session.upload(
          .bytes([UInt8](repeating: 1, count: 20_000_000)), to: "", resumable: options(isDraft: true))
      }
      #expect(error?.code == .invalidResponse)
    }
  }

  @Test(arguments: [true, false])
  func `a resumed upload that is redirected to a page keeps its record`(readsBody: Bool) async throws {
    let methods = Record<String>()
    try await withServer { request, connection in
      methods.append(request.method.rawValue)
      switch request.method {
      case "POST":
        _ = try connection.readBody()
        try connection.respond(
          104, headers: [("Location", "/u/1"), ("Upload-Draft-Interop-Version", "6")])
        try connection.respond(503)
      case "HEAD":
        try connection.respond(204, headers: [("Upload-Offset", "0"), ("Upload-Complete", "?0")])
      case "PATCH":
        if readsBody { _ = try connection.readBody() }
        try connection.respond(303, headers: [("Location", "/login"), ("Connection", "close")])
      default: try connection.respond(200, body: "please log in")
      }
    } test: { session, _ in
      let error = await #expect(throws: SessionError.self) {
        try await upload(in: session, isDraft: true)
      }
      #expect(error?.code == .invalidResponse)
    }
    #expect(methods.all == ["POST", "HEAD", "PATCH", "GET"])
    #expect(try folder.names().contains { $0.hasPrefix("record") })
  }

  @Test(arguments: [("?1", true), (nil, true), ("?0", false)] as [(String?, Bool)])
  func `the page after a form is its response`(said: String?, isResult: Bool) async throws {
    try await withServer { request, connection in
      _ = try connection.readBody()
      if request.method == "POST" {
        let said = said.map { [("Upload-Complete", $0)] } ?? []
        return try connection.respond(303, headers: [("Location", "/thanks")] + said)
      }
      try connection.respond(200, body: "thanks")
    } test: { session, _ in
      let page = try? await session.upload(
        .text("hello"), to: "", resumable: options(isDraft: true), decoding: .text())
      #expect(page == (isResult ? "thanks" : nil))
    }
  }
}
