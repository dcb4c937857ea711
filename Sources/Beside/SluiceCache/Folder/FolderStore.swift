package import SluiceBody

/// Keeps entries in a folder that several processes can share.
///
/// - A process can be killed anywhere. An entry is there as a whole or not at all, and what a killed process has left
///   is removed later.
/// - An entry with a damaged byte is missing: a look-up checks the checksum of the metadata and of bodies of up to 16
///   KiB, and the size of larger ones. Their blocks of 64 KiB are checked as they are read or copied; a damaged one
///   ends that with an error before any byte of it, and removes the entry. Files are not flushed to the disk: these
///   checks find what a failure of the system has lost.
/// - Look-ups take no locks. A process that is stopped while it changes a folder delays changes of others, in one of
///   256 parts of it.
/// - If the files take more space than they may, those of the keys that were used least recently are removed, as
///   ``EvictionQueue`` describes. Bodies that are being written do not count; a process may write as much again.
/// - Files have the mode 0600 and folders 0700. Their names are hashes.
///
/// All methods work on threads that may block.
package struct FolderStore: CacheStore {
  private let folder: StoreFolder
  private let failure = Lock<BodyError?>(nil)

  /// Opens a folder, or creates it. Blocks; the number of entries does not matter, unless some must be removed.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - maximumByteCount: The maximum number of bytes that the files take on the disk, in blocks of 4 KiB. If
  ///     processes use different ones, each applies its own when it adds an entry.
  /// - Throws: ``ErrorCode/folderNotEmpty`` for a folder that has other files; ``ErrorCode/writeFailed``.
  package init(_ path: String, maximumByteCount: Int64) throws(BodyError) {
    folder = try StoreFolder(path, maximumByteCount: maximumByteCount)
  }

  /// Opens a folder with the size limit that was last set, or returns `nil` if there is no such folder. Blocks.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - isReadOnly: Whether nothing in the folder is changed, not even the time of a use. Defaults to `false`.
  /// - Throws: ``ErrorCode/readFailed`` or ``ErrorCode/writeFailed`` if this process may not use it.
  package init?(existingAt path: String, isReadOnly: Bool = false) throws(BodyError) {
    guard let folder = try StoreFolder(existingAt: path, isReadOnly: isReadOnly) else { return nil }
    self.folder = folder
  }

  init(_ folder: StoreFolder) { self.folder = folder }

  /// The size limit that was last set, or `nil` if it is unknown.
  package var maximumByteCount: Int64? { folder.counts.maximumSpace }

  package func entries(for key: CacheKey) async -> [StoredEntry] {
    await withTaskExecutorPreference(BlockingExecutor.shared) {
      var error: BodyError?
      let entries = folder.entries(for: key, noting: &error)
      if let error { failure.withLock { $0 = error } }
      return entries
    }
  }

  /// Starts an entry. See ``CacheStore/begin(_:variant:metadata:expectedByteCount:continuing:)``.
  ///
  /// The bytes of an incomplete entry are checked and copied.
  ///
  /// - Throws: ``ErrorCode/overLimit`` if the body, the key, the variant or the metadata are too large; the error
  ///   of reading the incomplete entry, which is removed if it is damaged; ``ErrorCode/writeFailed``.
  package func begin(
    _ key: CacheKey, variant: [UInt8], metadata: [UInt8], expectedByteCount: Int64?,
    continuing incomplete: StoredEntry?
  ) async throws -> any EntryWriter {
    let limit = Int64(KeyFile.maximumFieldByteCount)
    for count in [Int64(KeyFile.bytes(of: key).count), Int64(variant.count), Int64(metadata.count)] {
      try check(count, limit)
    }
    if let expectedByteCount { try check(expectedByteCount, folder.maximumByteCount) }
    let writer = FolderWriter(
      in: folder,
      NewEntry(key: key, variant: variant, metadata: metadata, expectedByteCount: expectedByteCount))
    if let incomplete {
      let pass = BodyPass(over: incomplete.body.source)
      try await withTaskExecutorPreference(BlockingExecutor.shared) {
        _ = try await pass.forEachBlock { block in
          try writer.append(block)
          return true
        }
      }
    }
    return writer
  }

  private func check(_ count: Int64, _ limit: Int64) throws(BodyError) {
    if count > limit { throw BodyError(.overLimit, path: folder.path, expected: limit, actual: count) }
  }

  package func update(_ entry: StoredEntry, metadata: [UInt8]) async {
    // The entry cannot keep metadata that belong to it no longer.
    let isTooLarge = metadata.count > KeyFile.maximumFieldByteCount
    try? await change { () throws(BodyError) in
      if isTooLarge {
        try folder.remove(entry.id, of: entry.key)
      } else {
        try folder.update(entry.id, of: entry.key, metadata: metadata)
      }
    }
  }

  package func remove(_ entry: StoredEntry) async throws(BodyError) {
    try await change { () throws(BodyError) in try folder.remove(entry.id, of: entry.key) }
  }

  package func removeAll(_ key: CacheKey) async throws(BodyError) {
    try await change { () throws(BodyError) in try folder.removeAll(key) }
  }

  package func removeAll(partition: [UInt8]?, origin: String?) async throws(BodyError) {
    try await change { () throws(BodyError) in
      try folder.removeAll(KeyName.Filter(partition: partition, origin: origin))
    }
  }

  private func change(_ body: @Sendable () throws(BodyError) -> Void) async throws(BodyError) {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { () throws(BodyError) in try body() }
  }

  package var byteCount: Int64 {
    get async { await withTaskExecutorPreference(BlockingExecutor.shared) { folder.counts.total } }
  }

  package func list() -> AsyncStream<StoredEntry> {
    let walk = Lock(FolderWalk(of: folder))
    return AsyncStream {
      await withTaskExecutorPreference(BlockingExecutor.shared) {
        walk.withLock { walk in
          let entry = walk.next()
          if let error = walk.failure { failure.withLock { $0 = error } }
          return entry
        }
      }
    }
  }

  /// Why an entry was missing that may be there, in a look-up or in a ``list()``, or `nil` if there was none.
  package var readFailure: BodyError? { failure.withLock { $0 } }
}

/// The body of an entry in a folder.
struct FolderBody: StoredBody {
  let source: any BodySource
  let byteCount: Int64
  let isComplete: Bool

  init(source: any BodySource, of variant: KeyFile.Variant) {
    self.source = source
    byteCount = variant.byteCount
    isComplete = variant.isComplete
  }
}

/// A walk over all entries of a folder, which holds the names of one shard in memory. Blocks.
private struct FolderWalk: Sendable {
  private let folder: StoreFolder
  private var shards = 0..<ShardCounts.shardCount
  /// The names that are left in the shard.
  private var names: [KeyName] = []
  /// The entries that are left of the last name.
  private var entries: [StoredEntry] = []
  /// The first read error, or `nil` if there is none.
  private(set) var failure: BodyError?

  init(of folder: StoreFolder) { self.folder = folder }

  /// Returns the next entry, or `nil` after the last one.
  mutating func next() -> StoredEntry? {
    while entries.isEmpty {
      if let name = names.popLast() {
        entries = folder.entries(in: name, noting: &failure)
      } else if let shard = shards.popFirst() {
        do throws(BodyError) { names = try folder.names(in: shard) } catch { failure = failure ?? error }
      } else {
        return nil
      }
    }
    return entries.popLast()
  }
}
