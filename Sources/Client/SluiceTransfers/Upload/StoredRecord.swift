internal import SluiceBody
internal import SluiceJSON
internal import SluiceTransport

/// The content of the file of an upload that can be resumed, as JSON with a ``RecordSum``.
protocol StoredRecord: CheckpointRecord, Codable {
  /// Whether this version of the library has written the record, as far as its content shows.
  var isValid: Bool { get }
}

extension StoredRecord {
  init?(parsing bytes: [UInt8]) {
    guard RecordSum.allows(bytes), let record = try? JSON.Decoder().decode(Self.self, from: bytes),
      record.isValid
    else { return nil }
    self = record
  }

  func bytes() throws -> [UInt8] { RecordSum.adding(to: try JSON.Encoder().encode(self)) }
}

extension Checkpoint where Record: StoredRecord {
  /// Opens the file of a record, or creates an empty one. Blocks.
  ///
  /// - Throws: A ``BodyError`` with the code `file-in-use`, `file-exists`, `read-failed` or `write-failed`; a
  ///   ``SessionError`` with the code `invalid-record` if the file has another content. The file stays as it is.
  static func ofUpload(at path: String) throws -> Checkpoint {
    let file = try Checkpoint(at: path)
    if file.hasOtherContent {
      throw SessionError(.invalidRecord, message: "\(path) is not a record of a resumable upload, and stays")
    }
    return file
  }
}
