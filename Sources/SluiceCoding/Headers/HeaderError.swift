/// Why a header field's value was refused, and where.
public struct HeaderError: Error, Sendable, Hashable {
  /// What is wrong. More codes may come: switch with a `default`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String
    let explanation: String

    private init(_ description: String, _ explanation: String) {
      self.description = description
      self.explanation = explanation
    }

    /// The value does not begin with a token.
    public static let missingType = Code("missing-type", "the value does not begin with a token")
    /// A parameter is not a token, `=`, and a token or a quoted string that ends.
    public static let malformedParameter = Code(
      "malformed-parameter", "a parameter is not name=token or name=\"text\"")
    /// A parameter's name comes twice.
    public static let repeatedParameter = Code("repeated-parameter", "a parameter comes twice")
    /// A file name is not UTF-8, or has a NUL, CR or LF.
    public static let invalidFileName = Code(
      "invalid-file-name", "the file name is not UTF-8, or has a NUL, CR or LF")
  }

  public let code: Code
  /// Where in the value, in bytes from its start.
  public let byteOffset: Int
}

extension HeaderError: CustomStringConvertible {
  /// One line, such as `repeated-parameter: a parameter comes twice at byte 21`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(code.explanation) at byte \(byteOffset)" }
}
