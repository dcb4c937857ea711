internal import SluiceBody

extension StoreFolder {
  /// Removes keys that were not used recently, until the files take no more space than they may.
  func evict() {
    queue.withLock { queue in
      var listedCount = 0
      while counts.total > maximumByteCount, listedCount < 2 * ShardCounts.shardCount {
        if let candidate = queue.popNext() {
          if (try? evict(candidate)) == true { listedCount = 0 }
        } else {
          listedCount += queue.refill { shard in
            // Counts the files if their space is not known.
            try? change(shard) { _ in }
            return try? ShardListing(of: folder(shard))
          }
        }
      }
    }
  }

  /// Removes a key, unless it was used since it was listed.
  ///
  /// - Returns: Whether it was removed.
  private func evict(_ candidate: EvictionQueue.Candidate) throws(BodyError) -> Bool {
    var isEvicted = false
    try change(candidate.name.shard) { space throws(BodyError) in
      guard let found = try find(candidate.name),
        (try? found.descriptor.status().modified) == candidate.used
      else { return }
      try Self.remove(path(of: candidate.name))
      isEvicted = true
      guard let bodies = found.file?.bodies else { return space = nil }
      for id in bodies.keys { try? removeBody(candidate.name, id) }
      space = Self.sum(space, [], bodies.values.map(StoredSizes.body) + [StoredSizes.file(found.byteCount)])
    }
    return isEvicted
  }
}

/// The keys to be evicted next: those of a random sample that were used least recently.
///
/// ```
///  the shards  ├───────┼───────┼───────┼───────┼───────┼─ …
///  a sample            ├── at least 512 keys ──┤             all keys, if there are fewer
///  the queue           the eighth of them that was used first
/// ```
///
/// Hashes spread keys evenly, so a sample is a random one, and what is evicted is nearly always among the eighth of all
/// keys that was used first; in a small folder, it is the least recently used one. No order of all keys is kept: a use
/// only sets the time of a file.
///
/// - Complexity: Amortized O(1) for an eviction: each sample lists eight files for each that can be evicted. The sample
///   of *n* keys has *n* / 256, which are listed at once, and at least 512.
struct EvictionQueue: Sendable {
  struct Candidate: Sendable {
    let name: KeyName
    /// The time of its last use when it was listed. A key that was used since is not evicted.
    let used: Duration
  }

  private static let sampleCount = 512

  /// The candidates; the last one is the next.
  private var candidates: [Candidate] = []
  private var nextShard = Int.random(in: 0..<ShardCounts.shardCount)

  /// Removes and returns the next candidate, or `nil` if there is none.
  mutating func popNext() -> Candidate? { candidates.popLast() }

  /// Takes another sample.
  ///
  /// - Parameter list: Lists a shard.
  /// - Returns: The number of shards that were listed.
  mutating func refill(_ list: (Int) -> ShardListing?) -> Int {
    var sample: [Candidate] = []
    var count = 0
    while count < ShardCounts.shardCount, sample.count < Self.sampleCount {
      for (name, key) in list(nextShard)?.keys ?? [:] {
        if let used = key.used { sample.append(Candidate(name: name, used: used)) }
      }
      nextShard = (nextShard + 1) % ShardCounts.shardCount
      count += 1
    }
    sample.sort { $0.used > $1.used }
    candidates = Array(sample.suffix((sample.count + 7) / 8))
    return count
  }
}

/// The files in the folder of a shard. Blocks.
struct ShardListing {
  struct Key {
    /// The time of the last use, or `nil` if there is no file of the key.
    var used: Duration?
    /// The space that all files of the key take.
    var space: Int64 = 0
    /// The names of the files of bodies.
    var bodyNames: [String] = []
  }

  private(set) var keys: [KeyName: Key] = [:]
  /// Whether there is a file that a process was writing when it was killed, unless one is writing it now.
  private(set) var hasNewFile = false

  /// The name of a key's file while it is written.
  static let newName = "new"

  /// Lists a folder; a missing one is empty. Files with other names are ignored.
  init(of folder: String) throws(BodyError) {
    var names: [String] = []
    do throws(SystemError) {
      names = try SluiceBody.names(inFolder: folder)
    } catch {
      guard error.isMissingFile else { throw BodyError(.readFailed, path: folder, systemError: error) }
    }
    for name in names {
      if name == Self.newName { hasNewFile = true }
      let bytes = name.utf8
      guard let key = KeyName(bytes.prefix(KeyName.byteCount)) else { continue }
      let isBody = bytes.dropFirst(KeyName.byteCount).first == UInt8(ascii: ".")
      guard isBody || bytes.count == KeyName.byteCount,
        // A file may be removed meanwhile if the shard is not locked.
        let status = try BodyError.reading(
          folder, { () throws(SystemError) in try FileStatus(ifExistsAt: "\(folder)/\(name)") })
      else { continue }
      let space = StoredSizes.file(status.byteCount)
      keys[key, default: Key()].space += space
      if isBody {
        keys[key, default: Key()].bodyNames.append(name)
      } else {
        keys[key, default: Key()].used = status.modified
      }
    }
  }

  /// The space that all files take.
  var space: Int64 { Int64.sum(of: keys.values.lazy.map(\.space)) ?? .max }
}

/// The space that files take, in whole blocks of 4 KiB as in most file systems.
///
/// The sizes of files are those that the system reports, or, where no file is open, calculated in the same way.
enum StoredSizes {
  /// Returns the space of a file.
  static func file(_ byteCount: Int64) -> Int64 {
    let (sum, overflow) = byteCount.addingReportingOverflow(4095)
    return overflow ? .max : sum & ~4095
  }

  /// Returns the space of the files of a body that is not in the key's file.
  static func body(_ byteCount: Int64) -> Int64 {
    file(byteCount) &+ file(CheckedFile.sumsByteCount(of: byteCount))
  }
}
