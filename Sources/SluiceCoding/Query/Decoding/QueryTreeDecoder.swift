/// What a type's `init(from:)` is given: one node of the tree, to be read.
struct QueryTreeDecoder: Decoder {
  let reader: QueryTreeReader
  let node: Int
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try reader.requireObject(node, path: codingPath)
    return KeyedDecodingContainer(QueryKeyedDecoding(reader: reader, node: node, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    QueryUnkeyedDecoding(
      reader: reader, elements: try reader.elements(of: node, path: codingPath), codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    QuerySingleValueDecoding(reader: reader, node: node, codingPath: codingPath)
  }
}
