internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization

/// The form in which a store keeps a head, as the metadata of its entry.
///
/// ```
///  1  status  requestTime  responseTime  offset  completeLength or −1     numbers of 8 bytes
///  reason  httpVersion                                                    texts
///  n  n names                                                             the selecting fields
///  n  n × (name  value)                                                   the fields
/// ```
///
/// The numbers and texts are those of ``FieldReader``.
extension StoredHead {
  private static let version: Int64 = 1
  /// The maximum number of bytes. A larger head is not stored.
  static let maximumByteCount = 256 << 10
  /// The maximum number of fields. `HTTPFields` traps at 65,535.
  private static let maximumFieldCount = 5000

  /// The bytes of the head, or `nil` if it is too large to be stored.
  package var metadata: [UInt8]? {
    guard fields.count <= Self.maximumFieldCount else { return nil }
    var bytes: [UInt8] = []
    let completeLength = completeLength ?? -1
    for number in [Self.version, Int64(status.code), requestTime, responseTime, offset, completeLength] {
      bytes.append(signed: number)
    }
    bytes.append(text: status.reasonPhrase)
    bytes.append(text: httpVersion)
    bytes.append(signed: Int64(selectingFields.names.count))
    for name in selectingFields.names { bytes.append(text: name) }
    bytes.append(signed: Int64(fields.count))
    for field in fields {
      bytes.append(text: field.name.rawName)
      bytes.append(field: field.bytes)
    }
    return bytes.count <= Self.maximumByteCount ? bytes : nil
  }

  /// Restores a head, or returns `nil` if the bytes are anything but those of a head.
  package init?(metadata: [UInt8]) {
    var reader = FieldReader(metadata[...])
    guard reader.signed() == Self.version, let code = reader.signed(), 200...999 ~= code,
      let requestTime = reader.signed(), let responseTime = reader.signed(),
      let offset = reader.signed(), offset >= 0, let completeLength = reader.signed(), completeLength >= -1,
      let reason = reader.text(), let httpVersion = reader.text(),
      let nameCount = reader.signed(), 0...Int64(metadata.count) ~= nameCount
    else { return nil }
    var names: [String] = []
    for _ in 0..<nameCount {
      guard let name = reader.text() else { return nil }
      names.append(name)
    }
    guard let fieldCount = reader.signed(), 0...Int64(Self.maximumFieldCount) ~= fieldCount else {
      return nil
    }
    var fields = HTTPFields()
    for _ in 0..<fieldCount {
      guard let name = reader.text().flatMap({ HTTPField.Name($0) }), let value = reader.bytes() else {
        return nil
      }
      fields.append(HTTPField(name: name, lenientValue: value))
    }
    guard reader.isAtEnd else { return nil }
    status = HTTPResponse.Status(code: Int(code), reasonPhrase: reason)
    self.fields = fields
    control = CacheControl(fields[values: .cacheControl])
    self.httpVersion = httpVersion
    self.requestTime = requestTime
    self.responseTime = responseTime
    selectingFields = SelectingFields(names: names)
    self.offset = offset
    self.completeLength = completeLength < 0 ? nil : completeLength
  }
}
