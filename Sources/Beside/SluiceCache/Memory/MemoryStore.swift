internal import SluiceBody

/// Keeps entries in memory, those that were used last.
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
    continuing part: StoredEntry?
  ) async throws -> any EntryWriter {
    let writer = MemoryWriter(
      MemoryWriter.Target(
        key: key, variant: variant, metadata: metadata, expectedByteCount: expectedByteCount),
      to: state)
    guard (expectedByteCount ?? 0) <= maximumByteCount else { throw MemoryWriter.Full() }
    if let part {
      guard let source = part.body.source as? BytesSource else { throw MemoryWriter.Full() }
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
    var keys = state.withLock { $0.keys }[...]
    var entries: [StoredEntry] = []
    let rest = Lock((keys, entries))
    (keys, entries) = ([], [])
    return AsyncStream { [state] in
      rest.withLock { rest in
        while rest.1.isEmpty, let key = rest.0.popFirst() { rest.1 = state.withLock { $0.entries(for: key) } }
        return rest.1.popLast()
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
