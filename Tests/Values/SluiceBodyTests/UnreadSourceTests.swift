import SluiceTestSupport
import Testing

@testable import SluiceBody

/// Bodies that can be read once, until a byte has been read.
@Suite(.timeLimit(.minutes(5))) struct UnreadSourceTests {
  private func source(needsOwnThread: Bool = false, _ steps: [ScriptedSource.Step]) -> UnreadSource {
    var body = ScriptedSource(byteCount: 3, steps)
    (body.isReplayable, body.needsOwnThread) = (false, needsOwnThread)
    return UnreadSource(body)
  }

  @Test(arguments: [false, true]) func `an unread body has another reader`(needsOwnThread: Bool) async throws
  {
    let source = source(needsOwnThread: needsOwnThread, [.bytes([1, 2, 3])])
    #expect(!source.needsOwnThread && source.isReplayable)
    #expect(try source.byteCount == 3)
    _ = try source.makeReader()
    let reader = try source.makeReader()
    #expect(source.isReplayable)
    #expect(try await readAll(reader) == [1, 2, 3])
    #expect(!source.isReplayable)
    #expect((#expect(throws: BodyError.self) { try source.makeReader() })?.code == .notReplayable)
  }

  @Test func `a reader that has waited leaves all bytes to the next one`() async throws {
    let mayRead = Event()
    let source = source([.wait(mayRead), .bytes([1, 2, 3])])
    let first = try source.makeReader()
    #expect(try first.readOnce(upTo: 10).outcome == .waiting)
    let second = try source.makeReader()
    mayRead.happen()
    #expect((#expect(throws: BodyError.self) { try first.readOnce(upTo: 10) })?.code == .notReplayable)
    #expect(try await readAll(second) == [1, 2, 3])
  }

  @Test func `an empty body can be read again`() async throws {
    let source = source([])
    #expect(try await readAll(source.makeReader()) == [])
    #expect(source.isReplayable)
    #expect(try await readAll(source.makeReader()) == [])
  }

  @Test func `a body that has failed cannot be read again`() throws {
    struct Broken: Error {}
    let source = source([.fail(Broken())])
    #expect(throws: Broken.self) { try source.makeReader().readOnce(upTo: 1) }
    #expect(!source.isReplayable)
  }
}
