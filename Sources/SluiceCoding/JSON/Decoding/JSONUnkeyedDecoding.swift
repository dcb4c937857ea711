/// Reads the elements of an array, one after the other.
struct JSONUnkeyedDecoding: UnkeyedDecodingContainer {
  private let reader: JSONReader
  private let array: Int
  private let path: JSONPath
  /// The next element's entry.
  private var next: Int
  private(set) var currentIndex = 0

  init(reader: JSONReader, array: Int, path: JSONPath) {
    self.reader = reader
    self.array = array
    self.path = path
    next = array + 1
  }

  var codingPath: [any CodingKey] { path.codingPath }
  var count: Int? { reader.document.count(of: array) }
  var isAtEnd: Bool { next >= reader.document[array].end }

  private var nextPath: JSONPath { .index(path, currentIndex) }

  private func require<T>(_ type: T.Type) throws {
    guard !isAtEnd else {
      let context = DecodingError.Context(
        codingPath: nextPath.codingPath, debugDescription: "Unkeyed container is at end.")
      throw DecodingError.valueNotFound(type, context)
    }
  }

  private mutating func advance() {
    next = reader.document.next(after: next)
    currentIndex += 1
  }

  @inline(__always)
  private mutating func scalar<T: JSONScalar>() throws -> T {
    try require(T.self)
    let value: T = try reader.scalar(at: next, path: nextPath)
    advance()
    return value
  }

  mutating func decodeNil() throws -> Bool {
    try require(Never?.self)
    guard reader.document[next].kind == .null else { return false }
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
    let value = try reader.decode(type, at: next, path: nextPath)
    advance()
    return value
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

  private var nextDecoder: JSONValueDecoder { JSONValueDecoder(reader: reader, index: next, path: nextPath) }
}
