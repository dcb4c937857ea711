@_exported public import SluiceErrors

/// An error in an XML document, with its line.
public struct XMLError: SluiceError, Hashable {
  /// The kind of the error.
  public let code: ErrorCode
  /// The line of the error, counting from 1. For a document that ends too early, the last line.
  public let line: Int
  private let explanation: String

  init(_ code: ErrorCode, line: Int, _ explanation: String) {
    self.code = code
    self.line = line
    self.explanation = explanation
  }
}

extension XMLError {
  /// The description without the code.
  public var message: String { "\(explanation) at line \(line)" }
}

extension ErrorCode {
  /// An element has more than 256 attributes, or more than 256 namespaces are in scope.
  public static let tooManyAttributes = ErrorCode("too-many-attributes")
}
