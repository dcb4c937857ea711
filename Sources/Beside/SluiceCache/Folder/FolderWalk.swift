/// A walk over all entries of a folder, which holds the names of one shard in memory. Blocks.
struct FolderWalk: Sendable {
  private let folder: StoreFolder
  private var shards = 0..<ShardCounts.shardCount
  /// The names that are left in the shard.
  private var names: [KeyName] = []
  /// The entries that are left of the last name.
  private var entries: [StoredEntry] = []

  init(of folder: StoreFolder) { self.folder = folder }

  /// Returns the next entry, or `nil` after the last one.
  mutating func next() -> StoredEntry? {
    while entries.isEmpty {
      if let name = names.popLast() {
        entries = folder.entries(in: name)
      } else if let shard = shards.popFirst() {
        names = folder.names(in: shard)
      } else {
        return nil
      }
    }
    return entries.popLast()
  }
}
