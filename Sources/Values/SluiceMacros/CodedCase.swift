#if Macros
  import SwiftSyntax

  /// A case of an enumeration that is read and written in the form that Swift synthesizes.
  struct CodedCase {
    struct Value {
      /// The label as code, or `nil` if the value has none.
      let label: String?
      let key: String
      let isOptional: Bool
    }

    /// The name as code.
    let name: String
    /// The name without backticks.
    let plainName: String
    let key: String
    let values: [Value]
    let isDeprecated: Bool
    let node: Syntax

    /// Returns whether an enumeration has a raw type.
    static func haveRawValues(in enumeration: EnumDeclSyntax) -> Bool {
      if enumeration.inheritanceClause?.inheritedTypes.first?.type.isRawType == true { return true }
      return elements(of: enumeration).contains { $0.element.rawValue != nil }
    }

    private static func elements(
      of enumeration: EnumDeclSyntax
    ) -> [(declaration: EnumCaseDeclSyntax, element: EnumCaseElementSyntax)] {
      enumeration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap {
        declaration in
        declaration.elements.map { (declaration, $0) }
      }
    }

    /// Checks that no case of an enumeration with raw values has attributes.
    ///
    /// - Throws: `MacroError` at the first attribute.
    static func refuseAttributes(in enumeration: EnumDeclSyntax) throws {
      for (declaration, _) in elements(of: enumeration) {
        let attributes = try CodingAttributes(declaration.attributes)
        if let node = attributes.keyNode ?? attributes.defaultNode {
          throw MacroError("The raw value of the case is its text, so the attribute has no effect.", at: node)
        }
      }
    }

    /// Returns the cases of an enumeration in order.
    ///
    /// - Throws: `MacroError` if it has none, or a case cannot be read or written.
    static func all(in enumeration: EnumDeclSyntax, ownKeys: CodingKeysDeclaration?) throws -> [CodedCase] {
      var cases: [CodedCase] = []
      for member in enumeration.memberBlock.members {
        if let condition = member.decl.as(IfConfigDeclSyntax.self) { try refuseCases(in: condition) }
      }
      for (declaration, element) in elements(of: enumeration) {
        let attributes = try CodingAttributes(declaration.attributes)
        if let node = attributes.defaultNode {
          throw MacroError("'@JSONDefault' applies to the properties of a structure.", at: node)
        }
        if let node = attributes.keyNode, declaration.elements.count > 1 {
          throw MacroError("The attribute needs a declaration with a single case.", at: node)
        }
        if let node = attributes.keyNode, ownKeys != nil {
          throw MacroError(
            "'CodingKeys' contains the keys of this type, so '@JSONKey' has no effect.", at: node)
        }
        if let node = attributes.unavailableNode {
          throw MacroError("A macro cannot use an unavailable case. Conform by hand.", at: node)
        }
        let name = element.name.trimmedText
        if cases.contains(where: { $0.plainName == name }) {
          throw MacroError("Another case has the name '\(name)', too.", at: element)
        }
        // The compiler changes the case of ASCII letters only.
        let first = name.prefix(1)
        let keysName =
          "\(first.utf8.count == 1 ? first.uppercased() : "\(first)")\(name.dropFirst())CodingKeys"
        let valueKeys = try CodingKeysDeclaration(of: enumeration, named: keysName)
        let values = try (element.parameterClause?.parameters.map { $0 } ?? []).enumerated().map {
          index, parameter in
          let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
          let name = label?.trimmedText ?? "_\(index)"
          guard let key = valueKeys.map({ $0.keys[name] }) ?? name else {
            throw MacroError("'\(keysName)' has no case for this value.", at: parameter)
          }
          return Value(
            label: label.map { argumentLabel($0.text) }, key: key,
            isOptional: parameter.type.optionalValue != nil)
        }
        let defaultKey = attributes.key ?? name
        guard let key = ownKeys.map({ $0.keys[name] }) ?? defaultKey else {
          throw MacroError("'CodingKeys' has no case for '\(name)'.", at: element)
        }
        if cases.contains(where: { $0.key == key }) {
          throw MacroError("Another case has the key \"\(key)\", too.", at: element)
        }
        cases.append(
          CodedCase(
            name: element.name.text, plainName: name, key: key, values: values,
            isDeprecated: attributes.isDeprecated, node: Syntax(element)))
      }
      guard !cases.isEmpty else { throw MacroError("The enumeration has no cases.", at: enumeration.name) }
      return cases
    }

    private static func refuseCases(in condition: IfConfigDeclSyntax) throws {
      for clause in condition.clauses {
        guard case .decls(let members) = clause.elements else { continue }
        for member in members {
          if let inner = member.decl.as(IfConfigDeclSyntax.self) { try refuseCases(in: inner) }
          if member.decl.is(EnumCaseDeclSyntax.self) {
            throw MacroError(
              "A macro does not see whether this case exists. Conform by hand.", at: member.decl)
          }
        }
      }
    }
  }
#endif
