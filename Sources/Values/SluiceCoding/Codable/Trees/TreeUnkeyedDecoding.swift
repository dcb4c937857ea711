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

  // The protocol's own overloads for these types, which do not pass the type on, would take precedence over the generic
  // method.

  mutating func decodeIfPresent(_ type: Bool.Type) throws -> Bool? { try optional(type) }
  mutating func decodeIfPresent(_ type: Double.Type) throws -> Double? { try optional(type) }
  mutating func decodeIfPresent(_ type: Float.Type) throws -> Float? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int.Type) throws -> Int? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int8.Type) throws -> Int8? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int16.Type) throws -> Int16? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int32.Type) throws -> Int32? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int64.Type) throws -> Int64? { try optional(type) }
  mutating func decodeIfPresent(_ type: Int128.Type) throws -> Int128? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt.Type) throws -> UInt? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt8.Type) throws -> UInt8? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt16.Type) throws -> UInt16? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt32.Type) throws -> UInt32? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt64.Type) throws -> UInt64? { try optional(type) }
  mutating func decodeIfPresent(_ type: UInt128.Type) throws -> UInt128? { try optional(type) }

  mutating func decodeIfPresent<T: Decodable>(_ type: T.Type) throws -> T? { try optional(type) }

  private mutating func optional<T: Decodable>(_ type: T.Type) throws -> T? {
    guard !isAtEnd else { return nil }
    guard reader.isNil(elements[currentIndex], for: type) else { return try decode(type) }
    currentIndex += 1
    return nil
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
