package import HTTPTypes
internal import SluiceJSON
internal import SluiceSerialization

/// The file beside a part, which identifies the version of the resource that the part is a beginning of.
///
/// It is JSON: `{"version":1,"url":"9f86d0…","validator":"\"abc\"","byteCount":1234}`. The URL may hold secrets, so
/// only its SHA-256 is stored.
package struct ResumeRecord: Sendable {
  /// The SHA-256 of the request's URL, including its query, in hexadecimal.
  let url: String
  /// The validator of the version.
  let validator: StrongValidator
  /// The size of the whole file in bytes; `nil` if the server did not declare it.
  package let byteCount: Int64?

  /// The version in the form of an `If-Range` field.
  package var ifRange: String { validator.text }

  /// The maximum number of bytes of a record. No record is longer, because a response's head has at most 256 KiB.
  static let maximumByteCount = 1 << 20

  private struct Content: Codable {
    var version: Int
    var url: String
    var validator: String
    var byteCount: Int64?
  }

  /// Parses the output of ``bytes()``; `nil` for anything else.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.maximumByteCount,
      let content = try? JSON.Decoder().decode(Content.self, from: bytes),
      content.version == 1, let validator = StrongValidator(content.validator), content.byteCount ?? 0 >= 0
    else { return nil }
    url = content.url
    self.validator = validator
    byteCount = content.byteCount
  }

  /// Returns the record as JSON.
  package func bytes() throws -> [UInt8] {
    try JSON.Encoder().encode(
      Content(version: 1, url: url, validator: validator.text, byteCount: byteCount))
  }

  /// Creates the record for a response's body; `nil` if a download of it cannot be resumed.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - url: The URL of the request.
  package init?(of head: HTTPResponse, at url: String) {
    guard head.status.code == 200, head.isUncoded,
      !(head.headerFields[.acceptRanges] ?? "").lowercased().utf8.elementsEqual("none".utf8),
      let validator = StrongValidator(of: head)
    else { return nil }
    self.url = Self.digest(of: url)
    self.validator = validator
    byteCount = BodyLength(of: head, inAnswerTo: .get).byteCount
  }

  /// Whether the record belongs to the resource at `url`.
  func isOf(_ url: String) -> Bool { self.url.utf8.elementsEqual(Self.digest(of: url).utf8) }

  private static func digest(of url: String) -> String { SHA256.hexDigest(of: url) }
}

extension HTTPResponse {
  /// Whether the body has no content coding.
  var isUncoded: Bool { (try? ContentCodings(parsing: headerFields).isEmpty) ?? false }
}
