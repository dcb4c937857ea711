/// Reads the members of an object.
struct QueryKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: QueryTreeReader
  let node: Int
  let codingPath: [any CodingKey]

  var allKeys: [Key] { reader.keys(of: node, as: Key.self) }

  func contains(_ key: Key) -> Bool {
    reader.member(key, of: node) != QueryDecodingTree.absent
  }

  /// True for a missing key too: nil may be written as nothing at all.
  func decodeNil(forKey key: Key) -> Bool {
    reader.isNil(reader.member(key, of: node))
  }

  // One method for values of every type: the standard library asks for no other but these.

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reader.decode(type, at: reader.member(key, of: node), path: codingPath + [key])
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try reader.read(at: reader.member(key, of: node), path: codingPath + [key]) { Int128($0) }
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try reader.read(at: reader.member(key, of: node), path: codingPath + [key]) { UInt128($0) }
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = AnyCodingKey.super
    return QueryTreeDecoder(
      reader: reader, node: reader.member(key, of: node), codingPath: codingPath + [key])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    decoder(for: key)
  }

  private func decoder(for key: Key) -> QueryTreeDecoder {
    QueryTreeDecoder(reader: reader, node: reader.member(key, of: node), codingPath: codingPath + [key])
  }
}
