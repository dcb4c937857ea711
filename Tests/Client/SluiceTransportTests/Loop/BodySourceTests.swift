import Glibc
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Bodies of every kind, and bodies that differ from their declared size.
@Suite(.ownThreads, .timeLimit(.minutes(5))) struct BodySourceTests {
  struct SourceFailed: Error, Equatable {}

  /// Uploads a body, and returns the request that the server received and the result.
  private func upload(_ body: some BodySource) async throws -> (ReceivedRequest?, Result<[UInt8], any Error>)
  {
    let received = Record<ReceivedRequest>()
    let result = try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200, body: "whole")
    } test: { session, _ in
      await Result.catching { try await session.upload(body, to: "", decoding: .bytes) }
    }
    return (received.only, result)
  }

  private func underlyingError(_ result: Result<[UInt8], any Error>) throws -> any Error {
    let error = #expect(throws: SessionError.self) { try result.get() }
    #expect(error?.code == .bodyFailed)
    return try #require(error?.underlying)
  }

  private func chunks(_ chunks: [UInt8]...) -> AsyncStream<[UInt8]> {
    AsyncStream { continuation in
      for chunk in chunks { continuation.yield(chunk) }
      continuation.finish()
    }
  }

  @Test func `an async sequence is sent chunked`() async throws {
    let large = patternedBytes(900_000)
    let (request, result) = try await upload(.async(chunks([1, 2], [], large, [3])))
    #expect(try result.get() == Array("whole".utf8))
    #expect(request?["Transfer-Encoding"] == ["chunked"])
    #expect(request?["Content-Length"] == [])
    #expect(request?.body == [1, 2] + large + [3])
  }

  @Test func `an empty async sequence is an empty body`() async throws {
    let (request, result) = try await upload(.async(chunks()))
    #expect(try result.get() == Array("whole".utf8))
    #expect(request?.body == [])
  }

  @Test func `a declared byte count is the Content-Length`() async throws {
    let (request, result) = try await upload(.async(chunks([1, 2], [3]), byteCount: 3))
    #expect(try result.get() == Array("whole".utf8))
    #expect(request?["Content-Length"] == ["3"])
    #expect(request?["Transfer-Encoding"] == [])
    #expect(request?.body == [1, 2, 3])
  }

  @Test func `a FIFO is sent chunked, then closed`() async throws {
    let folder = try TemporaryDirectory()
    let path = try folder.fifo("pipe")
    let content = patternedBytes(300_000)
    let file = try folder.file("content", content)
    // A separate process: opening a FIFO blocks until its other end is open.
    let writer = try ChildProcess(["sh", "-c", "cat \(file) > \(path)"])
    let (request, result) = try await upload(.file(at: path))
    #expect(try result.get() == Array("whole".utf8))
    #expect(request?["Transfer-Encoding"] == ["chunked"])
    #expect(request?.body == content)
    try await expectEventually { try ProcessResources.descriptors(on: path) == 0 }
    withExtendedLifetime(writer) {}
  }

  @Test func `a form is sent chunked if the size of a part is unknown`() async throws {
    let form = MultipartForm {
      FormField("a", "b")
      FormFile("c", .async(chunks([1, 2, 3])), fileName: "c")
    }
    let (request, result) = try await upload(form)
    #expect(try result.get() == Array("whole".utf8))
    #expect(request?["Transfer-Encoding"] == ["chunked"])
    let tail = "\r\n\r\n\u{1}\u{2}\u{3}\r\n--\(form.boundary)--\r\n"
    #expect(request?.text.hasSuffix(tail) == true)
  }

  @Test func `a source without bytes to read does not delay other uploads`() async throws {
    let ready = Event()
    let slow = ScriptedSource([.bytes([1]), .wait(ready), .bytes([2])])
    let received = Record<ReceivedRequest>()
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      received.append(request)
      try $1.respond(200, body: request.body)
    } test: { session, _ in
      async let slowAnswer = session.upload(slow, to: "slow", decoding: .bytes)
      for byte in 3..<10 as Range<UInt8> {
        let answer = try await session.upload(.bytes([byte]), to: "", decoding: .bytes)
        #expect(answer == [byte])
      }
      #expect(received.count == 7)
      ready.happen()
      let answer = try await slowAnswer
      #expect(answer == [1, 2])
    }
  }

  // MARK: Failures

  @Test(
    arguments: [
      (5, [[1, 2]], 2), (5, [], 0), (3, [[1, 2, 3, 4]], 4), (3, [[1, 2, 3], [4]], 4),
      (3, [[1, 2], [3, 4, 5]], 5),
      (1, [[1], [2], [3]], 2),
    ] as [(Int64, [[UInt8]], Int64)])
  func `a source that yields more or fewer bytes than declared fails the upload`(
    announced: Int64, yielded: [[UInt8]], found: Int64
  )
    async throws
  {
    let source = ScriptedSource(byteCount: announced, yielded.map { .bytes($0) })
    let (request, result) = try await upload(source)
    let error = try #require(try underlyingError(result) as? BodyError)
    #expect(error.code == .byteCountMismatch)
    #expect(error.expectedByteCount == announced)
    #expect(error.actualByteCount == found)
    #expect(request == nil, "the server must not see a complete request")
  }

  @Test(
    arguments: [
      (5, [[1, 2]]), (3, [[1, 2, 3], [4]]), (3, [[1, 2, 3, 4]]),
    ] as [(Int64, [[UInt8]])])
  func `an async sequence with more or fewer bytes than declared fails the upload`(
    announced: Int64, yielded: [[UInt8]]
  )
    async throws
  {
    let sequence = AsyncStream { continuation in
      for chunk in yielded { continuation.yield(chunk) }
      continuation.finish()
    }
    let (request, result) = try await upload(.async(sequence, byteCount: announced))
    #expect((try underlyingError(result) as? BodyError)?.code == .byteCountMismatch)
    #expect(request == nil)
  }

  @Test func `a surplus byte fails the upload even if it comes late`() async throws {
    let (late, wasAsked) = (Event(), Event())
    let source = ScriptedSource(
      byteCount: 3, [.bytes([1, 2, 3]), .run { wasAsked.happen() }, .wait(late), .bytes([4])])
    async let uploaded = upload(source)
    try await wasAsked.wait()
    late.happen()
    let (request, result) = try await uploaded
    #expect((try underlyingError(result) as? BodyError)?.code == .byteCountMismatch)
    #expect(request == nil)
  }

  @Test func `a source may report its end late`() async throws {
    let (late, wasAsked) = (Event(), Event())
    let content = patternedBytes(100_000)
    let source = ScriptedSource(
      byteCount: 100_000, [.bytes(content), .run { wasAsked.happen() }, .wait(late)])
    async let uploaded = upload(source)
    try await wasAsked.wait()
    late.happen()
    let (request, result) = try await uploaded
    #expect(try result.get() == Array("whole".utf8))
    #expect(request?.body == content)
  }

  @Test(arguments: [nil, 100] as [Int64?])
  func `a reader that fails ends the upload with its error`(byteCount: Int64?) async throws {
    let source = ScriptedSource(byteCount: byteCount, [.bytes([1, 2]), .fail(SourceFailed())])
    let (request, result) = try await upload(source)
    #expect(try underlyingError(result) is SourceFailed)
    #expect(request == nil)
  }

  @Test(arguments: [nil, 2] as [Int64?])
  func `a reader that yields nothing but promises more fails the upload`(byteCount: Int64?) async throws {
    let source = ScriptedSource(byteCount: byteCount, [.bytes([1]), .bytes([]), .bytes([2])])
    let (request, result) = try await upload(source)
    _ = try underlyingError(result)
    #expect(request == nil)
  }

  @Test func `a reader that fails after its last bytes fails the form with its error`() async throws {
    let pipe = BytePipe()
    _ = pipe.write(([1, 2, 3] as [UInt8]).span)
    pipe.finish(throwing: SourceFailed())
    let form = MultipartForm {
      FormField("before", "the failure")
      FormFile("file", PipeSource(pipe: pipe), fileName: "f")
    }
    let (request, result) = try await upload(form)
    #expect(try underlyingError(result) is SourceFailed)
    #expect(request == nil)
  }
}

/// A body whose bytes come from a pipe.
private struct PipeSource: BodySource {
  let pipe: BytePipe

  var byteCount: Int64? { nil }
  var isReplayable: Bool { true }
  func makeReader() -> any BodyReader { Reader(pipe) }

  private final class Reader: BodyReader {
    private let pipe: BytePipe

    init(_ pipe: BytePipe) { self.pipe = pipe }

    func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome { try pipe.read(into: &output) }
    func whenReadable(_ resume: @escaping @Sendable () -> Void) { pipe.whenReadable(resume) }
  }
}
