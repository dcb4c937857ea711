import FoundationEssentials

extension JSON.Value: Encodable {
  /// Writes the value for any encoder, member by member in order. A number is written as an integer where it is
  /// one of 64 bits, as a `Double` where that has all of its digits, else as a `Decimal`.
  public func encode(to encoder: any Encoder) throws {
    switch content {
    case .object(let members):
      var container = encoder.container(keyedBy: Key.self)
      for member in members { try container.encode(member.value, forKey: Key(stringValue: member.key)) }
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
          codingPath: container.codingPath, debugDescription: "No type holds the number \(text.prefix(100)).")
      )
    }
  }
}

extension JSON.Value: Decodable {
  /// Reads a value from any decoder. One of JSON gives it as it is written. Of others, members come in the order
  /// that the decoder knows, and what can be read as a number is one.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONValueDecoder {
      self = decoder.value
    } else if let container = try? decoder.container(keyedBy: Key.self) {
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
  fileprivate var value: JSON.Value {
    scope.index >= 0 ? JSON.Value(scope.reader.document, scope.index) : .null
  }
}

extension JSON.Value: JSONDirectEncodable {
  func write(to writer: JSONWriter, filling frame: Int) {
    writer.frames[frame].state = .filled
    write(into: writer.buffer, formatting: writer.escapesSlashes ? [] : .withoutEscapingSlashes)
  }
}

extension JSON.Value: JSONDirect {
  static func decode(by reader: JSONReader, in scope: JSONScope) throws -> JSON.Value {
    JSONValueDecoder(scope: scope).value
  }
}
