internal import SluiceSupport

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
private struct TreeSingleValueEncoding<Tree: EncodingTree>: SingleValueEncodingContainer {
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

extension TreeSingleValueEncoding: NumberTextEncodingContainer {
  func encode(numberText text: String, nearest: Double?) throws {
    try tree.encode(numberText: text, nearest: nearest, at: node)
  }
}

/// The keyed container that adds members to an object.
private struct TreeKeyedEncoding<Tree: EncodingTree, Key: CodingKey>: KeyedEncodingContainerProtocol {
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

/// The unkeyed container that adds elements to an array.
private struct TreeUnkeyedEncoding<Tree: EncodingTree>: UnkeyedEncodingContainer {
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
