/// A coding key with any name or index.
package struct AnyCodingKey: CodingKey {
  package let stringValue: String
  package let intValue: Int?

  /// The key of the hidden container that `superEncoder()` and `superDecoder()` use.
  package static let `super` = AnyCodingKey(stringValue: "super")

  package init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  package init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// Creates the key of an array's element.
  package init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }
}
