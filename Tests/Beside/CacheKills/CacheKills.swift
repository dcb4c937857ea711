import Glibc
import SluiceBody
import SluiceCache

/// A process that uses the folder of a store together with others, and is killed by `kills.py`.
///
///     CacheKills work FOLDER SEED     reads, writes and removes entries until it is killed; prints a line after the
///                                     first one that it has written
///     CacheKills check FOLDER         reads all entries, and prints the number of bytes and of large bodies
///     CacheKills fill FOLDER          adds entries until the disk is full, and a hundred times more
///
/// It fails if a byte of an entry is wrong.
@main
struct CacheKills {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else { fail("usage: CacheKills work|check|fill FOLDER [SEED]") }
    let folder = arguments[2]
    switch arguments[1] {
    case "work":
      let store = try FolderStore(folder, maximumByteCount: 1 << 20)
      try await work(store, SmallGenerator(state: UInt64(arguments.last ?? "") ?? 1))
    case "check": try await check(FolderStore(folder, maximumByteCount: 1 << 20))
    case "fill": try await fill(FolderStore(folder, maximumByteCount: 1 << 40))
    default: fail("no such command: \(arguments[1])")
    }
  }

  static func work(_ store: FolderStore, _ random: SmallGenerator) async throws {
    var random = random
    let first = Sample.random(using: &random)
    try await write(first, to: store, continuing: nil, upTo: first.bytes.count)
    try writeAll(of: Array("ready\n".utf8).span, to: STDOUT_FILENO)
    while true {
      let number = Int.random(in: 0..<Sample.keyCount, using: &random)
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<50:
        for entry in await store.entries(for: Sample.key(number)) { try await check(entry) }
      case 50..<80:
        let sample = Sample.random(using: &random)
        try await write(sample, to: store, continuing: nil, upTo: sample.bytes.count)
      case 80..<86:
        let sample = Sample.random(using: &random)
        let count = Int.random(in: 0..<sample.bytes.count, using: &random)
        try await write(sample, to: store, continuing: nil, upTo: count)
      case 86..<92:
        let incomplete = await store.entries(for: Sample.key(number)).first { !$0.body.isComplete }
        guard let incomplete, let sample = Sample.of(incomplete) else { continue }
        try await write(sample, to: store, continuing: incomplete, upTo: sample.bytes.count)
      case 92..<97:
        guard let entry = await store.entries(for: Sample.key(number)).first else { continue }
        await store.update(entry, metadata: entry.metadata + [7])
      case 97:
        if let entry = await store.entries(for: Sample.key(number)).first { try await store.remove(entry) }
      case 98: try await store.removeAll(Sample.key(number))
      default:
        // Rarely, because it counts all files, which hides what a kill has left.
        guard Int.random(in: 0..<200, using: &random) == 0 else { continue }
        try await store.removeAll(partition: [UInt8(number % 3)], origin: "https://host\(number % 7)")
      }
    }
  }

  /// Writes the start of a sample, or all of it.
  static func write(
    _ sample: Sample, to store: FolderStore, continuing incomplete: StoredEntry?, upTo count: Int
  ) async throws {
    let size = Int64(sample.bytes.count)
    let writer = try await store.begin(
      sample.key, variant: sample.variant, metadata: sample.metadata, expectedByteCount: size,
      continuing: incomplete)
    var offset = Int(incomplete?.body.byteCount ?? 0)
    while offset < count {
      let end = min(count, offset + 20_000)
      try await writer.append(Array(sample.bytes[offset..<end]))
      offset = end
    }
    if count == sample.bytes.count { try await writer.commit() } else { await writer.keepIncomplete() }
  }

  /// Compares an entry with the sample that it was written from.
  static func check(_ entry: StoredEntry) async throws {
    guard let sample = Sample.of(entry) else {
      fail("an entry has the metadata of no sample")
    }
    var bytes: [UInt8] = []
    for try await chunk in entry.body.source.chunks() { bytes += chunk }
    guard bytes.count == entry.body.byteCount, bytes == Array(sample.bytes.prefix(bytes.count)),
      !entry.body.isComplete || bytes.count == sample.bytes.count
    else { fail("an entry has wrong bytes") }
  }

  static func check(_ store: FolderStore) async throws {
    // Locks all shards, and counts those that a killed process has left.
    try await store.removeAll(partition: [99], origin: nil)
    var (entries, largeBodies) = (0, 0)
    for await entry in store.list() {
      try await check(entry)
      entries += 1
      largeBodies += entry.body.source is any CopyableSource ? 1 : 0
    }
    print(await store.byteCount, largeBodies, entries)
  }

  static func fill(_ store: FolderStore) async throws {
    var failures = 0
    var random = SmallGenerator(state: 1)
    while failures < 100 {
      let sample = Sample.random(using: &random)
      do {
        try await write(sample, to: store, continuing: nil, upTo: sample.bytes.count)
      } catch let error as BodyError where error.systemErrorNumber == ENOSPC {
        failures += 1
      }
    }
    try await check(store)
  }

  static func fail(_ message: String) -> Never {
    try? writeAll(of: Array("\(message)\n".utf8).span, to: STDERR_FILENO)
    exit(3)
  }
}
