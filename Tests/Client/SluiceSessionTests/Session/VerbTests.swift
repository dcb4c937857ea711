import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The parameters of the methods, and the types that the compiler infers for them. That the calls compile, without a
/// warning, is a part of the test.
@Suite(.timeLimit(.minutes(5))) struct VerbTests {
  private struct User: Codable, Equatable, Sendable {
    var name = "Ann"
    var page: Int?
  }

  /// A value that is not `Encodable`.
  private struct Row: Sendable { var cells: [String] }

  /// Returns the requests to a server that responds with a user.
  private func received(
    _ configure: (inout Session.Configuration) -> Void = { _ in }, _ test: (Session) async throws -> Void
  ) async throws -> [ReceivedRequest] {
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(json: #"{"name":"Ann"}"#)
    } configure: {
      configure(&$0)
    } test: { session, _ in
      try await test(session)
    }
    return received.all
  }

  private static let progress: @Sendable (TransferProgress) -> Void = { _ in }

  @Test func `every method takes every parameter`() async throws {
    let id = "a/b"
    let received = try await received { session in
      let (user, field) = (User(), [.acceptLanguage: "eo"] as HTTPFields)
      let decoder = ResponseDecoder<User>.json(User.self)
      let options = SessionRequest.Options(timeout: .after(.seconds(60)), retries: .never)
      let query: Query.Parameters = ["q": id, "n": nil]
      let results =
        [
          try await session.get(
            "u/\(id)?p", query: query, fields: field, options: options, decoding: decoder,
            progress: Self.progress),
          try await session.get(
            "u/\(id)?p", query: query, fields: field, options: options, progress: Self.progress),
          try await session.delete(
            "u/\(id)?p", query: query, fields: field, options: options, decoding: decoder,
            progress: Self.progress),
          try await session.delete(
            "u/\(id)?p", query: query, fields: field, options: options, progress: Self.progress),
          try await session.post(
            "u/\(id)?p", user, encoding: .json, query: query, fields: field, options: options,
            decoding: decoder,
            progress: Self.progress),
          try await session.post(
            "u/\(id)?p", user, encoding: .json, query: query, fields: field, options: options,
            progress: Self.progress),
          try await session.put(
            "u/\(id)?p", user, encoding: .json, query: query, fields: field, options: options,
            decoding: decoder,
            progress: Self.progress),
          try await session.put(
            "u/\(id)?p", user, encoding: .json, query: query, fields: field, options: options,
            progress: Self.progress),
          try await session.patch(
            "u/\(id)?p", user, encoding: .json, query: query, fields: field, options: options,
            decoding: decoder,
            progress: Self.progress),
          try await session.patch(
            "u/\(id)?p", user, encoding: .json, query: query, fields: field, options: options,
            progress: Self.progress),
          try await session.upload(
            .text("x"), to: "u/\(id)?p", method: .put, query: query, fields: field, options: options,
            resumable: nil,
            decoding: decoder, progress: Self.progress),
          try await session.upload(
            .text("x"), to: "u/\(id)?p", method: .put, query: query, fields: field, options: options,
            resumable: nil,
            progress: Self.progress),
          try await session.send(
            session.request(
              .put, "u/\(id)?p", query: query, fields: field, options: options, body: .text("x"))),
          try await session.send(
            session.request(
              .put, "u/\(id)?p", user, encoding: .json, query: query, fields: field, options: options)),
        ] as [User]
      #expect(results.allSatisfy { $0 == user })
      let head = try await session.head(
        "u/\(id)?p", query: query, fields: field, options: options, progress: Self.progress)
      #expect(head.status == .ok)
      for try await page in session.pages("u/\(id)?p", query: query, fields: field, decoding: decoder) {
        #expect(page.value == user)
      }
    }
    #expect(received.count == 16)
    for request in received {
      #expect(request.head.target == "/u/a%2Fb?p&q=a/b" && request["Accept-Language"] == ["eo"])
    }
  }

  @Test func `a trailing closure is the progress of every method`() async throws {
    let reports = Record<String>()
    let received = try await received { session in
      _ = try await session.head("head") { _ in reports.append("head") }
      try await session.delete("delete") { _ in reports.append("delete") }
      let _: User = try await session.get("get") { _ in reports.append("get") }
      try await session.post("post") { _ in reports.append("post") }
      try await session.put("put", User()) { _ in reports.append("put") }
      try await session.patch("patch", User(), encoding: .urlEncoded) { _ in reports.append("patch") }
      try await session.upload(.text("x"), to: "upload") { _ in reports.append("upload") }
    }
    #expect(received.count == 7)
    #expect(Set(reports.all) == ["head", "delete", "get", "post", "put", "patch", "upload"])
  }

  @Test func `a value is written by its encoding, the session's, or a custom encoder`() async throws {
    let csv = RequestEncoder<[Row]> { rows, request in
      request.setBody(
        .text(rows.map { $0.cells.joined(separator: ",") }.joined(separator: "\n")), contentType: "text/csv")
    }
    let pairs: Query.Pairs = ["b": "2", "a": nil, "b": "1"]
    let (missing, present): (User?, User?) = (nil, User())
    let received = try await received { session in
      try await session.post("", ["grant": "x"], encoding: .urlEncoded)
      let _: User = try await session.post("", ["grant": "x"], encoding: .urlEncoded)
      try await session.post("", pairs, encoding: .urlEncoded)
      try await session.post("", [Row(cells: ["a", "b"]), Row(cells: ["c"])], encoding: csv)
      let user = try await session.put("", [Row(cells: ["a"])], encoding: csv, decoding: .json(User.self))
      #expect(user == User())
      try await session.post("", missing)
      try await session.post("", missing, encoding: .json)
      try await session.post("", present, encoding: .json)
      try await session.post("", [1, 2])
      try await session.post("", "text")
      func sent<Value: Encodable & Sendable>(_ value: Value) async throws -> User {
        try await session.post("", value, encoding: .json)
      }
      _ = try await sent(3)
      async let pending: User = session.patch("", present)
      _ = try await pending
    }
    #expect(
      received.map(\.text) == [
        "grant=x", "grant=x", "b=2&a&b=1", "a,b\nc", "a", "", "", #"{"name":"Ann"}"#, "[1,2]", #""text""#,
        "3",
        #"{"name":"Ann"}"#,
      ])
    #expect(received[3]["Content-Type"] == ["text/csv"] && received[6]["Content-Type"] == [])
  }

  @Test func `a query has the strategies of the session, and follows that of the reference`() async throws {
    struct Filter: Encodable, Sendable { var firstName = "a b" }
    let received = try await received({ $0.encoder.query.keyEncodingStrategy = .convertToSnakeCase }) {
      session in
      _ = try await session.get("", query: .init(Filter()), decoding: .ignored)
      _ = try await session.get("?a=1", query: .init(Filter()), decoding: .ignored)
      _ = try await session.get("a#top", query: ["firstName": 1], decoding: .ignored)
      try await session.post("", Filter(), encoding: .urlEncoded, query: ["x": true])
    }
    #expect(
      received.map(\.head.target)
        == ["/?first_name=a%20b", "/?a=1&first_name=a%20b", "/a?firstName=1", "/?x=true"])
    #expect(received[3].text == "first_name=a+b")
  }

  @Test func `a query that cannot be encoded is an error before anything is sent`() async throws {
    let received = try await received { session in
      await #expect(throws: EncodingError.self) {
        try await session.get("", query: ["n": Double.nan], decoding: .ignored)
      }
      await #expect(throws: EncodingError.self) {
        for try await _ in session.stream("", query: .init([1]), decoding: .lines()) {}
      }
      await #expect(throws: EncodingError.self) {
        for try await _ in session.events("", query: .init([1])) {}
      }
    }
    #expect(received.isEmpty)
  }

  @Test(arguments: ["", ".", ".."])
  func `a path that a value would change is an error in every method, before anything is sent`(
    id: String
  ) async throws {
    let received = try await received { session in
      for call: @Sendable () async throws -> Void in [
        { _ = try await session.get("users/\(id)", decoding: .ignored) },
        { try await session.delete("users/\(id)") },
        { _ = try await session.head("users/\(id)/keys") }, { try await session.post("users/\(id)") },
        { try await session.put("users/\(id)", User()) }, { try await session.patch("users/\(id)", User()) },
        { try await session.upload(.text("x"), to: "users/\(id)") },
        { try await session.download("users/\(id)", to: .file("/nowhere/file")) },
        { for try await _ in session.stream("users/\(id)", decoding: .lines()) {} },
        { for try await _ in session.events("users/\(id)") {} },
        { for try await _ in session.pages("users/\(id)", decoding: .ignored) {} },
      ] {
        let error = await #expect(throws: SessionError.self) { try await call() }
        #expect(error?.code == .invalidURL && error?.message.contains("interpolated value") == true)
      }
    }
    #expect(received.isEmpty)
  }

  @Test func `a URL at the start needs raw`() async throws {
    try await withServer {
      try $1.respond(200, body: $0.target)
    } test: { session, server in
      let url = server.url
      let raw = try await session.get("\(raw: url)/\("a b")", decoding: .text())
      let whole = try await session.get(.init(url), decoding: .text())
      #expect(raw == "/a%20b" && whole == "/")
      let error = await #expect(throws: SessionError.self) {
        try await session.get("\(url)/a", decoding: .text())
      }
      #expect(error?.code == .invalidURL && error?.message.contains("raw:") == true)
    }
  }

  @Test func `a session with a base URL resolves references`() throws {
    let session = Session(baseURL: "https://h/v1/")
    #expect(try session.request(.get, "users/\("../admin")").url == "https://h/v1/users/..%2Fadmin")
    #expect(try session.request(.get, "/\("//evil")").url == "https://h/%2F%2Fevil")
  }

  @Test func `the options of a call hold for its request`() async throws {
    let attempts = Record<Int>()
    try await withServer {
      attempts.append($0.target.count)
      try $1.respond(503, body: "12345")
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      await #expect(throws: ResponseError.self) {
        try await session.get("", options: .init(retries: .never), decoding: .text())
      }
      #expect(attempts.count == 1)
      await #expect(throws: ResponseError.self) { try await session.delete("") }
      #expect(attempts.count == 5)
    }
  }
}
