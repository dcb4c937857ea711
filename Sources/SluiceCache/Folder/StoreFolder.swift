internal import Glibc
internal import SluiceBody

/// The folder of a ``FolderStore``, which any number of processes use at the same time. All calls block.
///
/// ```
///  FOLDER/counts            the space that the files take, and the locks (ShardCounts)
///  FOLDER/incoming/         bodies that are being written, only on file systems that need names for them
///  FOLDER/3f/KEY            the variants of a key, and their small bodies (KeyFile, KeyName)
///  FOLDER/3f/KEY.ID         a larger body
///  FOLDER/3f/KEY.ID.sums    the checksums of its blocks (CheckedFile)
///  FOLDER/3f/new            a key's file while it is written
/// ```
///
/// A file that has its name never changes: it is replaced or removed. Look-ups take no lock. All changes hold the lock
/// of the shard, in this order, so that a process can be killed anywhere:
///
/// ```
///  step                           after a kill
///  the count is marked            the next change in the shard lists its files, and removes the ones below
///  KEY.ID, KEY.ID.sums appear     no key refers to them
///  new is written                 nobody reads it
///  new is renamed to KEY          the entry is there
///  old bodies are removed         no key refers to them
///  the count is written           nothing is left to do
/// ```
struct StoreFolder: Sendable {
  let path: String
  let maximumByteCount: Int64
  let counts: ShardCounts
  private let hasUnnamedFiles: Bool
  private let queue = Lock(EvictionQueue())
  /// The number of bytes of the bodies that this process is writing.
  private let writtenByteCount = Lock<Int64>(0)
  private var incoming: String { "\(path)/incoming" }

  /// Opens the folder, or creates it.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - maximumByteCount: The space that the files may take.
  ///   - hasUnnamedFiles: Whether to try to create files that are without a name at first. Defaults to `true`.
  init(_ path: String, maximumByteCount: Int64, hasUnnamedFiles: Bool = true) throws(BodyError) {
    // The system would take a NUL for the end of the path, and use another folder.
    if path.isEmpty || path.utf8.contains(0) { throw BodyError(.writeFailed, path: path) }
    self.path = path
    self.maximumByteCount = maximumByteCount
    self.hasUnnamedFiles = hasUnnamedFiles
    try BodyError.writing(path) { () throws(SystemError) in
      try createFolders("\(path)/incoming", permissions: 0o700)
    }
    counts = try ShardCounts("\(path)/counts")
    removeLeftovers()
  }

  /// Removes bodies that a process was writing when it was killed: those that nobody has locked.
  private func removeLeftovers() {
    var names: [String] = []
    try? forEachName(inFolder: incoming) { names.append(String(repairing: $0)) }
    for name in names {
      let path = "\(incoming)/\(name)"
      guard let file = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        (try? file.claim()) == true
      else { continue }
      file.removeName(path)
    }
  }

  // MARK: Paths

  private func folder(_ shard: Int) -> String {
    "\(path)/\(SHA256.hexadecimal([UInt8(truncatingIfNeeded: shard)]))"
  }

  private func path(of name: KeyName) -> String { "\(folder(name.shard))/\(name.text)" }

  private func bodyPath(_ name: KeyName, _ id: UInt64) -> String {
    "\(path(of: name)).\(String(id, radix: 16))"
  }

  private func removeBody(_ name: KeyName, _ id: UInt64) {
    let path = bodyPath(name, id)
    removeFile(path)
    removeFile(CheckedFile.sumsPath(of: path))
  }

  // MARK: Look-ups

  /// Returns the entries of a key, the last one written first, and marks the key as used.
  func entries(for key: CacheKey) -> [StoredEntry] { entries(KeyName(key), isUse: true) { $0 == key } }

  /// Returns the entries of a key's file.
  func entries(in name: KeyName) -> [StoredEntry] { entries(name, isUse: false) { KeyName($0) == name } }

