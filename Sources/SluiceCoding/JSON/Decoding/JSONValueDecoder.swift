/// What a type's `init(from:)` is given: one value of a document.
struct JSONValueDecoder: Decoder {
  let reader: JSONReader
  let index: Int
  let path: JSONPath

  var codingPath: [any CodingKey] { path.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard reader.entry(at: index).kind == .object else {
      throw reader.failure([String: Any].self, at: index, path: path)
    }
    return KeyedDecodingContainer(JSONKeyedDecoding(reader: reader, object: index, path: path))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard reader.entry(at: index).kind == .array else {
      throw reader.failure([Any].self, at: index, path: path)
    }
    return JSONUnkeyedDecoding(reader: reader, array: index, path: path)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { reader.entry(at: index).kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool { try reader.scalar(at: index, path: path) }
  func decode(_ type: String.Type) throws -> String { try reader.scalar(at: index, path: path) }
  func decode(_ type: Double.Type) throws -> Double { try reader.scalar(at: index, path: path) }
  func decode(_ type: Float.Type) throws -> Float { try reader.scalar(at: index, path: path) }
  func decode(_ type: Int.Type) throws -> Int { try reader.scalar(at: index, path: path) }
  func decode(_ type: Int8.Type) throws -> Int8 { try reader.scalar(at: index, path: path) }
  func decode(_ type: Int16.Type) throws -> Int16 { try reader.scalar(at: index, path: path) }
  func decode(_ type: Int32.Type) throws -> Int32 { try reader.scalar(at: index, path: path) }
  func decode(_ type: Int64.Type) throws -> Int64 { try reader.scalar(at: index, path: path) }
  func decode(_ type: Int128.Type) throws -> Int128 { try reader.scalar(at: index, path: path) }
  func decode(_ type: UInt.Type) throws -> UInt { try reader.scalar(at: index, path: path) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try reader.scalar(at: index, path: path) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try reader.scalar(at: index, path: path) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try reader.scalar(at: index, path: path) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try reader.scalar(at: index, path: path) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.scalar(at: index, path: path) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try reader.decode(type, at: index, path: path) }
}
