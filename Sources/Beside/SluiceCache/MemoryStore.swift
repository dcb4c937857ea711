internal import SluiceBody

/// Keeps the most recently used entries in memory.
///
/// All operations but ``removeAll(partition:origin:)`` take constant time, apart from the entries of a single key,
/// which the cache limits.
final class MemoryStore: CacheStore {
  private let state: Lock<MemoryEntries>
  private let maximumByteCount: Int64

  /// - Parameter maximumByteCount: The maximum number of bytes of all entries, with those that are being written.
  init(maximumByteCount: Int64) {
    self.maximumByteCount = maximumByteCount
    state = Lock(MemoryEntries(maximumByteCount: maximumByteCount))
  }

  func entries(for key: CacheKey) async -> [StoredEntry] { state.withLock { $0.use(key) } }

  func begin(
    _ key: CacheKey, variant: [UInt8], metadata: [UInt8], expectedByteCount: Int64?,
    continuing incomplete: StoredEntry?
  ) async throws -> any EntryWriter {
    let writer = MemoryWriter(
      NewEntry(key: key, variant: variant, metadata: metadata, expectedByteCount: expectedByteCount),
      to: state)
    guard (expectedByteCount ?? 0) <= maximumByteCount else { throw MemoryWriter.Full() }
    if let incomplete {
      guard let source = incomplete.body.source._concrete as? BytesSource else { throw MemoryWriter.Full() }
      try await writer.append(source.bytes)
    }
    return writer
  }

  func update(_ entry: StoredEntry, metadata: [UInt8]) async {
    state.withLock { $0.update(entry, metadata: metadata) }
  }

  func remove(_ entry: StoredEntry) async { state.withLock { $0.remove(entry) } }

  func removeAll(_ key: CacheKey) async { state.withLock { $0.removeAll(key) } }

  func removeAll(partition: [UInt8]?, origin: String?) async {
    state.withLock { entries in
      for key in entries.keys
      where partition ?? key.partition == key.partition && origin ?? key.origin == key.origin {
        entries.removeAll(key)
      }
    }
  }

  var byteCount: Int64 { get async { state.withLock { $0.byteCount } } }

  func list() -> AsyncStream<StoredEntry> {
    let rest = Lock((keys: state.withLock { $0.keys }[...], entries: [StoredEntry]()))
    return AsyncStream { [state] in
      rest.withLock { rest in
        while rest.entries.isEmpty, let key = rest.keys.popFirst() {
          rest.entries = state.withLock { $0.entries(for: key) }
        }
        return rest.entries.popLast()
      }
    }
  }
}

/// The body of an entry in memory.
struct MemoryBody: StoredBody {
  let bytes: BytesSource
  let isComplete: Bool

  var source: any BodySource { bytes }
  var byteCount: Int64 { Int64(bytes.bytes.count) }
}

/// Writes an entry of a ``MemoryStore``.
final class MemoryWriter: EntryWriter {
  /// Thrown if the bytes do not fit into the store, are more or fewer than expected, or are not in memory.
  struct Full: Error {}

  private struct Written {
    var buffers: [[UInt8]] = []
    var byteCount: Int64 = 0
    var hasEnded = false
  }

  private let new: NewEntry
  private let entries: Lock<MemoryEntries>
  private let written = Lock(Written())

  init(_ new: NewEntry, to entries: Lock<MemoryEntries>) {
    self.new = new
    self.entries = entries
  }

  deinit { end() }

  func append(_ bytes: [UInt8]) async throws {
    let isWritten = written.withLock { written in
      guard !written.hasEnded, entries.withLock({ $0.reserve(Int64(bytes.count)) }) else { return false }
      written.byteCount += Int64(bytes.count)
      written.buffers.append(bytes)
      return true
    }
    guard isWritten else {
      end()
      throw Full()
    }
  }

  func commit() async throws {
    guard let bytes = end(), Int64(bytes.count) == new.expectedByteCount ?? Int64(bytes.count) else {
      throw Full()
    }
    insert(bytes, isComplete: true)
  }

  func keepIncomplete() async {
    if let bytes = end() { insert(bytes, isComplete: false) }
  }

  func discard() async { end() }

  private func insert(_ bytes: [UInt8], isComplete: Bool) {
    let body = MemoryBody(bytes: BytesSource(bytes), isComplete: isComplete)
    entries.withLock {
      $0.insert(key: new.key, variant: new.variant, metadata: new.metadata, body: body)
    }
  }

