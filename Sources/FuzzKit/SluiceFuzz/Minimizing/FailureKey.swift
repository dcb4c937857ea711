/// The identity of a failure: inputs that fail in the same way have equal keys.
///
/// The key consists of the type of the error and the first line of its description, in which every number is replaced
/// by `#`, since offsets and counts differ from input to input:
///
/// ```
/// SluiceFuzz.BrokenProperty: # ms for # bytes: the limit is # ms
/// ```
///
/// It is public because a ``Minimizer`` needs it for its predicate, and a search of one's own for counting failures.
public struct FailureKey: Sendable, Hashable, CustomStringConvertible {
  /// The type of the error, a colon, and the first line of its description without numbers.
  public let description: String

  /// The length at which descriptions are cut, so that a quoted input does not make every key different.
  private static let maximumCharacterCount = 200

  /// Creates the key of an error.
  public init(_ error: any Error) {
    var line = ""
    var isInNumber = false
    for character in "\(error)".prefix(Self.maximumCharacterCount) {
      if character.isNewline { break }
      let isDigit = character.isWholeNumber
      if !isDigit { line.append(character) } else if !isInNumber { line.append("#") }
      isInNumber = isDigit
    }
    description = "\(String(reflecting: type(of: error))): \(line)"
  }
}
