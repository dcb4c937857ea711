public import HTTPTypes
internal import SluiceBody
public import SluiceSerialization
package import SluiceTransport

/// A part of a body that a server has accepted.
///
/// ```swift
/// let store = PartStore.s3 { try session.request(.put, .init(urls[$0.number - 1])) }
/// let parts = try await session.uploadParts(of: file, to: store)
/// for part in parts { print(part.number, part.etag ?? "") }
/// ```
public struct UploadedPart: Hashable, Sendable {
  /// The number of the part, from 1.
  public let number: Int
  /// The offset of the first byte.
  package let offset: Int64
  /// The number of bytes.
  public let byteCount: Int64
  /// The fields of the response that identify the bytes, in order: `ETag`, `Content-MD5`, digests (RFC 9530, RFC 3230),
  /// those whose names contain `checksum`, `crc` or `hash`, such as `x-amz-checksum-sha256`, and those that the caller
  /// has named.
  public let fields: HTTPFields
  /// The SHA-256 of the bytes that were sent, in hexadecimal, or `nil` if the part is not one of an ``UploadPlan``.
  public let sha256: String?

  /// The entity tag, as the server sent it, usually in quotes, or `nil` if it sent none.
  public var etag: String? { fields[values: .eTag].first }

}

extension UploadedPart {
  init(_ part: UploadPart, fields: HTTPFields) {
    self.init(
      number: part.number, offset: part.offset, byteCount: part.byteCount, fields: fields,
      sha256: part.digest?.value)
  }

  /// The maximum number of bytes of the names and values of ``fields``.
  static let maximumFieldByteCount = 1024

  /// Returns the fields of a response that identify the bytes of a part.
  ///
  /// - Parameters:
  ///   - response: The fields of the response.
  ///   - names: The names of others to return. Defaults to none.
  /// - Throws: A ``SessionError`` with the code `invalid-response` if they are larger than any checksums, are not UTF-8
  ///   or have control characters, which results and records cannot have, or if there are several ETags.
  package static func fields(
    of response: HTTPFields, keeping names: Set<HTTPField.Name> = []
  ) throws(SessionError) -> HTTPFields {
    let fields = HTTPFields(response.filter { $0.identifiesBytes || names.contains($0.name) })
    guard fields.byteCount <= maximumFieldByteCount else {
      throw SessionError(
        .invalidResponse, message: "the ETag and the other kept fields of a part have more than 1024 bytes")
    }
    if let field = fields.first(where: { !Array($0.value.utf8).elementsEqual($0.bytes) }) {
      throw SessionError(
        .invalidResponse, message: "the field \(field.name) of the response to a part is not UTF-8")
    }
    if let field = fields.first(where: { !HTTPField.isValidValue($0.value) }) {
      throw SessionError(
        .invalidResponse,
        message: "the field \(field.name) of the response to a part has control characters")
    }
    if Set(fields[values: .eTag]).count > 1 {
      throw SessionError(.invalidResponse, message: "the response to a part has several ETags")
    }
    return fields
  }
}

extension HTTPFields {
  /// Whether there is an ETag that is not empty.
  var hasETag: Bool { self[.eTag]?.isEmpty == false }

  /// The number of bytes of the names and values.
  var byteCount: Int {
    reduce(0) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count }
  }
}

extension HTTPField {
  fileprivate var identifiesBytes: Bool {
    let name = name.canonicalName
    return ["etag", "content-md5", "content-digest", "repr-digest", "digest"].contains(name)
      || ["checksum", "crc", "hash"].contains { name.contains($0) }
  }
}

extension RequestEncoder<[UploadedPart]> {
  /// An encoder that writes the list of parts as the XML of S3's
  /// [CompleteMultipartUpload](https://docs.aws.amazon.com/AmazonS3/latest/API/API_CompleteMultipartUpload.html).
  ///
  /// ```xml
  /// <CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  ///   <Part><PartNumber>1</PartNumber><ETag>"b54357faf0632cce46e942fa68356b38"</ETag></Part>
  /// </CompleteMultipartUpload>
  /// ```
  ///
  /// A part without an ETag has no element for it. Checksums with CRC-32, CRC-32C, SHA-1 and SHA-256 that the store has
  /// sent are added.
  public static var completeMultipartUpload: RequestEncoder {
    RequestEncoder { parts, request in
      let namespace = "http://s3.amazonaws.com/doc/2006-03-01/"
      let elements = parts.map(\.completionElement).joined()
      request.setBody(
        BytesSource(
          Array(
            "<CompleteMultipartUpload xmlns=\"\(namespace)\">\(elements)</CompleteMultipartUpload>"
              .utf8)), contentType: "application/xml")
    }
  }
}

extension UploadedPart {
  fileprivate var completionElement: String {
    var content = "<PartNumber>\(number)</PartNumber>"
    if let etag { content += "<ETag>\(etag.escapedForXML)</ETag>" }
    for algorithm in ["CRC32", "CRC32C", "SHA1", "SHA256"] {
      let name = HTTPField.Name("x-amz-checksum-\(algorithm.lowercased())")
      if let checksum = name.flatMap({ fields[$0] }) {
        content += "<Checksum\(algorithm)>\(checksum.escapedForXML)</Checksum\(algorithm)>"
      }
    }
    return "<Part>\(content)</Part>"
  }
}

extension String {
  /// The text with the references that an element's content needs. Field values have no control characters but tabs.
  fileprivate var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
