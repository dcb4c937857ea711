extension JSON {
  /// An error that describes why and where text is malformed or exceeds a limit.
  ///
  ///     do {
  ///       _ = try JSON.Value(parsing: "[1,\n 2,]")
  ///     } catch {
  ///       print(error)   // unexpected-character: unexpected character at line 2, column 4 (byte 7)
  ///     }
  public struct SyntaxError: Error, Sendable, Hashable {
    /// The kind of a syntax error.
    ///
    /// Later versions may add codes: a `switch` over them needs a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
      /// The code as text for machines, such as `unexpected-end`.
      public let description: String
      let explanation: String

      private init(_ description: String, _ explanation: String) {
        self.description = description
        self.explanation = explanation
      }

      /// The text is empty, or ends before the document is complete.
      public static let unexpectedEnd = Code("unexpected-end", "unexpected end")
      /// A character that is not permitted at its position.
      public static let unexpectedCharacter = Code("unexpected-character", "unexpected character")
      /// A number with a leading zero or a missing digit (RFC 8259 §6).
      public static let invalidNumber = Code("invalid-number", "invalid number")
      /// A control character in a string that is not escaped (RFC 8259 §7).
      public static let controlCharacter = Code("control-character", "control character in a string")
      /// A backslash that does not start a valid escape (RFC 8259 §7).
      public static let invalidEscape = Code("invalid-escape", "invalid escape")
      /// An escape of one half of a surrogate pair without the other half.
      public static let loneSurrogate = Code("lone-surrogate", "lone surrogate")
      /// Bytes in a string that are not valid UTF-8 (RFC 3629 §4).
      public static let invalidUTF8 = Code("invalid-utf-8", "invalid UTF-8")
      /// A document in UTF-16 or UTF-32, which must be converted to UTF-8 (RFC 8259 §8.1) before it is parsed.
      ///
      /// It begins with a byte order mark of these encodings, or has a NUL among its first two bytes
      /// ([RFC 4627 §3](https://www.rfc-editor.org/rfc/rfc4627#section-3)), unless the NUL is in a text or after a
      /// number.
      public static let notUTF8 = Code(
        "not-utf-8", "UTF-16 or UTF-32, which must be converted to UTF-8 first,")
      /// Something other than white space after the document.
      public static let trailingCharacters = Code("trailing-characters", "characters after the document")
      /// Arrays and objects that are nested more deeply than the limit.
      public static let tooDeep = Code("too-deep", "nested too deeply")
      /// A duplicate key in an object, if the parser uses ``JSON/DuplicateKeys/refuse``.
      public static let duplicateKey = Code("duplicate-key", "duplicate key")
      /// A document of 64 GiB or more, or a document or element over the limit of its parser.
      public static let tooLarge = Code("too-large", "too large")
    }

    /// The kind of the error.
    public let code: Code
    /// The line of the error, counted from 1. A line ends with LF, CR or CRLF.
    public let line: Int
    /// The column of the error, counted from 1 in Unicode scalars. A byte order mark at the start is not counted.
    public let column: Int
    /// The byte offset of the error, counted from 0.
    public let byteOffset: Int
  }
}

extension JSON.SyntaxError.Code {
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

extension JSON.SyntaxError: CustomStringConvertible {
  /// A single line, such as `trailing-characters: characters after the document at line 3, column 7 (byte 41)`.
  public var description: String { "\(code): \(message)" }

  /// The description without the code.
  public var message: String { "\(code.explanation) at line \(line), column \(column) (byte \(byteOffset))" }
}
