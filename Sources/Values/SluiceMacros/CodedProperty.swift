#if Macros
  import SwiftSyntax

  /// A property of a structure that is read and written.
  struct CodedProperty {
    /// The name as code.
    let name: String
    /// The name without backticks.
    let plainName: String
    let key: String
    /// Whether the type is spelled as an optional.
    let isOptional: Bool
    /// The value of a missing member, as code.
    let defaultValue: String?
    /// Whether the property is read. A constant with a value is only written.
    let isRead: Bool
    let isDeprecated: Bool
    let node: Syntax

    /// The label of the property's argument in the memberwise initializer, as code.
    var label: String { argumentLabel(name) }

    /// Returns the properties of a structure in the order in which they are read and written: that of its own coding
    /// keys, as in synthesized code, or that of the declaration.
    ///
    /// - Parameters:
    ///   - structure: The declaration.
    ///   - ownKeys: Its own coding keys. Without them, each property has a key.
    ///   - style: The rule for making keys from names.
    /// - Throws: `MacroError` if a property cannot be read or written, or several have the same key.
    static func all(
      of structure: some DeclGroupSyntax, ownKeys: CodingKeysDeclaration?, style: KeyStyle?
    ) throws -> [CodedProperty] {
      var properties: [CodedProperty] = []
      var names: Set<String> = []
      for member in structure.memberBlock.members {
        if let condition = member.decl.as(IfConfigDeclSyntax.self) {
          try refuseProperties(in: condition)
        }
        guard let variable = member.decl.as(VariableDeclSyntax.self),
          !variable.modifiers.contains(where: { ["static", "class"].contains($0.name.text) })
        else { continue }
        properties += try Self.properties(of: variable, ownKeys: ownKeys, style: style, names: &names)
      }
      if let other = ownKeys?.cases.first(where: { !names.contains($0.name) }) {
        throw MacroError("No stored property has the name '\(other.name)'.", at: other.node)
      }
      var keys: Set<String> = []
      for property in properties where !keys.insert(property.key).inserted {
        throw MacroError("Another property has the key \"\(property.key)\", too.", at: property.node)
      }
      guard let ownKeys else { return properties }
      return ownKeys.cases.compactMap { key in
        properties.first { $0.plainName == key.name }
      }
    }

    private static func properties(
      of variable: VariableDeclSyntax, ownKeys: CodingKeysDeclaration?, style: KeyStyle?,
      names: inout Set<String>
    ) throws -> [CodedProperty] {
      // An array, because a filtered list of nodes is no longer part of the source.
      let stored = Array(variable.bindings).filter(\.isStored)
      guard !stored.isEmpty else { return [] }
      let attributes = try CodingAttributes(variable.attributes)
      if let lazy = variable.modifiers.first(where: { $0.name.text == "lazy" }) {
        throw MacroError("A lazy property has no value to write. Conform by hand.", at: lazy)
      }
      if let node = attributes.keyNode ?? attributes.defaultNode, stored.count > 1 {
        throw MacroError("The attribute needs a declaration with a single property.", at: node)
      }
      if let node = attributes.keyNode, ownKeys != nil {
        throw MacroError(
          "'CodingKeys' contains the keys of this type, so '@JSONKey' has no effect.", at: node)
      }
      var type: TypeSyntax?
      var properties: [CodedProperty] = []
      // In `var a, b: Int`, the type also applies to the properties before it.
      for binding in stored.reversed() {
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
          throw MacroError(
            "A tuple of properties is not supported. Declare each separately.", at: binding.pattern)
        }
        type = binding.typeAnnotation?.type ?? (binding.initializer == nil ? type : nil)
        let name = pattern.identifier.trimmedText
        names.insert(name)
        let isConstant = variable.bindingSpecifier.text == "let"
        let isInitialized = binding.initializer != nil
        let defaultKey = attributes.key ?? style?.key(for: name) ?? name
        guard let key = ownKeys.map({ $0.keys[name] }) ?? defaultKey else {
          guard isInitialized || (!isConstant && type?.isInitiallyNil == true) else {
            throw MacroError(
              "'CodingKeys' has no case for the property, which therefore needs a value.", at: binding)
          }
          continue
        }
        if let node = attributes.defaultNode, isConstant && isInitialized {
          throw MacroError("A constant with a value is not read, so '@JSONDefault' has no effect.", at: node)
        }
        guard type != nil || binding.initializer?.value.isLiteral == true else {
          throw MacroError(
            "The property needs a type annotation, because a macro does not know whether the type is an optional.",
            at: binding)
        }
        properties.append(
          CodedProperty(
            name: pattern.identifier.text, plainName: name, key: key, isOptional: type?.optionalValue != nil,
            defaultValue: attributes.defaultValue?.description,
            isRead: !(isConstant && isInitialized), isDeprecated: attributes.isDeprecated,
            node: Syntax(binding)))
      }
      return properties.reversed()
    }

    private static func refuseProperties(in condition: IfConfigDeclSyntax) throws {
      for clause in condition.clauses {
        guard case .decls(let members) = clause.elements else { continue }
        for member in members {
          if let inner = member.decl.as(IfConfigDeclSyntax.self) { try refuseProperties(in: inner) }
          if member.decl.as(VariableDeclSyntax.self)?.bindings.contains(where: \.isStored) == true {
            throw MacroError(
              "A macro does not see whether this property exists. Conform by hand.", at: member.decl)
          }
        }
      }
    }
  }

  extension PatternBindingSyntax {
    /// Whether the property is stored. It may have observers.
    fileprivate var isStored: Bool {
      switch accessorBlock?.accessors {
      case nil: true
      case .getter: false
      case .accessors(let accessors):
        accessors.allSatisfy { ["willSet", "didSet"].contains($0.accessorSpecifier.text) }
      }
    }
  }

  /// Returns the label of an argument as code.
  ///
  /// The compiler warns of a keyword in backticks there, except `inout`.
  ///
  /// - Parameter name: The label as it is declared.
  func argumentLabel(_ name: String) -> String {
    let plain = name.filter { $0 != "`" }
    let isWord = plain.allSatisfy { $0.isLetter || $0 == "_" }
    return isWord && plain != "inout" ? plain : name
  }

  extension TypeSyntax {
    /// Whether a variable of the type has the value `nil` unless it is given another one.
    fileprivate var isInitiallyNil: Bool {
      self.is(OptionalTypeSyntax.self) || self.is(ImplicitlyUnwrappedOptionalTypeSyntax.self)
    }

    /// The type of an optional's value, or `nil` if the type is not spelled as an optional.
    var optionalValue: TypeSyntax? {
      if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType }
      if let optional = self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return optional.wrappedType }
      if let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 {
        return tuple.elements.first?.type.optionalValue
      }
      let arguments: GenericArgumentClauseSyntax?
      if let type = self.as(IdentifierTypeSyntax.self), type.name.text == "Optional" {
        arguments = type.genericArgumentClause
      } else if let type = self.as(MemberTypeSyntax.self), type.name.text == "Optional",
        type.baseType.trimmedDescription == "Swift"
      {
        arguments = type.genericArgumentClause
      } else {
        return nil
      }
      guard let argument = arguments?.arguments.first?.argument else { return nil }
      return TypeSyntax(argument)
    }
  }

  extension ExprSyntax {
    /// Whether this is a literal, of a type that is not an optional.
    fileprivate var isLiteral: Bool {
      if let prefixed = self.as(PrefixOperatorExprSyntax.self) { return prefixed.expression.isLiteral }
      return [
        .stringLiteralExpr, .booleanLiteralExpr, .integerLiteralExpr, .floatLiteralExpr, .arrayExpr,
        .dictionaryExpr,
      ].contains(kind)
    }
  }
#endif
