extension JSON.Cursor {
  /// Enters the object of an enumeration's case, in the form that Swift synthesizes: `{"circle":{"radius":2}}`.
  ///
  /// Its members are the associated values. Those without a label have the keys `_0`, `_1` and so on.
  ///
  ///     enum Shape: Codable, JSONReadable {
  ///       case dot
  ///       case circle(radius: Double)
  ///
  ///       init(from cursor: inout JSON.Cursor) throws {
  ///         switch try cursor.beginCase(of: Shape.self, named: ["dot", "circle"]) {
  ///         case "circle": self = .circle(radius: try cursor.read("radius"))
  ///         default: self = .dot
  ///         }
  ///       }
  ///     }
  ///
  /// - Parameters:
  ///   - type: The enumeration.
  ///   - names: The names of all of its cases, as its coding keys have them.
  /// - Returns: The name of the case, which is among `names`.
  /// - Throws: `DecodingError` if the current value is not an object, none or several of its members have one of the
  ///   names, or the member's value is not an object.
  /// - Complexity: O(*n*) in the number of members.
  public mutating func beginCase(of type: Any.Type, named names: [StaticString]) throws -> String {
    try beginObject()
    let object = index
    var found: (name: StaticString, value: Int)?
    while let key = advanceToNextMember() {
      guard let name = names.first(where: { reader.object.isKey(at: key, equalTo: $0) }) else { continue }
      if let found {
        // If a key occurs more than once, its first member counts.
        if reader.object.isKey(at: key, equalTo: found.name) { continue }
        index = object
        throw wrongNumberOfCases(of: type)
      }
      found = (name, index)
    }
    guard let found else {
      index = object
      throw wrongNumberOfCases(of: type)
    }
    index = found.value
    try beginObject()
    return found.name.description
  }

  private func wrongNumberOfCases(of type: Any.Type) -> DecodingError {
    .typeMismatch(
      type, .init(codingPath: codingPath, debugDescription: "Invalid number of keys found, expected one."))
  }
}
