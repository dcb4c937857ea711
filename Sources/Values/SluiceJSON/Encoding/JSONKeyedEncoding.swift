internal import SluiceSupport

/// A container that encodes the members of an object.
struct JSONKeyedEncoding<Key: CodingKey>: JSONKeyedContainer {
  let emitter: JSONEmitter
  let frame: JSONFrame.Reference

  var codingPath: [any CodingKey] { emitter.codingPath(of: frame) }

  @inline(__always)
  private func append<T: JSONEncodableScalar>(_ value: T, _ key: Key) throws {
    if emitter.isInnermost(frame) { return try emitter.appendMember(value, key, in: Int(frame.index)) }
    let (emitter, frame) = try emitter.reopen(frame)
    try emitter.appendMember(value, key, in: frame)
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
    if emitter.isInnermost(frame) { return try emitter.encodeMember(value, key, in: Int(frame.index)) }
    let (emitter, frame) = try emitter.reopen(frame)
    try emitter.encodeMember(value, key, in: frame)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let (emitter, frame) = nested(key, keyedBy: NestedKey.self)
    return emitter.keyedContainer(frame)
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let (emitter, frame) = nested(key, keyedBy: nil)
    return JSONUnkeyedEncoding(emitter: emitter, frame: frame)
  }

  func superEncoder() -> any Encoder { superEncoder(for: AnyCodingKey.super) }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(for: key) }

  private func superEncoder(for key: some CodingKey) -> any Encoder {
    guard let (emitter, frame) = try? emitter.open(frame) else {
      return JSONValueEncoder(emitter: emitter, frame: .dead)
    }
    emitter.beginMember(key, in: frame)
    return emitter.insertedEncoder(key, in: frame)
  }

  private func nested(_ key: Key, keyedBy keyType: Any.Type?) -> (JSONEmitter, JSONFrame.Reference) {
    guard let (emitter, frame) = try? emitter.open(frame), emitter.mayNest(key, in: frame) else {
      return (emitter, .dead)
    }
    return (emitter, emitter.nestedMember(key, in: frame, keyedBy: keyType))
  }
}
