internal import Glibc
internal import SluiceBody

/// The partial file of a download, and the record that reserves its path and makes it resumable.
///
/// Both are hidden files beside the final one. Their names contain a hash of its name, so that they can be found again,
/// and have 64 bytes at most. All calls block.
///
/// ```
///  holiday.mov                                         the file, once it is complete
///  .sluice-5d41402abc4b2a76b9719d911017c592.json       the record, claimed while a download runs
///  .sluice-5d41402abc4b2a76b9719d911017c592.1x2.part   the partial file, whose random name is in the record
/// ```
///
/// Nothing that exists is changed unless it is known to be a left-over: the record is a regular file of this user with
/// a single name, and contains the name of the file; the partial file has the name and the inode in the record. If
/// anything else has the record's name, the record gets a number, such as `.sluice-…-1.json`.
///
/// At any moment, a record with a resumption describes the version of the file that its partial file begins: each new
/// version is written to a new partial file, and the record that names it is written before it has its name. Therefore,
/// a record can be trusted even after a crash, on file systems where a file never grows before its bytes are written,
/// such as ext4, XFS and Btrfs.
///
/// ```
///                                     partial file   record of           file
///  before                             old bytes      the old one         old or none
///  begin: removes the old one         none           the old one
///  begin: replaces the record         none           the new one
///  begin: names the new one           empty          the new one
///  append                             new bytes      the new one
///  commit: gives it its final name    none           the new one         new
///  commit: removes the record         none           none                new
/// ```
///
/// A download in segments writes its bytes in any order, so its record says which ranges are missing (``save(_:)``):
/// the bytes are flushed to the disk, and the new record takes the place of the old one in one step. Therefore, each
/// byte that the record says is there is there, even after a power failure.
///
/// The states in memory determine what ``close()`` removes:
///
/// ```
///  earlier ── begin ──► useless ── the record is written ──► recorded
///     │                    │                                    │
///     └────────────────────┴──────── commit, remove ────────────┴──► gone
///
///  close() keeps the files in earlier and gone, and in recorded if the partial file has bytes.
/// ```
final class PartialDownload: Sendable {
  /// The maximum size of a partial file in bytes: larger than any file, and small enough that additions do not
  /// overflow.
  private static let maximumByteCount: Int64 = 1 << 62
  /// The maximum number of names that are tried for a record.
  private static let maximumRecordCount = 100

  /// The path of the file: that of the download, or a numbered one.
  let path: DestinationPath
  private let claim: Checkpoint<DownloadRecord>
  private let state: Lock<State>

  private enum Phase {
    /// Unchanged since an earlier download, or with appended bytes.
    case earlier
    /// Begun without a record, and useless to a later download.
    case useless
    /// Begun, with a record.
    case recorded
    /// Renamed or removed.
    case gone
  }

  private struct State {
    var phase: Phase
    var record: DownloadRecord
    /// The partial file, or `nil` if none can be used.
    var file: PartialFile?
  }

  private init(
    of path: DestinationPath, _ claim: Checkpoint<DownloadRecord>, _ phase: Phase, _ record: DownloadRecord
  ) throws(BodyError) {
    self.path = path
    self.claim = claim
    let file = try Self.partial(of: path, record)
    state = Lock(State(phase: phase, record: record, file: file))
  }

  /// Opens the partial file of a record. The result is `nil` if it is missing, or anything else has its name.
  private static func partial(of path: DestinationPath, _ record: DownloadRecord) throws(BodyError)
    -> PartialFile?
  {
    guard let name = record.partial, let inode = record.inode else { return nil }
    do throws(SystemError) {
      return try PartialFile(leftAt: path.sibling(name), inode: inode, of: path)
    } catch {
      if error.isMissingFile || error.isOfOtherKind { return nil }
      throw BodyError(.writeFailed, path: path.text, systemError: error)
    }
  }

