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

/// A container that decodes the elements of an array in order.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  private let scope: JSONScope
  /// The index of the next element's entry.
  private var next: Int
  private(set) var currentIndex = 0

  /// Creates a container for an array.
  ///
  /// - Precondition: The value of `scope` is an array.
  init(scope: JSONScope) {
    self.scope = scope
    next = scope.index + 1
  }

  var codingPath: [any CodingKey] { scope.codingPath }
  var count: Int? { scope.tape.count(of: scope.index) }
  var isAtEnd: Bool { next >= scope.tape[scope.index].end }

  private func require<T>(_ type: T.Type) throws {
    guard !isAtEnd else {
      let context = DecodingError.Context(
        codingPath: scope.codingPath(.index(currentIndex)), debugDescription: "Unkeyed container is at end.")
      throw DecodingError.valueNotFound(type, context)
    }
  }

  private mutating func advance() {
    next = scope.tape.next(after: next)
    currentIndex += 1
  }

  @inline(__always)
  private mutating func scalar<T: JSONScalar>() throws -> T {
    try require(T.self)
    let value: T = try scope.reader.scalar(at: next, in: scope, .index(currentIndex))
    advance()
    return value
  }

  mutating func decodeNil() throws -> Bool {
    try require(Never?.self)
    guard scope.tape[next].kind == .null else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool { try scalar() }
  mutating func decode(_ type: String.Type) throws -> String { try scalar() }
  mutating func decode(_ type: Double.Type) throws -> Double { try scalar() }
  mutating func decode(_ type: Float.Type) throws -> Float { try scalar() }
  mutating func decode(_ type: Int.Type) throws -> Int { try scalar() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try scalar() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try scalar() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try scalar() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try scalar() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try scalar() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try scalar() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar() }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try require(type)
    let value = try scope.reader.decode(type, at: next, in: scope, .index(currentIndex))
    advance()
    return value
  }

  // The protocol's own method does not pass the type on.
  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? {
    try isAtEnd || decodeNil() ? nil : decode(type)
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try require(KeyedDecodingContainer<NestedKey>.self)
    let container = try nextDecoder.container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try require((any UnkeyedDecodingContainer).self)
    let container = try nextDecoder.unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    try require((any Decoder).self)
    defer { advance() }
    return nextDecoder
  }

  private var nextDecoder: JSONValueDecoder {
    JSONValueDecoder(
      scope: JSONScope(reader: scope.reader, index: next, parent: scope, step: .index(currentIndex)))
  }
}
