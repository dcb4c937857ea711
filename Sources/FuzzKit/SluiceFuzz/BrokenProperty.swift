/// An error that describes a property that does not hold for an input.
public struct BrokenProperty: Error, CustomStringConvertible, Sendable {
  /// The property, with the values that broke it.
  public let description: String
  /// Whether the parser does another thing than the corpus states.
  let isAboutVerdict: Bool
  /// The argument of ``ParserCheck/run(_:)`` that repeats the failure, as code, or `nil` if it is the input.
  package var source: String?

  /// Creates an error.
  public init(_ description: String) { self.init(description, isAboutVerdict: false) }

  init(_ description: String, isAboutVerdict: Bool) {
    self.description = description
    self.isAboutVerdict = isAboutVerdict
  }
}

/// Throws an error if a condition is false.
///
/// - Throws: `BrokenProperty` with `message` if `condition` is false.
package func require(_ condition: Bool, _ message: @autoclosure () -> String) throws(BrokenProperty) {
  guard condition else { throw BrokenProperty(message()) }
}

/// Throws an error if two values differ.
///
/// - Throws: `BrokenProperty` with `message` and both values if they differ.
package func requireEqual<T: Equatable>(
  _ a: T, _ b: T, _ message: @autoclosure () -> String
) throws(BrokenProperty) {
  guard a == b else { throw BrokenProperty("\(message()):\n  \(a)\n  \(b)") }
}
