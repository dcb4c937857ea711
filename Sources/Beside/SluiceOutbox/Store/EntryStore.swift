internal import FoundationEssentials
internal import Glibc
internal import SluiceBody

/// The folder of an outbox. All calls block.
///
/// ```
///  FOLDER/control                   the last sequence, and the locks
///  FOLDER/incoming/                 files that are being written, only on file systems that need names for them
///  FOLDER/pending/3f/LANE-SEQUENCE  entries to be delivered, in the folder of the last two digits of their lane
///  FOLDER/dead/3f/LANE-SEQUENCE     entries that will not be sent again
///  FOLDER/damaged/3f/LANE-SEQUENCE  files that are not entries
/// ```
struct EntryStore: Sendable {
  /// The folders that an entry can be in.
  enum Area: String, CaseIterable {
    case pending, dead, damaged
  }

  static let shardCount = 256

  let path: String
  let control: ControlFile
  /// The maximum number of names in a page.
  let pageLimit: Int
  /// Whether nothing in the folder is changed, so that its file system may be read-only.
  private let isReadOnly: Bool
  /// The folders of shards whose names are on the disk.
  private let synchronizedFolders = Lock<Set<String>>([])
  private var incoming: String { "\(path)/incoming" }

  /// Opens the folder, or creates it.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - pageLimit: The maximum number of names in a page. Defaults to ``EntryPage/maximumCount``.
  /// - Throws: ``ErrorCode/folderNotEmpty`` for a folder with other files; ``ErrorCode/writeFailed``.
  init(_ path: String, pageLimit: Int = EntryPage.maximumCount) throws(BodyError) {
    self.path = path
    self.pageLimit = pageLimit
    isReadOnly = false
    try SharedFolder.check(path, folders: Self.folders) { () throws(SystemError) in
      try Self.exists(at: path)
    }
    try BodyError.writing(path) { () throws(SystemError) in
      // An accepted entry is lost if its folder is. The process that has created it may have been killed before it
      // could flush the names; the control file comes after that.
      let isNew = try !Self.exists(at: path)
      try createFolders(path, permissions: 0o700, synchronizing: isNew)
      for folder in Self.folders {
        try createFolders("\(path)/\(folder)", permissions: 0o700)
      }
      if isNew { try synchronizeFolder(path) }
    }
    control = try ControlFile("\(path)/control")
    try control.addOutboxMark()
    // Without the control file, a folder with entries would be one of another kind after a power failure. The process
    // that has created it may have been killed before it could flush its name.
    try BodyError.writing(path) { () throws(SystemError) in try synchronizeFolder(path) }
    removeLeftovers()
  }

  /// Opens the folder of a store that exists, and changes nothing in it. Entries can be listed.
  ///
  /// - Throws: ``ErrorCode/readFailed``.
  init(reading path: String) throws(BodyError) {
    self.path = path
    pageLimit = EntryPage.maximumCount
    isReadOnly = true
    control = try ControlFile(reading: "\(path)/control")
  }

  /// Returns whether there is a store at a path: it has a control file with the mark of one. A store of version 0.2 has
  /// no mark, and that of a damaged file is gone; all of its names are those of a store, and the file has no more than
  /// its numbers.
  static func exists(at path: String) throws(SystemError) -> Bool {
    guard try FileStatus(ifExistsAt: "\(path)/control")?.kind == .regular else { return false }
    if try ControlFile.hasMark(at: "\(path)/control") { return true }
    guard try ControlFile.hasNumbersAlone(at: "\(path)/control") else { return false }
    for folder in folders {
      guard try FileStatus(ifExistsAt: "\(path)/\(folder)")?.kind == .directory else { return false }
    }
    return try SharedFolder.hasOnly(folders + ["control"], at: path)
  }

  /// The names of the folders.
  private static let folders = ["incoming"] + Area.allCases.map(\.rawValue)

  /// Removes files that a process was writing when it was killed, more than a day ago.
  private func removeLeftovers() {
    let limit = Duration.milliseconds(Timestamp.now.number) - .seconds(86_400)
    SharedFolder.removeLeftovers(in: incoming) { file throws(SystemError) in
      try file.status().modified < limit
    }
  }

  // MARK: Paths

  private func folder(_ area: Area, _ shard: Int) -> String {
    "\(path)/\(area.rawValue)/\(HexNumber.text(UInt64(shard), digits: 2))"
  }

  func path(of name: EntryName, in area: Area) -> String { "\(folder(area, name.shard))/\(name.text)" }

  /// Runs `work`, which gives a file a name in the folder of a shard. The name of the folder is on the disk before.
  /// Otherwise, a crash could leave a file that was moved there without a name.
  private func creating(_ area: Area, _ shard: Int, _ work: () throws(BodyError) -> Void) throws(BodyError) {
    let folder = folder(area, shard)
    if synchronizedFolders.withLock({ $0.contains(folder) }) {
      do throws(BodyError) {
        return try work()
      } catch {
        // The folder may have been removed.
        guard error.systemErrorNumber == ENOENT else { throw error }
      }
    }
    try BodyError.writing(folder) { () throws(SystemError) in
      try createFolders(folder, permissions: 0o700)
      // Also if it exists: the process that has created it may have been killed before it could flush the name.
      try synchronizeFolder("\(path)/\(area.rawValue)")
    }
    synchronizedFolders.withLock { _ = $0.insert(folder) }
    try work()
  }

  // MARK: Files

  /// Whether a path leads into the folder.
  func contains(_ path: String) -> Bool { FilePlace(resolving: self.path)?.contains(path) ?? false }

