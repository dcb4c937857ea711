internal import FoundationEssentials
package import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
internal import SluiceJSON
internal import SluiceSerialization
internal import SluiceSupport
internal import SluiceTransport

/// The part of a ``DownloadRecord`` that identifies the version of the resource.
///
/// It is JSON. The URL may hold secrets, so only its SHA-256 is stored. The partial file is the beginning of the
/// resource, or all of it but some ranges, in which it has zeros:
///
/// ```
///  {"version":1,"url":"9f86d0…","validator":"\"abc\"","byteCount":1234}
///  {"version":2,"url":"9f86d0…","validator":"\"abc\"","byteCount":4096,"missing":[[1024,2048],[3000,4096]]}
/// ```
///
/// If the server declared a digest, `"sha256":"60303a…"` is the digest of the whole resource. If the response had
/// another URL than the request, as after a redirect, `"location":"2c6242…"` is the SHA-256 of that URL without its
/// query.
package struct ResumeRecord: Hashable, Sendable {
  /// The SHA-256 of the request's URL, including its query, in hexadecimal.
  let url: String
  /// The location of the response: see ``Attempt/location(of:)``.
  let location: String?
  /// The validator of the version.
  let validator: StrongValidator
  /// The size of the whole file in bytes, or `nil` if the server did not declare it.
  package let byteCount: Int64?
  /// The SHA-256 of the whole file as the server declared it, or `nil` if it did not.
  let digest: [UInt8]?
  /// The ranges that the partial file does not have, or `nil` if it has a beginning of the file.
  package var missing: MissingRanges?

  /// The version in the form of an `If-Range` field.
  package var ifRange: String { validator.text }

  /// The maximum number of bytes of a record. No record is longer, because a response's head has at most 256 KiB.
  static let maximumByteCount = 1 << 20

  /// The record in the form in which it is encoded.
  struct Content: Codable, Sendable {
    var version: Int
    var url: String
    var location: String?
    var validator: String
    var byteCount: Int64?
    var sha256: String?
    var missing: [[Int64]]?
  }

  /// Parses the output of ``bytes()``, or `nil` for anything else.
  package init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.maximumByteCount,
      let content = try? JSON.Decoder().decode(Content.self, from: bytes)
    else { return nil }
    self.init(content)
  }

  /// Checks a decoded record, or `nil` if it is not valid.
  init?(_ content: Content) {
    guard content.version == (content.missing == nil ? 1 : 2),
      let validator = StrongValidator(content.validator), content.byteCount ?? 0 >= 0
    else { return nil }
    if let pairs = content.missing {
      guard let byteCount = content.byteCount, let ranges = MissingRanges(pairs, of: byteCount) else {
        return nil
      }
      missing = ranges
    }
    if let text = content.sha256 {
      guard let digest = SHA256.digest(parsing: text) else { return nil }
      self.digest = digest
    } else {
      digest = nil
    }
    (url, location) = (content.url, content.location)
    self.validator = validator
    byteCount = content.byteCount
  }

  /// Returns the record as JSON.
  package func bytes() throws -> [UInt8] { try JSON.Encoder().encode(content) }

  /// The record in the form in which it is encoded.
  var content: Content {
    Content(
      version: missing == nil ? 1 : 2, url: url, location: location, validator: validator.text,
      byteCount: byteCount, sha256: digest.map(SHA256.hexadecimal), missing: missing?.pairs)
  }

  /// Creates the record for a response's body, or `nil` if a download of it cannot be resumed.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - url: The URL of the request.
  ///   - location: The location of the response. Defaults to `nil`: that of the request.
  package init?(of head: HTTPResponse, at url: String, _ location: String? = nil) {
    guard head.status.code == 200, head.isUncoded,
      !(head.headerFields[.acceptRanges] ?? "").lowercased().utf8.elementsEqual("none".utf8),
      let validator = StrongValidator(of: head)
    else { return nil }
    self.init(
      of: head, at: url, location, validator: validator,
      byteCount: BodyLength(of: head, toRequest: .get).byteCount, missing: nil)
  }

  /// Creates the record for a file that is downloaded in segments, or `nil` if the response to the request for the
  /// first one does not allow it.
  ///
  /// - Parameters:
  ///   - head: The head of the response.
  ///   - url: The URL of the request.
  ///   - location: The location of the response. Defaults to `nil`: that of the request.
  ///   - first: The number of bytes that were requested.
  init?(of head: HTTPResponse, at url: String, _ location: String? = nil, first: Int64) {
    guard case .range(let size) = RangeRequest.first(first).meaning(of: head),
      let validator = StrongValidator(of: head)
    else { return nil }
    self.init(
      of: head, at: url, location, validator: validator, byteCount: size,
      missing: MissingRanges(of: size, after: min(first, size)))
  }

  private init(
    of head: HTTPResponse, at url: String, _ location: String?, validator: StrongValidator,
    byteCount: Int64?, missing: MissingRanges?
  ) {
    self.location = location
    self.url = Self.digest(of: url)
    self.validator = validator
    self.byteCount = byteCount
    self.missing = missing
    digest = DeclaredDigests(head.headerFields).representation.first
  }

  /// Whether a partial file with `count` bytes has all bytes that this record says it has.
  func allows(fileOf count: Int64) -> Bool {
    guard let missing else { return count <= byteCount ?? .max }
    return missing.presentEnd <= count && count <= byteCount ?? .max
  }

  /// Whether the record belongs to the resource at `url`.
  func isOf(_ url: String) -> Bool { self.url.utf8.elementsEqual(Self.digest(of: url).utf8) }

  private static func digest(of url: String) -> String { SHA256.hexDigest(of: url) }
}

