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
///  new is written                 not read yet
///  new is renamed to KEY          the entry is there
///  old bodies are removed         no key refers to them
///  the count is written           nothing is left to do
/// ```
struct StoreFolder: Sendable {
  let path: String
  let maximumByteCount: Int64
  private let openCounts: Lock<ShardCounts>
  /// How the folder is made again if it has been removed, or `nil` if it is not.
  private let creation: Creation?
  private let isReadOnly: Bool
  let queue = Lock(EvictionQueue())
  /// The number of bytes of the bodies that this process is writing.
  private let writtenByteCount = Lock<Int64>(0)
  var incoming: String { "\(path)/incoming" }
  /// The counts that were last opened.
  var counts: ShardCounts { openCounts.withLock { $0 } }

  private struct Creation {
    let maximumByteCount: Int64
    let hasUnnamedFiles: Bool
  }

  /// Opens the folder, or creates it.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - maximumByteCount: The space that the files may take. Less than 0 counts as 0. Files that take more are removed
  ///     at once.
  ///   - hasUnnamedFiles: Whether to try to create files that are without a name at first. Defaults to `true`.
  /// - Throws: ``ErrorCode/folderNotEmpty`` for a folder with other files; ``ErrorCode/writeFailed``.
  init(_ path: String, maximumByteCount: Int64, hasUnnamedFiles: Bool = true) throws(BodyError) {
    let maximumByteCount = max(0, maximumByteCount)
    let creation = Creation(maximumByteCount: maximumByteCount, hasUnnamedFiles: hasUnnamedFiles)
    self.path = path
    self.maximumByteCount = maximumByteCount
    self.creation = creation
    isReadOnly = false
    let counts = try Self.create(path, creation)
    openCounts = Lock(counts)
    removeLeftovers()
    // The maximum may be lower than before.
    evict()
  }

  /// Opens the folder with the space that was last set, or returns `nil` if it is not a store's.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - isReadOnly: Whether nothing in the folder is changed, not even the time of a use.
  /// - Throws: ``ErrorCode/readFailed`` or ``ErrorCode/writeFailed`` if this process may not use it.
  init?(existingAt path: String, isReadOnly: Bool) throws(BodyError) {
    guard try Self.exists(at: path) else { return nil }
    let counts = try ShardCounts("\(path)/counts", isReadOnly: isReadOnly)
    self.path = path
    maximumByteCount = counts.maximumSpace ?? .max
    creation = nil
    self.isReadOnly = isReadOnly
    openCounts = Lock(counts)
    if !isReadOnly { removeLeftovers() }
  }

