/// The unkeyed container that adds elements to an array.
struct TreeUnkeyedEncoding<Tree: EncodingTree>: UnkeyedEncodingContainer {
  let tree: Tree
  let node: Int

  var codingPath: [any CodingKey] { tree.codingPath(of: node) }
  var count: Int { tree.childCount(of: node) }

  // The generic method serves every type; no other overloads than these have to be implemented.

  func encode<T: Encodable>(_ value: T) throws {
    try tree.fill(add(T.self)) { try tree.encode(value, at: $0) }
  }

  func encode(_ value: Int128) throws {
    try tree.fill(add(Int128.self)) { try tree.encode(integer: value, at: $0) }
  }

  func encode(_ value: UInt128) throws {
    try tree.fill(add(UInt128.self)) { try tree.encode(integer: value, at: $0) }
  }

  func encodeNil() throws { tree.encodeNil(at: try add(Never?.self)) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      TreeKeyedEncoding(tree: tree, node: tree.nestedObject(keyedBy: type, nextStep, of: node)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    TreeUnkeyedEncoding(tree: tree, node: tree.nestedArray(nextStep, of: node))
  }

  func superEncoder() -> any Encoder {
    TreeEncoder(tree: tree, node: tree.add(nextStep, to: node))
  }

  private func add(_ type: Any.Type) throws -> Int { try tree.addElement(to: node, for: type) }

  private var nextStep: EncodingStep { .index(count) }
}
