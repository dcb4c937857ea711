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

    /// Reads the attributes.
    ///
    /// - Throws: `MacroError` if an attribute has no constant argument, or may be a property wrapper.
    init(_ attributes: AttributeListSyntax) throws {
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
        case let name where name.first?.isUppercase == true && name != "MainActor":
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
