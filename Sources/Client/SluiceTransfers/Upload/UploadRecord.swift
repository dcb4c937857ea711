internal import FoundationEssentials
internal import HTTPTypes
internal import SluiceBody
internal import SluiceTransport

/// The record of an upload that can be resumed.
///
/// ```
///  {"version":1,"protocol":"draft-6","request":"9f86d0…","url":"https://example.com/uploads/7","offset":1048576,
///   "body":{"byteCount":4194304,"digest":"60303a…","files":[{"path":"/data/a.mov",…}]},"drawn":["sluice-5b0f…"],
///   "isOwnOrigin":true}
/// ```
struct UploadRecord: StoredRecord, Equatable {
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
  /// Whether the caller's own origin has given the URL, which is at that origin; `nil` in records of version 0.2.
  var isOwnOrigin: Bool?

  static var maximumByteCount: Int { 16 << 20 }

  var isValid: Bool {
    guard version == 1, (0...max(body.byteCount ?? .max, 0)).contains(offset), let url = try? RequestURL(url)
    else { return false }
    return url.userInfo == nil
  }

  /// Returns what identifies a caller's request.
  static func digest(of method: HTTPRequest.Method, _ url: RequestURL) -> String {
    SHA256.hexDigest(of: "\(method.rawValue) \(url.text)")
  }
}

extension Checkpoint where Record: StoredRecord {
  /// Opens the file of a record, or creates an empty one. Blocks.
  ///
  /// - Throws: A ``BodyError`` with the code `file-in-use`, `file-exists`, `read-failed` or `write-failed`; a
  ///   ``SessionError`` with the code `invalid-record` if the file has another content. The file stays as it is.
  static func ofUpload(at path: String) throws -> Checkpoint {
    let file = try Checkpoint(at: path)
    if file.hasOtherContent {
      throw SessionError(
        .invalidRecord,
        message: "\(path) is not the record of a resumable upload, and was not changed; name another file")
    }
    return file
  }
}
