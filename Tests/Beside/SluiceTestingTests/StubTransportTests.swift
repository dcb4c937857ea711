import Sluice
import SluiceTestSupport
import SluiceTesting
import Synchronization
import Testing

/// The requests that a stub receives, and its responses.
@Suite(.timeLimit(.minutes(5))) struct StubTransportTests {
  @Test func `a closure answers each request by its path`() async throws {
    let stub = StubTransport { request in
      switch request.path {
      case "/v1/users/1": try .json(User(name: "Ann"))
      case "/v1/text": .text("héllo").delayed(by: .milliseconds(1))
      default: .status(.notFound)
      }
    }
    let session = Session.stubbed(stub)
    #expect(try await session.get("users/1", decoding: .json(User.self)) == User(name: "Ann"))
    #expect(try await session.get("text", decoding: .text()) == "héllo")
    let error = try await #require(throws: ResponseError.self) {
      try await session.get("other", decoding: .bytes)
    }
    #expect(error.head.status == .notFound)
    #expect(stub.requests.map(\.method) == [.get, .get, .get])
    #expect(stub.requests.map(\.path) == ["/v1/users/1", "/v1/text", "/v1/other"])
  }

  @Test func `a list answers requests in order, and its end is an error`() async throws {
    let stub = try StubTransport([.text("a"), .json(User(name: "Ann"))])
    let session = Session.stubbed(stub)
    #expect(try await session.get("1", decoding: .text()) == "a")
    #expect(try await session.get("2", decoding: .json(User.self)) == User(name: "Ann"))
    let error = try await #require(throws: SessionError.self) {
      try await session.get("3?token=secret", decoding: .text())
    }
    #expect(error.code == .failed)
    #expect(error.message == "the stub has 2 responses, but this is request 3, GET /v1/3")
    #expect(error.url == "https://api.example.com/v1/3")
    #expect(stub.requests.count == 3)
  }

  @Test func `a request is recorded with its URL, its fields and its body`() async throws {
    let stub = StubTransport([.status(.created), .status(.noContent)])
    let session = Session.stubbed(stub) { $0.fields[.userAgent] = "test" }
    let user = User(name: "Ann")
    _ = try await session.post("users?a=1&b=2#top", user, encoding: .json, decoding: .bytes)
    let request = try #require(stub.requests.first)
    #expect(request.method == .post)
    #expect(request.url == "https://api.example.com/v1/users?a=1&b=2")
    #expect(request.path == "/v1/users" && request.query == "a=1&b=2")
    #expect(request.head.scheme == "https" && request.head.authority == "api.example.com")
    #expect(request.fields[.contentType] == "application/json")
    #expect(request.fields[.contentLength] == "14")
    #expect(request.fields[.userAgent] == "test")
    #expect(request.body == [UInt8](#"{"name":"Ann"}"#.utf8) && request.text == #"{"name":"Ann"}"#)
    #expect(try request.json(User.self) == user)
    #expect("\(request)" == "POST /v1/users")

    try await session.delete("users/1")
    let last = try #require(stub.requests.last)
    #expect(last.method == .delete && last.body.isEmpty && last.query == nil)
    #expect(last.fields[.contentLength] == nil)
  }

  @Test func `requests run concurrently`() async throws {
    let count = 500
    let arrived = Atomic(0)
    let stub = StubTransport { request in
      arrived.add(1, ordering: .relaxed)
      // Each waits for all others.
      while arrived.load(ordering: .relaxed) < count { try await Task.sleep(for: .milliseconds(5)) }
      return .text(request.text)
    }
    let session = Session.stubbed(stub)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<count {
        group.addTask {
          try await session.post("", "\(number)", encoding: .json, decoding: .text()) == "\"\(number)\""
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
    #expect(stub.requests.count == count)
  }

  @Test func `the closure inherits the caller's task-local values`() async throws {
    enum Context { @TaskLocal static var name = "" }
    let session = Session.stubbed { _ in .text(Context.name) }
    let name = try await Context.$name.withValue("test") { try await session.get("", decoding: .text()) }
    #expect(name == "test")
  }

  @Test func `an error of the closure ends the exchange`() async throws {
    struct Odd: Error {}
    let session = Session.stubbed { request in
      if request.path == "/v1/odd" { throw Odd() }
      throw SessionError(.untrusted, message: "no")
    }
    let odd = try await #require(throws: SessionError.self) { try await session.get("odd", decoding: .bytes) }
    #expect(odd.code == .failed && odd.underlying is Odd && odd.url == "https://api.example.com/v1/odd")
    let own = try await #require(throws: SessionError.self) { try await session.get("own", decoding: .bytes) }
    #expect(own.code == .untrusted && own.message == "no" && own.underlying == nil)
  }

  @Test func `a stub serves several sessions, and outlives them`() async throws {
    let stub = StubTransport { _ in .text("a") }
    let first = Session.stubbed(stub)
    _ = try await first.get("1", decoding: .text())
    await first.invalidate()
    #expect(try await code { _ = try await first.get("2", decoding: .text()) } == .invalidated)
    #expect(try await Session.stubbed(stub).get("3", decoding: .text()) == "a")
    #expect(stub.requests.map(\.path) == ["/v1/1", "/v1/3"])
  }

  @Test func `digest credentials are refused`() async throws {
    let stub = StubTransport([
      .status(.unauthorized, fields: [.wwwAuthenticate: #"Digest realm="r", nonce="n""#]), .text("a"),
    ])
    let session = Session.stubbed(stub) { $0.credentials = .fixed(.digest(user: "u", password: "p")) }
    let error = try await #require(throws: SessionError.self) { try await session.get("", decoding: .text()) }
    #expect(error.code == .failed && error.message == "a stub transport does not support HTTP Digest")
  }

  // MARK: The request's body

  @Test func `bodies are read through their readers`() async throws {
    let folder = try TemporaryDirectory()
    let content = patternedBytes(300_000)
    let path = try folder.file("f", content)
    let stub = StubTransport { _ in .status(.noContent) }
    let session = Session.stubbed(stub)
    let chunks = AsyncStream<[UInt8]> { continuation in
      Task {
        for start in stride(from: 0, to: content.count, by: 1000) {
          continuation.yield(Array(content[start..<start + 1000]))
          await Task.yield()
        }
        continuation.finish()
      }
    }
    func send(_ body: some BodySource) async throws -> RecordedRequest {
      _ = try await session.upload(body, to: "", decoding: .bytes)
      return try #require(stub.requests.last)
    }
    let file = try await send(.file(at: path))
    #expect(file.body == content && file.fields[.contentLength] == "300000")
    let waiting = try await send(.async(chunks))
    #expect(waiting.body == content)
    #expect(waiting.fields[.contentLength] == nil && waiting.fields[.transferEncoding] == "chunked")
    let slow = try await send(GzipSource(.file(at: path)))
    var inflated: [UInt8] = []
    for try await chunk in InflatedSource(.bytes(slow.body)).chunks() { inflated += chunk }
    #expect(inflated == content)
  }

  @Test(arguments: [(3, 5, 3), (9, 5, 9), (1, 0, 1), (1000, 5, 261), (100_000, 66_000, 66_256)])
  func `a body that is not as long as declared fails`(actual: Int, declared: Int, seen: Int64) async throws {
    let stub = StubTransport { _ in .text("a") }
    let session = Session.stubbed(stub)
    let error = try await #require(throws: SessionError.self) {
      try await session.upload(
        WrongSize(byteCount: Int64(declared), actual: actual), to: "", decoding: .text())
    }
    let cause = try #require(error.underlying as? BodyError)
    #expect(error.code == .bodyFailed && cause.code == .byteCountMismatch)
    #expect(cause.expectedByteCount == Int64(declared) && cause.actualByteCount == seen)
    #expect(stub.requests.isEmpty)
  }

  @Test func `a body that cannot be read fails`() async throws {
    let session = Session.stubbed { _ in .text("a") }
    let folder = try TemporaryDirectory()
    let path = try folder.file("f", [1, 2, 3])
    let source = FileSource(at: path)
    try folder.remove("f")
    let error = try await #require(throws: SessionError.self) {
      try await session.upload(source, to: "", decoding: .text())
    }
    #expect(error.code == .bodyFailed && (error.underlying as? BodyError)?.code == .fileVanished)
  }
}

/// A body with another size than declared.
private struct WrongSize: BodySource {
  let byteCount: Int64?
  let actual: Int
  let isReplayable = true

  func makeReader() -> any BodyReader { BytesSource([UInt8](repeating: 7, count: actual)).makeReader() }
}
