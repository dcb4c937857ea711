internal import HTTPTypes
internal import SluiceBody

/// The record of an upload in parts: the parts that the server has accepted. It contains no URLs.
///
/// ```
///  {"version":1,"partByteCount":67108864,"uploadID":"9f86d0…",
///   "body":{"byteCount":144703488,"digest":"60303a…","files":[{"path":"/data/a.mov",…}]},"drawn":[],
///   "parts":[{"number":1,"fields":[["ETag","\"b10a8d…\""]]},{"number":3,"fields":[["ETag","\"7ac66c…\""]]}]}
/// ```
struct PartsRecord: StoredRecord, Equatable {
  /// A part that the server has accepted.
  struct Part: Codable, Equatable {
    var number: Int
    /// The names and values of the fields that identify its bytes.
    var fields: [[String]]
  }

  /// The version of the format.
  var version = 1
  /// The number of bytes of each part but the last.
  var partByteCount: Int64
  /// The SHA-256 of what identifies the upload, in hexadecimal: the caller's identifier, or otherwise the URL of the
  /// first part. `nil` in records of version 0.2 without an identifier.
  var uploadID: String?
  /// The identity of the body.
  var body: BodyIdentity
  /// The texts that the body has drawn at random.
  var drawn: [String]
  /// The finished parts in ascending order.
  var parts: [Part]

  static var maximumByteCount: Int { 64 << 20 }

  var isValid: Bool {
    version == 1 && partByteCount > 0 && parts.first?.number ?? 1 > 0
      && zip(parts, parts.dropFirst()).allSatisfy { $0.number < $1.number }
      && parts.allSatisfy {
        $0.httpFields.map { $0.byteCount <= UploadedPart.maximumFieldByteCount } ?? false
      }
  }
}

extension PartsRecord.Part {
  init(_ part: UploadedPart) {
    (number, fields) = (part.number, part.fields.map { [$0.name.rawName, $0.value] })
  }

  /// The fields, or `nil` if one of them is malformed.
  var httpFields: HTTPFields? {
    var result = HTTPFields()
    for field in fields {
      guard field.count == 2, let name = HTTPField.Name(field[0]), HTTPField.isValidValue(field[1]) else {
        return nil
      }
      result.append(HTTPField(name: name, value: field[1]))
    }
    return result
  }
}