  /// Ends writing, and returns the bytes, or `nil` if it has ended before.
  @discardableResult private func end() -> [UInt8]? {
    let ended = written.withLock { written -> Written? in
      guard !written.hasEnded else { return nil }
      defer { written = Written(hasEnded: true) }
      return written
    }
    guard let ended else { return nil }
    entries.withLock { $0.release(ended.byteCount) }
    if ended.buffers.count == 1 { return ended.buffers[0] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(Int(ended.byteCount))
    for buffer in ended.buffers { bytes += buffer }
    return bytes
  }
}

/// The entries of a ``MemoryStore``, in the order of their last use.
///
/// Each entry is a node of a list with links in both directions, so that it is found, moved and removed in constant
/// time:
///
/// ```
///  indices   key ──► [2, 0]
///  nodes     0: previous 2, next 1      1: previous 0      2: next 0
///  newest 2 ──► 0 ──► 1 oldest
/// ```
struct MemoryEntries {
  private struct Node {
    var entry: StoredEntry
    var newer: Int?
    var older: Int?
  }

  private let maximumByteCount: Int64
  private var nodes: [Node?] = []
  private var free: [Int] = []
  /// The nodes of each key, the newest first.
  private var indices: [CacheKey: [Int]] = [:]
  private var newest: Int?
  private var oldest: Int?
  private var lastID: UInt64 = 0
  /// The number of bytes of all entries.
  private(set) var byteCount: Int64 = 0
  /// The number of bytes that writers hold.
  private var writtenByteCount: Int64 = 0

  init(maximumByteCount: Int64) { self.maximumByteCount = maximumByteCount }

  var keys: [CacheKey] { Array(indices.keys) }

  func entries(for key: CacheKey) -> [StoredEntry] { (indices[key] ?? []).compactMap { nodes[$0]?.entry } }

  /// Returns the entries for a key, and makes them the newest.
  mutating func use(_ key: CacheKey) -> [StoredEntry] {
    guard let used = indices[key] else { return [] }
    for index in used.reversed() {
      nodes[index]?.entry.keepHead()
      guard index != newest else { continue }
      unlink(index)
      link(index)
    }
    return used.compactMap { nodes[$0]?.entry }
  }

  /// Adds an entry, in place of the one with the same key and variant.
  mutating func insert(key: CacheKey, variant: [UInt8], metadata: [UInt8], body: MemoryBody) {
    if let same = indices[key]?.first(where: { nodes[$0]?.entry.variant == variant }) { remove(same) }
    lastID += 1
    let entry = StoredEntry(key: key, variant: variant, metadata: metadata, body: body, id: lastID)
    let index = free.popLast() ?? nodes.count
    if index == nodes.count { nodes.append(nil) }
    nodes[index] = Node(entry: entry)
    indices[key, default: []].insert(index, at: 0)
    link(index)
    byteCount += Self.size(of: entry)
    makeRoom()
  }

  mutating func update(_ entry: StoredEntry, metadata: [UInt8]) {
    guard let index = index(of: entry) else { return }
    let updated = StoredEntry(
      key: entry.key, variant: entry.variant, metadata: metadata, body: entry.body, id: entry.id)
    byteCount += Self.size(of: updated) - (nodes[index].map { Self.size(of: $0.entry) } ?? 0)
    nodes[index]?.entry = updated
    makeRoom()
  }

  mutating func remove(_ entry: StoredEntry) {
    if let index = index(of: entry) { remove(index) }
  }

  mutating func removeAll(_ key: CacheKey) {
    for index in indices[key] ?? [] { remove(index) }
  }

  /// Counts bytes that a writer holds, and removes the oldest entries to make room for them.
  ///
  /// - Returns: `false` if the writers hold too many bytes.
  mutating func reserve(_ count: Int64) -> Bool {
    guard writtenByteCount + count <= maximumByteCount else { return false }
    writtenByteCount += count
    makeRoom()
    return true
  }

  mutating func release(_ count: Int64) { writtenByteCount -= count }

  private func index(of entry: StoredEntry) -> Int? {
    indices[entry.key]?.first { nodes[$0]?.entry.id == entry.id }
  }

  private mutating func makeRoom() {
    while byteCount + writtenByteCount > maximumByteCount, let oldest { remove(oldest) }
  }

  private mutating func remove(_ index: Int) {
    guard let entry = nodes[index]?.entry else { return }
    unlink(index)
    nodes[index] = nil
    free.append(index)
    byteCount -= Self.size(of: entry)
    indices[entry.key]?.removeAll { $0 == index }
    if indices[entry.key]?.isEmpty == true { indices[entry.key] = nil }
  }

  private mutating func link(_ index: Int) {
    nodes[index]?.newer = nil
    nodes[index]?.older = newest
    if let newest { nodes[newest]?.newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlink(_ index: Int) {
    guard let node = nodes[index] else { return }
    if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
  }

  /// The approximate memory of an entry without its texts and bytes.
  private static let overhead: Int64 = 256

  private static func size(of entry: StoredEntry) -> Int64 {
    let key = entry.key
    let count = key.partition.count + key.origin.utf8.count + key.text.utf8.count + entry.variant.count
    // The metadata are kept as bytes and, once they have been used, as a head.
    return entry.body.byteCount + Int64(count + 2 * entry.metadata.count) + overhead
  }
}
