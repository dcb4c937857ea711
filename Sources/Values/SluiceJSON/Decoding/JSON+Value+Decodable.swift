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
