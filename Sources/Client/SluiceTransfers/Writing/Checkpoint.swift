internal import Glibc
internal import SluiceBody

/// A record in a file that has one writer at a time, and is replaced as a whole. All calls block.
///
/// ```
///                       FILE               .sluice-HASH-INODE.new
///  init                 earlier or mark
///  save: writes         earlier or mark    new, claimed
///  save: renames        new                none
///  remove               none               none
/// ```
///
/// A new file has a mark until there is a record, so that the leftover of a killed process is distinguished from an
/// empty file of the user's. A process that is killed leaves the mark, the earlier record or the new one, and never a
/// part. After a power failure, the file may also be empty, because waiting for the disk could take longer than what
/// the record describes. It then counts as one of the user's.
///
/// The name of the new file contains a hash of the file's name and the inode of the old one, so it is removed by the
/// next writer of a file that was not replaced.
///
/// The claim is a lock of the open file, which ends with the process. A new file is locked before it has the name.
final class Checkpoint<Record: CheckpointRecord>: Sendable {
  let path: String
  /// The record that the file had when it was opened; `nil` if it had none.
  let earlier: Record?
  /// Whether the file had another content than a record, or was empty.
  let hasOtherContent: Bool
  private let state: Lock<State>

  private struct State {
    /// The file at the path, which holds the claim.
    var file: Descriptor
    /// Whether the file has a record, or is not known to be one of a checkpoint. Otherwise, it is removed when this
    /// object is released.
    var isKept: Bool
  }

  /// Opens the file, or creates one with a mark.
  ///
  /// - Throws: ``ErrorCode/fileInUse`` if another writer has the file open, in this process or another;
  ///   ``ErrorCode/fileExists`` if the path names something other than a regular file of this user with a single
  ///   name; ``ErrorCode/readFailed``; ``ErrorCode/writeFailed``. Whatever exists stays as it is.
  convenience init(at path: String) throws(BodyError) {
    let (file, isNew) = try Self.claimOrCreate(path)
    if isNew { self.init(file, at: path, nil) } else { try self.init(file, at: path, isKept: false) }
  }

  private static func claimOrCreate(_ path: String) throws(BodyError) -> (Descriptor, isNew: Bool) {
    // Others may create and remove the file meanwhile, again and again.
    for _ in 0..<100 {
      if let file = try Descriptor.claimed(path) { return (file, false) }
      if let file = try create(path, with: checkpointMark) { return (file, true) }
    }
    throw BodyError(.fileInUse, path: path)
  }

  /// Opens the file. The result is `nil` if it does not exist.
  ///
  /// - Throws: The errors of ``init(at:)``.
  static func existing(at path: String) throws(BodyError) -> Checkpoint? {
    guard let file = try Descriptor.claimed(path) else { return nil }
    return try Checkpoint(file, at: path, isKept: true)
  }

  /// Keeps a new file, with a record or the mark.
  private init(_ file: Descriptor, at path: String, _ record: Record?) {
    self.path = path
    earlier = record
    hasOtherContent = false
    state = Lock(State(file: file, isKept: record != nil))
  }

  private init(_ file: Descriptor, at path: String, isKept: Bool) throws(BodyError) {
    self.path = path
    let bytes = try BodyError.reading(path) { () throws(SystemError) in
      try file.content(upTo: max(Record.maximumByteCount, checkpointMark.count + 1))
    }
    let isMark = bytes == checkpointMark
    earlier = isMark || bytes.isEmpty ? nil : Record(parsing: Array(bytes.prefix(Record.maximumByteCount)))
    hasOtherContent = earlier == nil && !isMark
    state = Lock(State(file: file, isKept: isKept || !isMark))
  }

  /// Creates the file with a record, which only the owner may read. It is one step if the file system has files without
  /// a name. The result is `nil` if anything has the name.
  ///
  /// - Throws: ``ErrorCode/writeFailed``.
  static func new(at path: String, _ record: Record) throws(BodyError) -> Checkpoint? {
    try create(path, with: record.bytes(for: path)).map { Checkpoint($0, at: path, record) }
  }

  /// Creates and claims a file. The result is `nil` if anything has the name.
  private static func create(_ path: String, with content: [UInt8]) throws(BodyError) -> Descriptor? {
    let final = try DestinationPath(path)
    do throws(BodyError) {
      let file = try BodyError.writing(path) { () throws(SystemError) in
        try TemporaryFile(in: final.folder, orElse: .temporaryName, permissions: 0o600)
      }
      try file.write(content, for: path)
      // A file whose content is lost in a power failure would be another one.
      try file.commit(to: final, ifExists: .fail, flushing: .content)
      // An earlier record, lost in a power failure, may have had the number that this file has now.
      if let inode = try? file.descriptor.status().inode {
        Descriptor.removeLeftOver(at: final.newPath(replacing: inode))
      }
      return file.descriptor
    } catch {
      if error.code == .fileExists { return nil }
      throw error
    }
  }

  deinit {
    state.withLock { state in
      if !state.isKept { state.file.removeName(path) }
      state.file.release()
    }
  }

