@_exported public import SluiceErrors

extension JSON {
  /// An error that describes why and where text is malformed or exceeds a limit.
  ///
  ///     do {
  ///       _ = try JSON.Value(parsing: "[1,\n 2,]")
  ///     } catch {
  ///       print(error)   // unexpected-character: unexpected character at line 2, column 4 (byte 7)
  ///     }
  public struct SyntaxError: SluiceError, Hashable {
    /// The kind of the error.
    public let code: ErrorCode
    /// The line of the error, counted from 1. A line ends with LF, CR or CRLF.
    public let line: Int
    /// The column of the error, counted from 1 in Unicode scalars. A byte order mark at the start is not counted.
    public let column: Int
    /// The byte offset of the error, counted from 0.
    public let byteOffset: Int
  }
}

extension ErrorCode {
  /// Returns ``notUTF8`` if an unexpected character at the start of a document is due to its encoding, and otherwise
  /// this code.
  func ofEncoding(_ byte: UInt8, at offset: Int) -> Self {
    guard self == .unexpectedCharacter else { return self }
    return switch (offset, byte) {
    case (0, 0), (0, 0xFE), (0, 0xFF), (1, 0): .notUTF8
    default: self
    }
  }
}

extension JSON.SyntaxError {
  /// The description without the code.
  public var message: String { "\(code.text) at line \(line), column \(column) (byte \(byteOffset))" }
}

extension ErrorCode {
  /// The text is empty, or ends before the document is complete.
  public static let unexpectedEnd = ErrorCode("unexpected-end", "unexpected end")
  /// A character that is not permitted at its position.
  public static let unexpectedCharacter = ErrorCode("unexpected-character", "unexpected character")
  /// A number with a leading zero or a missing digit (RFC 8259 §6).
  public static let invalidNumber = ErrorCode("invalid-number", "invalid number")
  /// A control character in a string that is not escaped (RFC 8259 §7).
  public static let controlCharacter = ErrorCode("control-character", "control character in a string")
  /// An escape of one half of a surrogate pair without the other half.
  public static let loneSurrogate = ErrorCode("lone-surrogate", "lone surrogate")
  /// A document in UTF-16 or UTF-32, which must be converted to UTF-8 (RFC 8259 §8.1) before it is parsed.
  ///
  /// It begins with a byte order mark of these encodings, or has a NUL among its first two bytes
  /// ([RFC 4627 §3](https://www.rfc-editor.org/rfc/rfc4627#section-3)), unless the NUL is in a text or after a
  /// number.
  public static let notUTF8 = ErrorCode(
    "not-utf-8", "UTF-16 or UTF-32, which must be converted to UTF-8 first,")
  /// Something other than white space after the document.
  public static let trailingCharacters = ErrorCode("trailing-characters", "characters after the document")
  /// A duplicate key in an object, if the parser uses ``JSON/DuplicateKeys/refuse``.
  public static let duplicateKey = ErrorCode("duplicate-key", "duplicate key")
}
