extension JSON.Value {
  /// Creates a string.
  ///
  ///     settings["name"] = JSON.Value(name)
  ///
  /// To parse the text of a document, use ``init(parsing:maximumDepth:duplicateKeys:)-(String,_,_)``.
  public init(_ string: some StringProtocol) { self.init(.string(String(string))) }

  /// Creates a Boolean value.
  public init(_ bool: Bool) { self.init(.bool(bool)) }

  /// Creates a number from an integer.
  public init(_ integer: some BinaryInteger) { self.init(.number(JSON.Number(integer))) }

  /// Creates a number with the shortest text that converts back to `double`, or `nil` if it is an infinity or NaN.
  public init?(_ double: Double) {
    guard let number = JSON.Number(double) else { return nil }
    self.init(.number(number))
  }
}
