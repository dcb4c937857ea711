/// What a value's `encode(to:)` is given: one node of the tree, to be filled.
struct PropertyListTreeEncoder: Encoder {
  let tree: PropertyListEncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.nodes.codingPath(of: node) }
  var userInfo: [CodingUserInfoKey: Any] { tree.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    tree.openDictionary(at: node)
    return KeyedEncodingContainer(PropertyListKeyedEncoding(tree: tree, node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    tree.openArray(at: node)
    return PropertyListUnkeyedEncoding(tree: tree, node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    PropertyListSingleValueEncoding(tree: tree, node: node)
  }

  func set(_ value: PropertyList.Value) {
    tree.set(value, at: node)
  }
}
