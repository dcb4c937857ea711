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
