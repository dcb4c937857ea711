extension PropertyList {
  /// An error that describes why a document is not a property list, and where.
  public struct Error: Swift.Error, Sendable, Hashable {
    /// A kind of ``PropertyList/Error``. More codes may be added, so switch with a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
      /// The code as text, such as `malformed`.
      public let description: String

      private init(_ description: String) { self.description = description }

      /// The document breaks the rules of XML, of property lists, or of the binary format.
      public static let malformed = Code("malformed")
      /// The document ends too early.
      public static let truncated = Code("truncated")
      /// An XML document is neither UTF-8 nor UTF-16, or declares another encoding than its own.
      public static let unsupportedEncoding = Code("unsupported-encoding")
      /// Text is not valid in its encoding, or contains a character that XML does not allow (XML 1.0 §2.2).
      public static let invalidText = Code("invalid-text")
      /// A document type has an internal subset, which could declare entities.
      public static let entityDeclaration = Code("entity-declaration")
      /// More containers are nested than the limit allows.
      public static let tooDeep = Code("too-deep")
      /// A container of a binary document contains itself.
      public static let cycle = Code("cycle")
      /// Shared objects make a binary document larger than ``PropertyList/Decoder/maximumExpansion`` allows.
      public static let tooLarge = Code("too-large")
    }

    /// The kind of the error.
    public let code: Code
    /// The position in the document, in bytes from its start.
    public let byteOffset: Int
    private let explanation: String

    init(_ code: Code, at byteOffset: Int, _ explanation: String) {
      self.code = code
      self.byteOffset = byteOffset
      self.explanation = explanation
    }

    /// Returns the same error at another position.
    func moved(to byteOffset: Int) -> Error { Error(code, at: byteOffset, explanation) }
  }
}

extension PropertyList.Error: CustomStringConvertible {
  /// One line, such as `malformed: this is not a property list element at byte 60`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(explanation) at byte \(byteOffset)" }
}
