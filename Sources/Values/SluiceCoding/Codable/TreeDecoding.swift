internal import SluiceSupport

/// The decoder that a type's `init(from:)` receives: one node of a tree, to be read.
struct TreeDecoder<Reader: TreeReader>: Decoder {
  let reader: Reader
  let node: Reader.Node
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let members = try reader.members(of: node, path: codingPath)
    return KeyedDecodingContainer(TreeKeyedDecoding(reader: reader, members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    TreeUnkeyedDecoding(
      reader: reader, elements: try reader.elements(of: node, path: codingPath), codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    TreeSingleValueDecoding(reader: reader, node: node, codingPath: codingPath)
  }
}

/// The container that reads a node as a single value.
private struct TreeSingleValueDecoding<Reader: TreeReader>: SingleValueDecodingContainer {
  let reader: Reader
  let node: Reader.Node
  let codingPath: [any CodingKey]

  func decodeNil() -> Bool { reader.isNil(node) }

  func decode(_ type: Bool.Type) throws -> Bool { try reader.bool(at: node, path: codingPath) }
  func decode(_ type: String.Type) throws -> String { try reader.text(at: node, path: codingPath) }
  func decode(_ type: Double.Type) throws -> Double { try reader.real(at: node, path: codingPath) }
  func decode(_ type: Float.Type) throws -> Float { try reader.real(at: node, path: codingPath) }
  func decode(_ type: Int128.Type) throws -> Int128 { try reader.integer(at: node, path: codingPath) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try reader.integer(at: node, path: codingPath) }
  func decode<T: FixedWidthInteger & Decodable>(_ type: T.Type) throws -> T {
    try reader.integer(at: node, path: codingPath)
  }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try reader.decode(type, at: node, path: codingPath)
  }
}

/// A reader of values from nodes: the part of ``TreeDecoder`` that a format supplies.
///
/// Coding paths are mostly passed as autoclosures, because most of them are never needed.
protocol TreeReader: AnyObject {
  associatedtype Node
  /// The members of an object, found by key.
  associatedtype Members

  typealias Path = [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { get }
  /// The node that a `superDecoder` of a missing member reads.
  var absent: Node { get }
  /// Whether ``absent`` also stands for any other missing member. If false, a missing member is an error.
  var decodesAbsentMembers: Bool { get }

  // MARK: Values of a node

  /// Reads any value.
  ///
  /// Types that the format represents itself, such as text, dates and data, are read directly, all others through
  /// `init(from:)`.
  func decode<T: Decodable>(_ type: T.Type, at node: Node, path: @autoclosure () -> Path) throws -> T
  func bool(at node: Node, path: @autoclosure () -> Path) throws -> Bool
  func text(at node: Node, path: @autoclosure () -> Path) throws -> String
  func integer<T: FixedWidthInteger>(at node: Node, path: @autoclosure () -> Path) throws -> T
  func real<T: BinaryFloatingPoint & LosslessStringConvertible>(
    at node: Node, path: @autoclosure () -> Path
  ) throws -> T
  func isNil(_ node: Node) -> Bool
  /// Returns whether a node is `nil` as an optional member of a type.
  func isNil(_ node: Node, for type: any Decodable.Type) -> Bool

  // MARK: Containers

  func elements(of node: Node, path: Path) throws -> [Node]
  func members(of node: Node, path: Path) throws -> Members
  /// Returns the coding keys that find a member, in the order of the members.
  func keys<Key: CodingKey>(of members: Members, as type: Key.Type) -> [Key]
  func member<Key: CodingKey>(_ key: Key, of members: Members) -> Node?
}

/// The keyed container that reads the members of an object.
private struct TreeKeyedDecoding<Reader: TreeReader, Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: Reader
  let members: Reader.Members
  let codingPath: [any CodingKey]

  var allKeys: [Key] { reader.keys(of: members, as: Key.self) }

  func contains(_ key: Key) -> Bool { reader.member(key, of: members) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { reader.isNil(try member(key)) }

  // The generic method serves every type; no other overloads than these have to be implemented.

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reader.decode(type, at: member(key), path: codingPath + [key])
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try reader.integer(at: member(key), path: codingPath + [key])
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try reader.integer(at: member(key), path: codingPath + [key])
  }

  // The protocol's own overloads for these types, which do not pass the type on, would take precedence over the generic
  // method.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optional(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optional(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optional(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optional(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optional(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optional(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optional(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optional(type, key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(type, key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(type, key) }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { try optional(type, key) }

  private func optional<T: Decodable>(_ type: T.Type, _ key: Key) throws -> T? {
    guard let node = reader.member(key, of: members), !reader.isNil(node, for: type) else { return nil }
    return try reader.decode(type, at: node, path: codingPath + [key])
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(of: key, at: member(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(of: key, at: member(key)).unkeyedContainer()
  }

  func superDecoder() -> any Decoder { superDecoder(of: AnyCodingKey.super) }
  func superDecoder(forKey key: Key) -> any Decoder { superDecoder(of: key) }

  private func superDecoder(of key: some CodingKey) -> TreeDecoder<Reader> {
    decoder(of: key, at: reader.member(key, of: members) ?? reader.absent)
  }

  private func decoder(of key: some CodingKey, at node: Reader.Node) -> TreeDecoder<Reader> {
    TreeDecoder(reader: reader, node: node, codingPath: codingPath + [key])
  }

  private func member(_ key: Key) throws -> Reader.Node {
    if let node = reader.member(key, of: members) { return node }
    guard reader.decodesAbsentMembers else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "There is no member “\(key.stringValue)”."))
    }
    return reader.absent
  }
}

/// The unkeyed container that reads the elements of an array in order.
private struct TreeUnkeyedDecoding<Reader: TreeReader>: UnkeyedDecodingContainer {
  let reader: Reader
  let elements: [Reader.Node]
  let codingPath: [any CodingKey]
  var currentIndex = 0

  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard reader.isNil(try next(as: Never?.self)) else { return false }
    currentIndex += 1
    return true
  }

  // The generic method serves every type; no other overloads than these have to be implemented.

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try reader.decode(type, at: next(as: type), path: nextPath)
    currentIndex += 1
    return value
  }

  mutating func decode(_ type: Int128.Type) throws -> Int128 {
    let value: Int128 = try reader.integer(at: next(as: type), path: nextPath)
    currentIndex += 1
    return value
  }

  mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
    let value: UInt128 = try reader.integer(at: next(as: type), path: nextPath)
    currentIndex += 1
    return value
  }

  // The protocol's own overloads for these types, which do not pass the type on, would take precedence over the generic
  // method.

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try optional(type) }
  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try optional(type) }
  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { try optional(type) }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? { try optional(type) }

  private mutating func optional<T: Decodable>(_ type: T.Type) throws -> T? {
    guard !isAtEnd else { return nil }
    guard reader.isNil(elements[currentIndex], for: type) else { return try decode(type) }
    currentIndex += 1
    return nil
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try nextDecoder().container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try nextDecoder().unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try nextDecoder()
    currentIndex += 1
    return decoder
  }

  private var nextPath: [any CodingKey] { codingPath + [AnyCodingKey(index: currentIndex)] }

  private func next(as type: Any.Type) throws -> Reader.Node {
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: nextPath, debugDescription: "The array has no element at this index."))
    }
    return elements[currentIndex]
  }

  private func nextDecoder() throws -> TreeDecoder<Reader> {
    TreeDecoder(reader: reader, node: try next(as: (any Decoder).self), codingPath: nextPath)
  }
}
