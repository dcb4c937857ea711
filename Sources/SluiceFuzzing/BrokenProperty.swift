/// What did not hold for an input.
public struct BrokenProperty: Error, CustomStringConvertible {
  public let description: String

  init(_ description: String) { self.description = description }
}

/// - Throws: `BrokenProperty` with the message where `condition` is false.
func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(BrokenProperty) {
  guard condition else { throw BrokenProperty(message()) }
}

/// - Throws: `BrokenProperty` with both values where they differ.
func requireEqual<T: Equatable>(
  _ a: T, _ b: T, _ message: @autoclosure () -> String
) throws(BrokenProperty) {
  guard a == b else { throw BrokenProperty("\(message()):\n  \(a)\n  \(b)") }
}
