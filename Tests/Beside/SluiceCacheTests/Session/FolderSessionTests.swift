import Sluice
import SluiceBody
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceCache

/// Sessions whose cache is a folder.
@Suite(.timeLimit(.minutes(5))) struct FolderSessionTests {
  @Test func `another session finds the responses of one that has ended`() async throws {
    let folder = try TemporaryDirectory()
    let content = sampleBytes(3 << 20)
    let stub = StubTransport { _ in
      .bytes(content, fields: HTTPFields([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
    }
    for _ in 1...2 {
      var configuration = Session.Configuration()
      configuration.cache = try .folder(folder.path("cache"), maximumByteCount: 64 << 20)
      let session = Session(configuration, transport: stub)
      let response = try await session.send(session.request(.get, "https://api.example.com/a"))
      #expect(try await response.body.collect(upTo: 1 << 22) == content)
      await session.invalidate()
    }
    #expect(stub.requests.count == 1)
  }

  @Test func `an interrupted body is completed by another session`() async throws {
    let folder = try TemporaryDirectory()
    let content = sampleBytes(300_000)
    let respond: @Sendable (RecordedRequest) async throws -> StubResponse = { request in
      guard request["Range"] != nil else {
        return .bytes(content, fields: HTTPFields([("Cache-Control", "max-age=60"), ("ETag", "\"1\"")]))
          .failing(.connectionLost, afterBodyBytes: 200_000)
      }
      return .bytes(
        Array(content[200_000...]), status: .partialContent,
        fields: HTTPFields([("Content-Range", "bytes 200000-299999/300000"), ("ETag", "\"1\"")]))
    }
    let first = CachedSession(
      store: try FolderStore(folder.path("cache"), maximumByteCount: 64 << 20), respond)
    await #expect(throws: SessionError.self) { try await first.send() }
    let second = CachedSession(
      store: try FolderStore(folder.path("cache"), maximumByteCount: 64 << 20), respond)
    for _ in 1...2 {
      let response = try await second.session.send(second.session.request(.get, "a"))
      #expect(response.head.status == .ok)
      #expect(try await response.body.collect(upTo: 1 << 22) == content)
    }
    #expect(second.stub.requests.map { $0["Range"] } == ["bytes=200000-"])
  }

  @Test func `a validated entry is served from its file`() async throws {
    let folder = try TemporaryDirectory()
    let content = sampleBytes(4 << 20)
    let cached = CachedSession(store: try FolderStore(folder.path("cache"), maximumByteCount: 64 << 20)) {
      request in
      if request["If-None-Match"] != nil { return .status(.notModified) }
      return .bytes(content, fields: HTTPFields([("Cache-Control", "no-cache"), ("ETag", "\"1\"")]))
    }
    for _ in 1...3 {
      let response = try await cached.session.send(cached.session.request(.get, "a"))
      #expect(try await response.body.collect(upTo: 1 << 23) == content)
    }
    #expect(cached.stub.requests.map { $0["If-None-Match"] } == [nil, "\"1\"", "\"1\""])
    let part = try await cached.send(.get, "a", [("Range", "bytes=3000000-3000009")])
    #expect(part.status == 206 && part["Content-Length"] == "10")
  }
}