  /// Whether a path leads to a file of the body of an entry, unless it was delivered. Blocks.
  ///
  /// - Complexity: Reads all entries if there is a file.
  func hasBody(at path: String) throws -> Bool {
    guard let status = try? FileStatus(ofFileAt: path), status.kind == .regular else { return false }
    let file = KeptFile(path, status)
    for area in [Area.pending, .dead] {
      var cursor = EntryCursor(over: area)
      while let page = try cursor.next(in: self) {
        for name in page.names {
          guard let bytes = try? open(name, in: area)?.bytes(),
            let content: EntryContent.Files = try? EntryFile.content(of: bytes)
          else { continue }
          if content.files.contains(where: file.isSame) { return true }
        }
      }
    }
    return false
  }

  /// Writes a new entry. It is on the disk when the call returns, and complete or missing after any crash.
  func add(_ bytes: [UInt8], as name: EntryName) throws(BodyError) {
    let path = path(of: name, in: .pending)
    let destination = try DestinationPath(path)
    let file = try BodyError.writing(path) { () throws(SystemError) in
      try TemporaryFile(in: incoming, orElse: .temporaryName, permissions: 0o600)
    }
    try file.descriptor.write(bytes.span, toFileAt: path)
    do throws(BodyError) {
      try creating(.pending, name.shard) { () throws(BodyError) in
        try file.commit(to: destination, ifExists: .fail, flushing: .contentAndName)
      }
    } catch {
      // An entry whose name may be lost is not accepted.
      file.descriptor.removeName(path)
      throw error
    }
  }

  /// Moves an entry's file. A file that is gone is not an error.
  ///
  /// Another file that has the name there stays: sequences may repeat if the clock was set back and the control file is
  /// lost, or if someone has put an entry back. A damaged file then gets the name with the next free sequence, and a
  /// dead entry is set aside as a damaged one.
  ///
  /// - Returns: The path of the file now, or `nil` if it was gone.
  /// - Throws: ``ErrorCode/fileExists`` if another pending entry has the name; ``ErrorCode/writeFailed``.
  @discardableResult
  func move(_ name: EntryName, from area: Area, to other: Area) throws(BodyError) -> String? {
    let old = path(of: name, in: area)
    var name = name
    var new = path(of: name, in: other)
    do throws(BodyError) {
      while try !rename(old, to: new, in: other, name.shard) {
        if isSameFile(old, new) {
          // A process was killed between giving the file this name and removing the other one.
          removeFile(old)
          break
        }
        switch other {
        case .pending: throw BodyError(.fileExists, path: new)
        case .dead: return try move(name, from: area, to: .damaged)
        case .damaged:
          name = EntryName(lane: name.lane, sequence: (name.sequence + 1) % EntryName.sequenceLimit)
        }
        new = path(of: name, in: other)
      }
    } catch {
      // The folder exists by now.
      if error.systemErrorNumber == ENOENT { return nil }
      throw error
    }
    let folder = folder(other, name.shard)
    try BodyError.writing(folder) { () throws(SystemError) in try synchronizeFolder(folder) }
    return new
  }

  /// - Returns: `false` if the new name is taken.
  private func rename(
    _ old: String, to new: String, in area: Area, _ shard: Int
  ) throws(BodyError) -> Bool {
    var isFree = true
    try creating(area, shard) { () throws(BodyError) in
      try BodyError.writing(new) { () throws(SystemError) in
        do throws(SystemError) {
          try renameFileIfFree(old, to: new)
        } catch {
          if error.number != EEXIST { throw error }
          isFree = false
        }
      }
    }
    return isFree
  }

  /// Whether two paths are names of one file. Links are files of their own.
  private func isSameFile(_ path: String, _ other: String) -> Bool {
    (try? Descriptor.name(at: path).isFile(at: other)) == true
  }

  /// Removes an entry. It may reappear after a power failure, as it is not worth waiting for the disk: the request is
  /// then sent again with the same `Idempotency-Key`.
  ///
  /// - Returns: Whether the file existed.
  func remove(_ name: EntryName, from area: Area) throws(BodyError) -> Bool {
    let path = path(of: name, in: area)
    do throws(SystemError) {
      try unlinkFile(path)
      return true
    } catch {
      if error.isMissingFile { return false }
      throw BodyError(.writeFailed, path: path, systemError: error)
    }
  }

  /// Opens an entry. The result is `nil` if it is gone.
  ///
  /// - Throws: An ``OutboxError`` with the code `damaged-entry` if something other than a file has its name; a
  ///   ``BodyError`` with the code `file-unreadable` if the file cannot be opened now.
  func open(_ name: EntryName, in area: Area) throws -> OpenEntry? {
    let path = path(of: name, in: area)
    do throws(SystemError) {
      let access = isReadOnly ? O_RDONLY : O_RDWR
      return OpenEntry(name, try .open(path, flags: access | O_NOFOLLOW | O_NONBLOCK), path)
    } catch {
      if error.isMissingFile { return nil }
      // A symbolic link, a directory or a socket.
      if [ELOOP, EISDIR, ENXIO].contains(error.number) { throw OutboxError.notRegular }
      throw BodyError(.fileUnreadable, path: path, systemError: error)
    }
  }

  /// Returns the lowest names in a folder.
  func page(of area: Area, _ shard: Int, after start: EntryName?) throws(BodyError) -> EntryPage {
    let folder = folder(area, shard)
    return try BodyError.reading(folder) { () throws(SystemError) in
      try EntryPage(of: folder, after: start, upTo: pageLimit)
    }
  }
}
