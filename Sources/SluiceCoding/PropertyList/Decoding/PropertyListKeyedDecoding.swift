/// Reads the members of a dictionary.
struct PropertyListKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: PropertyListValueReader
  let members: PropertyListMembers
  let codingPath: [any CodingKey]

  var allKeys: [Key] { members.members.compactMap { Key(stringValue: $0.key) } }

  func contains(_ key: Key) -> Bool { members[key.stringValue] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }

  // One method for values of every type: the standard library asks for no other but these.

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reader.decode(type, from: member(key), path: codingPath + [key])
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try reader.integer(member(key), path: codingPath + [key])
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try reader.integer(member(key), path: codingPath + [key])
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try superDecoder(forKey: key).unkeyedContainer()
  }

  /// A missing one is nil, as in Foundation.
  func superDecoder() -> any Decoder {
    let key = AnyCodingKey.super
    return PropertyListTreeDecoder(
      reader: reader, value: members[key.stringValue] ?? .null, codingPath: codingPath + [key])
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    PropertyListTreeDecoder(reader: reader, value: try member(key), codingPath: codingPath + [key])
  }

  private func member(_ key: Key) throws -> PropertyList.Value {
    guard let value = members[key.stringValue] else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "There is no “\(key.stringValue)”."))
    }
    return value
  }
}
