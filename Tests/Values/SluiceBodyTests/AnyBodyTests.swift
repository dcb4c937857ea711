import SluiceBody
import SluiceTestSupport
import Testing

/// Bodies whose type is erased, and those whose bytes are counted.
@Suite(.timeLimit(.minutes(5))) struct AnyBodyTests {
  /// A body that differs from the defaults in everything.
  private struct Peculiar: BodySource {
    var declared: Int64? = 5
    var contentType: String? { "text/x-label" }
    var isReplayable = true
    var needsOwnThread: Bool { false }
    var byteCount: Int64? { declared }
    func makeReader() -> any BodyReader { BytesSource("hello".utf8).makeReader() }
    func makeReader(at offset: Int64) throws -> any BodyReader {
      try BytesSource("HELLO".utf8).makeReader(at: offset)
    }
    func identity() -> BodyIdentity? { BodyIdentity(byteCount: declared, version: "1") }
  }

  @Test func `everything is as in the body that is held`() async throws {
    let body = AnyBody(Peculiar())
    #expect(try body.byteCount == 5)
    #expect(body.contentType == "text/x-label")
    #expect(body.isReplayable && !body.needsOwnThread)
    #expect(!AnyBody(Peculiar(isReplayable: false)).isReplayable)
    #expect(try body.identity() == Peculiar().identity())
    #expect(try await readAll(body.makeReader()) == Array("hello".utf8))
    #expect(try await readAll(body.makeReader(at: 3)) == Array("LO".utf8))
    #expect(throws: BodyError.self) { try AnyBody.file(at: "/does/not/exist").byteCount }
  }

  @Test func `a body is not held twice, and is seen through`() {
    let body: any BodySource = AnyBody(AnyBody(AnyBody.text("a")))
    #expect((body as? AnyBody)?.base as? BytesSource == BytesSource("a".utf8))
    #expect(body._concrete as? BytesSource == BytesSource("a".utf8))
    #expect(Peculiar()._concrete is Peculiar)
    let joined = AnyBody.joined([body])._concrete as? JoinedSource
    #expect(joined?.sources.first is BytesSource)
  }

  @Test func `a body of unknown size is measured, and is otherwise the same`() async throws {
    let unknown = Peculiar(declared: nil)
    let body = try await unknown.measured()
    #expect(try body.byteCount == 5)
    #expect(body.contentType == "text/x-label")
    #expect(body.isReplayable && !body.needsOwnThread)
    #expect(try await readAll(body.makeReader()) == Array("hello".utf8))
    #expect(try await readAll(body.makeReader(at: 3)) == Array("LO".utf8))
    #expect(throws: BodyError.self) { try body.makeReader(at: 6) }
    #expect(try await body.identity() == unknown.measured().identity())
    #expect(try body.identity() != unknown.identity())
    #expect(try body.identity()?.byteCount == 5)
  }

  @Test func `a body of known size is not read to measure it`() async throws {
    let body = try await AnyBody.async(AsyncStream<[UInt8]> { nil }, byteCount: 7).measured()
    #expect(try body.byteCount == 7)
    #expect(try await Peculiar(declared: 12).measured()._concrete is Peculiar)
  }

  @Test func `a body that can be read only once cannot be measured`() async throws {
    let error = await #expect(throws: BodyError.self) {
      try await AnyBody.async(AsyncStream<[UInt8]> { nil }).measured()
    }
    #expect(error?.code == .notReplayable)
  }
}
