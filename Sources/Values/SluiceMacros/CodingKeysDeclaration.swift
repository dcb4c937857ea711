#if Macros
  import SwiftParser
  import SwiftSyntax

  /// The `CodingKeys` that a type declares itself.
  struct CodingKeysDeclaration {
    /// The text of each key by the name of its case.
    private(set) var keys: [String: String] = [:]
    /// The cases.
    private(set) var cases: [(name: String, node: Syntax)] = []

    /// Reads the coding keys of a type.
    ///
    /// - Returns: `nil` if the type has none.
    /// - Throws: `MacroError` if the keys are not the cases of an enumeration with strings.
    init?(of type: some DeclGroupSyntax, named name: String = "CodingKeys") throws {
      let refusal =
        "'\(name)' must be an enumeration of 'String' with cases only, because the keys are needed at compile time."
      for member in type.memberBlock.members {
        if let alias = member.decl.as(TypeAliasDeclSyntax.self), alias.name.trimmedText == name {
          throw MacroError(refusal, at: alias)
        }
        guard let group = member.decl.asProtocol((any DeclGroupSyntax).self),
          let declaration = member.decl.asProtocol((any NamedDeclSyntax).self),
          declaration.name.trimmedText == name
        else { continue }
        guard let enumeration = member.decl.as(EnumDeclSyntax.self),
          group.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription == "String"
        else { throw MacroError(refusal, at: declaration.name) }
        for member in enumeration.memberBlock.members {
          guard let declaration = member.decl.as(EnumCaseDeclSyntax.self) else {
            throw MacroError(refusal, at: member.decl)
          }
          for element in declaration.elements {
            let name = element.name.trimmedText
            var text = name
            if let value = element.rawValue?.value {
              guard let literal = value.as(StringLiteralExprSyntax.self)?.representedLiteralValue else {
                throw MacroError(refusal, at: value)
              }
              text = literal
            }
            keys[name] = text
            cases.append((name, Syntax(element)))
          }
        }
        return
      }
      return nil
    }
  }

  extension TokenSyntax {
    /// The name without backticks.
    var trimmedText: String { identifier?.name ?? text }
  }
#endif
