#if Macros
  import SwiftCompilerPlugin
  import SwiftDiagnostics
  import SwiftSyntax
  import SwiftSyntaxBuilder
  import SwiftSyntaxMacros

  /// A macro that writes conformances: the coding keys as a member, and the rest in an extension.
  protocol CodingMacro: MemberMacro, ExtensionMacro {
    static var name: String { get }
    static func members(of conformance: Conformance) -> [String]
  }

  extension CodingMacro {
    static func expansion(
      of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
      conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      // The extension reports errors.
      guard let type = try? CodedType(declaration, for: name, in: context.lexicalContext.first)
      else { return [] }
      return Conformance(type: type).codingKeys.map { [DeclSyntax(stringLiteral: $0)] } ?? []
    }

    static func expansion(
      of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
      providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
      in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
      do {
        let conformance = Conformance(
          type: try CodedType(declaration, for: name, in: context.lexicalContext.first))
        let names = protocols.map(\.trimmedDescription).joined(separator: ", ")
        let members = Self.members(of: conformance).joined(separator: "\n\n")
        let code =
          "nonisolated extension \(type.trimmedDescription)\(names.isEmpty ? "" : ": \(names)") {\n\(members)\n}"
        return [try ExtensionDeclSyntax("\(raw: code)")]
      } catch let error as MacroError {
        context.diagnose(error.diagnostic)
        return []
      }
    }
  }

  enum JSONCodableMacro: CodingMacro {
    static let name = "JSONCodable"
    static func members(of conformance: Conformance) -> [String] { conformance.reading + conformance.writing }
  }

  enum JSONReadableMacro: CodingMacro {
    static let name = "JSONReadable"
    static func members(of conformance: Conformance) -> [String] { conformance.reading }
  }

  enum JSONWritableMacro: CodingMacro {
    static let name = "JSONWritable"
    static func members(of conformance: Conformance) -> [String] { conformance.writing }
  }

  /// An attribute that the macro of the type reads.
  enum JSONAttributeMacro: PeerMacro {
    static func expansion(
      of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
      in context: some MacroExpansionContext
    ) -> [DeclSyntax] {
      let names = ["JSONCodable", "JSONReadable", "JSONWritable"]
      let type =
        declaration.asProtocol((any DeclGroupSyntax).self)
        ?? context.lexicalContext.first?.asProtocol((any DeclGroupSyntax).self)
      if !names.contains(where: { type?.attributes.first(named: $0) != nil }) {
        let error = MacroError(
          "'@\(node.name)' has no effect: its type has none of the macros '@JSONCodable', '@JSONReadable' and '@JSONWritable'.",
          at: node)
        context.diagnose(error.diagnostic)
      }
      return []
    }
  }

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

  /// The program that the compiler calls to expand macros.
  @main
  struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
      JSONCodableMacro.self, JSONReadableMacro.self, JSONWritableMacro.self, JSONAttributeMacro.self,
    ]
  }
#else
  // Without the trait, nothing calls this program.
  @main
  enum Plugin {
    static func main() {}
  }
#endif
