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
