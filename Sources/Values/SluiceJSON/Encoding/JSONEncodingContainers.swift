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

/// A container that encodes the elements of an array.
struct JSONUnkeyedEncoding: UnkeyedEncodingContainer {
  let emitter: JSONEmitter
  let frame: JSONFrame.Reference

  var codingPath: [any CodingKey] { emitter.codingPath(of: frame) }
  var count: Int { emitter.count(of: frame) }

  @inline(__always)
  private func append<T: JSONEncodableScalar>(_ value: T) throws {
    let (emitter, frame) = try emitter.open(frame)
    let start = emitter.buffer.count
    emitter.beginElement(in: frame)
    do {
      try value.write(to: emitter)
    } catch {
      emitter.undoElement(from: start, in: frame)
      throw emitter.unwritable(
        value, emitter.codingPath(of: frame) + [AnyCodingKey(index: emitter.frames[frame].count)])
    }
  }

  func encodeNil() throws { try append(JSONNull()) }
  func encode(_ value: Bool) throws { try append(value) }
  func encode(_ value: String) throws { try append(value) }
  func encode(_ value: Double) throws { try append(value) }
  func encode(_ value: Float) throws { try append(value) }
  func encode(_ value: Int) throws { try append(value) }
  func encode(_ value: Int8) throws { try append(value) }
  func encode(_ value: Int16) throws { try append(value) }
  func encode(_ value: Int32) throws { try append(value) }
  func encode(_ value: Int64) throws { try append(value) }
  func encode(_ value: Int128) throws { try append(value) }
  func encode(_ value: UInt) throws { try append(value) }
  func encode(_ value: UInt8) throws { try append(value) }
  func encode(_ value: UInt16) throws { try append(value) }
  func encode(_ value: UInt32) throws { try append(value) }
  func encode(_ value: UInt64) throws { try append(value) }
  func encode(_ value: UInt128) throws { try append(value) }

  func encode<T: Encodable>(_ value: T) throws {
    let (emitter, frame) = try emitter.open(frame)
    let start = emitter.buffer.count
    let index = emitter.frames[frame].count
    emitter.beginElement(in: frame)
    do {
      try emitter.encode(value, .index(index), in: frame)
    } catch {
      emitter.undoElement(from: start, in: frame)
      throw error
    }
  }

  func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<
    NestedKey
  > {
    let (emitter, frame) = nested(keyedBy: NestedKey.self)
    return emitter.keyedContainer(frame)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let (emitter, frame) = nested(keyedBy: nil)
    return JSONUnkeyedEncoding(emitter: emitter, frame: frame)
  }

  func superEncoder() -> any Encoder {
    guard let (emitter, frame) = try? emitter.open(frame) else {
      return JSONValueEncoder(emitter: emitter, frame: .dead)
    }
    let index = emitter.frames[frame].count
    emitter.beginElement(in: frame)
    return emitter.insertedEncoder(AnyCodingKey(index: index), in: frame)
  }

  private func nested(keyedBy keyType: Any.Type?) -> (JSONEmitter, JSONFrame.Reference) {
    guard let (emitter, frame) = try? emitter.open(frame) else { return (emitter, .dead) }
    let key = AnyCodingKey(index: emitter.frames[frame].count)
    guard emitter.mayNest(key, in: frame) else { return (emitter, .dead) }
    emitter.beginElement(in: frame)
    return (emitter, emitter.nestedContainer(key, in: frame, keyedBy: keyType))
  }
}

/// The encoder that a value's `encode(to:)` receives, for the value of a frame.
struct JSONValueEncoder: Encoder {
  let emitter: JSONEmitter
  let frame: JSONFrame.Reference

  var codingPath: [any CodingKey] { emitter.codingPath(of: frame) }
  var userInfo: [CodingUserInfoKey: Any] { emitter.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    emitter.keyedContainer(emitter.container(in: frame, keyedBy: Key.self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    JSONUnkeyedEncoding(emitter: emitter, frame: emitter.container(in: frame, keyedBy: nil))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  private func writeScalar<T: JSONEncodableScalar>(_ value: T) throws {
    let (emitter, frame) = try emitter.openPending(frame)
    try emitter.writeScalar(value, into: frame)
  }

  func encodeNil() throws { try writeScalar(JSONNull()) }
  func encode(_ value: Bool) throws { try writeScalar(value) }
  func encode(_ value: String) throws { try writeScalar(value) }
  func encode(_ value: Double) throws { try writeScalar(value) }
  func encode(_ value: Float) throws { try writeScalar(value) }
  func encode(_ value: Int) throws { try writeScalar(value) }
  func encode(_ value: Int8) throws { try writeScalar(value) }
  func encode(_ value: Int16) throws { try writeScalar(value) }
  func encode(_ value: Int32) throws { try writeScalar(value) }
  func encode(_ value: Int64) throws { try writeScalar(value) }
  func encode(_ value: Int128) throws { try writeScalar(value) }
  func encode(_ value: UInt) throws { try writeScalar(value) }
  func encode(_ value: UInt8) throws { try writeScalar(value) }
  func encode(_ value: UInt16) throws { try writeScalar(value) }
  func encode(_ value: UInt32) throws { try writeScalar(value) }
  func encode(_ value: UInt64) throws { try writeScalar(value) }
  func encode(_ value: UInt128) throws { try writeScalar(value) }
  func encode<T: Encodable>(_ value: T) throws {
    let (emitter, frame) = try emitter.open(frame)
    switch emitter.frames[frame].state {
    case .pending:
      try emitter.encode(value, into: frame)
      try emitter.completeSingleValue(frame)
    case .object, .array: try emitter.encode(value, continuing: frame)
    case .closed, .complete, .direct: throw emitter.occupied(frame)
    }
  }
}

/// A maker of the containers of a type of coding keys.
///
/// An object of a generic class knows its types. Other code would look up the type of each container that it makes.
final class JSONContainerMaker<Key, Container: JSONKeyedContainer> where Container.Key == Key {
  @inline(never)
  func container(_ emitter: JSONEmitter, _ frame: JSONFrame.Reference) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Container(emitter: emitter, frame: frame))
  }
}

/// A container that encodes the members of an object.
protocol JSONKeyedContainer: KeyedEncodingContainerProtocol {
  init(emitter: JSONEmitter, frame: JSONFrame.Reference)
}
