#if Macros
  import SwiftDiagnostics
  import SwiftSyntax

  /// The reason why a macro cannot be expanded, and the code that it is about.
  struct MacroError: Error, DiagnosticMessage {
    let message: String
    let node: Syntax

    init(_ message: String, at node: some SyntaxProtocol) {
      self.message = message
      self.node = Syntax(node)
    }

    var diagnosticID: MessageID { MessageID(domain: "SluiceMacros", id: "error") }
    var severity: DiagnosticSeverity { .error }
    var diagnostic: Diagnostic { Diagnostic(node: node, message: self) }
  }
#endif
