/// Why a document is refused, and where.
public struct XMLError: Error, Sendable, Hashable {
  /// The kind of an ``XMLError``. More may come: switch with a `default`.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The document is not well-formed (XML 1.0, Namespaces in XML 1.0).
    public static let malformed = Code("malformed")
    /// The document type has an internal subset, which could declare entities.
    public static let entityDeclaration = Code("entity-declaration")
    /// More elements lie within one another than the limit allows.
    public static let tooDeep = Code("too-deep")
    /// An element has more attributes, or more namespaces, than the limit allows.
    public static let tooManyAttributes = Code("too-many-attributes")
  }

  public let code: Code
  /// From 1 on. In a document that ends too early, its last line.
  public let line: Int
  private let explanation: String

  init(_ code: Code, line: Int, _ explanation: String) {
    self.code = code
    self.line = line
    self.explanation = explanation
  }
}

extension XMLError: CustomStringConvertible {
  /// One line, such as `too-deep: more than 200 levels of nesting at line 3`.
  public var description: String { "\(code): \(message)" }

  /// The description without its code.
  public var message: String { "\(explanation) at line \(line)" }
}
