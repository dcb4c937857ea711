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