  /// Returns what an earlier download has left, or a new claim.
  ///
  /// - Parameter creating: Whether to create a missing record. Otherwise, the result is `nil`.
  /// - Throws: A ``BodyError`` with the code `file-in-use`, `file-exists` or `write-failed`.
  private static func open(
    _ path: DestinationPath, creating: Bool
  ) throws(BodyError) -> PartialDownload? {
    do throws(BodyError) {
      for number in 0..<maximumRecordCount {
        let suffix = number == 0 ? "" : "-\(number)"
        let name = path.sibling("\(path.hiddenStem)\(suffix).json")
        guard let claim = try existing(name) else { continue }
        if let claim {
          guard let record = claim.earlier, record.isOf(path) else { continue }
          return try PartialDownload(of: path, claim, .earlier, record)
        }
        if !creating { return nil }
        let record = DownloadRecord(of: path)
        // Another download has reserved the path at this moment.
        guard let claim = try Checkpoint.new(at: name, record) else { throw BodyError(.fileInUse) }
        return try PartialDownload(of: path, claim, .useless, record)
      }
      throw BodyError(.fileExists)
    } catch {
      throw error.naming(path)
    }
  }

  /// Opens a file that may be a record.
  ///
  /// - Returns: `.some(nil)` if there is none, and `nil` for anything that cannot be a record of this user.
  private static func existing(_ name: String) throws(BodyError) -> Checkpoint<DownloadRecord>?? {
    do throws(BodyError) {
      return .some(try Checkpoint.existing(at: name))
    } catch {
      if error.code == .fileExists || error.systemErrorNumber == EACCES { return nil }
      throw error
    }
  }

  /// Returns the partial file of an earlier download, or `nil` if there is none.
  static func earlier(of path: DestinationPath) throws(BodyError) -> PartialDownload? {
    try open(path, creating: false)
  }

  /// Returns a partial file to begin with, possibly that of an earlier download.
  ///
  /// - Parameter isUnique: Whether to use a numbered path if another download has the partial file.
  static func new(of path: DestinationPath, isUnique: Bool) throws(BodyError) -> PartialDownload {
    var (next, number) = (path, 0)
    while true {
      do throws(BodyError) {
        if let partial = try open(next, creating: true) { return partial }
        throw BodyError(.writeFailed, path: next.text)
      } catch {
        guard isUnique, path.hasFileName, error.code == .fileInUse, number < 10_000 else { throw error }
        number += 1
        next = path.numbered(number)
      }
    }
  }

  /// Returns the record and the size of the partial file, or `nil` if the file is not known to belong to the resource
  /// at `url`.
  func resumePoint(of url: String) throws(BodyError) -> ResumePoint? {
    let (file, record) = state.withLock { ($0.file, $0.record.resumeRecord) }
    guard let file, let record else { return nil }
    let byteCount = try file.byteCount
    guard byteCount > 0, byteCount < Self.maximumByteCount, record.isOf(url), record.allows(fileOf: byteCount)
    else { return nil }
    return ResumePoint(record: record, byteCount: byteCount)
  }

  /// Starts over at byte 0 of a new partial file.
  ///
  /// - Parameter resumption: The record for a later download, or `nil` if the download cannot be resumed.
  func begin(_ resumption: ResumeRecord?) throws {
    removeFile()
    var record = DownloadRecord(of: path)
    record.resumeRecord = resumption
    let name = DownloadRecord.newFileName(for: path)
    let file = try PartialFile(at: path.sibling(name), of: path) { inode in
      record.setFile(name, inode: inode)
      try replaceRecord(record)
    }
    state.withLock { state in
      state = State(phase: resumption == nil ? .useless : .recorded, record: record, file: file)
    }
  }

  /// Replaces the record, after the bytes that it describes have been flushed to the disk.
  func save(_ resumption: ResumeRecord) throws(BodyError) {
    try file.synchronizeContent()
    var record = state.withLock { $0.record }
    record.resumeRecord = resumption
    try replaceRecord(record)
  }

  private func replaceRecord(_ record: DownloadRecord) throws(BodyError) {
    do throws(BodyError) {
      try claim.save(record)
    } catch {
      throw error.naming(path, as: error.code == .fileExists ? .fileReplaced : error.code)
    }
    state.withLock { $0.record = record }
  }

  /// The file with the bytes.
  ///
  /// - Throws: A ``BodyError`` with the code `write-failed` if no partial file can be used.
  var file: PartialFile {
    get throws(BodyError) {
      guard let file = state.withLock({ $0.file }) else { throw BodyError(.writeFailed, path: path.text) }
      return file
    }
  }

