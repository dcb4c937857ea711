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
