extension JSON {
  /// Why a text is no JSON, or is over a limit, and where.
  public struct SyntaxError: Error, Sendable, Hashable {
    /// What is wrong. More codes may come: switch with a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
      public let description: String
      let explanation: String

      private init(_ description: String, _ explanation: String) {
        self.description = description
        self.explanation = explanation
      }

      /// The text ends before the document does. The text may be empty.
      public static let unexpectedEnd = Code("unexpected-end", "unexpected end")
      /// A character that cannot stand there.
      public static let unexpectedCharacter = Code("unexpected-character", "unexpected character")
      /// A number with a leading zero, or with no digit where there has to be one.
      public static let invalidNumber = Code("invalid-number", "invalid number")
      /// A control character in a string, which has to be escaped.
      public static let controlCharacter = Code("control-character", "control character in a string")
      /// A backslash that begins no escape.
      public static let invalidEscape = Code("invalid-escape", "invalid escape")
      /// One half of a surrogate pair without the other.
      public static let loneSurrogate = Code("lone-surrogate", "lone surrogate")
      /// Bytes in a string that are not UTF-8.
      public static let invalidUTF8 = Code("invalid-utf-8", "invalid UTF-8")
      /// Something other than white space after the document.
      public static let trailingCharacters = Code("trailing-characters", "characters after the document")
      /// More arrays and objects within one another than the limit.
      public static let tooDeep = Code("too-deep", "nested too deeply")
      /// A key that its object has already, where that is refused.
      public static let duplicateKey = Code("duplicate-key", "duplicate key")
      /// A document of 64 GiB or more, or an element over its limit.
      public static let tooLarge = Code("too-large", "too large")
    }

    public let code: Code
    /// The line, from 1. A line ends with LF, CR or CR LF.
    public let line: Int
    /// The character in its line, from 1. Characters are Unicode scalars; a byte order mark is not counted.
    public let column: Int
    /// The byte, from 0.
    public let byteOffset: Int
  }
}

extension JSON.SyntaxError: CustomStringConvertible {
  /// One line, such as `trailing-characters: characters after the document at line 3, column 7 (byte 41)`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(code.explanation) at line \(line), column \(column) (byte \(byteOffset))" }
}
