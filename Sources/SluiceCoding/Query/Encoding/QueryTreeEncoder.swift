/// What a value's `encode(to:)` is given: one node of the tree, to be filled.
struct QueryTreeEncoder: Encoder {
  let tree: QueryEncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.nodes.codingPath(of: node) }
  var userInfo: [CodingUserInfoKey: Any] { tree.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    tree.openObject(keyedBy: type, at: node)
    return KeyedEncodingContainer(QueryKeyedEncoding(tree: tree, node: node))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    tree.openArray(at: node)
    return QueryUnkeyedEncoding(tree: tree, node: node)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    QuerySingleValueEncoding(tree: tree, node: node)
  }
}
