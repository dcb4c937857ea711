package import HTTPTypes
internal import SluiceCoding
internal import SluiceSerialization

/// What lies beside a part of a file, and says of what the part is the beginning.
///
/// It is JSON: `{"version":1,"url":"9f86d0…","validator":"\"abc\"","byteCount":1234}`. The URL, in which there may be
/// secrets, is there as its SHA-256 alone.
package struct ResumeRecord: Sendable {
  /// The SHA-256 of the request's URL, query included, in hexadecimal.
  let url: String
  let validator: StrongValidator
  /// The whole file's size; nil where the server did not say.
  package let byteCount: Int64?

  /// What the part is a version of, as `If-Range` says it.
  package var ifRange: String { validator.text }

  /// The most bytes of a record that are read. None is longer, since a response's head has at most 256 KiB.
  static let sizeLimit = 1 << 20

  private struct Content: Codable {
    var version: Int
    var url: String
    var validator: String
    var byteCount: Int64?
  }

  /// Reads what ``bytes()`` has written. Nil for anything else.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.sizeLimit,
      let content = try? JSON.Decoder().decode(Content.self, from: bytes),
      content.version == 1, let validator = StrongValidator(content.validator), content.byteCount ?? 0 >= 0
    else { return nil }
    url = content.url
    self.validator = validator
    byteCount = content.byteCount
  }

  package func bytes() throws -> [UInt8] {
    try JSON.Encoder().encode(
      Content(version: 1, url: url, validator: validator.text, byteCount: byteCount))
  }

  /// The record of a file that a response has begun to bring; nil where the rest could not be asked for later.
  package init?(of head: HTTPResponse, at url: String) {
    guard head.status.code == 200, head.isUncoded,
      !(head.headerFields[.acceptRanges] ?? "").lowercased().utf8.elementsEqual("none".utf8),
      let validator = StrongValidator(of: head)
    else { return nil }
    self.url = Self.digest(of: url)
    self.validator = validator
    byteCount = BodyLength(of: head, inAnswerTo: .get).byteCount
  }

  /// Whether the record is of what is at `url`.
  func isOf(_ url: String) -> Bool { self.url.utf8.elementsEqual(Self.digest(of: url).utf8) }

  private static func digest(of url: String) -> String { SHA256.hexDigest(of: url) }
}

extension HTTPResponse {
  /// Whether the body is the file's bytes as they are.
  var isUncoded: Bool { (try? ContentCodings(headerFields).isEmpty) ?? false }
}
