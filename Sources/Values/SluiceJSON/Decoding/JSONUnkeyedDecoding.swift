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
