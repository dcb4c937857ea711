extension JSON.Value: ExpressibleByNilLiteral {
  public init(nilLiteral: ()) { self.init(.null) }
}

extension JSON.Value: ExpressibleByBooleanLiteral {
  public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
}

extension JSON.Value: ExpressibleByIntegerLiteral {
  public init(integerLiteral value: Int) { self.init(.number(JSON.Number(value))) }
}

extension JSON.Value: ExpressibleByFloatLiteral {
  /// Null for a literal that is too large for a `Double`.
  public init(floatLiteral value: Double) { self.init(JSON.Number(value).map { .number($0) } ?? .null) }
}

extension JSON.Value: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) { self.init(.string(value)) }
}

extension JSON.Value: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: JSON.Value...) { self.init(.array(elements)) }
}

extension JSON.Value: ExpressibleByDictionaryLiteral {
  /// Members keep their order; one of a name that is there already is kept, too.
  public init(dictionaryLiteral elements: (Key, JSON.Value)...) {
    self.init(.object(elements.map { Member($0.stringValue, $1) }))
  }
}
