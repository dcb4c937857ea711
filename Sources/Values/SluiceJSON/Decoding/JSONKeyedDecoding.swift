internal import SluiceSupport

/// A container that decodes the members of an object.
struct JSONKeyedDecoding<Key: CodingKey>: JSONScopeContainer {
  // The only stored property, since the standard library copies the container for each value.
  private let scope: JSONScope

  init(scope: JSONScope) {
    self.scope = scope
  }

  var codingPath: [any CodingKey] { scope.codingPath }

  var allKeys: [Key] { scope.memberNames.compactMap { Key(stringValue: $0) } }

  @inline(__always)
  private func require(_ key: some CodingKey) throws -> Int {
    guard let index = scope.member(key.stringValue) else { throw missing(key) }
    return index
  }

  private func missing(_ key: some CodingKey) -> DecodingError { JSONReader.missing(key, at: codingPath) }

  @inline(__always)
  private func scalar<T: JSONScalar>(_ key: Key) throws -> T {
    try scope.reader.scalar(at: require(key), in: scope, .key(key))
  }

  /// Returns the index of a member's value, or `nil` if the member is missing or null.
  @inline(__always)
  private func present(_ key: Key) -> Int? {
    guard let index = scope.member(key.stringValue), scope.tape[index].kind != .null else { return nil }
    return index
  }

  @inline(__always)
  private func optionalScalar<T: JSONScalar>(_ key: Key) throws -> T? {
    guard let index = present(key) else { return nil }
    return try scope.reader.scalar(at: index, in: scope, .key(key)) as T
  }

  func contains(_ key: Key) -> Bool { scope.member(key.stringValue) != nil }
  func decodeNil(forKey key: Key) throws -> Bool { scope.tape[try require(key)].kind == .null }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try scalar(key) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try scalar(key) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try scalar(key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try scalar(key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try scalar(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try scalar(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try scalar(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try scalar(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try scalar(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try scalar(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try scalar(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try scalar(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try scalar(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try scalar(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try scalar(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try scalar(key) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try scope.reader.decode(type, at: require(key), in: scope, .key(key))
  }

  // The default implementations of these methods look up the key three times.

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? { try optionalScalar(key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? { try optionalScalar(key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? { try optionalScalar(key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try optionalScalar(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try optionalScalar(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try optionalScalar(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? { try optionalScalar(key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? { try optionalScalar(key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? { try optionalScalar(key) }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? { try optionalScalar(key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try optionalScalar(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? { try optionalScalar(key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? { try optionalScalar(key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? { try optionalScalar(key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? { try optionalScalar(key) }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? { try optionalScalar(key) }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let index = present(key) else { return nil }
    return try scope.reader.decode(type, at: index, in: scope, .key(key))
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(at: require(key), for: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(at: require(key), for: key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { superDecoder(for: AnyCodingKey.super) }
  func superDecoder(forKey key: Key) throws -> any Decoder { superDecoder(for: key) }

  private func superDecoder(for key: some CodingKey) -> JSONValueDecoder {
    decoder(at: scope.member(key.stringValue) ?? JSONReader.absent, for: key)
  }

  private func decoder(at index: Int, for key: some CodingKey) -> JSONValueDecoder {
    JSONValueDecoder(scope: JSONScope(reader: scope.reader, index: index, parent: scope, step: .key(key)))
  }
}
