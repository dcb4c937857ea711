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
