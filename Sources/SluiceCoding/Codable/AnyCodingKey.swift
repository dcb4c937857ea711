/// A coding key by any name, for coding paths.
struct AnyCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  /// The key of the hidden container that `superEncoder()` and `superDecoder()` use.
  static let `super` = AnyCodingKey(stringValue: "super")

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "\(intValue)"
    self.intValue = intValue
  }

  /// The key of an array's element.
  init(index: Int) {
    stringValue = "Index \(index)"
    intValue = index
  }
}
