internal import SluiceBody
internal import SluiceJSON
internal import SluiceTransport

/// What the file of a record contains.
protocol StoredRecord: Codable, Sendable {
  /// The maximum number of bytes of a record.
  static var maximumByteCount: Int { get }
  /// Whether this version of the library has written the record, as far as its content shows.
  var isValid: Bool { get }
}

/// The file of a record, which belongs to one upload at a time. All calls block.
final class RecordFile<Content: StoredRecord>: Sendable {
  private let file: ClaimedFile
  /// The record of an earlier upload; `nil` if there is none.
  let earlier: Content?
  /// Whether the file has a record.
  private let hasRecord: Lock<Bool>

  /// Opens the file, or creates an empty one.
  ///
  /// - Throws: A ``BodyError`` with the code `file-in-use`, `file-exists` or `write-failed`; a ``SessionError`` with
  ///   the code `invalid-record` if the file has another content. The file stays as it is.
  init(at path: String) throws {
    file = try ClaimedFile(at: path)
    let bytes = try file.content(upTo: Content.maximumByteCount)
    if bytes.isEmpty {
      earlier = nil
    } else {
      guard let record = try? JSON.Decoder().decode(Content.self, from: bytes), record.isValid else {
        throw SessionError(.invalidRecord, message: "\(path) is not a record of a resumable upload")
      }
      earlier = record
    }
    hasRecord = Lock(earlier != nil)
  }

  /// Replaces the record.
  ///
  /// - Throws: A ``BodyError`` with the code `write-failed`.
  func save(_ record: Content) throws {
    try file.replace(with: JSON.Encoder().encode(record))
    hasRecord.withLock { $0 = true }
  }

  /// Removes the file when this object is released.
  func remove() { hasRecord.withLock { $0 = false } }

  // A file without a record would be one more file for the caller to remove.
  deinit {
    if !hasRecord.withLock({ $0 }) { file.remove() }
  }
}
