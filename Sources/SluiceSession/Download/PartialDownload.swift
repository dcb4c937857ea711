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
  private init?(of path: String, creating: Bool) throws(BodyError) {
    guard let file = try PartialFile(at: "\(path).part", creating: creating) else { return nil }
    self.file = file
    recordPath = "\(path).part.json"
  }

  /// Returns the part of an earlier download; `nil` if there is none.
  static func earlier(of path: String) throws(BodyError) -> PartialDownload? {
    try PartialDownload(of: path, creating: false)
  }

  /// Returns a part to begin with, possibly that of an earlier download.
  static func new(of path: String) throws(BodyError) -> PartialDownload {
    guard let part = try PartialDownload(of: path, creating: true) else {
      throw BodyError(.writeFailed, path: "\(path).part")
    }
    return part
  }

  /// Returns the point to resume from; `nil` if the part is not known to be a beginning of the resource at `url`.
  func resumePoint(of url: String) throws(BodyError) -> ResumePoint? {
    let byteCount = try file.byteCount
    guard byteCount > 0, byteCount < Self.maximumByteCount, let record = ResumeRecord(parsing: readRecord()),
      record.isOf(url), byteCount <= record.byteCount ?? .max
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

  /// Appends bytes to the part.
  ///
  /// - Throws: A ``BodyError`` with the code `write-failed`.
  func append(_ bytes: borrowing Span<UInt8>) throws(BodyError) { try file.append(bytes) }

  /// Renames the complete part to the file, and removes the record.
  func commit(to path: String) throws(BodyError) {
    try file.commit(to: path)
    state.withLock { $0 = .gone }
    removeFile(recordPath)
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
    removeFile(recordPath)
    file.remove()
  }
}
