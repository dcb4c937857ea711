import FoundationEssentials
internal import SluiceSupport

extension JSON.Value: Encodable {
  /// Encodes the value with any encoder.
  ///
  /// The members of an object are encoded in order. A number is encoded as `Int64` or `UInt64` if it fits; otherwise as
  /// `Double` if that keeps all of its digits or no `Decimal` represents it exactly; otherwise as `Decimal`.
  /// ``JSON/Encoder`` writes numbers with their original text instead.
  ///
  /// - Throws: `EncodingError.invalidValue` for a number that none of these types represents, or the encoder's error.
  /// - Complexity: O(*n*) in the size of the value.
  public func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let members):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      for member in members {
        try container.encode(member.value, forKey: AnyCodingKey(stringValue: member.key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .bool(let bool):
      var container = encoder.singleValueContainer()
      try container.encode(bool)
    case .string(let string):
      var container = encoder.singleValueContainer()
      try container.encode(string)
    case .number(let number):
      var container = encoder.singleValueContainer()
      try number.encode(in: &container)
    }
  }
}

extension JSON.Number {
  fileprivate func encode(in container: inout any SingleValueEncodingContainer) throws {
    if let integer = integer(as: Int64.self) {
      try container.encode(integer)
    } else if let integer = integer(as: UInt64.self) {
      try container.encode(integer)
    } else if let double, JSON.Number(double)?.decimal == decimal || decimal == nil {
      try container.encode(double)
    } else if let decimal {
      try container.encode(decimal)
    } else {
      throw EncodingError.invalidValue(
        text,
        .init(
          codingPath: container.codingPath, debugDescription: "No type can represent \(text.prefix(100)).")
      )
    }
  }
}

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
    scope.index >= 0 ? JSON.Value(scope.reader.document, scope.index) : .null
  }
}

extension JSON.Value: JSONCollectionEncodable {
  func write(to writer: JSONWriter, filling frame: Int) {
    writer.frames[frame].state = .filled
    write(into: writer.buffer, formatting: writer.escapesSlashes ? [] : .withoutEscapingSlashes)
  }
}

extension JSON.Value: JSONCollectionDecodable {
  static func decode(by reader: JSONReader, in scope: JSONScope) throws -> JSON.Value {
    JSONValueDecoder(scope: scope).value
  }
}
