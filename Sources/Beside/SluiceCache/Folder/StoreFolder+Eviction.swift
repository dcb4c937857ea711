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
      for id in bodies.keys { removeBody(candidate.name, id) }
      space = Self.sum(space, [], bodies.values.map(StoredSizes.body) + [StoredSizes.file(found.byteCount)])
    }
    return isEvicted
  }
}
