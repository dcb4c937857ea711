internal import SluiceSupport

/// The keyed container that adds members to an object.
struct TreeKeyedEncoding<Tree: EncodingTree, Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: Tree
  let node: Int

  var codingPath: [any CodingKey] { tree.codingPath(of: node) }

  // The generic method serves every type; no other overloads than these have to be implemented.

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try tree.fill(add(key, for: T.self)) { try tree.encode(value, at: $0) }
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try tree.fill(add(key, for: Int128.self)) { try tree.encode(integer: value, at: $0) }
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try tree.fill(add(key, for: UInt128.self)) { try tree.encode(integer: value, at: $0) }
  }

  func encodeNil(forKey key: Key) throws {
    tree.encodeNil(at: try add(key, for: Never?.self))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let child = tree.nestedObject(keyedBy: type, .key(key), of: node)
    return KeyedEncodingContainer(TreeKeyedEncoding<Tree, NestedKey>(tree: tree, node: child))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    TreeUnkeyedEncoding(tree: tree, node: tree.nestedArray(.key(key), of: node))
  }

  func superEncoder() -> any Encoder {
    TreeEncoder(tree: tree, node: tree.add(.key(AnyCodingKey.super), to: node))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    TreeEncoder(tree: tree, node: tree.add(.key(key), to: node))
  }

  private func add(_ key: Key, for type: Any.Type) throws -> Int {
    try tree.add(.key(key), to: node, for: type)
  }
}

/// The methods that by default do not encode a `nil` optional at all. Here, the tree decides.
extension TreeKeyedEncoding {
  func encodeIfPresent(_ value: Bool?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: Double?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: Float?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: Int8?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: Int16?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: Int32?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: Int64?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: Int128?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: UInt?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: UInt8?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: UInt16?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: UInt64?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent(_ value: UInt128?, forKey key: Key) throws { try encodeOptional(value, forKey: key) }
  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    try encodeOptional(value, forKey: key)
  }

  private func encodeOptional<T: Encodable>(_ value: T?, forKey key: Key) throws {
    if let value {
      try encode(value, forKey: key)
    } else if tree.encodesAbsentMembers {
      try encodeNil(forKey: key)
    }
  }
}
