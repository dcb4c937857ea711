import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

/// A program's own policy, tested over a stub without sockets.
@Suite(.timeLimit(.minutes(5))) struct PolicyTests {
  @Test func `a retry policy's delays are kept`() async throws {
    let retries = Retries()
    let stub = try StubTransport([
      .status(.serviceUnavailable), .failure(.connectionFailed),
      .json("half").failing(.connectionLost, afterBodyBytes: 2), .json(User(name: "Ann")),
    ])
    let session = Session.stubbed(stub) {
      $0.retries = .standard
      $0.retries.initialDelay = .milliseconds(10)
      $0.retries.jitter = 0
      $0.monitors = [retries]
    }
    let start = ContinuousClock.now
    #expect(
      try await session.get("users/1", decoding: .json(User.self)) == User(name: "Ann"))
    #expect(ContinuousClock.now - start >= .milliseconds(70))
    #expect(retries.all.map(\.delay) == [.milliseconds(10), .milliseconds(20), .milliseconds(40)])
    #expect(stub.requests.count == 4)
  }

  @Test func `a retry honors Retry-After, and gives up as the policy says`() async throws {
    let retries = Retries()
    let stub = StubTransport { _ in .status(.tooManyRequests, fields: [.retryAfter: "1"]) }
    let session = Session.stubbed(stub) {
      $0.retries = .standard
      $0.retries.maximumCount = 1
      $0.retries.initialDelay = .milliseconds(1)
      $0.monitors = [retries]
    }
    await #expect(throws: ResponseError.self) { try await session.get("a", decoding: .bytes) }
    #expect(retries.all.map(\.delay) == [.seconds(1)])
    #expect(stub.requests.count == 2)
  }

  @Test func `a credential is renewed after a 401`() async throws {
    let stub = StubTransport { request in
      request.fields[.authorization] == "Bearer t2"
        ? .text("in") : .status(.unauthorized, fields: [.wwwAuthenticate: #"Bearer realm="api""#])
    }
    let tokens = Lock(0)
    let session = Session.stubbed(stub) {
      $0.credentials = CredentialProvider(isPreemptive: true) { _ in
        .bearer("t\(tokens.withLock { $0 += 1; return $0 })")
      }
    }
    #expect(try await session.get("a", decoding: .text()) == "in")
    #expect(try await session.get("b", decoding: .text()) == "in")
    #expect(stub.requests.map { $0.fields[.authorization] } == ["Bearer t1", "Bearer t2", "Bearer t2"])
  }

  @Test func `middleware changes what is sent`() async throws {
    let signature = HTTPField.Name("X-Signature")!
    let stub = StubTransport { _ in .status(.noContent) }
    let session = Session.stubbed(stub) {
      $0.middleware = [
        { request, next in
          var request = request
          request.head.headerFields[signature] = "\(request.head.method) \(request.head.path ?? "")"
          return try await next(request)
        }
      ]
    }
    try await session.delete("users/1")
    #expect(stub.requests.map { $0.fields[signature] } == ["DELETE /v1/users/1"])
  }

  @Test func `a redirect sends the body again, and secrets to their origin only`() async throws {
    let stub = StubTransport { request in
      switch request.url {
      case "https://api.example.com/v1/a": .status(.temporaryRedirect, fields: [.location: "b"])
      case "https://api.example.com/v1/b":
        .status(.permanentRedirect, fields: [.location: "https://other.example/c"])
      default: .text(request.text)
      }
    }
    let session = Session.stubbed(stub) { $0.credentials = .fixed(.bearer("t")) }
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", [UInt8]("content".utf8))
    let response = try await session.send(session.request(.put, "a", body: .file(at: path)))
    #expect(try await response.body.collect(upTo: 10) == [UInt8]("content".utf8))
    #expect(response.url == "https://other.example/c" && response.redirects.count == 2)
    #expect(stub.requests.map(\.text) == ["content", "content", "content"])
    #expect(stub.requests.map { $0.fields[.authorization] } == ["Bearer t", "Bearer t", nil])
  }

  @Test func `a body that can be read once is not sent empty after a redirect`() async throws {
    let stub = StubTransport([.status(.temporaryRedirect, fields: [.location: "/b"]), .text("b")])
    let session = Session.stubbed(stub)
    let chunks = AsyncStream<[UInt8]> {
      $0.yield([1])
      $0.finish()
    }
    let error = try await #require(throws: SessionError.self) {
      try await session.upload(.async(chunks), to: "a", decoding: .text())
    }
    #expect(error.code == .bodyFailed && (error.underlying as? BodyError)?.code == .notReplayable)
    #expect(stub.requests.map(\.body) == [[1]])
  }

  @Test func `a refused expectation is not repeated`() async throws {
    let stub = StubTransport { request in
      request.fields[.expect] == nil ? .text("done") : .status(.expectationFailed)
    }
    let session = Session(.init(baseURL: "http://api.example.com/"), transport: stub)
    let body = [UInt8](repeating: 1, count: 1 << 20)
    #expect(try await session.upload(.bytes(body), to: "a", decoding: .text()) == "done")
    #expect(stub.requests.map { $0.fields[.expect] } == ["100-continue", nil])
    #expect(stub.requests.map(\.body.count) == [1 << 20, 1 << 20])
  }

  @Test func `a download continues where it was cut off`() async throws {
    let content = patternedBytes(1_000_000)
    let stub = StubTransport { request in
      let fields: HTTPFields = [.eTag: #""v1""#]
      guard let range = request.fields[.range], request.fields[.ifRange] == #""v1""#,
        let start = Int(range.dropFirst("bytes=".count).dropLast()), start < content.count
      else { return .bytes(content, fields: fields).failing(.connectionLost, afterBodyBytes: 600_000) }
      return .bytes(
        Array(content[start...]), status: .partialContent,
        fields: [.eTag: #""v1""#, .contentRange: "bytes \(start)-\(content.count - 1)/\(content.count)"])
    }
    let session = Session.stubbed(stub)
    let folder = try TemporaryDirectory()
    let path = folder.path("f")
    var options = DownloadOptions()
    options.resumes = true
    #expect(
      try await code { _ = try await session.download("a", to: .file(path), options: options) }
        == .connectionLost)
    #expect(try folder.shownNames() == ["(partial)", "(record)"])
    let file = try await session.download("a", to: .file(path), options: options)
    #expect(try folder.contents("f") == content && folder.names() == ["f"])
    #expect(file.resumedByteCount == 600_000 && file.byteCount == 1_000_000)
    #expect(stub.requests.map { $0.fields[.range] } == [nil, "bytes=600000-"])
  }
}

/// A monitor that keeps the retries.
private final class Retries: EventMonitor {
  private let retries = Lock<[Session.Retry]>([])
  var all: [Session.Retry] { retries.withLock { $0 } }
  func willRetry(_ transfer: TransferID, _ retry: Session.Retry) { retries.withLock { $0.append(retry) } }
}
