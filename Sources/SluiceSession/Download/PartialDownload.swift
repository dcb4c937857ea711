internal import Glibc
internal import SluiceBody

/// The beginning of a file that is being downloaded, `FILE.part`, and the record that makes it resumable,
/// `FILE.part.json`.
///
/// Both belong to a single download at a time. All calls block.
///
/// At any moment, an existing record describes a version of the file that the part is a beginning of: the record is
/// removed before the part is emptied, and written before the first byte of the part. Therefore, a complete record can
/// be trusted even after a crash, on file systems where a file never grows before its bytes are written, such as ext4,
/// XFS and Btrfs.
///
/// ```
///                                     FILE.part     FILE.part.json   FILE
///  before                             old bytes     old              old or none
///  begin: removes the record          old bytes     none
///  begin: empties the part            empty         none
///  begin: writes the record           empty         new
///  append                             new bytes     new
///  commit: renames the part           none          new              new
///  commit: removes the record         none          none             new
/// ```
///
/// A download in segments writes its bytes in any order, so its record says which ranges are missing (``save(_:)``):
/// the bytes are flushed to the disk, the new record is written to `FILE.part.json.new`, and takes the place of the old
/// one in one step. Therefore, each byte that the record says is there is there, even after a power failure.
///
/// The states in memory determine what ``close()`` removes:
///
/// ```
///  earlier ── begin ──► useless ── the record is written ──► recorded
///     │                    │                                    │
///     └────────────────────┴──────── commit, remove ────────────┴──► gone
///
///  close() keeps the files in earlier and gone, and in recorded if the part has bytes.
/// ```
final class PartialDownload: Sendable {
  /// The maximum size of a part in bytes: larger than any file, and small enough that additions do not overflow.
  private static let maximumByteCount: Int64 = 1 << 62

  /// The path of the file without `.part`.
  let path: DestinationPath
  private let file: PartialFile
  private let recordPath: String
  private let state = Lock(State.earlier)

  private enum State {
    /// Unchanged since an earlier download, or with appended bytes.
    case earlier
    /// Begun without a record, and useless to a later download.
    case useless
    /// Begun, with a record.
    case recorded
    /// Renamed or removed.
    case gone
  }

  /// - Throws: A ``BodyError`` with the code `file-in-use`, `file-exists` or `write-failed`.
  private init?(of path: DestinationPath, creating: Bool) throws(BodyError) {
    guard let file = try PartialFile(at: "\(path.text).part", creating: creating) else { return nil }
    self.path = path
    self.file = file
    recordPath = "\(path.text).part.json"
  }

  /// Returns the part of an earlier download; `nil` if there is none.
  static func earlier(of path: DestinationPath) throws(BodyError) -> PartialDownload? {
    try PartialDownload(of: path, creating: false)
  }

  /// Returns a part to begin with, possibly that of an earlier download.
  ///
  /// - Parameter isUnique: Whether to use a numbered path if another download has the part.
  static func new(of path: DestinationPath, isUnique: Bool) throws(BodyError) -> PartialDownload {
    var (next, number) = (path, 0)
    while true {
      do throws(BodyError) {
        if let part = try PartialDownload(of: next, creating: true) { return part }
        throw BodyError(.writeFailed, path: "\(next.text).part")
      } catch {
        guard isUnique, path.hasFileName, error.code == .fileInUse, number < 10_000 else { throw error }
        number += 1
        next = try DestinationPath(path.numbered(number))
      }
    }
  }

  /// Returns the record and the size of the part; `nil` if the part is not known to belong to the resource at `url`.
  func resumePoint(of url: String) throws(BodyError) -> ResumePoint? {
    let byteCount = try file.byteCount
    guard byteCount > 0, byteCount < Self.maximumByteCount, let record = ResumeRecord(parsing: readRecord()),
      record.isOf(url), record.allows(partOf: byteCount)
    else { return nil }
    return ResumePoint(record: record, byteCount: byteCount)
  }

  /// Returns the bytes of the record; empty if there is no readable record.
  private func readRecord() -> [UInt8] {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    guard let descriptor = try? Descriptor.open(recordPath, flags: flags),
      let status = try? descriptor.status(), status.kind == .regular,
      status.byteCount <= Int64(ResumeRecord.maximumByteCount)
    else { return [] }
    var bytes: [UInt8] = []
    var count = 0
    repeat {
      count = bytes.count
      do {
        try bytes.append(addingCapacity: 16 * 1024) { output throws(SystemError) in
          try descriptor.read(into: &output)
        }
      } catch {
        return []
      }
    } while bytes.count > count && bytes.count <= ResumeRecord.maximumByteCount
    return bytes
  }

  /// Starts the part over at byte 0.
  ///
  /// - Parameter record: The record for a later download; `nil` if the download cannot be resumed.
  func begin(_ record: ResumeRecord?) async throws {
    state.withLock { $0 = .useless }
    removeFile(recordPath)
    try file.removeAll()
    guard let record else { return }
    let bytes = try record.bytes()
    try await NewFile(at: recordPath, permissions: 0o600).append(bytes[...])
    state.withLock { $0 = .recorded }
  }

  /// Replaces the record, after the bytes that it describes have been flushed to the disk.
  func save(_ record: ResumeRecord) throws {
    try file.synchronizeContent()
    let bytes = try record.bytes()
    let new = "\(recordPath).new"
    removeFile(new)
    try BodyError.writing(new) { () throws(SystemError) in
      try Descriptor.create(new, permissions: 0o600).write(bytes.span)
      try renameFile(new, to: recordPath)
    }
  }

  /// Sets the size of the part to that of the file, before bytes are written in any order.
  func reserve(_ byteCount: Int64) throws(BodyError) { try file.resize(to: byteCount) }

  /// Writes bytes at a position.
  ///
  /// - Throws: A ``BodyError`` with the code `write-failed`.
  func write(_ bytes: borrowing Span<UInt8>, at offset: Int64) throws(BodyError) {
    try file.write(bytes, at: offset)
  }

  /// Passes all bytes of the part to a closure.
  ///
  /// - Throws: A ``BodyError`` with the code `read-failed`; a `CancellationError`.
  func read(_ consume: (borrowing Span<UInt8>) -> Void) throws {
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

  /// Appends bytes to the part.
  ///
  /// - Throws: A ``BodyError`` with the code `write-failed`.
  func append(_ bytes: borrowing Span<UInt8>) throws(BodyError) { try file.append(bytes) }

  /// Renames the complete part to the file, and removes the record.
  ///
  /// - Returns: The path of the file.
  func commit(
    to path: DestinationPath, ifExists policy: ExistingFilePolicy, synchronizing: Bool
  ) throws(BodyError) -> String {
    let name = try file.commit(to: path, ifExists: policy, synchronizing: synchronizing)
    state.withLock { $0 = .gone }
    removeRecord()
    return name
  }

  private func removeRecord() {
    removeFile(recordPath)
    removeFile("\(recordPath).new")
  }

  /// Ends a download, and removes its files if a later download could not resume from them.
  func close() {
    switch state.withLock({ $0 }) {
    case .recorded where (try? file.byteCount) ?? 0 > 0: break
    case .recorded, .useless: remove()
    case .earlier, .gone: break
    }
  }

  /// Removes the part and its record.
  func remove() {
    state.withLock { $0 = .gone }
    removeRecord()
    file.remove()
  }
}
