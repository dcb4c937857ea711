internal import Glibc
internal import SluiceBody

/// The beginning of a file that is being downloaded, and the record that lets a later download go on: `FILE.part` and
/// `FILE.part.json`. Nobody else writes them meanwhile. Its calls block.
///
/// At any moment the record tells of a version whose beginning the part is, if there is one: it is removed before the part
/// is emptied, and written before the part's first byte. So a record that is whole can be trusted, even after a crash,
/// wherever a file never grows before its bytes are written, as with ext4, XFS and Btrfs.
final class DownloadPart: Sendable {
  /// So large that no file is, and that nothing added to it overflows.
  private static let sizeLimit: Int64 = 1 << 62

  private let file: PartFile
  private let recordPath: String
  private let state = Lock(State.earlier)

  private enum State {
    /// As an earlier download has left it, or with more bytes.
    case earlier
    /// Begun, and of no use to a later download.
    case useless
    /// Begun, with a record.
    case recorded
    /// It is no longer under its name.
    case gone
  }

  /// - Throws: a ``BodyError``: `file-in-use`, `file-exists`, `write-failed`.
  private init?(of path: String, creating: Bool) throws(BodyError) {
    guard let file = try PartFile(at: "\(path).part", creating: creating) else { return nil }
    self.file = file
    recordPath = "\(path).part.json"
  }

  /// What an earlier download has left; nil where there is nothing.
  static func earlier(of path: String) throws(BodyError) -> DownloadPart? {
    try DownloadPart(of: path, creating: false)
  }

  /// A part to begin with, maybe one that an earlier download has left.
  static func new(of path: String) throws(BodyError) -> DownloadPart {
    guard let part = try DownloadPart(of: path, creating: true) else {
      throw BodyError(.writeFailed, path: "\(path).part")
    }
    return part
  }

  /// Where to go on; nil where the part is not known to be a beginning of what is at `url`.
  func resumePoint(of url: String) throws(BodyError) -> ResumePoint? {
    let byteCount = try file.byteCount
    guard byteCount > 0, byteCount < Self.sizeLimit, let record = ResumeRecord(parsing: readRecord()),
      record.isOf(url), byteCount <= record.byteCount ?? .max
    else { return nil }
    return ResumePoint(record: record, byteCount: byteCount)
  }

  /// Nothing where there is no record that can be read.
  private func readRecord() -> [UInt8] {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK
    guard let descriptor = try? Descriptor.open(recordPath, flags: flags),
      let status = try? descriptor.status(), status.kind == .regular,
      status.byteCount <= Int64(ResumeRecord.sizeLimit)
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
    } while bytes.count > count && bytes.count <= ResumeRecord.sizeLimit
    return bytes
  }

  /// Begins with the first byte.
  ///
  /// - Parameter record: what lets a later download go on; nil where none could.
  func begin(_ record: ResumeRecord?) async throws {
    state.withLock { $0 = .useless }
    removeFile(recordPath)
    try file.removeAll()
    guard let record else { return }
    let bytes = try record.bytes()
    try await NewFile(at: recordPath, permissions: 0o600).append(bytes[...])
    state.withLock { $0 = .recorded }
  }

  func append(_ bytes: borrowing Span<UInt8>) throws(BodyError) { try file.append(bytes) }

  /// Gives the file its name, with all that is in it.
  func commit(to path: String) throws(BodyError) {
    try file.commit(to: path)
    state.withLock { $0 = .gone }
    removeFile(recordPath)
  }

  /// Ends a download that may have failed: of what it has begun, that is removed which a later one could not go on from.
  func close() {
    switch state.withLock({ $0 }) {
    case .recorded where (try? file.byteCount) ?? 0 > 0: break
    case .recorded, .useless: remove()
    case .earlier, .gone: break
    }
  }

  func remove() {
    state.withLock { $0 = .gone }
    removeFile(recordPath)
    file.remove()
  }
}
