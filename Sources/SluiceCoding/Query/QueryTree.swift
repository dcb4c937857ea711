/// A query as nested objects and arrays, for those who have no type for it.
///
/// `QueryDecoder.tree(from:)` makes one, and it is `Encodable`: any encoder prints it, members in the query's
/// order.
public enum QueryTree: Sendable, Hashable {
  case null
  case text(String)
  case array([QueryTree])
  case object([Member])

  /// A member of an object.
  public struct Member: Sendable, Hashable {
    public var key: String
    public var value: QueryTree

    public init(_ key: String, _ value: QueryTree) {
      self.key = key
      self.value = value
    }
  }
}

extension QueryTree: Encodable {
  public func encode(to encoder: any Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      for member in members {
        try container.encode(member.value, forKey: AnyCodingKey(stringValue: member.key))
      }
    }
  }
}
