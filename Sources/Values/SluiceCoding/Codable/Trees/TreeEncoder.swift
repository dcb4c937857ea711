/// The encoder that a value's `encode(to:)` receives: one node of a tree, yet to be filled.
struct TreeEncoder<Tree: EncodingTree>: Encoder {
  let tree: Tree
  let node: Int

  var codingPath: [any CodingKey] { tree.codingPath(of: node) }
  var userInfo: [CodingUserInfoKey: Any] { tree.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    tree.openObject(keyedBy: type, at: node)
    return KeyedEncodingContainer(TreeKeyedEncoding(tree: tree, node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    tree.openArray(at: node)
    return TreeUnkeyedEncoding(tree: tree, node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    TreeSingleValueEncoding(tree: tree, node: node)
  }
}

/// The container that fills a node with a single value.
struct TreeSingleValueEncoding<Tree: EncodingTree>: SingleValueEncodingContainer {
  let tree: Tree
  let node: Int

  var codingPath: [any CodingKey] { tree.codingPath(of: node) }

  func encodeNil() { tree.encodeNil(at: node) }
  func encode(_ value: Bool) { tree.encode(bool: value, at: node) }
  func encode(_ value: String) throws { try tree.encode(value, at: node) }
  func encode(_ value: Double) throws { try tree.encode(real: value, at: node) }
  func encode(_ value: Float) throws { try tree.encode(real: value, at: node) }
  func encode(_ value: Int128) throws { try tree.encode(integer: value, at: node) }
  func encode(_ value: UInt128) throws { try tree.encode(integer: value, at: node) }
  func encode<T: FixedWidthInteger & Encodable>(_ value: T) throws {
    try tree.encode(integer: value, at: node)
  }
  func encode<T: Encodable>(_ value: T) throws { try tree.encode(value, at: node) }
}
