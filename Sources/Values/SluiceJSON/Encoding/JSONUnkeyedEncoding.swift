internal import SluiceSupport

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