  private func entries(_ name: KeyName, isUse: Bool, _ isRight: (CacheKey) -> Bool) -> [StoredEntry] {
    let path = path(of: name)
    // A key can be replaced, and its bodies removed, between the opening of its file and of theirs.
    for isLast in [false, false, true] {
      guard let descriptor = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        let file = parsed(descriptor)?.file, isRight(file.key)
      else { return [] }
      let entries = file.variants.compactMap { entry($0, of: file.key, name) }
      if entries.count < file.variants.count, !isLast, !descriptor.isFile(at: path) { continue }
      if isUse { descriptor.markUsed() }
      return entries
    }
    return []
  }

  /// Reads a key's file. The content is `nil` if it is damaged.
  private func parsed(_ descriptor: Descriptor) -> (file: KeyFile?, byteCount: Int)? {
    guard let bytes = try? descriptor.content(upTo: KeyFile.maximumByteCount) else { return nil }
    return (KeyFile(parsing: bytes), bytes.count)
  }

  /// Returns an entry, or `nil` if its body is missing or has another size.
  private func entry(_ variant: KeyFile.Variant, of key: CacheKey, _ name: KeyName) -> StoredEntry? {
    let body: FolderBody
    if let content = variant.content {
      body = FolderBody(source: BytesSource(content), of: variant)
    } else {
      let path = bodyPath(name, variant.id)
      let file = CheckedFile(at: path, byteCount: variant.byteCount) {
        try? remove(variant.id, of: key)
      }
      guard let file else { return nil }
      body = FolderBody(source: file, of: variant, path: path)
    }
    return StoredEntry(
      key: key, variant: variant.variant, metadata: variant.metadata, body: body, id: variant.id)
  }

  /// Returns the names of the keys' files in a shard.
  func names(in shard: Int) -> [KeyName] {
    var names: [KeyName] = []
    try? forEachName(inFolder: folder(shard)) { name in
      var bytes: [UInt8] = []
      for index in name.indices { bytes.append(name[index]) }
      if let name = KeyName(bytes) { names.append(name) }
    }
    return names
  }

  // MARK: Changes

  /// Starts a body that is larger than those in a key's file.
  func makeBody() throws(BodyError) -> CheckedFileWriter {
    try CheckedFileWriter(in: incoming, isUnnamed: hasUnnamedFiles)
  }

  /// Starts to count a body that is being written.
  func makeReservation() -> Reservation { Reservation(in: writtenByteCount, upTo: maximumByteCount) }

