internal import SluiceSupport

/// The keyed container that reads the members of an object.
struct TreeKeyedDecoding<Reader: TreeReader, Key: CodingKey>: KeyedDecodingContainerProtocol {
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

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  func superDecoder() -> any Decoder {
    let key = AnyCodingKey.super
    return TreeDecoder(
      reader: reader, node: reader.member(key, of: members) ?? reader.absent, codingPath: codingPath + [key])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    TreeDecoder(reader: reader, node: try member(key), codingPath: codingPath + [key])
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
