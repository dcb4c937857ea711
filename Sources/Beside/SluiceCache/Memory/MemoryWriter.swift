internal import SluiceBody

/// Writes an entry of a ``MemoryStore``.
final class MemoryWriter: EntryWriter {
  /// The entry that is written.
  struct Target: Sendable {
    let key: CacheKey
    let variant: [UInt8]
    let metadata: [UInt8]
    let expectedByteCount: Int64?
  }

  /// Thrown if the bytes do not fit into the store, are more or fewer than expected, or are not in memory.
  struct Full: Error {}

  private struct Written {
    var buffers: [[UInt8]] = []
    var byteCount: Int64 = 0
    var hasEnded = false
  }

  private let target: Target
  private let entries: Lock<MemoryEntries>
  private let written = Lock(Written())

  init(_ target: Target, to entries: Lock<MemoryEntries>) {
    self.target = target
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
    guard let bytes = end(), Int64(bytes.count) == target.expectedByteCount ?? Int64(bytes.count) else {
      throw Full()
    }
    insert(bytes, isComplete: true)
  }

  func keepPart() async {
    if let bytes = end() { insert(bytes, isComplete: false) }
  }

  func discard() async { end() }

  private func insert(_ bytes: [UInt8], isComplete: Bool) {
    let body = MemoryBody(bytes: BytesSource(bytes), isComplete: isComplete)
    entries.withLock {
      $0.insert(key: target.key, variant: target.variant, metadata: target.metadata, body: body)
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
