internal import SluiceBody

// The changes of a folder. All of them hold the lock of a shard.

extension StoreFolder {
  /// Adds an entry, in place of one of the same variant.
  ///
  /// - Parameter body: The body if it is not in the key's file, or `nil`.
  func add(_ new: KeyFile.Variant, _ body: CheckedFileWriter?, to key: CacheKey) throws(BodyError) {
    try change(key) { name, variants throws(BodyError) in
      try BodyError.writing(path) { () throws(SystemError) in
        try createFolder(folder(name.shard), permissions: 0o700)
      }
      try body?.commit(to: bodyPath(name, new.id))
      variants.removeAll { $0.variant == new.variant }
      variants.insert(new, at: 0)
      return true
    }
    // The folder was removed meanwhile. Nothing of it may be left.
    if (try? counts.isInPlace) == false {
      let name = KeyName(key)
      removeFile(path(of: name))
      try? removeBody(name, new.id)
      removeEmptyFolder(folder(name.shard))
    }
    evict()
  }

  /// Replaces the metadata of an entry, if it is still there.
  func update(_ id: UInt64, of key: CacheKey, metadata: [UInt8]) throws(BodyError) {
    try change(key) { _, variants in
      guard let index = variants.firstIndex(where: { $0.id == id }) else { return false }
      variants[index].metadata = metadata
      return true
    }
    evict()
  }

  /// Removes an entry, if it is still there.
  func remove(_ id: UInt64, of key: CacheKey) throws(BodyError) {
    do throws(BodyError) {
      try change(key) { _, variants in
        let count = variants.count
        variants.removeAll { $0.id == id }
        return variants.count < count
      }
    } catch {
      // On a full disk, there is no room to write the others.
      try removeAll(key)
    }
  }

  /// Removes all entries of a key.
  func removeAll(_ key: CacheKey) throws(BodyError) {
    try change(key) { _, variants in
      variants = []
      return true
    }
  }

  /// Removes the keys that a filter selects.
  ///
  /// - Throws: The first error. The keys that could be removed are.
  func removeAll(_ filter: KeyName.Filter) throws(BodyError) {
    var failure: BodyError?
    for shard in 0..<ShardCounts.shardCount {
      do throws(BodyError) {
        try removeAll(filter, in: shard)
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  private func removeAll(_ filter: KeyName.Filter, in shard: Int) throws(BodyError) {
    let folder = folder(shard)
    try change(shard) { space throws(BodyError) in
      for (name, key) in try ShardListing(of: folder).keys where filter.selects(name) {
        try Self.remove(path(of: name))
        for body in key.bodyNames { try Self.remove("\(folder)/\(body)") }
      }
      space = try ShardListing(of: folder).space
    }
  }

  /// Removes a file. A missing one is not an error.
  static func remove(_ path: String) throws(BodyError) {
    do throws(SystemError) {
      try unlinkFile(path)
    } catch {
      if !error.isMissingFile { throw BodyError(.writeFailed, path: path, systemError: error) }
    }
  }

  /// Changes the variants of a key in one step.
  ///
  /// - Parameter change: Changes the variants, and returns whether to write them. It creates the bodies of new ones.
  private func change(
    _ key: CacheKey, _ change: (KeyName, inout [KeyFile.Variant]) throws(BodyError) -> Bool
  ) throws(BodyError) {
    let name = KeyName(key)
    try self.change(name.shard) { space throws(BodyError) in
      let old = try find(name)
      if let failure = old?.failure { throw failure }
      let oldFile = old?.file
      let isDamaged = old != nil && oldFile == nil
      var new = KeyFile(key)
      if let oldFile, oldFile.key == key { new = oldFile }
      guard try change(name, &new.variants) || isDamaged else { return }
      if new.variants.count > CacheKey.maximumVariantCount {
        new.variants.removeSubrange(CacheKey.maximumVariantCount...)
      }
      let newByteCount = try write(new, name, old: oldFile)
      let (added, dropped) = (new.bodies, oldFile?.bodies ?? [:])
      var failure: BodyError?
      for id in dropped.keys where added[id] == nil {
        do throws(BodyError) { try removeBody(name, id) } catch { failure = error }
      }
      // A caller that adds nothing wants the bytes to be gone. The next change counts the files again.
      if let failure, added.keys.allSatisfy({ dropped[$0] != nil }) { throw failure }
      if isDamaged {
        // The space of a damaged file, and of its bodies, is unknown.
        space = nil
      } else {
        let gains = added.values.map(StoredSizes.body) + [StoredSizes.file(newByteCount)]
        let losses = dropped.values.map(StoredSizes.body) + [StoredSizes.file(old?.byteCount ?? 0)]
        space = Self.sum(space, gains, losses)
      }
    }
  }

  /// Returns a space after changes, or `nil` if it is not known or too large to be right.
  static func sum(_ space: Int64?, _ gains: [Int64], _ losses: [Int64]) -> Int64? {
    guard let space, let gain = Int64.sum(of: gains), let loss = Int64.sum(of: losses),
      let sum = Int64.sum(space, gain)
    else { return nil }
    return sum - loss
  }

  /// Writes a key's file, or removes it if there is no variant.
  ///
  /// - Returns: The size of the file.
  private func write(
    _ file: KeyFile, _ name: KeyName, old: KeyFile?
  ) throws(BodyError) -> Int64 {
    let path = path(of: name)
    if file.variants.isEmpty {
      try Self.remove(path)
      return 0
    }
    let bytes = file.bytes
    do throws(BodyError) {
      let newPath = "\(folder(name.shard))/\(ShardListing.newName)"
      // A process that was killed has left it.
      removeFile(newPath)
      let new = try BodyError.writing(newPath) { () throws(SystemError) in
        try TemporaryFile(at: newPath, permissions: 0o600)
      }
      try new.descriptor.write(bytes.span, toFileAt: newPath)
      new.descriptor.touch()
      try new.commit(to: DestinationPath(path), ifExists: .replace, flushing: .nothing)
    } catch {
      for id in file.bodies.keys where old?.bodies[id] == nil { try? removeBody(name, id) }
      throw error
    }
    return Int64(bytes.count)
  }

  /// Locks a shard, and changes its files.
  func change(
    _ shard: Int, _ change: (inout Int64?) throws(BodyError) -> Void
  ) throws(BodyError) {
    try countsInPlace().change(shard, counting: { () throws(BodyError) in try count(shard) }, change)
  }

  /// Returns the space of the files of a shard, without those that a killed process has left, which are removed.
  private func count(_ shard: Int) throws(BodyError) -> Int64 {
    let folder = folder(shard)
    let listing = try ShardListing(of: folder)
    if listing.hasNewFile { removeFile("\(folder)/\(ShardListing.newName)") }
    for (name, key) in listing.keys where !key.bodyNames.isEmpty {
      let bodies = (try find(name)?.file?.bodies.keys).map { Array($0) } ?? []
      let kept = Set(bodies.map { bodyPath(name, $0) }.flatMap { [$0, CheckedFile.sumsPath(of: $0)] })
      for body in key.bodyNames where !kept.contains("\(folder)/\(body)") { removeFile("\(folder)/\(body)") }
    }
    return try ShardListing(of: folder).space
  }
}

extension KeyFile {
  /// The sizes of the bodies in files of their own, by their ids.
  var bodies: [UInt64: Int64] {
    var bodies: [UInt64: Int64] = [:]
    for variant in variants where variant.content == nil { bodies[variant.id] = variant.byteCount }
    return bodies
  }
}
