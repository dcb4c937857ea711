/// Reads a node as one value.
struct QuerySingleValueDecoding: SingleValueDecodingContainer {
  let reader: QueryTreeReader
  let node: Int
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { reader.isNil(node) }

  func decode(_ type: Bool.Type) throws -> Bool {
    try reader.bool(at: node, path: codingPath)
  }

  func decode(_ type: String.Type) throws -> String {
    try reader.text(at: node, as: type, path: codingPath)
  }

  func decode(_ type: Double.Type) throws -> Double {
    try reader.read(at: node, path: codingPath, DecimalText.floatingPoint)
  }

  func decode(_ type: Float.Type) throws -> Float {
    try reader.read(at: node, path: codingPath, DecimalText.floatingPoint)
  }

  func decode(_ type: Int128.Type) throws -> Int128 {
    try reader.read(at: node, path: codingPath) { Int128($0) }
  }

  func decode(_ type: UInt128.Type) throws -> UInt128 {
    try reader.read(at: node, path: codingPath) { UInt128($0) }
  }

  func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try reader.read(at: node, path: codingPath) { T($0) }
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try reader.decode(type, at: node, path: codingPath)
  }
}
