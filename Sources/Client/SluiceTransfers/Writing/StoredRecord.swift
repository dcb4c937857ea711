internal import SluiceBody
internal import SluiceJSON

/// The record of a transfer that can be resumed, as JSON with a ``RecordSum``.
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

/// The checksum of a record, so that a record with changed bytes is not taken for another one.
///
/// It is the last member of the JSON object, and contains the first bytes of the SHA-256 of the object without it:
///
/// ```
///  {"version":1,"partByteCount":67108864,…,"sum":"9f86d081884c7d65"}
/// ```
///
/// Records of earlier versions have none.
enum RecordSum {
  private static let start = Array(",\"sum\":\"".utf8)
  private static let end = Array("\"}".utf8)
  private static let digitCount = 16

  /// Returns an object with its checksum.
  static func adding(to object: [UInt8]) -> [UInt8] { object.dropLast() + member(of: object) }

  /// Whether an object has the right checksum, or none.
  static func allows(_ object: [UInt8]) -> Bool { isRight(in: object) ?? true }

  /// Whether the checksum of an object is right, or `nil` if it has none.
  static func isRight(in object: [UInt8]) -> Bool? {
    let member = object.suffix(start.count + digitCount + end.count)
    guard member.starts(with: start) else { return nil }
    return member.elementsEqual(Self.member(of: object.dropLast(member.count) + [UInt8(ascii: "}")]))
  }

  /// Returns the end of an object with its checksum.
  private static func member(of object: [UInt8]) -> [UInt8] {
    start + Array(SHA256.hexadecimal(SHA256.digest(of: object.span)).utf8.prefix(digitCount)) + end
  }
}
