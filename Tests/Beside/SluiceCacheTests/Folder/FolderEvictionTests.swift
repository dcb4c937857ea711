import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(5))) struct FolderEvictionTests {
  private let fixture: FolderFixture

  init() throws { fixture = try FolderFixture() }

  private func key(_ number: Int) -> CacheKey { CacheKey("\(number)") }

  private func numbers(_ store: FolderStore) async -> [Int] {
    await store.all().compactMap { Int($0.key.text) }.sorted()
  }

  @Test func `the keys that were used least recently are evicted first`() async throws {
    // Ten files of 4 KiB.
    let store = try fixture.store(maximumByteCount: 40_960)
    for number in 0..<10 { try await store.add(key(number), [1]) }
    #expect(await numbers(store) == Array(0..<10))
    // A use, an update, and a replacement.
    _ = await store.entries(for: key(0))
    await store.update(try #require(await store.entries(for: key(2)).first), metadata: [1])
    try await store.add(key(4), [2])
    for number in 10..<14 { try await store.add(key(number), [1]) }
    #expect(await numbers(store) == [0, 2, 4, 7, 8, 9, 10, 11, 12, 13])
    // The list is no use.
    try await store.add(key(14), [1])
    #expect(await numbers(store) == [0, 2, 4, 8, 9, 10, 11, 12, 13, 14])
  }

  @Test(arguments: [(20_480, 5), (0, 0), (-1, 0), (Int64.min, 0), (40_960, 10)] as [(Int64, Int)])
  func `a lower maximum holds as soon as the folder is opened`(maximum: Int64, count: Int) async throws {
    let store = try fixture.store(maximumByteCount: 40_960)
    for number in 0..<10 { try await store.add(key(number), [1]) }
    let other = try fixture.store(maximumByteCount: maximum)
    #expect(await numbers(other) == Array((10 - count)..<10))
    #expect(await other.byteCount == (try fixture.space()) && other.maximumByteCount == max(0, maximum))
    _ = try? await other.add(key(10), sampleBytes(50_000))
    #expect(await other.byteCount <= max(0, maximum))
  }

  @Test func `another store over the same folder evicts in the same order`() async throws {
    let store = try fixture.store(maximumByteCount: 40_960)
    for number in 0..<10 { try await store.add(key(number), [1]) }
    let other = try fixture.store(maximumByteCount: 40_960)
    _ = await other.entries(for: key(0))
    try await other.add(key(10), [1])
    try await store.add(key(11), [1])
    #expect(await numbers(store) == [0] + Array(3..<12))
  }

  @Test(arguments: [seedOfThisRun])
  func `the bound holds after each change, whatever is written`(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let maximum: Int64 = 1_000_000
    let stores = [
      try fixture.store(maximumByteCount: maximum), try fixture.store(maximumByteCount: maximum),
    ]
    for _ in 0..<150 {
      let store = stores.randomElement(using: &random) ?? stores[0]
      let count = [10, 10_000, 30_000, 400_000].randomElement(using: &random) ?? 0
      try await store.add(
        key(.random(in: 0..<200, using: &random)), variant: [.random(in: 0..<3, using: &random)],
        sampleBytes(count))
      #expect(await store.byteCount <= maximum)
      #expect(await store.byteCount == (try fixture.space()))
    }
  }

  @Test func `a large entry evicts as many small ones as necessary`() async throws {
    let store = try fixture.store(maximumByteCount: 400_000)
    for number in 0..<50 { try await store.add(key(number), [1]) }
    // 94 blocks of 4 KiB, one for its checksums, and one for its key leave one of 97 blocks.
    try await store.add(key(50), sampleBytes(385_000))
    #expect(await numbers(store) == [49, 50])
    try await store.add(key(51), [1])
    #expect(await numbers(store) == [50, 51])
    try await store.add(key(52), [1])
    #expect(await numbers(store) == [51, 52])
  }

  @Test func `damaged keys are evicted, too`() async throws {
    let store = try fixture.store(maximumByteCount: 40_960)
    for number in 0..<10 { try await store.add(key(number), [1]) }
    for name in try fixture.files() { try fixture.directory.overwrite("cache/\(name)", at: 0, [0]) }
    #expect(await numbers(store) == [])
    for number in 10..<20 { try await store.add(key(number), [1]) }
    #expect(await store.byteCount <= 40_960)
    #expect(await numbers(store).count == 10)
  }

  @Test func `a sample without keys lists all shards once`() {
    var queue = EvictionQueue()
    var listed = 0
    let count = queue.refill { _ in
      listed += 1
      return nil
    }
    #expect(count == ShardCounts.shardCount && listed == count && queue.popNext() == nil)
  }

  @Test func `an eviction among many keys is of one that was used early`() async throws {
    let store = try fixture.store(maximumByteCount: 4096 * 1500)
    for number in 0..<1500 { try await store.add(key(number), []) }
    for number in 1500..<1600 { try await store.add(key(number), []) }
    let left = Set(await numbers(store))
    #expect(left.count == 1500)
    let evicted = (0..<1600).filter { !left.contains($0) }
    // Of random keys, more than half would be among the later ones.
    #expect(evicted.allSatisfy { $0 < 700 }, "\(evicted)")
  }
}
