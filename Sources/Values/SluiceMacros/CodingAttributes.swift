#if Macros
  import SluiceSupport
  import SwiftParser
  import SwiftSyntax

  /// The attributes of a property or a case that its macro reads.
  struct CodingAttributes {
    /// The argument of `@JSONKey`.
    private(set) var key: String?
    /// The argument of `@JSONDefault`.
    private(set) var defaultValue: ExprSyntax?
    private(set) var keyNode: AttributeSyntax?
    private(set) var defaultNode: AttributeSyntax?
    /// Whether code that uses the property or case has a warning.
    private(set) var isDeprecated = false
    /// The attribute that makes a case unavailable everywhere.
    private(set) var unavailableNode: AttributeSyntax?

    /// The compiler's attributes of properties and cases. Others may be property wrappers.
    private static let known: Set<String> = [
      "MainActor", "abi", "available", "exclusivity", "export", "inlinable", "inline", "nonobjc", "objc",
      "preconcurrency", "safe", "section", "unsafe", "usableFromInline", "used",
    ]

    /// Reads the attributes.
    ///
    /// - Throws: `MacroError` if an attribute has no constant argument, is within `#if`, or may be a property wrapper.
    init(_ attributes: AttributeListSyntax) throws {
      for condition in attributes.lazy.compactMap({ $0.as(IfConfigDeclSyntax.self) }) {
        for clause in condition.clauses {
          guard case .attributes(let inner) = clause.elements else { continue }
          let read = try CodingAttributes(inner)
          isDeprecated = isDeprecated || read.isDeprecated
          if let node = read.keyNode ?? read.defaultNode ?? read.unavailableNode {
            throw MacroError(
              "A macro does not see whether this attribute applies. Conform by hand.", at: node)
          }
        }
      }
      for attribute in attributes.lazy.compactMap({ $0.as(AttributeSyntax.self) }) {
        switch attribute.name {
        case "JSONKey":
          guard
            let literal = attribute.onlyArgument?.as(StringLiteralExprSyntax.self)?.representedLiteralValue
          else {
            throw MacroError(
              "'@JSONKey' needs a string literal, because the key is needed at compile time.", at: attribute)
          }
          key = literal
          keyNode = attribute
        case "JSONDefault":
          defaultValue = attribute.onlyArgument
          defaultNode = attribute
        case "available":
          let tokens = attribute.arguments?.tokens(viewMode: .sourceAccurate).map(\.text) ?? []
          if tokens.contains("deprecated") || tokens.contains("obsoleted") { isDeprecated = true }
          if tokens.starts(with: ["*", ",", "unavailable"]) { unavailableNode = attribute }
        case let name where !Self.known.contains(name) && name.first != "_":
          throw MacroError(
            "'@\(name)' may be a property wrapper, which a macro cannot see through. Conform by hand.",
            at: attribute)
        default: break
        }
      }
    }
  }

  extension AttributeSyntax {
    /// The name without the module.
    var name: String {
      attributeName.as(MemberTypeSyntax.self)?.name.text ?? attributeName.as(IdentifierTypeSyntax.self)?.name
        .text
        ?? attributeName.trimmedDescription
    }

    var onlyArgument: ExprSyntax? {
      guard case .argumentList(let arguments) = arguments, arguments.count == 1 else { return nil }
      return arguments.first?.expression.trimmed
    }
  }

  extension AttributeListSyntax {
    /// Returns the first attribute with a name.
    func first(named name: String) -> AttributeSyntax? {
      lazy.compactMap { $0.as(AttributeSyntax.self) }.first { $0.name == name }
    }
  }

  /// A rule for making keys from the names of properties.
  enum KeyStyle: String {
    case snakeCase

    /// Reads the attribute `@JSONKeys` of a type.
    ///
    /// - Throws: `MacroError` if its argument is not the name of a style.
    init?(_ attribute: AttributeSyntax?) throws {
      guard let attribute else { return nil }
      guard let name = attribute.onlyArgument?.as(MemberAccessExprSyntax.self)?.declName.baseName.text,
        let style = KeyStyle(rawValue: name)
      else { throw MacroError("'@JSONKeys' needs the name of a style, such as '.snakeCase'.", at: attribute) }
      self = style
    }

    func key(for name: String) -> String {
      switch self {
      case .snakeCase: SnakeCase.snakeCased(name)
      }
    }
  }
#endif
