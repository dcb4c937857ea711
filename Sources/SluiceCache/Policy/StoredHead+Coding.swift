internal import HTTPTypes
internal import SluiceBody

/// The form in which a store keeps a head, as the metadata of its entry.
///
/// ```
///  1  status  requestTime  responseTime  offset  completeLength or −1     numbers of 8 bytes, little-endian
///  reason  httpVersion                                                    texts: the number of bytes, and UTF-8
///  n  n names                                                             the selecting fields
///  n  n × (name  value)                                                   the fields
/// ```
extension StoredHead {
  private static let version: Int64 = 1
  /// The maximum number of bytes. A larger head is not stored.
  static let maximumByteCount = 256 << 10
  /// The maximum number of fields. `HTTPFields` traps at 65,535.
  private static let maximumFieldCount = 5000

  /// The bytes of the head, or `nil` if it is too large to be stored.
  var metadata: [UInt8]? {
    guard fields.count <= Self.maximumFieldCount else { return nil }
    var bytes: [UInt8] = []
    let completeLength = completeLength ?? -1
    for number in [Self.version, Int64(status.code), requestTime, responseTime, offset, completeLength] {
      bytes.append(number)
    }
    bytes.append(status.reasonPhrase)
    bytes.append(httpVersion)
    bytes.append(Int64(selectingFields.names.count))
    for name in selectingFields.names { bytes.append(name) }
    bytes.append(Int64(fields.count))
    for field in fields {
      bytes.append(field.name.rawName)
      bytes.append(field.value)
    }
    return bytes.count <= Self.maximumByteCount ? bytes : nil
  }

  /// Restores a head, or returns `nil` if the bytes are anything but those of a head.
  init?(metadata: [UInt8]) {
    var reader = MetadataReader(metadata)
    guard reader.number() == Self.version, let code = reader.number(), 200...999 ~= code,
      let requestTime = reader.number(), let responseTime = reader.number(),
      let offset = reader.number(), offset >= 0, let completeLength = reader.number(), completeLength >= -1,
      let reason = reader.text(), let httpVersion = reader.text(),
      let nameCount = reader.number(), 0...Int64(metadata.count) ~= nameCount
    else { return nil }
    var names: [String] = []
    for _ in 0..<nameCount {
      guard let name = reader.text() else { return nil }
      names.append(name)
    }
    guard let fieldCount = reader.number(), 0...Int64(Self.maximumFieldCount) ~= fieldCount else {
      return nil
    }
    var fields = HTTPFields()
    for _ in 0..<fieldCount {
      guard let name = reader.text().flatMap({ HTTPField.Name($0) }), let value = reader.text() else {
        return nil
      }
      fields.append(HTTPField(name: name, value: value))
    }
    guard reader.isAtEnd else { return nil }
    self.init(
      restoring: HTTPResponse.Status(code: Int(code), reasonPhrase: reason), fields: fields,
      httpVersion: httpVersion, requestTime: requestTime, responseTime: responseTime,
      selectingFields: SelectingFields(names: names), offset: offset,
      completeLength: completeLength < 0 ? nil : completeLength)
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: Int64) {
    for shift in stride(from: 0, to: 64, by: 8) { append(UInt8(truncatingIfNeeded: number >> shift)) }
  }

  fileprivate mutating func append(_ text: String) {
    append(Int64(text.utf8.count))
    append(contentsOf: text.utf8)
  }
}

private struct MetadataReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  mutating func number() -> Int64? {
    guard bytes.count - position >= 8 else { return nil }
    var number: UInt64 = 0
    for index in 0..<8 { number |= UInt64(bytes[position + index]) << (8 * UInt64(index)) }
    position += 8
    return Int64(bitPattern: number)
  }

  mutating func text() -> String? {
    guard let count = number(), 0...Int64(bytes.count - position) ~= count else { return nil }
    let end = position + Int(count)
    defer { position = end }
    return String(validating: bytes[position..<end], as: UTF8.self)
  }
}
