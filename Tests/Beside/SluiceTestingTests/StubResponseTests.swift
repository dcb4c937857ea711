import Sluice
import SluiceTestSupport
import SluiceTesting
import Synchronization
import Testing

/// The responses that a stub sends: heads, bodies and their ends.
@Suite(.timeLimit(.minutes(5))) struct StubResponseTests {
  private func response(
    _ method: HTTPRequest.Method = .get, to stubbed: StubResponse
  ) async throws -> SessionResponse {
    let session = Session.stubbed { _ in stubbed }
    return try await session.send(session.request(method, "a"))
  }

  @Test func `the length is that of the body, unless the fields say it`() async throws {
    let plain = try await response(to: .bytes([1, 2, 3]))
    #expect(plain.head.headerFields[.contentLength] == "3" && plain.body.codedByteCount == 3)
    let empty = try await response(to: .status(.ok))
    #expect(empty.head.headerFields[.contentLength] == "0")
    let chunked = try await response(to: .bytes([1, 2, 3], fields: [.transferEncoding: "chunked"]))
    #expect(chunked.head.headerFields[.contentLength] == nil && chunked.body.codedByteCount == nil)
    #expect(try await chunked.body.collect(upTo: 10) == [1, 2, 3])
    let unknown = try await response(to: .body(.async(AsyncStream<[UInt8]> { $0.finish() })))
    #expect(unknown.head.headerFields[.contentLength] == nil)
    #expect(try await unknown.body.collect(upTo: 10) == [])
  }

  @Test func `a body is as long as its declared length at most`() async throws {
    let short = try await response(to: .bytes([1, 2, 3], fields: [.contentLength: "5"]))
    #expect(try await code { _ = try await short.body.collect(upTo: 10) } == .connectionLost)
    let long = try await response(to: .bytes([1, 2, 3], fields: [.contentLength: "2"]))
    #expect(try await long.body.collect(upTo: 10) == [1, 2])
    for fields in [[.contentLength: "x"], [.transferEncoding: "br"]] as [HTTPFields] {
      #expect(try await code { _ = try await response(to: .bytes([1], fields: fields)) } == .invalidResponse)
    }
    #expect(try await code { _ = try await response(to: .status(.continue)) } == .invalidResponse)
  }

  @Test func `an upload resumes at the URL of an interim response`() async throws {
    let folder = try TemporaryDirectory()
    let version = try #require(HTTPField.Name("Upload-Draft-Interop-Version"))
    let offset = try #require(HTTPField.Name("Upload-Offset"))
    let complete = try #require(HTTPField.Name("Upload-Complete"))
    let stub = StubTransport([
      .failure(.connectionLost)
        .preceded(by: .continue)
        .preceded(by: .init(code: 104), fields: [version: "6", .location: "/uploads/1"]),
      .status(.noContent, fields: [offset: "2"]),
      .text("done", fields: [complete: "?1"]),
    ])
    let session = Session(.init(baseURL: "http://example.com/"), transport: stub)
    var upload = ResumableUpload.standard(record: folder.path("record"))
    upload.retries.initialDelay = .zero
    let text = try await session.upload(.text("abc"), to: "files", resumable: upload, decoding: .text())
    #expect(text == "done")
    #expect(stub.requests.map(\.description) == ["POST /files", "HEAD /uploads/1", "PATCH /uploads/1"])
    #expect(stub.requests.map(\.text) == ["abc", "", "c"])
  }

  @Test func `a final status is no interim response`() async throws {
    let response = StubResponse.status(.ok).preceded(by: .ok)
    #expect(try await code { _ = try await self.response(to: response) } == .invalidResponse)
  }

  @Test func `responses that have no body are sent without one`() async throws {
    let head = try await response(.head, to: .text("abc"))
    #expect(head.head.headerFields[.contentLength] == "3")
    #expect(try await head.body.collect(upTo: 10) == [])
    for status in [HTTPResponse.Status.noContent, .notModified] {
      let response = try await response(to: .text("abc", status: status))
      #expect(response.head.headerFields[.contentLength] == nil)
      #expect(try await response.body.collect(upTo: 10) == [])
    }
  }

  @Test func `the media type is that of the body, unless the fields say it`() async throws {
    func type(of stubbed: StubResponse) async throws -> String? {
      try await response(to: stubbed).head.headerFields[.contentType]
    }
    #expect(try await type(of: .text("a")) == "text/plain;charset=utf-8")
    #expect(try await type(of: .json(1)) == "application/json")
    #expect(try await type(of: .bytes([1])) == nil)
    let form = MultipartForm { FormField("a", "b") }
    #expect(try await type(of: .body(form)) == form.contentType)
    #expect(try await type(of: .json(1, fields: [.contentType: "a/b"])) == "a/b")
  }

  @Test func `content codings are decoded as the fields say`() async throws {
    var coded: [UInt8] = []
    for try await chunk in GzipSource(.text("hello")).chunks() { coded += chunk }
    let decoded = try await response(to: .bytes(coded, fields: [.contentEncoding: "gzip"]))
    #expect(try await decoded.body.collect(upTo: 10) == [UInt8]("hello".utf8))
    let unknown = try await response(to: .bytes(coded, fields: [.contentEncoding: "br"]))
    #expect(try await code { _ = try await unknown.body.collect(upTo: 10) } == .unsupportedCoding)
  }

  @Test func `a failure comes in place of a response`() async throws {
    let session = Session.stubbed { _ in .failure(.unknownHost, message: "no such host") }
    let error = try await #require(throws: SessionError.self) {
      try await session.get("a?b", decoding: .bytes)
    }
    #expect("\(error)" == "unknown-host: no such host (https://api.example.com/v1/a)")
  }

  @Test(arguments: [0, 2, 5, 9]) func `a body fails after a number of bytes`(count: Int) async throws {
    let response = try await response(
      to: .text("abcde").failing(.connectionLost, afterBodyBytes: Int64(count)))
    #expect(response.head.status == .ok && response.head.headerFields[.contentLength] == "5")
    var received: [UInt8] = []
    var chunks = response.body.makeAsyncIterator()
    let error = await #expect(throws: SessionError.self) {
      while let chunk = try await chunks.next() { received += chunk }
    }
    #expect(error?.code == .connectionLost && error?.url == "https://api.example.com/v1/a")
    #expect(received == [UInt8]("abcde".utf8.prefix(count)))
  }

  @Test func `an error of the body's source ends the response`() async throws {
    struct Odd: Error {}
    let chunks = AsyncThrowingStream<[UInt8], any Error> {
      $0.yield([1])
      $0.finish(throwing: Odd())
    }
    let response = try await response(to: .body(.async(chunks)))
    #expect(try await code { _ = try await response.body.collect(upTo: 10) } == .failed)
  }

  @Test func `a large body is sent as it is read`() async throws {
    let count = 50 << 20
    let made = Atomic(0)
    let source = Counting(total: count, made: { made.store($0, ordering: .relaxed) })
    let session = Session.stubbed { _ in .body(source) }
    let response = try await session.send(session.request(.get, "a"))
    #expect(await eventually { made.load(ordering: .relaxed) >= 256 * 1024 })
    var received = 0
    for try await chunk in response.body {
      received += chunk.count
      // The pipe holds 1 MiB and one block.
      #expect(made.load(ordering: .relaxed) - received <= 1280 * 1024)
    }
    #expect(received == count)
  }

  @Test func `a delay comes before the head`() async throws {
    let start = ContinuousClock.now
    _ = try await response(to: .text("a").delayed(by: .milliseconds(20)).delayed(by: .milliseconds(30)))
    #expect(ContinuousClock.now - start >= .milliseconds(50))
    let failed = ContinuousClock.now
    _ = try await code { _ = try await response(to: .failure(.failed).delayed(by: .milliseconds(50))) }
    #expect(ContinuousClock.now - failed >= .milliseconds(50))
  }
}

/// A body of zeros that reports how many have been read.
private struct Counting: BodySource {
  let total: Int
  let made: @Sendable (Int) -> Void
  var byteCount: Int64? { Int64(total) }
  let isReplayable = true

  func makeReader() -> any BodyReader { Reader(self) }

  private final class Reader: BodyReader {
    let source: Counting
    var count = 0

    init(_ source: Counting) { self.source = source }

    func read(into output: inout OutputSpan<UInt8>) -> BodyReadOutcome {
      while !output.isFull, count < source.total {
        output.append(0)
        count += 1
      }
      source.made(count)
      return count == source.total ? .end : .more
    }
  }
}
