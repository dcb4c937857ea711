/// Adds members to an object.
struct QueryKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let tree: QueryEncodingTree
  let node: Int

  var codingPath: [any CodingKey] { tree.nodes.codingPath(of: node) }

  // One method for values of every type: the standard library asks for no other but these.

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try tree.encode(value, at: tree.nodes.add(.key(key.stringValue), to: node, for: T.self))
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try tree.encodeInteger(value, at: tree.nodes.add(.key(key.stringValue), to: node, for: Int128.self))
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try tree.encodeInteger(value, at: tree.nodes.add(.key(key.stringValue), to: node, for: UInt128.self))
  }

  func encodeNil(forKey key: Key) throws {
    tree.encodeNil(at: try tree.nodes.add(.key(key.stringValue), to: node, for: Never?.self))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    let child = tree.nodes.add(.key(key.stringValue), to: node)
    tree.openNestedObject(keyedBy: type, at: child)
    return KeyedEncodingContainer(QueryKeyedEncoding<NestedKey>(tree: tree, node: child))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    let child = tree.nodes.add(.key(key.stringValue), to: node)
    tree.openArray(at: child)
    return QueryUnkeyedEncoding(tree: tree, node: child)
  }

  func superEncoder() -> any Encoder {
    QueryTreeEncoder(tree: tree, node: tree.nodes.add(.key(AnyCodingKey.super.stringValue), to: node))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    QueryTreeEncoder(tree: tree, node: tree.nodes.add(.key(key.stringValue), to: node))
  }
}

/// By default an optional that is nil is not encoded at all. Here the strategy for nil decides.
extension QueryKeyedEncoding {
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
    } else {
      try encodeNil(forKey: key)
    }
  }
}
