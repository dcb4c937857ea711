import FoundationEssentials
import Glibc
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceCache

@Suite(.timeLimit(.minutes(5))) struct FolderStoreTests {
  private let fixture: FolderFixture
  private let store: FolderStore
  private let key = CacheKey("GET /")

  init() throws {
    fixture = try FolderFixture()
    store = try fixture.store()
  }

  /// Sizes around those at which a body gets a file, and a file another block.
  static let sizes = [0, 1, 1000, 16_384, 16_385, 65_535, 65_536, 65_537, 131_072, 300_000]

  @Test(arguments: sizes) func `an entry is found as it was added`(count: Int) async throws {
    let body = sampleBytes(count)
    try await store.add(key, variant: [9], metadata: [4, 5], body)
    let entries = await store.entries(for: key)
    let entry = try #require(entries.first)
    #expect(entries.count == 1)
    #expect(entry.key == key && entry.variant == [9] && entry.metadata == [4, 5])
    #expect(entry.body.isComplete && entry.body.byteCount == Int64(count))
    #expect(try await entry.bytes() == body)
    #expect(try await readAll(try entry.body.source.makeReader(), step: 1013) == body)
    #expect((entry.body.source is any CopyableSource) == (count > 16_384))
  }

  @Test(arguments: sizes.filter { $0 > 16_384 }) func `a body is copied as a whole`(count: Int) async throws {
    let body = sampleBytes(count)
    try await store.add(key, body)
    let entry = try #require(await store.entries(for: key).first)
    let source = try #require(entry.body.source as? any CopyableSource)
    let copy = try Descriptor.open(fixture.directory.file("copy"), flags: O_RDWR)
    var checked: [UInt8] = []
    let isCopied = try source.copy(to: copy) { block in
      for index in block.indices { checked.append(block[index]) }
    }
    #expect(isCopied && checked == body)
    #expect(try fixture.directory.contents("copy") == body)
  }

  @Test(arguments: sizes) func `a body is read from any offset`(count: Int) async throws {
    let body = sampleBytes(count)
    try await store.add(key, body)
    let source = try #require(await store.entries(for: key).first).body.source
    for offset in [0, 1, 65_535, 65_536, 65_537, count - 1, count] where (0...count).contains(offset) {
      #expect(try await readAll(try source.makeReader(at: Int64(offset))) == Array(body[offset...]))
    }
    for offset in [-1, Int64(count) + 1, .max] {
      #expect(throws: BodyError.self) { try source.makeReader(at: offset) }
    }
  }

  @Test func `a store that is opened later has the same entries`() async throws {
    try await store.add(key, sampleBytes(100))
    try await store.add(CacheKey("GET /2"), sampleBytes(100_000))
    let other = try fixture.store()
    #expect(try await other.bodies(key) == [sampleBytes(100)])
    #expect(try await other.bodies(CacheKey("GET /2")) == [sampleBytes(100_000)])
    #expect(await other.byteCount == store.byteCount)
  }

  @Test func `variants of a key are apart, and the last one written is the first`() async throws {
    try await store.add(key, variant: [1], [1])
    try await store.add(key, variant: [2], [2])
    try await store.add(key, variant: [1], [3])
    #expect(try await store.bodies(key) == [[3], [2]])
  }

  @Test func `a server cannot make the file of a key grow`() async throws {
    for number in 0..<20 {
      try await store.add(key, variant: [UInt8(number)], sampleBytes(number == 3 ? 100_000 : number))
    }
    #expect(await store.entries(for: key).map { $0.variant[0] } == Array((4..<20).reversed()))
    #expect(try fixture.files().count == 1)
    #expect(await store.byteCount == (try fixture.space()))
  }

  @Test func `keys differ in each of their parts`() async throws {
    let keys = [
      CacheKey(partition: [], origin: "a", text: "b"), CacheKey(partition: [1], origin: "a", text: "b"),
      CacheKey(partition: [], origin: "ab", text: ""), CacheKey(partition: [], origin: "", text: "ab"),
    ]
    for (index, key) in keys.enumerated() { try await store.add(key, [UInt8(index)]) }
    for (index, key) in keys.enumerated() { #expect(try await store.bodies(key) == [[UInt8(index)]]) }
  }

  @Test func `a file of another key is a miss`() async throws {
    try await store.add(key, [1])
    let other = KeyName(CacheKey("GET /other"))
    let name = try #require(try fixture.files().first)
    let shard = SHA256.hexadecimal([UInt8(other.shard)])
    try FileManager.default.createDirectory(
      atPath: "\(fixture.path)/\(shard)", withIntermediateDirectories: true)
    try FileManager.default.moveItem(
      atPath: "\(fixture.path)/\(name)", toPath: "\(fixture.path)/\(shard)/\(other.text)")
    #expect(await store.entries(for: CacheKey("GET /other")).isEmpty)
    #expect(await store.all().isEmpty)
  }

  // MARK: Writing

  @Test func `an entry appears when it is committed, and not before`() async throws {
    for count in [10, 100_000] {
      let writer = try await store.begin(
        key, variant: [], metadata: [], expectedByteCount: nil, continuing: nil)
      try await writer.append(sampleBytes(count))
      #expect(await store.entries(for: key).isEmpty)
      await writer.discard()
      #expect(await store.entries(for: key).isEmpty)
      await #expect(throws: BodyError.self) { try await writer.commit() }
      await #expect(throws: BodyError.self) { try await writer.append([1]) }
    }
    #expect(try fixture.files() == [])
  }

  @Test(arguments: [true, false])
  func `a writer that is released leaves nothing`(hasUnnamedFiles: Bool) async throws {
    let store = FolderStore(try fixture.folder(hasUnnamedFiles: hasUnnamedFiles))
    do {
      let writer = try await store.begin(
        key, variant: [], metadata: [], expectedByteCount: nil, continuing: nil)
      try await writer.append(sampleBytes(100_000))
      #expect(try fixture.files().isEmpty == (hasUnnamedFiles && SluiceTestSupport.hasUnnamedFiles))
    }
    #expect(try fixture.files() == [])
  }

  @Test(arguments: [(10, 11), (11, 10), (100_000, 99_999), (99_999, 100_000), (0, 1)])
  func `a body of another size than expected is not committed`(count: Int, expected: Int) async throws {
    let writer = try await store.begin(
      key, variant: [], metadata: [], expectedByteCount: Int64(expected), continuing: nil)
    await #expect {
      try await writer.append(sampleBytes(count))
      try await writer.commit()
    } throws: {
      ($0 as? BodyError)?.code == .byteCountMismatch
    }
    #expect(await store.entries(for: key).isEmpty)
    #expect(try fixture.files() == [])
  }

  @Test func `a body that is larger than the store is refused at once if its size is known`() async throws {
    let store = try fixture.store(maximumByteCount: 100_000)
    await #expect {
      _ = try await store.begin(
        key, variant: [], metadata: [], expectedByteCount: 100_001, continuing: nil)
    } throws: {
      ($0 as? BodyError)?.code == .overLimit
    }
  }

  @Test func `bodies without an end are written up to the size of the store, all of them together`()
    async throws
  {
    let store = try fixture.store(maximumByteCount: 300_000)
    func writer(_ name: String) async throws -> any EntryWriter {
      try await store.begin(
        CacheKey(name), variant: [], metadata: [], expectedByteCount: nil, continuing: nil)
    }
    let (first, second) = (try await writer("1"), try await writer("2"))
    try await first.append(sampleBytes(200_000))
    try await second.append(sampleBytes(100_000))
    await #expect { try await second.append([1]) } throws: { ($0 as? BodyError)?.code == .overLimit }
    await first.discard()
    // What was reserved is free again.
    let third = try await writer("3")
    try await third.append(sampleBytes(200_000))
    try await third.commit()
    #expect(try await store.bodies(CacheKey("3")) == [sampleBytes(200_000)])
  }

  @Test func `a key, a variant and metadata of more than 64 KiB are refused`() async throws {
    let large = [UInt8](repeating: 65, count: 65_537)
    func begin(_ key: CacheKey, _ variant: [UInt8], _ metadata: [UInt8]) async throws {
      _ = try await store.begin(
        key, variant: variant, metadata: metadata, expectedByteCount: nil, continuing: nil)
    }
    await #expect(throws: BodyError.self) {
      try await begin(CacheKey(String(decoding: large, as: UTF8.self)), [], [])
    }
    await #expect(throws: BodyError.self) { try await begin(key, large, []) }
    await #expect(throws: BodyError.self) { try await begin(key, [], large) }
    try await store.add(key, variant: Array(large.dropLast()), metadata: Array(large.dropLast()), [1])
    #expect(await store.entries(for: key).first?.metadata.count == 65_536)
  }

  // MARK: Incomplete entries

  @Test(arguments: [(5, 10), (5, 50_000), (50_000, 50_000), (70_000, 200_000)])
  func `an incomplete entry is completed`(count: Int, more: Int) async throws {
    let body = sampleBytes(count + more)
    try await store.add(key, Array(body.prefix(count)), asIncomplete: true)
    let incomplete = try #require(await store.entries(for: key).first)
    #expect(!incomplete.body.isComplete && incomplete.body.byteCount == Int64(count))
    #expect(try await incomplete.bytes() == Array(body.prefix(count)))
    try await store.add(key, metadata: [7], Array(body.dropFirst(count)), continuing: incomplete)
    let entries = await store.entries(for: key)
    #expect(entries.count == 1 && entries.first?.body.isComplete == true && entries.first?.metadata == [7])
    #expect(try await store.bodies(key) == [body])
    // The incomplete entry is still readable, and its files are gone.
    #expect(try await incomplete.bytes() == Array(body.prefix(count)))
    #expect(await store.byteCount == (try fixture.space()))
  }

  @Test func `two tasks can continue the same incomplete entry`() async throws {
    let body = sampleBytes(100_000)
    try await store.add(key, Array(body.prefix(50_000)), asIncomplete: true)
    let incomplete = try #require(await store.entries(for: key).first)
    let writers = [
      try await store.begin(
        key, variant: [], metadata: [], expectedByteCount: 100_000, continuing: incomplete),
      try await store.begin(
        key, variant: [], metadata: [], expectedByteCount: 50_001, continuing: incomplete),
    ]
    try await writers[0].append(Array(body.dropFirst(50_000)))
    try await writers[1].append([1])
    try await writers[1].commit()
    #expect(try await store.bodies(key) == [body.prefix(50_000) + [1]])
    try await writers[0].commit()
    #expect(try await store.bodies(key) == [body])
  }

  @Test func `no incomplete entry is kept of an empty body`() async throws {
    try await store.add(key, [], asIncomplete: true)
    #expect(await store.entries(for: key).isEmpty)
  }

  // MARK: Changes

  @Test(arguments: [10, 100_000]) func `metadata are replaced`(count: Int) async throws {
    try await store.add(key, variant: [1], sampleBytes(count))
    try await store.add(key, variant: [2], [2])
    let entry = try #require(await store.entries(for: key).last)
    await store.update(entry, metadata: sampleBytes(5000))
    let entries = await store.entries(for: key)
    #expect(entries.map(\.variant) == [[2], [1]])
    #expect(entries.last?.metadata == sampleBytes(5000) && entries.first?.metadata == [1, 2, 3])
    #expect(try await store.bodies(key) == [[2], sampleBytes(count)])
    #expect(await store.byteCount == (try fixture.space()))
  }

  @Test func `an entry whose new metadata cannot be kept is removed`() async throws {
    try await store.add(key, [1])
    let entry = try #require(await store.entries(for: key).first)
    await store.update(entry, metadata: [UInt8](repeating: 0, count: 65_537))
    #expect(await store.entries(for: key).isEmpty)
  }

  @Test func `an entry that was replaced is neither updated nor removed`() async throws {
    try await store.add(key, [1])
    let old = try #require(await store.entries(for: key).first)
    try await store.add(key, [2])
    await store.update(old, metadata: [9])
    try await store.remove(old)
    #expect(await store.entries(for: key).map(\.metadata) == [[1, 2, 3]])
    #expect(try await store.bodies(key) == [[2]])
  }

  @Test func `an entry is removed, with its files and its bytes`() async throws {
    for variant in 0..<3 as Range<UInt8> {
      try await store.add(key, variant: [variant], sampleBytes(100_000))
    }
    try await store.remove(try #require(await store.entries(for: key).first))
    #expect(await store.entries(for: key).map(\.variant) == [[1], [0]])
    #expect(await store.byteCount == (try fixture.space()))
    try await store.removeAll(key)
    #expect(await store.entries(for: key).isEmpty)
    #expect(try fixture.files() == [])
    #expect(await store.byteCount == 0)
  }

  @Test func `a reader goes on with a body that was removed or replaced`() async throws {
    let body = sampleBytes(300_000)
    try await store.add(key, body)
    let entry = try #require(await store.entries(for: key).first)
    let reader = try entry.body.source.makeReader()
    let (start, _) = try reader.readOnce(upTo: 100_000)
    try await store.add(key, sampleBytes(200_000).reversed())
    try await store.removeAll(partition: nil, origin: nil)
    #expect(try fixture.files() == [])
    #expect(try await start + readAll(reader) == body)
    // Another reader, too.
    #expect(try await entry.bytes() == body)
  }

  @Test func `entries are removed by partition and origin`() async throws {
    func key(_ partition: UInt8, _ origin: String, _ text: String = "") -> CacheKey {
      CacheKey(partition: [partition], origin: origin, text: text)
    }
    func remaining() async -> Set<String> {
      Set(await store.all().map { "\($0.key.partition[0])\($0.key.origin)" })
    }
    for partition in 1...2 as ClosedRange<UInt8> {
      for origin in ["a", "b"] {
        for number in 0..<20 {
          try await store.add(key(partition, origin, "\(number)"), sampleBytes(number == 0 ? 20_000 : 1))
        }
      }
    }
    try await store.removeAll(partition: [1], origin: "a")
    #expect(await remaining() == ["1b", "2a", "2b"])
    try await store.removeAll(partition: nil, origin: "b")
    #expect(await remaining() == ["2a"])
    #expect(await store.byteCount == (try fixture.space()))
    try await store.removeAll(partition: [2], origin: nil)
    #expect(await store.byteCount == 0)
    #expect(try fixture.files() == [])
  }

  @Test func `the list has all entries, each once`() async throws {
    for number in 0..<100 {
      try await store.add(CacheKey("\(number / 2)"), variant: [UInt8(number % 2)], [1])
    }
    let keys = await store.all().map { "\($0.key.text) \($0.variant[0])" }
    #expect(keys.count == 100 && Set(keys).count == 100)
  }

  @Test func `an entry that cannot be removed is an error, and the others are removed`() async throws {
    for number in 0..<20 { try await store.add(CacheKey("\(number)"), [1]) }
    let stuck = CacheKey("7")
    let path = "\(fixture.path)/\(SHA256.hexadecimal([UInt8(KeyName(stuck).shard)]))/\(KeyName(stuck).text)"
    // The system can neither read a folder as a file, nor remove it as one.
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let failure = await #expect(throws: BodyError.self) { try await store.removeAll(stuck) }
    #expect(failure?.code == .readFailed && failure?.path == path)
    let other = await #expect(throws: BodyError.self) {
      try await store.removeAll(partition: nil, origin: nil)
    }
    #expect(other?.code == .writeFailed && other?.path == path)
    #expect(await store.all().isEmpty)
    try FileManager.default.removeItem(atPath: path)
    try await store.removeAll(partition: nil, origin: nil)
    #expect(await store.byteCount == 0)
  }

  // MARK: Files

  @Test func `only the owner can read the files, and no name contains a part of a key`() async throws {
    let key = CacheKey(partition: Array("alice".utf8), origin: "https://secret.example", text: "GET /secret")
    try await store.add(key, sampleBytes(10))
    try await store.add(key, variant: [1], sampleBytes(100_000))
    let names = try FileManager.default.subpathsOfDirectory(atPath: fixture.path)
    #expect(names.count == 6)
    for name in names + [""] {
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(fixture.path)/\(name)")
      let isFolder = attributes[.type] as? FileAttributeType == .typeDirectory
      #expect((attributes[.posixPermissions] as? Int) == (isFolder ? 0o700 : 0o600), "\(name)")
      #expect(!name.contains("secret") && !name.contains("alice"))
    }
  }

  @Test func `other files in the folder stay`() async throws {
    try await store.add(key, [1])
    let shard = try #require(try fixture.files().first).prefix(2)
    try fixture.directory.file("cache/\(shard)/notes.txt", [1])
    try await store.removeAll(partition: nil, origin: nil)
    #expect(try fixture.files() == ["\(shard)/notes.txt"])
  }

  @Test func `a folder that cannot be created is an error, and one that is removed is no crash`() async throws
  {
    try fixture.directory.file("file")
    for path in ["", "a\0b", fixture.directory.path("file")] {
      #expect(throws: BodyError.self) { try FolderStore(path, maximumByteCount: 1) }
    }
    try await store.add(key, [1])
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(await store.entries(for: key).isEmpty)
    try await store.add(key, [2])
    #expect(try await store.bodies(key) == [[2]])
  }

  @Test func `a look-up holds no descriptor of a small body, and releases those of a large one`() async throws
  {
    try await store.add(key, sampleBytes(100))
    try await store.add(key, variant: [1], sampleBytes(100_000))
    let before = try openDescriptors(under: fixture.path).count
    do {
      let entries = await store.entries(for: key)
      #expect(try openDescriptors(under: fixture.path).count == before + 2)
      withExtendedLifetime(entries) {}
    }
    #expect(try openDescriptors(under: fixture.path).count == before)
  }
}
