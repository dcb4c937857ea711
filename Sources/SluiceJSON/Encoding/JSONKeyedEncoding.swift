internal import SluiceSupport

/// A container that encodes the members of an object.
struct JSONKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: JSONWriter
  let frame: JSONFrame.Reference

  var codingPath: [any CodingKey] { writer.codingPath(of: frame) }

  @inline(__always)
  private func append<T: JSONEncodableScalar>(_ value: T, _ key: Key) throws {
    if writer.isInnermost(frame) { return try writer.appendMember(value, key, in: Int(frame.index)) }
    let (writer, frame) = try writer.reopen(frame)
    try writer.appendMember(value, key, in: frame)
  }

  func encodeNil(forKey key: Key) throws { try append(JSONNull(), key) }
  func encode(_ value: Bool, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: String, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: Double, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: Float, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: Int, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: Int8, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: Int16, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: Int32, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: Int64, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: Int128, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: UInt, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: UInt8, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: UInt16, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: UInt32, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: UInt64, forKey key: Key) throws { try append(value, key) }
  func encode(_ value: UInt128, forKey key: Key) throws { try append(value, key) }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if writer.isInnermost(frame) { return try writer.encodeMember(value, key, in: Int(frame.index)) }
    let (writer, frame) = try writer.reopen(frame)
    try writer.encodeMember(value, key, in: frame)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let (writer, frame) = nested(key, keyedBy: NestedKey.self)
    return KeyedEncodingContainer(JSONKeyedEncoding<NestedKey>(writer: writer, frame: frame))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let (writer, frame) = nested(key, keyedBy: nil)
    return JSONUnkeyedEncoding(writer: writer, frame: frame)
  }

  func superEncoder() -> any Encoder { superEncoder(for: AnyCodingKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(for: key) }

  private func superEncoder(for key: some CodingKey) -> any Encoder {
    guard let (writer, frame) = try? writer.open(frame), writer.mayNest(in: frame) else {
      return JSONValueEncoder(writer: writer, frame: .dead)
    }
    writer.beginMember(key, in: frame)
    return writer.insertedEncoder(key, in: frame)
  }

  private func nested(_ key: Key, keyedBy keyType: Any.Type?) -> (JSONWriter, JSONFrame.Reference) {
    guard let (writer, frame) = try? writer.open(frame), writer.mayNest(in: frame) else {
      return (writer, .dead)
    }
    writer.beginMember(key, in: frame)
    return (writer, writer.nestedContainer(key, in: frame, keyedBy: keyType))
  }
}