  /// Replaces the record, which only the file's owner may read.
  ///
  /// - Throws: ``ErrorCode/fileExists`` if the path names another file now, which stays as it is;
  ///   ``ErrorCode/writeFailed``.
  func save(_ record: Record) throws(BodyError) {
    let final = try DestinationPath(path)
    let old = state.withLock { $0.file }
    let new: TemporaryFile
    do throws(SystemError) {
      new = try TemporaryFile(at: final.newPath(replacing: old.status().inode), permissions: 0o600)
    } catch {
      throw BodyError(error, naming: final)
    }
    try new.write(record.bytes(for: path), for: path)
    let isOwn = try BodyError.writing(path) { () throws(SystemError) in try old.isFile(at: path) }
    guard isOwn || !isTaken(path) else { throw BodyError(.fileExists, path: path) }
    try new.commit(to: final, ifExists: .replace, flushing: .nothing)
    state.withLock { state in
      state.file.release()
      state = State(file: new.descriptor, isKept: true)
    }
  }

  /// Removes the file. A missing file is not an error, and another file at the path stays.
  func remove() { state.withLock { $0.file.removeName(path) } }
}

/// The content of a new file until it has a record.
private let checkpointMark = Array("Reserved by Sluice for the record of a transfer.\n".utf8)

extension CheckpointRecord {
  fileprivate func bytes(for path: String) throws(BodyError) -> [UInt8] {
    do {
      return try bytes()
    } catch {
      throw BodyError(.writeFailed, path: path)
    }
  }
}

extension TemporaryFile {
  /// Claims the file, and writes its content.
  fileprivate func write(_ bytes: [UInt8], for path: String) throws(BodyError) {
    _ = try BodyError.writing(path) { () throws(SystemError) in try descriptor.claim() }
    try descriptor.write(bytes.span, toFileAt: path)
  }
}

extension DestinationPath {
  /// Returns the path of a file that is to replace the one with the inode.
  fileprivate func newPath(replacing inode: UInt64) -> String { sibling("\(hiddenStem)-\(inode).new") }
}

extension Descriptor {
  /// Opens and claims the file of a checkpoint. The result is `nil` if it is missing.
  fileprivate static func claimed(_ path: String) throws(BodyError) -> Descriptor? {
    let destination = try DestinationPath(path)
    do throws(SystemError) {
      // The name of the file may change meanwhile, again and again.
      for _ in 0..<100 {
        let file = try openForUpdating(path, creating: false)
        guard try file.status().kind == .regular else { throw SystemError(number: EEXIST) }
        guard try file.claim() else { throw SystemError(number: EWOULDBLOCK) }
        // The previous writer may have replaced or removed the file since it was opened here.
        guard try file.isFile(at: path) else { continue }
        let status = try file.status()
        guard status.isOwnFile(at: destination) else {
          let hasLeftName = status.isOwned(at: destination) && file.removeLeftName(in: destination.folder)
          file.release()
          if hasLeftName { continue }
          throw SystemError(number: EEXIST)
        }
        removeLeftOver(at: destination.newPath(replacing: status.inode))
        return file
      }
      throw SystemError(number: EWOULDBLOCK)
    } catch {
      switch error.number {
      case ENOENT: return nil
      case EWOULDBLOCK: throw BodyError(.fileInUse, path: path)
      case EEXIST: throw BodyError(.fileExists, path: path)
      case _ where error.isOfOtherKind: throw BodyError(.fileExists, path: path)
      default: throw BodyError(.writeFailed, path: path, systemError: error)
      }
    }
  }

  /// Removes the new file of a process that was killed before it renamed it.
  fileprivate static func removeLeftOver(at path: String) {
    guard let file = try? Descriptor.open(path, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
      let destination = try? DestinationPath(path),
      (try? file.status().isOwnFile(at: destination)) == true
    else { return }
    file.removeName(path)
  }
}

extension SystemError {
  /// Whether a file that was opened for writing is a symbolic link, a directory, a FIFO without a reader, or a socket.
  var isOfOtherKind: Bool { number == ELOOP || number == EISDIR || number == ENXIO }
}

/// The content of a ``Checkpoint``.
protocol CheckpointRecord: Sendable {
  /// The maximum number of bytes of a record.
  static var maximumByteCount: Int { get }

  /// Parses the output of ``bytes()``; `nil` for anything else.
  init?(parsing bytes: [UInt8])

  func bytes() throws -> [UInt8]
}

/// When a checkpoint of something that changes often is written: after an interval at the earliest, and for at most a
/// fifth of the time, however slow the disk is.
///
/// ```
///  changes   ││││││││││││││││││││││││││││││││││
///  writes         ├─┤            ├──┤                  with the interval ├──────┤
///  pauses    ├────┤ ├───────────┤   ├──────────────┤
/// ```
struct CheckpointPace: Sendable {
  private let interval: Duration
  /// The time from which the next write may begin; `nil` while one runs.
  private var next: MonotonicInstant?

  /// - Parameters:
  ///   - interval: The shortest pause between two writes.
  ///   - start: The time at which the first pause begins.
  init(every interval: Duration, from start: MonotonicInstant) {
    self.interval = interval
    next = start + interval
  }

  /// Begins a write if it is time for it, and none is running.
  ///
  /// - Returns: Whether the caller writes, and calls ``end(since:at:)``.
  mutating func begin(at now: MonotonicInstant) -> Bool {
    guard let next, now >= next else { return false }
    self.next = nil
    return true
  }

  /// Ends a write, and begins a pause.
  mutating func end(since start: MonotonicInstant, at now: MonotonicInstant) {
    next = now + Self.pause(after: now - start, atLeast: interval)
  }

  /// Returns the pause after a write.
  ///
  /// - Parameters:
  ///   - duration: The time that the write took.
  ///   - interval: The shortest pause. Defaults to none.
  static func pause(after duration: Duration, atLeast interval: Duration = .zero) -> Duration {
    max(interval, duration * 4)
  }
}