  /// Whether there is the folder of a store at a path: ``ShardCounts`` has its mark.
  ///
  /// - Throws: ``ErrorCode/readFailed`` if this process may not look.
  private static func exists(at path: String) throws(BodyError) -> Bool {
    if path.isEmpty || !PathText.isValid(path) { return false }
    do throws(SystemError) {
      guard try FileStatus(ofReadableFileAt: "\(path)/counts").kind == .regular else { return false }
      return try ShardCounts.exist(at: "\(path)/counts")
    } catch {
      if error.isMissingFile { return false }
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }

  /// Makes the folder a store's if it is not one, and opens its counts.
  private static func create(_ path: String, _ creation: Creation) throws(BodyError) -> ShardCounts {
    try SharedFolder.check(path, folders: ["incoming"]) { (try? exists(at: path)) == true }
    let incoming = "\(path)/incoming"
    try BodyError.writing(path) { () throws(SystemError) in
      try createFolders(incoming, permissions: 0o700)
    }
    if try !exists(at: path) {
      try ShardCounts.create(
        "\(path)/counts", in: incoming, isUnnamed: creation.hasUnnamedFiles,
        maximumSpace: creation.maximumByteCount)
    }
    let counts = try ShardCounts("\(path)/counts")
    try counts.setMaximumSpace(creation.maximumByteCount)
    return counts
  }

  /// Removes bodies that a process was writing when it was killed.
  private func removeLeftovers() {
    SharedFolder.removeLeftovers(in: incoming) { file throws(SystemError) in try file.claim() }
  }

  /// Returns the counts for a change. If the folder has been removed, it is made again as a whole.
  ///
  /// - Throws: ``ErrorCode/folderNotEmpty`` if there is another folder now; ``ErrorCode/writeFailed``.
  func countsInPlace() throws(BodyError) -> ShardCounts {
    try openCounts.withLock { counts throws(BodyError) -> ShardCounts in
      if try counts.isInPlace { return counts }
      guard let creation else { throw BodyError(.writeFailed, path: path) }
      counts = try Self.create(path, creation)
      return counts
    }
  }

  // MARK: Paths

  func folder(_ shard: Int) -> String {
    "\(path)/\(SHA256.hexadecimal([UInt8(truncatingIfNeeded: shard)]))"
  }

  func path(of name: KeyName) -> String { "\(folder(name.shard))/\(name.text)" }

  func bodyPath(_ name: KeyName, _ id: UInt64) -> String {
    "\(path(of: name)).\(String(id, radix: 16))"
  }

  /// Removes the files of a body.
  ///
  /// - Throws: ``ErrorCode/writeFailed`` for the first one that stays.
  func removeBody(_ name: KeyName, _ id: UInt64) throws(BodyError) {
    let path = bodyPath(name, id)
    var failure: BodyError?
    for path in [path, CheckedFile.sumsPath(of: path)] {
      do throws(BodyError) { try Self.remove(path) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  // MARK: Look-ups

  /// Returns the entries of a key, the last one written first, and marks the key as used. The error of an entry that
  /// cannot be read is noted, unless there is one already.
  func entries(for key: CacheKey, noting failure: inout BodyError?) -> [StoredEntry] {
    entries(KeyName(key), isUse: true, &failure) { $0 == key }
  }

  /// Returns the entries of a key's file. Failures are noted, too.
  func entries(in name: KeyName, noting failure: inout BodyError?) -> [StoredEntry] {
    entries(name, isUse: false, &failure) { KeyName($0) == name }
  }

  private func entries(
    _ name: KeyName, isUse: Bool, _ failure: inout BodyError?, _ isRight: (CacheKey) -> Bool
  ) -> [StoredEntry] {
    // A key can be replaced, and its bodies removed, between the opening of its file and of theirs.
    for isLast in [false, false, true] {
      do throws(BodyError) {
        guard let found = try find(name) else { return [] }
        if let failure = found.failure { throw failure }
        guard let file = found.file, isRight(file.key) else { return [] }
        var unreadable: BodyError?
        let entries = entries(of: file, name, noting: &unreadable)
        if entries.count < file.variants.count, !isLast,
          (try? found.descriptor.isFile(at: path(of: name))) == false
        {
          continue
        }
        failure = failure ?? unreadable
        if isUse, !isReadOnly { found.descriptor.touch() }
        return entries
      } catch {
        failure = failure ?? error
        return []
      }
    }
    return []
  }

  private func entries(
    of file: KeyFile, _ name: KeyName, noting failure: inout BodyError?
  ) -> [StoredEntry] {
    var entries: [StoredEntry] = []
    for variant in file.variants {
      do throws(BodyError) {
        if let entry = try entry(variant, of: file.key, name) { entries.append(entry) }
      } catch {
        failure = failure ?? error
      }
    }
    return entries
  }

  /// The file of a key.
  struct FoundKey {
    let descriptor: Descriptor
    /// The content, or `nil` if it is damaged or cannot be read.
    let file: KeyFile?
    let byteCount: Int64
    /// Why the content cannot be read, or `nil` if it can.
    let failure: BodyError?
  }

  /// Reads the file of a key. The result is `nil` if there is none.
  func find(_ name: KeyName) throws(BodyError) -> FoundKey? {
    let path = path(of: name)
    do throws(SystemError) {
      let descriptor = try Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
      var (bytes, failure): ([UInt8], BodyError?) = ([], nil)
      do throws(SystemError) {
        bytes = try descriptor.content(upTo: KeyFile.maximumByteCount)
      } catch {
        failure = BodyError(.readFailed, path: path, systemError: error)
      }
      return FoundKey(
        descriptor: descriptor, file: KeyFile(parsing: bytes), byteCount: Int64(bytes.count), failure: failure
      )
    } catch {
      if error.isMissingFile { return nil }
      throw BodyError(.readFailed, path: path, systemError: error)
    }
  }

  /// Returns an entry, or `nil` if its body is missing or has another size.
  private func entry(
    _ variant: KeyFile.Variant, of key: CacheKey, _ name: KeyName
  ) throws(BodyError) -> StoredEntry? {
    let body: FolderBody
    if let content = variant.content {
      body = FolderBody(source: BytesSource(content), of: variant)
    } else {
      let path = bodyPath(name, variant.id)
      let file = try BodyError.reading(path) { () throws(SystemError) in
        try CheckedFile(at: path, byteCount: variant.byteCount) {
          if !isReadOnly { try? remove(variant.id, of: key) }
        }
      }
      guard let file else { return nil }
      body = FolderBody(source: file, of: variant)
    }
    return StoredEntry(
      key: key, variant: variant.variant, metadata: variant.metadata, body: body, id: variant.id)
  }

  /// Returns the names of the keys' files in a shard.
  func names(in shard: Int) throws(BodyError) -> [KeyName] {
    let folder = folder(shard)
    var names: [KeyName] = []
    do throws(SystemError) {
      try forEachName(inFolder: folder) { name in
        if let name = KeyName(String(repairing: name).utf8) { names.append(name) }
      }
    } catch {
      if !error.isMissingFile { throw BodyError(.readFailed, path: folder, systemError: error) }
    }
    return names
  }

  // MARK: Bodies

  /// Starts a body that is larger than those in a key's file.
  func makeBody() throws(BodyError) -> CheckedFileWriter {
    _ = try countsInPlace()
    try BodyError.writing(incoming) { () throws(SystemError) in
      try createFolder(incoming, permissions: 0o700)
    }
    return try CheckedFileWriter(in: incoming, isUnnamed: creation?.hasUnnamedFiles ?? true)
  }

  /// Starts to count a body that is being written.
  func makeReservation() -> Reservation { Reservation(in: writtenByteCount, upTo: maximumByteCount) }
}
