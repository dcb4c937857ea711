import FoundationEssentials
internal import SluiceSupport

extension JSON.Value: Decodable {
  /// Decodes a value from any decoder.
  ///
  /// From ``JSON/Decoder``, the result is the value as the document has it. From other decoders, members have the order
  /// of the decoder's `allKeys`, and every scalar that the decoder can decode as a number becomes a number.
  ///
  /// - Throws: The decoder's error if the value has no type that JSON can represent.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONValueDecoder {
      self = decoder.value
    } else if let container = try? decoder.container(keyedBy: AnyCodingKey.self) {
      self.init(
        .object(
          try container.allKeys.map {
            Member($0.stringValue, try container.decode(JSON.Value.self, forKey: $0))
          }))
    } else if var container = try? decoder.unkeyedContainer() {
      var elements: [JSON.Value] = []
      while !container.isAtEnd { elements.append(try container.decode(JSON.Value.self)) }
      self.init(.array(elements))
    } else {
      self.init(try Self.scalar(in: decoder.singleValueContainer()))
    }
  }

  private static func scalar(in container: any SingleValueDecodingContainer) throws -> Content {
    if container.decodeNil() { return .null }
    if let bool = try? container.decode(Bool.self) { return .bool(bool) }
    if let integer = try? container.decode(Int64.self) { return .number(JSON.Number(integer)) }
    if let integer = try? container.decode(UInt64.self) { return .number(JSON.Number(integer)) }
    if let double = try? container.decode(Double.self), let number = JSON.Number(double) {
      let decimal = (try? container.decode(Decimal.self)).flatMap { JSON.Number($0) }
      return .number(decimal ?? number)
    }
    return .string(try container.decode(String.self))
  }
}

extension JSONValueDecoder {
  /// The value of the scope, without decoding it.
  fileprivate var value: JSON.Value {
    scope.index >= 0 ? scope.reader.value(at: scope.index) : .null
  }
}

extension JSON.Value: JSONCollectionDecodable {
  static func decode(by reader: JSONReader, in scope: JSONScope) throws -> JSON.Value {
    JSONValueDecoder(scope: scope).value
  }
}

/// The decoder that a type's `init(from:)` receives, for a single value of a document.
struct JSONValueDecoder: Decoder {
  let scope: JSONScope

  var codingPath: [any CodingKey] { scope.codingPath }
  var userInfo: [CodingUserInfoKey: Any] { scope.reader.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard scope.entry.kind == .object else {
      throw scope.reader.failure([String: Any].self, at: scope.index, in: scope, .here)
    }
    scope.convertNames()
    return scope.reader.containerMakers.maker(for: type).container(scope)
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard scope.entry.kind == .array else {
      throw scope.reader.failure([Any].self, at: scope.index, in: scope, .here)
    }
    return JSONUnkeyedDecoding(scope: scope)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension JSONValueDecoder: NumberTextDecodingContainer {
  var numberText: String? { value.number?.text }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  @inline(__always)
  private func scalar<T: JSONScalar>() throws -> T {
    try scope.reader.scalar(at: scope.index, in: scope, .here)
  }

  func decodeNil() -> Bool { scope.entry.kind == .null }

  func decode(_ type: Bool.Type) throws -> Bool { try scalar() }
  func decode(_ type: String.Type) throws -> String { try scalar() }
  func decode(_ type: Double.Type) throws -> Double { try scalar() }
  func decode(_ type: Float.Type) throws -> Float { try scalar() }
  func decode(_ type: Int.Type) throws -> Int { try scalar() }
  func decode(_ type: Int8.Type) throws -> Int8 { try scalar() }
  func decode(_ type: Int16.Type) throws -> Int16 { try scalar() }
  func decode(_ type: Int32.Type) throws -> Int32 { try scalar() }
  func decode(_ type: Int64.Type) throws -> Int64 { try scalar() }
  func decode(_ type: Int128.Type) throws -> Int128 { try scalar() }
  func decode(_ type: UInt.Type) throws -> UInt { try scalar() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar() }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar() }
  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try scope.reader.decode(type, at: scope.index, in: scope, .here)
  }
}
