/// An error that describes why the value of a header field was refused, and where.
public struct HeaderError: Error, Sendable, Hashable {
  /// A kind of ``HeaderError``. More codes may be added, so switch with a `default`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code as text, such as `missing-type`.
    public let description: String
    let explanation: String

    private init(_ description: String, _ explanation: String) {
      self.description = description
      self.explanation = explanation
    }

    /// The value does not begin with a token.
    public static let missingType = Code("missing-type", "the value does not begin with a token")
    /// A parameter is not a token, `=`, and a token or a complete quoted string.
    public static let malformedParameter = Code(
      "malformed-parameter", "a parameter is not name=token or name=\"text\"")
    /// A parameter's name occurs more than once.
    public static let repeatedParameter = Code("repeated-parameter", "a parameter comes twice")
    /// A file name is not UTF-8, or contains a NUL, CR or LF.
    public static let invalidFileName = Code(
      "invalid-file-name", "the file name is not UTF-8, or has a NUL, CR or LF")
  }

  /// The kind of the error.
  public let code: Code
  /// The position in the value, in bytes from its start.
  public let byteOffset: Int
}

extension HeaderError: CustomStringConvertible {
  /// One line, such as `repeated-parameter: a parameter comes twice at byte 21`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(code.explanation) at byte \(byteOffset)" }
}
