/// The encoder that a value's `encode(to:)` receives, which fills a frame.
struct JSONValueEncoder: Encoder {
  let writer: JSONWriter
  let frame: JSONFrame.Reference

  var codingPath: [any CodingKey] { writer.codingPath(of: frame) }
  var userInfo: [CodingUserInfoKey: Any] { writer.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(
      JSONKeyedEncoding(writer: writer, frame: writer.container(in: frame, keyedBy: Key.self)))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncoding(writer: writer, frame: writer.container(in: frame, keyedBy: nil))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  private func fill<T: JSONEncodableScalar>(_ value: T) throws {
    let (writer, frame) = try writer.openPending(frame)
    try writer.fill(frame, with: value)
  }

  func encodeNil() throws { try fill(JSONNull()) }
  func encode(_ value: Bool) throws { try fill(value) }
  func encode(_ value: String) throws { try fill(value) }
  func encode(_ value: Double) throws { try fill(value) }
  func encode(_ value: Float) throws { try fill(value) }
  func encode(_ value: Int) throws { try fill(value) }
  func encode(_ value: Int8) throws { try fill(value) }
  func encode(_ value: Int16) throws { try fill(value) }
  func encode(_ value: Int32) throws { try fill(value) }
  func encode(_ value: Int64) throws { try fill(value) }
  func encode(_ value: Int128) throws { try fill(value) }
  func encode(_ value: UInt) throws { try fill(value) }
  func encode(_ value: UInt8) throws { try fill(value) }
  func encode(_ value: UInt16) throws { try fill(value) }
  func encode(_ value: UInt32) throws { try fill(value) }
  func encode(_ value: UInt64) throws { try fill(value) }
  func encode(_ value: UInt128) throws { try fill(value) }
  func encode<T: Encodable>(_ value: T) throws {
    let (writer, frame) = try writer.openPending(frame)
    try writer.encode(value, filling: frame)
  }
}