  /// Adds an entry, in place of one of the same variant.
  ///
  /// - Parameter body: The body if it is not in the key's file, or `nil`.
  func add(_ new: KeyFile.Variant, _ body: CheckedFileWriter?, to key: CacheKey) throws(BodyError) {
    try change(key) { name, variants throws(BodyError) in
      try BodyError.writing(path) { () throws(SystemError) in
        try createFolders(folder(name.shard), permissions: 0o700)
      }
      try body?.commit(to: bodyPath(name, new.id))
      variants.removeAll { $0.variant == new.variant }
      variants.insert(new, at: 0)
      return true
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
    try change(key) { _, variants in
      let count = variants.count
      variants.removeAll { $0.id == id }
      return variants.count < count
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
  func removeAll(_ filter: KeyName.Filter) {
    for shard in 0..<ShardCounts.shardCount {
      let folder = folder(shard)
      try? change(shard) { space throws(BodyError) in
        for (name, key) in try ShardListing(of: folder).keys where filter.selects(name) {
          removeFile(path(of: name))
          for body in key.bodyNames { removeFile("\(folder)/\(body)") }
        }
        space = try ShardListing(of: folder).space
      }
    }
  }

  /// Changes the variants of a key in one step.
  ///
  /// - Parameter change: Changes the variants, and returns whether to write them. It creates the bodies of new ones.
  private func change(
    _ key: CacheKey, _ change: (KeyName, inout [KeyFile.Variant]) throws(BodyError) -> Bool
  ) throws(BodyError) {
    let name = KeyName(key)
    let path = path(of: name)
    try self.change(name.shard) { space throws(BodyError) in
      let old = (try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)).map(parsed)
      let oldFile = old??.file
      var new = oldFile?.key == key ? oldFile ?? KeyFile(key) : KeyFile(key)
      guard try change(name, &new.variants) || (old != nil && oldFile == nil) else { return }
      if new.variants.count > KeyFile.maximumVariantCount {
        new.variants.removeSubrange(KeyFile.maximumVariantCount...)
      }
      let newByteCount = try write(new, name, at: path, old: oldFile)
      let (added, dropped) = (new.bodies, oldFile?.bodies ?? [:])
      for id in dropped.keys where added[id] == nil { removeBody(name, id) }
      if old != nil, oldFile == nil {
        // The space of a damaged file, and of its bodies, is unknown.
        space = nil
      } else {
        let gains = added.values.map(StoredSizes.body) + [StoredSizes.file(newByteCount)]
        let losses = dropped.values.map(StoredSizes.body) + [StoredSizes.file(Int64(old??.byteCount ?? 0))]
        space = Self.sum(space, gains, losses)
      }
    }
  }

  /// Returns a space after changes, or `nil` if it is not known or too large to be right.
  private static func sum(_ space: Int64?, _ gains: [Int64], _ losses: [Int64]) -> Int64? {
    guard let space, let gain = Int64.sum(of: gains), let loss = Int64.sum(of: losses),
      let sum = Int64.sum(space, gain)
    else { return nil }
    return sum - loss
  }

  /// Writes a key's file, or removes it if there is no variant.
  ///
  /// - Returns: The size of the file.
  private func write(
    _ file: KeyFile, _ name: KeyName, at path: String, old: KeyFile?
  ) throws(BodyError) -> Int64 {
    if file.variants.isEmpty {
      removeFile(path)
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
      new.descriptor.markUsed()
      try new.commit(to: DestinationPath(path), ifExists: .replace, flushing: .nothing)
    } catch {
      for id in file.bodies.keys where old?.bodies[id] == nil { removeBody(name, id) }
      throw error
    }
    return Int64(bytes.count)
  }

  /// Locks a shard, and changes its files.
  private func change(
    _ shard: Int, _ change: (inout Int64?) throws(BodyError) -> Void
  ) throws(BodyError) {
    try counts.change(shard, counting: { () throws(BodyError) in try count(shard) }, change)
  }

  /// Returns the space of the files of a shard, without those that a killed process has left, which are removed.
  private func count(_ shard: Int) throws(BodyError) -> Int64 {
    let folder = folder(shard)
    let listing = try ShardListing(of: folder)
    if listing.hasNewFile { removeFile("\(folder)/\(ShardListing.newName)") }
    for (name, key) in listing.keys where !key.bodyNames.isEmpty {
      let path = path(of: name)
      let descriptor = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      let file = descriptor.flatMap(parsed)?.file
      let bodies = (file?.bodies.keys).map { Array($0) } ?? []
      let kept = Set(bodies.map { bodyPath(name, $0) }.flatMap { [$0, CheckedFile.sumsPath(of: $0)] })
      for body in key.bodyNames where !kept.contains("\(folder)/\(body)") { removeFile("\(folder)/\(body)") }
    }
    return try ShardListing(of: folder).space
  }

  // MARK: Eviction

  /// Removes keys that were not used recently, until the files take no more space than they may.
  private func evict() {
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
    let path = path(of: candidate.name)
    var isEvicted = false
    try change(candidate.name.shard) { space throws(BodyError) in
      guard let descriptor = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
        (try? descriptor.status().modified) == candidate.used
      else { return }
      removeFile(path)
      isEvicted = true
      guard let (file, byteCount) = parsed(descriptor), let file else { return space = nil }
      for id in file.bodies.keys { removeBody(candidate.name, id) }
      space = Self.sum(
        space, [], file.bodies.values.map(StoredSizes.body) + [StoredSizes.file(Int64(byteCount))])
    }
    return isEvicted
  }
}

extension KeyFile {
  /// The sizes of the bodies in files of their own, by their ids.
  fileprivate var bodies: [UInt64: Int64] {
    var bodies: [UInt64: Int64] = [:]
    for variant in variants where variant.content == nil { bodies[variant.id] = variant.byteCount }
    return bodies
  }
}