  /// Passes all bytes of the partial file to a closure.
  ///
  /// - Throws: A ``BodyError`` with the code `read-failed`; a `CancellationError`.
  func read(_ consume: (borrowing Span<UInt8>) -> Void) throws {
    let file = try file
    var block: [UInt8] = []
    var offset: Int64 = 0
    repeat {
      try Task.checkCancellation()
      block.removeAll(keepingCapacity: true)
      try block.append(addingCapacity: 128 * 1024) { output throws(BodyError) in
        _ = try file.read(into: &output, upTo: 128 * 1024, at: offset)
      }
      consume(block.span)
      offset += Int64(block.count)
    } while !block.isEmpty
  }

  /// Gives the complete partial file its final name, and removes the record, which is of no use without it.
  ///
  /// - Parameter byteCount: The size of the file.
  /// - Returns: The path of the file.
  func commit(
    of byteCount: Int64, ifExists policy: ExistingFilePolicy, synchronizing: Bool
  ) throws(BodyError) -> String {
    let file = try file
    defer {
      // Even after an error, such as that of flushing the folder, the partial file may have the name of the file.
      if (try? file.hasTemporaryName) == false {
        state.withLock { $0.phase = .gone }
        claim.remove()
      }
    }
    return try file.commit(to: path, of: byteCount, ifExists: policy, synchronizing: synchronizing)
  }

  /// Ends a download, and removes its files if a later download could not resume from them.
  func close() {
    let (phase, file) = state.withLock { ($0.phase, $0.file) }
    switch phase {
    case .recorded where (try? file?.byteCount) ?? 0 > 0: break
    case .recorded, .useless: remove()
    case .earlier, .gone: break
    }
  }

  /// Removes the partial file and its record.
  func remove() {
    removeFile()
    state.withLock { $0.phase = .gone }
    claim.remove()
  }

  /// Removes the partial file, after which the download is useless to a later one.
  private func removeFile() {
    let (file, record) = state.withLock { state in
      state.phase = .useless
      return (state.file.take(), state.record)
    }
    if let file {
      file.remove()
    } else if let name = record.partial, let inode = record.inode {
      PartialFile.removeName(path.sibling(name), inode: inode, of: path)
    }
  }
}

/// The content of the file that reserves a path for a download, and by which later downloads recognize what is theirs.
///
/// `part` and `inode` identify the partial file, and `resumption` is a ``ResumeRecord``:
///
/// ```
///  {"version":3,"file":"holiday.mov"}
///  {"version":3,"file":"holiday.mov","part":".sluice-9f86d0….1x2y3z.part","inode":1234,"resumption":{"version":1,…}}
/// ```
///
/// Without a `resumption`, the partial file is useless to a later download.
struct DownloadRecord: StoredRecord {
  private var version = 3
  /// The name of the downloaded file.
  private var file: String
  /// The name of the partial file.
  private(set) var partial: String?
  private(set) var inode: UInt64?
  private var resumption: ResumeRecord.Content?

  private enum CodingKeys: String, CodingKey { case version, file, partial = "part", inode, resumption }

  /// The maximum number of bytes of a record.
  static let maximumByteCount = ResumeRecord.maximumByteCount + (1 << 16)

  /// Creates the record of a file without a partial file.
  init(of path: DestinationPath) { file = path.name }

  var isValid: Bool { version == 3 && (partial == nil) == (inode == nil) }

  /// Whether this is the record of the file at `path`, with a partial file beside it.
  func isOf(_ path: DestinationPath) -> Bool {
    guard file.utf8.elementsEqual(path.name.utf8) else { return false }
    return partial.map { $0.hasPrefix(path.hiddenStem + ".") && !$0.utf8.contains(UInt8(ascii: "/")) } ?? true
  }

  /// The record that makes the partial file resumable, or `nil` if it is not.
  var resumeRecord: ResumeRecord? {
    get { resumption.flatMap { ResumeRecord($0) } }
    set { resumption = newValue?.content }
  }

  /// Returns a name for a partial file that no other file has.
  static func newFileName(for path: DestinationPath) -> String {
    "\(path.hiddenStem).\(String(UInt64.random(in: .min ... .max), radix: 36)).part"
  }

  /// Adds the partial file.
  mutating func setFile(_ name: String, inode: UInt64) { (partial, self.inode) = (name, inode) }
}

extension BodyError {
  /// Returns the error with the path of the downloaded file, which says more to a user than that of a hidden one.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - code: The code; `nil`, the default, for that of the error.
  func naming(_ path: DestinationPath, as code: ErrorCode? = nil) -> BodyError {
    BodyError(
      code ?? self.code, path: path.text, systemError: systemErrorNumber.map { SystemError(number: $0) })
  }
}
