import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceCache

/// What processes leave that are killed, and what others do with it. `Tests/Beside/CacheKills` kills real ones.
@Suite(.timeLimit(.minutes(5))) struct FolderCrashTests {
  private let fixture: FolderFixture
  private let key = CacheKey("GET /")

  init() throws { fixture = try FolderFixture() }

  private struct Killed: Error {}

  /// Changes a shard, and stops in between as if the process was killed.
  private func change(_ shard: Int, _ body: () throws -> Void) throws {
    let counts = try ShardCounts("\(fixture.path)/counts")
    try? counts.change(shard, counting: { 0 }) { _ throws(BodyError) in
      try? body()
      throw BodyError(.writeFailed)
    }
  }

  @Test func `files that a killed process has left are removed by the next change, and not counted`()
    async throws
  {
    let store = try fixture.store()
    try await store.add(key, sampleBytes(100_000))
    let name = KeyName(key)
    let files = try fixture.files()
    let shard = SHA256.hexadecimal([UInt8(name.shard)])
    try change(name.shard) {
      try fixture.directory.file("cache/\(shard)/new", [1, 2])
      try fixture.directory.file("cache/\(shard)/\(name.text).1", sampleBytes(50_000))
      try fixture.directory.file("cache/\(shard)/\(name.text).1.sums", [1])
      // A body whose key's file was removed.
      try fixture.directory.file("cache/\(shard)/\(String(repeating: "a", count: 62) + shard).2", [1])
    }
    #expect(try fixture.files().count == files.count + 4)
    #expect(try await store.bodies(key) == [sampleBytes(100_000)])
    await store.update(try #require(await store.entries(for: key).first), metadata: [5])
    #expect(try fixture.files() == files)
    #expect(await store.byteCount == (try fixture.space()))
    #expect(try await store.bodies(key) == [sampleBytes(100_000)])
  }

  @Test func `bytes that a killed process has not counted are counted by the next change`() async throws {
    let store = try fixture.store()
    try await store.add(key, [1])
    let name = try #require(try fixture.files().first)
    try change(KeyName(key).shard) { try fixture.directory.remove("cache/\(name)") }
    #expect(await store.byteCount == 4096)
    try await store.removeAll(key)
    #expect(await store.byteCount == 0)
  }

  @Test func `after a start of the system, a shard is counted when it changes first`() async throws {
    let path = "\(fixture.path)/counts"
    let store = try fixture.store()
    try await store.add(key, [1])
    let calls = CallCounter()
    func change(start: UInt64) throws {
      try ShardCounts(path, start: start).change(3, counting: { () in Int64(calls.add()) }) { space in
        #expect(space == Int64(calls.count))
      }
    }
    try change(start: 1)
    try change(start: 1)
    #expect(calls.count == 1)
    try change(start: 2)
    try change(start: 2)
    #expect(calls.count == 2)
    #expect(await store.byteCount == 4096 + 2)
  }

  @Test func `bodies that nobody writes any more are removed when the folder is opened`() async throws {
    let store = FolderStore(try fixture.folder(hasUnnamedFiles: false))
    let writer = try await store.begin(
      key, variant: [], metadata: [], expectedByteCount: nil, continuing: nil)
    try await writer.append(sampleBytes(100_000))
    let written = try fixture.files()
    #expect(written.count == 2)
    try fixture.directory.file("cache/incoming/.sluice-left", [1])
    try fixture.directory.file("cache/incoming/mail1", [1])
    _ = try fixture.store()
    #expect(Set(try fixture.files()) == Set(written + ["incoming/mail1"]))
    try fixture.directory.remove("cache/incoming/mail1")
    try await writer.commit()
    #expect(try await store.bodies(key) == [sampleBytes(100_000)])
    #expect(try fixture.files().count == 3)
  }

  @Test func `changes of two stores at the same time exclude each other`() async throws {
    let stores = [try fixture.store(), try fixture.store()]
    await withTaskGroup { group in
      for task in 0..<8 {
        group.addTask {
          for number in 0..<50 {
            // All variants of one key, each written and removed by one task.
            try? await stores[task % 2].add(key, variant: [UInt8(task)], sampleBytes(number * 500))
          }
        }
      }
    }
    #expect(Set(await stores[0].entries(for: key).map { $0.variant[0] }) == Set(0..<8))
    #expect(try await stores[1].bodies(key) == [[UInt8]](repeating: sampleBytes(24_500), count: 8))
    #expect(await stores[0].byteCount == (try fixture.space()))
    #expect(try fixture.files().count == 1 + 16)
  }
}
