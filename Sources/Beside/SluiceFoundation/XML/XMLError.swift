/// An error in an XML document, with its line.
public struct XMLError: Error, Sendable, Hashable {
  /// The kind of an ``XMLError``.
  ///
  /// New codes may be added, so a `switch` over codes needs a `default` case.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    /// The code as text.
    public let description: String

    private init(_ description: String) { self.description = description }

    /// The document is not well-formed (XML 1.0, Namespaces in XML 1.0).
    public static let malformed = Code("malformed")
    /// The document type has an internal subset, which could declare entities.
    public static let entityDeclaration = Code("entity-declaration")
    /// Elements are nested more deeply than the limit of 200 levels.
    public static let tooDeep = Code("too-deep")
    /// An element has more than 256 attributes, or more than 256 namespaces are in scope.
    public static let tooManyAttributes = Code("too-many-attributes")
  }

  /// The kind of the error.
  public let code: Code
  /// The line of the error, counting from 1. For a document that ends too early, the last line.
  public let line: Int
  private let explanation: String

  init(_ code: Code, line: Int, _ explanation: String) {
    self.code = code
    self.line = line
    self.explanation = explanation
  }
}

extension XMLError: CustomStringConvertible {
  /// The code and the message, such as `too-deep: more than 200 levels of nesting at line 3`.
  public var description: String { "\(code): \(message)" }

  /// The description without the code.
  public var message: String { "\(explanation) at line \(line)" }
}
