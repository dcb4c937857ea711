import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceCache

/// What is damaged is missing, and no wrong byte is ever read.
@Suite(.timeLimit(.minutes(5))) struct FolderDamageTests {
  private let fixture: FolderFixture
  private let store: FolderStore
  private let key = CacheKey("GET /")

  init() throws {
    fixture = try FolderFixture()
    store = try fixture.store()
  }

  @Test func `each changed bit and each truncation of a key's file is a miss`() async throws {
    try await store.add(key, variant: [1], sampleBytes(100))
    try await store.add(key, variant: [2], metadata: sampleBytes(20), sampleBytes(20_000))
    let name = try #require(try fixture.files().first { !$0.contains(".") })
    let bytes = try fixture.directory.contents("cache/\(name)")
    for count in bytes.indices {
      #expect(KeyFile(parsing: Array(bytes.prefix(count))) == nil)
    }
    for index in bytes.indices {
      for bit in 0..<8 {
        var damaged = bytes
        damaged[index] ^= 1 << UInt8(bit)
        #expect(KeyFile(parsing: damaged) == nil)
      }
    }
    #expect(KeyFile(parsing: bytes + [0]) == nil)
    #expect(KeyFile(parsing: bytes)?.variants.count == 2)
    // The same with the store, for some.
    for index in stride(from: 0, to: bytes.count, by: 17) {
      var damaged = bytes
      damaged[index] ^= 0x10
      try fixture.directory.file("cache/\(name)", damaged)
      #expect(await store.entries(for: key).isEmpty)
      try fixture.directory.file("cache/\(name)", Array(bytes.prefix(index)))
      #expect(await store.entries(for: key).isEmpty)
    }
    try await store.add(key, [1])
    #expect(try await store.bodies(key) == [[1]])
    // The next change counts the files, of which some belonged to the damaged one.
    try await store.add(key, [2])
    #expect(await store.byteCount == (try fixture.space()))
    #expect(try fixture.files().count == 1)
  }

  @Test(arguments: [seedOfThisRun])
  func `a file with a right checksum is never read as if it was another`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<20_000 {
      var file = KeyFile(key)
      file.variants = [
        KeyFile.Variant(
          id: 1, variant: [2], metadata: [3], isComplete: true, byteCount: 4, content: [1, 2, 3, 4])
      ]
      var bytes = file.bytes
      let index = Int.random(in: 12..<bytes.count, using: &random)
      bytes[index] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &random) ?? 0
      let changed = bytes.withRightChecksum
      if let parsed = KeyFile(parsing: changed) { #expect(parsed.bytes == changed) }
    }
  }

  @Test(arguments: [20_000, 65_536, 200_000])
  func `a large body of another size is a miss`(count: Int) async throws {
    try await store.add(key, sampleBytes(count))
    for name in try fixture.files() where name.contains(".") {
      let bytes = try fixture.directory.contents("cache/\(name)")
      for damaged in [[], Array(bytes.dropLast()), bytes + [0]] {
        try fixture.directory.file("cache/\(name)", damaged)
        #expect(await store.entries(for: key).isEmpty, "\(name)")
      }
      try fixture.directory.remove("cache/\(name)")
      #expect(await store.entries(for: key).isEmpty, "\(name)")
      try fixture.directory.file("cache/\(name)", bytes)
      #expect(try await store.bodies(key) == [sampleBytes(count)])
    }
  }

  @Test func `a changed byte of a large body ends reading before its block, and removes the entry`()
    async throws
  {
    let body = sampleBytes(200_000)
    for index in [0, 65_535, 65_536, 100_000, 131_072, 199_999] {
      try await store.add(key, body)
      let name = try #require(try fixture.files().first { $0.contains(".") && !$0.hasSuffix(".sums") })
      try fixture.directory.overwrite("cache/\(name)", at: Int64(index), [~body[index]])
      let entry = try #require(await store.entries(for: key).first)
      let reader = try entry.body.source.makeReader()
      var read: [UInt8] = []
      #expect {
        while true {
          let (bytes, outcome) = try reader.readOnce(upTo: 1000)
          read += bytes
          if outcome == .end { return }
        }
      } throws: {
        ($0 as? BodyError)?.code == .changed
      }
      // A read that fails yields nothing, so some of the bytes before the block may be missing, too.
      #expect(read.count <= index / 65_536 * 65_536 && read.elementsEqual(body.prefix(read.count)))
      #expect(await store.entries(for: key).isEmpty)
      #expect(try fixture.files() == [])
      #expect(await store.byteCount == 0)
    }
  }

  @Test func `each changed byte of the checksums ends reading`() async throws {
    let body = sampleBytes(200_000)
    for index in 0..<16 {
      try await store.add(key, body)
      let name = try #require(try fixture.files().first { $0.hasSuffix(".sums") })
      let byte = try fixture.directory.contents("cache/\(name)")[index]
      try fixture.directory.overwrite("cache/\(name)", at: Int64(index), [byte ^ 1])
      let entry = try #require(await store.entries(for: key).first)
      await #expect(throws: BodyError.self) { try await entry.bytes() }
      #expect(await store.entries(for: key).isEmpty)
    }
  }

  @Test func `a damaged incomplete entry is not continued, and removed`() async throws {
    try await store.add(key, sampleBytes(100_000), asIncomplete: true)
    let name = try #require(try fixture.files().first { $0.contains(".") && !$0.hasSuffix(".sums") })
    try fixture.directory.overwrite("cache/\(name)", at: 99_999, [~sampleBytes(100_000)[99_999]])
    let incomplete = try #require(await store.entries(for: key).first)
    await #expect(throws: BodyError.self) { try await store.add(key, [1], continuing: incomplete) }
    #expect(await store.entries(for: key).isEmpty)
  }

  @Test(arguments: ["a folder", "a symbolic link", "a FIFO", "nothing readable"])
  func `anything else at the path of a key is a miss`(other: String) async throws {
    try await store.add(key, [1])
    let name = "cache/" + (try #require(try fixture.files().first))
    let content = try fixture.directory.contents(name)
    try fixture.directory.remove(name)
    switch other {
    case "a folder": try fixture.directory.directory(name)
    case "a symbolic link":
      _ = try fixture.directory.symbolicLink(name, to: try fixture.directory.file("elsewhere", content))
    case "a FIFO": _ = try run("mkfifo", fixture.directory.path(name))
    default: try fixture.directory.file(name, [UInt8](repeating: 0, count: 5 << 20))
    }
    #expect(await store.entries(for: key).isEmpty)
    #expect(await store.all().isEmpty)
  }

  @Test func `counts that are damaged are counted again`() async throws {
    for number in 0..<300 { try await store.add(CacheKey("\(number)"), [1]) }
    for content in [[UInt8](repeating: 0, count: 256 * 24), sampleBytes(256 * 24), sampleBytes(100)] {
      try fixture.directory.overwrite("cache/counts", at: 0, content)
      let other = try fixture.store()
      // Each change counts its part of the folder.
      try await other.removeAll(partition: [99], origin: nil)
      #expect(await other.byteCount == (try fixture.space()))
      #expect(await other.all().count == 300)
    }
  }
}

extension [UInt8] {
  /// The bytes of a key's file, with the checksum that they should have.
  fileprivate var withRightChecksum: [UInt8] {
    var bytes = self
    let sum = crc32(self[12...])
    for index in 0..<4 { bytes[8 + index] = UInt8(truncatingIfNeeded: sum >> (8 * UInt32(index))) }
    return bytes
  }
}

/// The checksum bit by bit, as RFC 1952 defines it.
private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
  var sum = UInt32.max
  for byte in bytes {
    sum ^= UInt32(byte)
    for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
  }
  return ~sum
}
