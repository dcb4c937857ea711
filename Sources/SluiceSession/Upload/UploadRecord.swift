internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceJSON

/// What a file remembers of an upload that can be resumed.
///
/// ```
///  {"version":1,"protocol":"draft-6","request":"9f86d0…","url":"https://example.com/uploads/7","offset":1048576,
///   "body":{"byteCount":4194304,"digest":"60303a…","files":[{"path":"/data/a.mov",…}]},"drawn":["sluice-5b0f…"]}
/// ```
struct UploadRecord: Codable, Equatable {
  /// The version of the format.
  var version = 1
  var `protocol`: String
  /// The SHA-256 of the method and the URL of the caller's request, in hexadecimal.
  var request: String
  /// The URL of the upload.
  var url: String
  /// The number of bytes that the server has confirmed.
  var offset: Int64
  /// The identity of the body.
  var body: BodyIdentity
  /// The texts that the body has drawn at random.
  var drawn: [String]

  /// The maximum number of bytes of a record.
  static let maximumByteCount = 16 << 20

  /// Returns what identifies a caller's request.
  static func digest(of method: HTTPRequest.Method, _ url: RequestURL) -> String {
    SHA256.hexDigest(of: "\(method.rawValue) \(url.text)")
  }
}

/// The file of a record, which belongs to one upload at a time. All calls block.
final class UploadRecordFile: Sendable {
  private let file: ClaimedFile
  /// The record of an earlier upload; `nil` if there is none.
  let earlier: UploadRecord?
  /// Whether the file has a record.
  private let hasRecord: Lock<Bool>

  /// Opens the file, or creates an empty one.
  ///
  /// - Throws: A ``BodyError`` with the code `file-in-use`, `file-exists` or `write-failed`; a ``SessionError`` with
  ///   the code `invalid-record` if the file has another content. The file stays as it is.
  init(at path: String) throws {
    file = try ClaimedFile(at: path)
    let bytes = try file.content(upTo: UploadRecord.maximumByteCount)
    if bytes.isEmpty {
      earlier = nil
    } else {
      guard let record = try? JSON.Decoder().decode(UploadRecord.self, from: bytes), record.version == 1,
        record.offset >= 0, let url = try? RequestURL(record.url), url.userInfo == nil
      else { throw SessionError(.invalidRecord, message: "\(path) is not a record of a resumable upload") }
      earlier = record
    }
    hasRecord = Lock(earlier != nil)
  }

  /// Replaces the record.
  ///
  /// - Throws: A ``BodyError`` with the code `write-failed`.
  func save(_ record: UploadRecord) throws {
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
