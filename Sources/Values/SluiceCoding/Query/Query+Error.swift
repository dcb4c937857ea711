extension Query {
  /// An error that describes why the text of a query was refused, before a value was decoded from it.
  public struct Error: Swift.Error, Sendable, Hashable {
    /// A kind of ``Query/Error``. More codes may be added, so switch with a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
      /// The code as text, such as `too-many-pairs`.
      public let description: String
      let explanation: String

      private init(_ description: String, _ explanation: String) {
        self.description = description
        self.explanation = explanation
      }

      /// A `%` is not followed by two hexadecimal digits. Only strict decoding refuses it.
      public static let invalidEscape = Code("invalid-escape", "invalid escape")
      /// Bytes are not UTF-8, escaped or not. Only strict decoding refuses them.
      public static let invalidUTF8 = Code("invalid-utf-8", "invalid UTF-8")
      /// The text has more pairs than ``Query/Decoder/maximumPairCount``.
      public static let tooManyPairs = Code("too-many-pairs", "too many pairs")
    }

    /// The kind of the error.
    public let code: Code
    /// The position of the escape, of the first byte that is not UTF-8, or of the first pair over the limit, in bytes
    /// from the start of the text.
    public let byteOffset: Int
  }
}

extension Query.Error: CustomStringConvertible {
  /// One line, such as `too-many-pairs: too many pairs at byte 41`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(code.explanation) at byte \(byteOffset)" }
}
