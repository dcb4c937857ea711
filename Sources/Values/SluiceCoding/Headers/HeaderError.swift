@_exported public import SluiceErrors

/// An error that describes why the value of a header field was refused, and where.
public struct HeaderError: SluiceError, Hashable {
  /// The kind of the error.
  public let code: ErrorCode
  /// The position in the value, in bytes from its start.
  public let byteOffset: Int
}

extension HeaderError {
  /// The description without its code.
  public var message: String { "\(code.text) at byte \(byteOffset)" }
}

extension ErrorCode {
  /// The value does not begin with a token.
  public static let missingType = ErrorCode("missing-type", "the value does not begin with a token")
  /// A parameter is not a token, `=`, and a token or a complete quoted string.
  public static let malformedParameter = ErrorCode(
    "malformed-parameter", "a parameter is not name=token or name=\"text\"")
  /// A parameter's name occurs more than once.
  public static let repeatedParameter = ErrorCode("repeated-parameter", "a parameter comes twice")
  /// A received file name is not UTF-8, or contains a NUL, CR or LF. A file name to be sent has a NUL.
  public static let invalidFileName = ErrorCode(
    "invalid-file-name", "the file name is not UTF-8, or has a NUL, CR or LF")
  /// The text is not a media type, such as `text/html`, or not a range of them, such as `text/*`.
  public static let invalidMediaType = ErrorCode("invalid-media-type", "expected a type and a subtype")
}
