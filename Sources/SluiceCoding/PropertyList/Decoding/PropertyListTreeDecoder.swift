/// What a type's `init(from:)` is given: one value, to be read.
struct PropertyListTreeDecoder: Decoder {
  let reader: PropertyListValueReader
  let value: PropertyList.Value
  let codingPath: [any CodingKey]

  var userInfo: [CodingUserInfoKey: Any] { reader.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let members = PropertyListMembers(try reader.members(of: value, path: codingPath))
    return KeyedDecodingContainer(
      PropertyListKeyedDecoding(reader: reader, members: members, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    PropertyListUnkeyedDecoding(
      reader: reader, elements: try reader.elements(of: value, path: codingPath), codingPath: codingPath)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    PropertyListSingleValueDecoding(reader: reader, value: value, codingPath: codingPath)
  }
}
