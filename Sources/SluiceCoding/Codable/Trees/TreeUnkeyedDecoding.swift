internal import SluiceSupport

/// The unkeyed container that reads the elements of an array in order.
struct TreeUnkeyedDecoding<Reader: TreeReader>: UnkeyedDecodingContainer {
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
