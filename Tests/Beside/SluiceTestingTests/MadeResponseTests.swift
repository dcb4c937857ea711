import Sluice
import SluiceTestSupport
import SluiceTesting
import Testing

/// Responses that a program makes.
@Suite(.timeLimit(.minutes(5))) struct MadeResponseTests {
  @Test func `a function that takes a response can be tested`() async throws {
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
    let response = SessionResponse(head, body: [UInt8](#"{"name":"Ann"}"#.utf8))
    #expect(response.body.byteCount == 14 && response.metrics == nil)
    #expect(response.url == "http://localhost/" && response.request.method == .get)
    #expect(try await response.value(decoding: .json(User.self)) == User(name: "Ann"))
  }

  @Test func `a refused response holds its body`() async throws {
    let request = HTTPRequest(method: .post, scheme: "https", authority: "a.example", path: "/b?c")
    let redirect = Session.Redirect(request: request, response: HTTPResponse(status: .found))
    let response = SessionResponse(
      HTTPResponse(status: .notFound), body: [1, 2, 3], request: request, redirects: [redirect])
    #expect(response.url == "https://a.example/b?c" && response.redirects.count == 1)
    let error = try await #require(throws: ResponseError.self) {
      try await response.value(decoding: .json(User.self))
    }
    #expect(error.body == [1, 2, 3] && error.method == .post)
  }

  @Test func `an empty body is the default`() async throws {
    let response = SessionResponse(HTTPResponse(status: .noContent))
    #expect(try await response.body.collect(upTo: 0) == [])
    #expect(response.body.byteCount == 0)
  }

  @Test func `any body can be the response's, and is read once`() async throws {
    let folder = try TemporaryDirectory()
    let content = patternedBytes(1_000_000)
    let path = try folder.file("f", content)
    let response = SessionResponse(HTTPResponse(status: .ok), body: .file(at: path))
    #expect(response.body.codedByteCount == 1_000_000)
    var received: [UInt8] = []
    for try await chunk in response.body { received += chunk }
    #expect(received == content && response.body.decodedByteCount == 1_000_000)
    let error = await #expect(throws: BodyError.self) { try await response.body.collect(upTo: 10) }
    #expect(error?.code == .notReplayable)

    let missing = SessionResponse(HTTPResponse(status: .ok), body: .file(at: folder.path("missing")))
    await #expect(throws: BodyError.self) { try await missing.body.collect(upTo: 10) }
  }

  @Test func `content codings are decoded as the fields say`() async throws {
    let head = HTTPResponse(status: .ok, headerFields: [.contentEncoding: "gzip"])
    let response = SessionResponse(head, body: GzipSource(.text("hello")))
    #expect(try await response.body.collect(upTo: 10) == [UInt8]("hello".utf8))
    let unknown = SessionResponse(
      HTTPResponse(status: .ok, headerFields: [.contentEncoding: "br"]), body: [1])
    #expect(try await code { _ = try await unknown.body.collect(upTo: 10) } == .unsupportedCoding)
  }

  @Test func `elements are decoded as they arrive`() async throws {
    let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/jsonl"])
    let response = SessionResponse(head, body: .text("{\"name\":\"a\"}\n{\"name\":\"b\"}\n"))
    var names: [String] = []
    for try await user in try await response.stream(decoding: .jsonLines(User.self)) {
      names.append(user.name)
    }
    #expect(names == ["a", "b"])
  }

  @Test func `a released body releases its source`() async throws {
    let released = Event()
    let (chunks, continuation) = AsyncStream.makeStream(of: [UInt8].self)
    continuation.onTermination = { _ in released.happen() }
    continuation.yield([1])
    do {
      let response = SessionResponse(HTTPResponse(status: .ok), body: .async(chunks))
      for try await _ in response.body { break }
    }
    try await released.wait()
  }
}
