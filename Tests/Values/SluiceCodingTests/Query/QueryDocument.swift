/// An untyped value whose members keep their order in the literal: `["a": [1, nil], "b":
/// ["c": true]]`.
indirect enum QueryDocument: Encodable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([QueryDocument])
  case object([(String, QueryDocument)])

  func encode(to encoder: any Encoder) throws {
    if case .array(let elements) = self {
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
      return
    }
    if case .object(let members) = self {
      var container = encoder.container(keyedBy: AnyKey.self)
      for (key, value) in members { try container.encode(value, forKey: AnyKey(stringValue: key)) }
      return
    }
    var container = encoder.singleValueContainer()
    switch self {
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .null, .array, .object: try container.encodeNil()
    }
  }
}

extension QueryDocument: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  typealias ArrayLiteralElement = QueryDocument
  typealias Key = String
  typealias Value = QueryDocument

  init(nilLiteral: ()) { self = .null }
  init(booleanLiteral value: Bool) { self = .bool(value) }
  init(integerLiteral value: Int) { self = .integer(value) }
  init(floatLiteral value: Double) { self = .number(value) }
  init(stringLiteral value: String) { self = .text(value) }
  init(arrayLiteral elements: QueryDocument...) { self = .array(elements) }
  init(dictionaryLiteral elements: (String, QueryDocument)...) { self = .object(elements) }
}

/// A row of a table: a document and its text.
typealias QueryRow = (document: QueryDocument, text: String)
