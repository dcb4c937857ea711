/// The decoder that a type's `init(from:)` receives, for a single value of a document.
struct JSONValueDecoder: Decoder {
  let scope: JSONScope

  var codingPath: [any CodingKey] { scope.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { scope.reader.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard scope.entry.kind == .object else {
      throw scope.reader.failure([String: Any].self, at: scope.index, in: scope, .here)
    }
    scope.convertNames()
    return scope.reader.containerMakers.maker(for: type).container(scope)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard scope.entry.kind == .array else {
      throw scope.reader.failure([Any].self, at: scope.index, in: scope, .here)
    }
    return JSONUnkeyedDecoding(scope: scope)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  @inline(__always)
  private func scalar<T: JSONScalar>() throws -> T {
    try scope.reader.scalar(at: scope.index, in: scope, .here)
  }

  func decodeNil() -> Bool { scope.entry.kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool { try scalar() }
  func decode(_ type: String.Type) throws -> String { try scalar() }
  func decode(_ type: Double.Type) throws -> Double { try scalar() }
  func decode(_ type: Float.Type) throws -> Float { try scalar() }
  func decode(_ type: Int.Type) throws -> Int { try scalar() }
  func decode(_ type: Int8.Type) throws -> Int8 { try scalar() }
  func decode(_ type: Int16.Type) throws -> Int16 { try scalar() }
  func decode(_ type: Int32.Type) throws -> Int32 { try scalar() }
  func decode(_ type: Int64.Type) throws -> Int64 { try scalar() }
  func decode(_ type: Int128.Type) throws -> Int128 { try scalar() }
  func decode(_ type: UInt.Type) throws -> UInt { try scalar() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar() }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try scope.reader.decode(type, at: scope.index, in: scope, .here)
  }
}
