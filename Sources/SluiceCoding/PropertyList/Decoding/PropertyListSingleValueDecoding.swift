/// Reads one value as a whole.
struct PropertyListSingleValueDecoding: SingleValueDecodingContainer {
  let reader: PropertyListValueReader
  let value: PropertyList.Value
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try reader.bool(value, path: codingPath) }
  func decode(_ type: String.Type) throws -> String { try reader.text(value, path: codingPath) }
  func decode(_ type: Double.Type) throws -> Double { try reader.real(value, path: codingPath) }
  func decode(_ type: Float.Type) throws -> Float { try reader.real(value, path: codingPath) }
  func decode(_ type: Int128.Type) throws -> Int128 { try reader.integer(value, path: codingPath) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.integer(value, path: codingPath) }
  func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try reader.integer(value, path: codingPath)
  }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try reader.decode(type, from: value, path: codingPath)
  }
}
