extension PropertyList {
  /// Why a document is no property list, and where.
  public struct Error: Swift.Error, Sendable, Hashable {
    /// The kind of a ``PropertyList/Error``. More may come: switch with a `default`.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
      public let description: String

      private init(_ description: String) { self.description = description }

      /// The document breaks the rules of XML, of property lists, or of the binary format.
      public static let malformed = Code("malformed")
      /// The document ends too early.
      public static let truncated = Code("truncated")
      /// An XML document is neither UTF-8 nor UTF-16, or says that it is something else than it is.
      public static let unsupportedEncoding = Code("unsupported-encoding")
      /// Text is not valid in its encoding, or has a character that XML does not allow (XML 1.0 §2.2).
      public static let invalidText = Code("invalid-text")
      /// A document type has an internal subset, which could declare entities.
      public static let entityDeclaration = Code("entity-declaration")
      /// More containers lie within one another than the limit allows.
      public static let tooDeep = Code("too-deep")
      /// A binary container holds itself.
      public static let cycle = Code("cycle")
      /// Shared objects make a binary document much larger than its bytes.
      public static let tooLarge = Code("too-large")
    }

    public let code: Code
    /// Where, in bytes from the document's start.
    public let byteOffset: Int
    private let explanation: String

    init(_ code: Code, at byteOffset: Int, _ explanation: String) {
      self.code = code
      self.byteOffset = byteOffset
      self.explanation = explanation
    }

    func moved(to byteOffset: Int) -> Error { Error(code, at: byteOffset, explanation) }
  }
}

extension PropertyList.Error: CustomStringConvertible {
  /// One line, such as `malformed: <foo> is no element of a property list at byte 60`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(explanation) at byte \(byteOffset)" }
}
