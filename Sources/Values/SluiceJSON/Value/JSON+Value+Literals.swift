extension JSON.Value: ExpressibleByNilLiteral {
  /// Creates a null value.
  public init(nilLiteral: ()) { self.init(.null) }
}

extension JSON.Value: ExpressibleByBooleanLiteral {
  /// Creates a Boolean value.
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension JSON.Value: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal.
  public init(integerLiteral value: Int) { self.init(.number(JSON.Number(value))) }
}

extension JSON.Value: ExpressibleByFloatLiteral {
  /// Creates a number from a floating-point literal.
  ///
  /// The number has the shortest text that converts back to the `Double`. A literal that is too large for a `Double`
  /// becomes null.
  public init(floatLiteral value: Double) { self.init(JSON.Number(value).map { .number($0) } ?? .null) }
}

extension JSON.Value: ExpressibleByStringInterpolation {
  /// Creates a string.
  public init(stringLiteral value: String) { self.init(.string(value)) }
}

extension JSON.Value: ExpressibleByArrayLiteral {
  /// Creates an array.
  public init(arrayLiteral elements: JSON.Value...) { self.init(.array(elements)) }
}

extension JSON.Value: ExpressibleByDictionaryLiteral {
  /// Creates an object.
  ///
  /// The members keep their order. Members with the same key are all kept.
  public init(dictionaryLiteral elements: (String, JSON.Value)...) {
    self.init(.object(elements.map { Member($0, $1) }))
  }
}
