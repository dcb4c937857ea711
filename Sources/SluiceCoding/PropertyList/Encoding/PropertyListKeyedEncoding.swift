/// Adds members to a dictionary.
struct PropertyListKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: PropertyListEncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.nodes.codingPath(of: node) }

  // One method for values of every type: the standard library asks for no other but these.

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try tree.encode(value, at: add(key, for: T.self))
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try tree.encode(integer: value, at: add(key, for: Int128.self))
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try tree.encode(integer: value, at: add(key, for: UInt128.self))
  }

  func encodeNil(forKey key: Key) throws {
    tree.set(.null, at: try add(key, for: Never?.self))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let child = tree.nestedDictionary(key.stringValue, of: node)
    return KeyedEncodingContainer(PropertyListKeyedEncoding<NestedKey>(tree: tree, node: child))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    PropertyListUnkeyedEncoding(tree: tree, node: tree.nestedArray(key.stringValue, of: node))
  }

  func superEncoder() -> any Encoder {
    PropertyListTreeEncoder(tree: tree, node: tree.nodes.add(.key(AnyCodingKey.super.stringValue), to: node))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    PropertyListTreeEncoder(tree: tree, node: tree.nodes.add(.key(key.stringValue), to: node))
  }

  private func add<T>(_ key: Key, for type: T.Type) throws -> Int {
    try tree.nodes.add(.key(key.stringValue), to: node, for: type)
  }
}
