extension PropertyList.Value: ExpressibleByStringLiteral {
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyList.Value: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int128) { self = .integer(value) }
}

extension PropertyList.Value: ExpressibleByFloatLiteral {
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyList.Value: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension PropertyList.Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: PropertyList.Value...) { self = .array(elements) }
}

extension PropertyList.Value: ExpressibleByDictionaryLiteral {
  /// Of elements with the same key, the last is taken.
  public init(dictionaryLiteral elements: (String, PropertyList.Value)...) {
    self = .dictionary(mergingMembers: elements.map { Member($0.0, $0.1) })
  }
}
