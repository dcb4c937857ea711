import HTTPTypes
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceSession
import SluiceTestSupport
import Testing

/// Pages that follow one another by a `Link` field, by a reference in the body, or by a request.
@Suite(.timeLimit(.minutes(5))) struct PagesTests {
  struct Page: Decodable, Sendable {
    var items: [Int]
    var next: String?
    var cursor: Int?
  }

  /// Responds with a page and, if there is one, the value of a `Link` field.
  private static func respond(_ connection: LoopbackConnection, _ json: String, link: String? = nil) throws {
    var headers = [("Content-Type", "application/json"), ("ETag", "\"\(json.utf8.count)\"")]
    if let link { headers.append(("Link", link)) }
    try connection.respond(200, headers: headers, body: json)
  }

  /// Runs a test against a server that records the requests.
  private func withPages(
    _ respond: @escaping @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void,
    configure: (inout Session.Configuration) -> Void = { _ in },
    test: (Session, LoopbackServer) async throws -> Void
  ) async throws -> [ReceivedRequest] {
    let received = Record<ReceivedRequest>()
    try await withServer { request, connection in
      received.append(try ReceivedRequest(request, connection))
      try respond(request, connection)
    } configure: {
      configure(&$0)
    } test: { session, server in
      try await test(session, server)
    }
    return received.all
  }

  private func collect<Output>(
    _ pages: some AsyncSequence<DecodedResponse<Output>, any Error>
  ) async throws -> [Output] {
    var all: [Output] = []
    for try await page in pages { all.append(page.value) }
    return all
  }

  // MARK: The way to the next page

  @Test func `pages follow the link with the relation next`() async throws {
    let received = try await withPages { request, connection in
      switch request.target {
      case "/a/list?size=2":
        try Self.respond(
          connection, "[1,2]", link: #"</a>; rel="first", <?page=2>; rel="next"; title="more""#)
      case "/a/list?page=2": try Self.respond(connection, "[3,4]", link: #"</b/3#x>; rel=next"#)
      default: try Self.respond(connection, "[5]", link: #"</a>; rel="prev""#)
      }
    } test: { session, server in
      var tags: [String?] = []
      var urls: [String?] = []
      var all: [Int] = []
      for try await page in session.pages(
        "a/list?size=2", fields: [.authorization: "Bearer x"], decoding: .json([Int].self))
      {
        all += page.value
        tags.append(page.head.headerFields[.eTag])
        urls.append(page.url)
      }
      #expect(all == [1, 2, 3, 4, 5])
      #expect(tags == ["\"5\"", "\"5\"", "\"3\""])
      #expect(urls == ["/a/list?size=2", "/a/list?page=2", "/b/3"].map { server.url + $0 })
    }
    #expect(received.map(\.head.target) == ["/a/list?size=2", "/a/list?page=2", "/b/3"])
    #expect(received.allSatisfy { $0["Authorization"] == ["Bearer x"] && $0["Accept"].count == 1 })
  }

  @Test func `pages follow a reference in the body`() async throws {
    let received = try await withPages { request, connection in
      let isLast = request.target == "/users?after=2"
      try Self.respond(
        connection, isLast ? #"{"items":[3]}"# : #"{"items":[1,2],"next":"?after=2"}"#,
        link: "</other>; rel=next")
    } test: { session, _ in
      let pages = try await collect(
        session.pages("users", decoding: .json(Page.self), next: { $0.value.next }))
      #expect(pages.map(\.items) == [[1, 2], [3]])
      let trailing = session.pages("users", decoding: .json(Page.self)) { page in
        guard let next = page.value.next else { return nil }
        return next
      }
      #expect(try await collect(trailing).count == 2)
    }
    #expect(received.map(\.head.target) == ["/users", "/users?after=2", "/users", "/users?after=2"])
  }

  @Test func `pages follow a request, such as one with a cursor in its body`() async throws {
    let received = try await withPages { _, connection in
      try Self.respond(connection, #"{"items":[1],"cursor":1}"#)
    } test: { session, _ in
      let calls = CallCounter()
      let first = try session.request(.post, "search", ["cursor": 0])
      let pages = session.pages(first, decoding: .json(Page.self)) { page in
        calls.add()
        guard calls.count < 3, let cursor = page.value.cursor else { return nil }
        return try session.request(.post, "search", ["cursor": cursor])
      }
      #expect(try await collect(pages).count == 3)
      let single = session.pages("search", decoding: .json(Page.self)) { page in
        try page.value.next.map { try session.request(.get, .init($0)) }
      }
      #expect(try await collect(single).count == 1)
    }
    #expect(received.map(\.text) == [#"{"cursor":0}"#, #"{"cursor":1}"#, #"{"cursor":1}"#, ""])
  }

  @Test func `a request's later pages are requested with GET and its fields`() async throws {
    let received = try await withPages { request, connection in
      try Self.respond(connection, "[]", link: request.method == "POST" ? "</2>; rel=next" : nil)
    } test: { session, _ in
      var request = try session.request(.post, "search", ["text": "x"], fields: [.authorization: "Bearer x"])
      request.head.headerFields[.accept] = "application/vnd.api+json"
      #expect(try await collect(session.pages(request, decoding: .json([Int].self))).count == 2)
    }
    #expect(received.map(\.head.method) == ["POST", "GET"])
    #expect(received[1].text.isEmpty && received[1]["Content-Type"].isEmpty)
    #expect(received[1]["Authorization"] == ["Bearer x"])
    #expect(received[1]["Accept"] == ["application/vnd.api+json"])
  }

  @Test func `a reference is resolved against the URL after a redirect`() async throws {
    let received = try await withPages { request, connection in
      switch request.target {
      case "/old/list": try connection.redirect(307, to: "/new/list")
      case "/new/list": try Self.respond(connection, "[1]", link: "<2>; rel=next")
      default: try Self.respond(connection, "[2]")
      }
    } test: { session, _ in
      let found = try await collect(session.pages("old/list", decoding: .json([Int].self)))
      #expect(found == [[1], [2]])
    }
    #expect(received.map(\.head.target) == ["/old/list", "/new/list", "/new/2"])
  }

  @Test func `a link of another resource is not followed`() async throws {
    let received = try await withPages { _, connection in
      try Self.respond(connection, "[1]", link: #"</2>; rel=next; anchor="/other""#)
    } test: { session, _ in
      let found = try await collect(session.pages("", decoding: .json([Int].self)))
      #expect(found == [[1]])
    }
    #expect(received.count == 1)
  }

  // MARK: Requests

  @Test func `a page is requested when it is asked for`() async throws {
    let received = Record<String>()
    try await withServer { request, connection in
      received.append(request.target)
      try Self.respond(connection, "[1]", link: "<?\(received.count)>; rel=next")
    } test: { session, _ in
      let pages = session.pages("", decoding: .json([Int].self))
      #expect(received.count == 0)
      var iterator = pages.makeAsyncIterator()
      #expect(received.count == 0)
      for count in 1...3 {
        _ = try await iterator.next()
        #expect(received.count == count)
      }
      for try await _ in pages { break }
      #expect(received.all == ["/", "/?1", "/?2", "/"])
    }
  }

  @Test func `an error comes in the place of its page, and is final`() async throws {
    let received = try await withPages { request, connection in
      if request.target == "/2" { return try connection.respond(500) }
      try Self.respond(connection, "[1]", link: "</2>; rel=next")
    } test: { session, _ in
      var iterator = session.pages("", decoding: .json([Int].self)).makeAsyncIterator()
      let found = try await iterator.next()?.value
      #expect(found == [1])
      for _ in 0..<2 {
        let error = await #expect(throws: ResponseError.self) { try await iterator.next() }
        #expect(error?.head.status == .internalServerError)
      }
    }
    #expect(received.count == 2)
  }

  @Test func `the end is final, and errors of closures and references are thrown after their page`()
    async throws
  {
    struct Stop: Error {}
    let received = try await withPages { _, connection in
      try Self.respond(connection, "[1]")
    } test: { session, _ in
      var ended = session.pages("", decoding: .json([Int].self)).makeAsyncIterator()
      let first = try await ended.next()?.value
      #expect(first == [1])
      #expect((try await ended.next()?.value) == nil)
      #expect((try await ended.next()?.value) == nil)
      var stopped = session.pages("", decoding: .json([Int].self), next: { _ -> String? in throw Stop() })
        .makeAsyncIterator()
      #expect((try await stopped.next()?.value) != nil)
      await #expect(throws: Stop.self) { try await stopped.next() }
      await #expect(throws: Stop.self) { try await stopped.next() }
      var malformed = session.pages("http://[", decoding: .json([Int].self)).makeAsyncIterator()
      let error = await #expect(throws: SessionError.self) { try await malformed.next() }
      #expect(error?.code == .invalidURL)
    }
    #expect(received.count == 2)
  }

  @Test func `cancelling the task ends the pages`() async throws {
    let hasBegun = Event()
    let gate = Gate()
    try await withServer { request, connection in
      if request.target == "/2" {
        hasBegun.happen()
        return try gate.pass()
      }
      try Self.respond(connection, "[1]", link: "</2>; rel=next")
    } test: { session, _ in
      defer { gate.open() }
      let task = Task {
        var count = 0
        do {
          for try await _ in session.pages("", decoding: .json([Int].self)) { count += 1 }
        } catch is CancellationError {
          return count
        }
        return -1
      }
      try await hasBegun.wait()
      task.cancel()
      #expect(try await task.value == 1)
    }
  }

  @Test func `the session's defaults apply to each page`() async throws {
    struct Problem: Error, Decodable { var code: Int }
    struct Item: Decodable, Equatable, Sendable { var longName: Int }
    _ = try await withPages { request, connection in
      if request.target == "/2" { return try connection.respond(400, json: #"{"code":7}"#) }
      try Self.respond(connection, #"{"long_name":1}"#, link: "</2>; rel=next")
    } configure: {
      $0.decoder.json.keyDecodingStrategy = .convertFromSnakeCase
      $0.failure = .json(Problem.self)
    } test: { session, _ in
      var iterator = session.pages("", decoding: .json(Item.self)).makeAsyncIterator()
      let found = try await iterator.next()?.value
      #expect(found == Item(longName: 1))
      let error = await #expect(throws: ResponseError.self) { try await iterator.next() }
      #expect((error?.underlying as? Problem)?.code == 7)
    }
  }

  // MARK: Rules

  @Test(
    arguments: [
      "the same page": ["/": "</>; rel=next"],
      "the same page, spelled otherwise": ["/": "<x/../?#y>; rel=next"],
      "the first page": ["/": "</2>; rel=next", "/2": "</>; rel=next"],
      "a later page": [
        "/": "</2>; rel=next", "/2": "</3>; rel=next", "/3": "</4>; rel=next", "/4": "</2>; rel=next",
      ],
    ] as NamedCases<[String: String]>)
  func `a page that leads back to an earlier one is an error`(links: NamedCase<[String: String]>) async throws
  {
    let received = try await withPages { request, connection in
      try Self.respond(connection, "[1]", link: links.value[request.target])
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await collect(session.pages("", decoding: .json([Int].self)))
      }
      #expect(error?.code == .invalidResponse)
      #expect(error?.url?.hasPrefix(server.url) == true)
    }
    #expect(received.count <= 3 * links.value.count)
  }

  @Test func `a cycle is found in constant memory, before three times as many texts`() {
    for tail in 0..<20 {
      for cycle in 1..<20 {
        var detector = CycleDetector()
        var count = 0
        while count < 1000, !detector.hasSeen("\(count < tail ? count : tail + (count - tail) % cycle)") {
          count += 1
        }
        #expect(count >= tail + cycle && count < 3 * (tail + cycle))
      }
    }
    var detector = CycleDetector()
    #expect((0..<10_000).allSatisfy { !detector.hasSeen("\($0)") })
  }

  @Test(
    arguments: [
      "another scheme": "<ftp://h/>", "a file": "<file:///etc/passwd>", "a malformed URL": "<http://[/>",
      "an empty host": "<http://>",
    ] as NamedCases<String>)
  func `a reference that may not be followed is refused`(link: NamedCase<String>) async throws {
    let received = try await withPages { _, connection in
      try Self.respond(connection, "[1]", link: "\(link.value); rel=next")
    } test: { session, server in
      let error = await #expect(throws: SessionError.self) {
        try await collect(session.pages("?secret", decoding: .json([Int].self)))
      }
      #expect(error?.code == .redirectRefused && error?.url == server.url + "/")
    }
    #expect(received.count == 1)
  }

  private static let secrets: HTTPFields = {
    var fields: HTTPFields = [.authorization: "Bearer secret", .cookie: "a=secret"]
    if let name = HTTPField.Name("X-Key") {
      var field = HTTPField(name: name, value: "secret")
      field.indexingStrategy = .disallow
      fields.append(field)
    }
    return fields
  }()

  struct Secrets: Sendable {
    var fields: HTTPFields = [:]
    var configure: @Sendable (inout Session.Configuration) -> Void = { _ in }
  }

  static let owners: NamedCases<Secrets> = [
    "the caller": Secrets(fields: secrets),
    // Without a base URL, they go to each origin that the caller names.
    "the configuration": Secrets { $0.fields = secrets },
    "a credential provider": Secrets {
      $0.credentials = CredentialProvider(isPreemptive: true) { _ in .bearer("secret") }
    },
    "middleware": Secrets { $0.middleware = [setting(.authorization, to: "Bearer secret")] },
  ]

  @Test(arguments: owners)
  func `secrets are not sent to another origin, nor to any origin after it`(owner: NamedCase<Secrets>)
    async throws
  {
    let others = Record<ReceivedRequest>()
    let home = Record<String>()
    try await withServer { request, connection in
      others.append(try ReceivedRequest(request, connection))
      if request.target == "/2" { return try Self.respond(connection, "[2]", link: "</3>; rel=next") }
      try Self.respond(connection, "[3]", link: "<\(home.last ?? "")/4>; rel=next")
    } test: { _, other in
      let received = try await withPages { request, connection in
        if request.target == "/4" { return try Self.respond(connection, "[4]") }
        try Self.respond(connection, "[1]", link: "<\(other.url)/2>; rel=next")
      } configure: {
        $0.baseURL = nil
        owner.value.configure(&$0)
      } test: { session, server in
        home.append(server.url)
        let pages = session.pages(
          .init(server.url + "/"),
          fields: HTTPFields(owner.value.fields + [HTTPField(name: .acceptLanguage, value: "sv")]),
          decoding: .json([Int].self))
        let found = try await collect(pages)
        #expect(found == [[1], [2], [3], [4]])
      }
      #expect(received.map(\.head.target) == ["/", "/4"])
      #expect(received[0]["Authorization"] == ["Bearer secret"])
      for request in others.all + received.dropFirst() {
        #expect(!request.head.headers.contains { $0.value.contains("secret") }, "\(request.head)")
        #expect(request["Accept-Language"] == ["sv"])
      }
    }
    #expect(others.count == 2)
  }

  /// Gets pages, the second of which is at another server.
  private func pages(
    configure: (inout Session.Configuration) -> Void
  ) async throws -> (result: Result<Int, any Error>, others: [ReceivedRequest]) {
    let others = Record<ReceivedRequest>()
    return try await withServer { request, connection in
      others.append(try ReceivedRequest(request, connection))
      try Self.respond(connection, "[3]", link: request.target == "/3" ? "</4>; rel=next" : nil)
    } test: { _, other in
      var result = Result<Int, any Error>.success(0)
      _ = try await withPages { request, connection in
        try Self.respond(
          connection, "[1]", link: request.target == "/1" ? "</2>; rel=next" : "<\(other.url)/3>; rel=next")
      } configure: {
        configure(&$0)
      } test: { session, _ in
        result = await .catching {
          try await collect(session.pages("1", fields: Self.secrets, decoding: .json([Int].self))).count
        }
      }
      return (result, others.all)
    }
  }

  @Test func `a page at another origin is refused if no redirects are followed`() async throws {
    let (result, others) = try await pages { $0.redirects.maximumCount = 0 }
    let error = #expect(throws: SessionError.self) { try result.get() }
    #expect(error?.code == .redirectRefused && error?.url?.hasSuffix("/2") == true)
    #expect(others.isEmpty)
  }

  @Test func `the policy for redirects decides about a page at another origin`() async throws {
    let asked = Record<(redirect: Session.Redirect, proposed: HTTPRequest)>()
    let refused = try await pages {
      $0.redirects.decide = {
        asked.append(($0, $1))
        return .refuse
      }
    }
    #expect((#expect(throws: SessionError.self) { try refused.result.get() })?.code == .redirectRefused)
    #expect(refused.others.isEmpty)
    let first = try #require(asked.only)
    #expect(first.redirect.request.path == "/2" && first.redirect.response.status == .ok)
    #expect(first.proposed.path == "/3" && first.proposed.method == .get)
    #expect(!first.proposed.headerFields.contains { $0.value.contains("secret") })

    let (result, others) = try await pages {
      $0.redirects.decide = { _, proposed in
        var head = proposed
        head.headerFields[.authorization] = "Bearer theirs"
        return .send(head)
      }
      // It must not reach the other origin.
      $0.middleware = [setting(.cookie, to: "secret")]
    }
    #expect(try result.get() == 4)
    #expect(others.map(\.head.target) == ["/3", "/4"])
    #expect(others.allSatisfy { $0["Authorization"] == ["Bearer theirs"] && $0["Cookie"].isEmpty })
  }

  @Test func `secrets stay behind after a redirect to another origin`() async throws {
    let others = Record<ReceivedRequest>()
    try await withServer { request, connection in
      others.append(try ReceivedRequest(request, connection))
      try Self.respond(connection, "[1]", link: request.target == "/1" ? "</2>; rel=next" : nil)
    } test: { _, other in
      _ = try await withPages { _, connection in
        try connection.redirect(307, to: other.url + "/1")
      } test: { session, _ in
        let pages = session.pages("", fields: Self.secrets, decoding: .json([Int].self))
        let found = try await collect(pages).count
        #expect(found == 2)
      }
    }
    #expect(others.all.map(\.head.target) == ["/1", "/2"])
    #expect(others.all.allSatisfy { !$0.head.headers.contains { $0.value.contains("secret") } })
  }

  @Test func `a request that the caller makes is sent with its fields`() async throws {
    let others = Record<ReceivedRequest>()
    try await withServer { request, connection in
      others.append(try ReceivedRequest(request, connection))
      try Self.respond(connection, "[2]")
    } test: { _, other in
      _ = try await withPages { _, connection in
        try Self.respond(connection, "[1]")
      } test: { session, _ in
        let pages = session.pages("", decoding: .json([Int].self)) { page in
          page.value == [1]
            ? try session.request(.get, .init(other.url), fields: [.authorization: "Bearer theirs"]) : nil
        }
        let found = try await collect(pages)
        #expect(found == [[1], [2]])
      }
    }
    #expect(others.only?["Authorization"] == ["Bearer theirs"])
  }
}