extension HTTPResponse {
  /// Whether the body has no content coding.
  var isUncoded: Bool { (try? ContentCodings(parsing: headerFields).isEmpty) ?? false }

  /// Whether the body is exactly these bytes of the file, without a coding.
  func isSingleRange(of range: Range<Int64>) -> Bool {
    let count = range.upperBound - range.lowerBound
    return status.code == 206 && isUncoded
      && BodyLength(of: self, toRequest: .get).byteCount ?? count == count
      && headerFields[.contentType].flatMap({ try? MediaType(parsing: $0) })?.isByteRanges != true
  }
}

extension MediaType {
  /// Whether the body has several parts, each with its own range (RFC 9110 §14.6).
  fileprivate var isByteRanges: Bool { type == "multipart" && subtype == "byteranges" }
}

/// A strong validator, which distinguishes a version of a resource from all others, byte for byte (RFC 9110 §8.8.1).
enum StrongValidator: Hashable, Sendable {
  /// An entity tag that is not weak.
  case entityTag(EntityTag)
  /// A modification date, as written by the server.
  case lastModified(String)

  /// Creates the validator of a response, or `nil` if it has none, or a weak one.
  init?(of head: HTTPResponse) {
    let fields = head.headerFields
    if let text = fields[.eTag] {
      // If there is a tag, even a weak one, the date must not be used (RFC 9110 §13.1.5).
      guard let tag = EntityTag(text), !tag.isWeak else { return nil }
      self = .entityTag(tag)
    } else if let text = fields[.lastModified], let modified = HTTPDate(text)?.date,
      let sent = fields[.date].flatMap({ HTTPDate($0)?.date }), sent.timeIntervalSince(modified) >= 1
    {
      // A resource can have two versions within one second (RFC 9110 §8.8.2.2).
      self = .lastModified(text)
    } else {
      return nil
    }
  }

  /// Reads the value of an `If-Range` field (RFC 9110 §13.1.5).
  init?(_ text: String) {
    if let tag = EntityTag(text), !tag.isWeak {
      self = .entityTag(tag)
    } else if HTTPDate(text) != nil {
      self = .lastModified(text)
    } else {
      return nil
    }
  }

  /// The value of an `If-Range` field.
  var text: String {
    switch self {
    case .entityTag(let tag): tag.description
    case .lastModified(let date): date
    }
  }

  /// Whether a response is of this version. A response without the date of its version is trusted, because a 206 need
  /// not have it (RFC 9110 §15.3.7), and it answers an `If-Range`. It must have a tag if a 200 has one.
  func isConfirmed(by head: HTTPResponse) -> Bool {
    switch self {
    case .entityTag: head.headerFields[.eTag] != nil && allows(head)
    case .lastModified: allows(head)
    }
  }

  /// Whether a response may be of this version. A response without a validator is trusted, because it answers an
  /// `If-Range`.
  func allows(_ head: HTTPResponse) -> Bool {
    switch self {
    case .entityTag(let tag):
      guard let text = head.headerFields[.eTag] else { return true }
      return EntityTag(text).map(tag.isStronglyEqual) ?? false
    case .lastModified(let date):
      // The response with the date had no tag.
      guard head.headerFields[.eTag] == nil else { return false }
      return head.headerFields[.lastModified].map { $0.utf8.elementsEqual(date.utf8) } ?? true
    }
  }
}
