internal import SluiceBody

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
