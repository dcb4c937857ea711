extension PropertyList.Value: ExpressibleByStringLiteral {
  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }
}

extension PropertyList.Value: ExpressibleByIntegerLiteral {
  /// Creates an integer.
  public init(integerLiteral value: Int128) { self = .integer(value) }
}

extension PropertyList.Value: ExpressibleByFloatLiteral {
  /// Creates a real number.
  public init(floatLiteral value: Double) { self = .real(value) }
}

extension PropertyList.Value: ExpressibleByBooleanLiteral {
  /// Creates a Boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension PropertyList.Value: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: PropertyList.Value...) { self = .array(elements) }
}

extension PropertyList.Value: ExpressibleByDictionaryLiteral {
  /// Creates a dictionary. If several elements have the same key, the last one is used.
  public init(dictionaryLiteral elements: (String, PropertyList.Value)...) {
    self = .dictionary(mergingMembers: elements.map { Member($0.0, $0.1) })
  }
}
