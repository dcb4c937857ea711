/// The decoder that a type's `init(from:)` receives: one node of a tree, to be read.
struct TreeDecoder<Reader: TreeReader>: Decoder {
  let reader: Reader
  let node: Reader.Node
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let members = try reader.members(of: node, path: codingPath)
    return KeyedDecodingContainer(TreeKeyedDecoding(reader: reader, members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    TreeUnkeyedDecoding(
      reader: reader, elements: try reader.elements(of: node, path: codingPath), codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    TreeSingleValueDecoding(reader: reader, node: node, codingPath: codingPath)
  }
}

/// The container that reads a node as a single value.
struct TreeSingleValueDecoding<Reader: TreeReader>: SingleValueDecodingContainer {
  let reader: Reader
  let node: Reader.Node
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { reader.isNil(node) }

  func decode(_ type: Bool.Type) throws -> Bool { try reader.bool(at: node, path: codingPath) }
  func decode(_ type: String.Type) throws -> String { try reader.text(at: node, path: codingPath) }
  func decode(_ type: Double.Type) throws -> Double { try reader.real(at: node, path: codingPath) }
  func decode(_ type: Float.Type) throws -> Float { try reader.real(at: node, path: codingPath) }
  func decode(_ type: Int128.Type) throws -> Int128 { try reader.integer(at: node, path: codingPath) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.integer(at: node, path: codingPath) }
  func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try reader.integer(at: node, path: codingPath)
  }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try reader.decode(type, at: node, path: codingPath)
  }
}
