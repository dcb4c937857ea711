/// Adds elements to an array.
struct QueryUnkeyedEncoding: UnkeyedEncodingContainer {
  let tree: QueryEncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.nodes.codingPath(of: node) }
  var count: Int { tree.nodes[node].childCount }

  // One method for values of every type: the standard library asks for no other but these.

  func encode<T: Encodable>(_ value: T) throws {
    try tree.encode(value, at: tree.nodes.add(nextStep, to: node, for: T.self))
  }

  func encode(_ value: Int128) throws {
    try tree.encodeInteger(value, at: tree.nodes.add(nextStep, to: node, for: Int128.self))
  }

  func encode(_ value: UInt128) throws {
    try tree.encodeInteger(value, at: tree.nodes.add(nextStep, to: node, for: UInt128.self))
  }

  func encodeNil() throws {
    tree.encodeNil(at: try tree.nodes.add(nextStep, to: node, for: Never?.self))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    let child = tree.nodes.add(nextStep, to: node)
    tree.openNestedObject(keyedBy: type, at: child)
    return KeyedEncodingContainer(QueryKeyedEncoding(tree: tree, node: child))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let child = tree.nodes.add(nextStep, to: node)
    tree.openArray(at: child)
    return QueryUnkeyedEncoding(tree: tree, node: child)
  }

  func superEncoder() -> any Encoder {
    QueryTreeEncoder(tree: tree, node: tree.nodes.add(nextStep, to: node))
  }

  private var nextStep: EncodingNodes<QueryEncodingTree.Content>.Step { .index(count) }
}
