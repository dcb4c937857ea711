#if Macros
  import SwiftSyntax

  /// The content of a type's declaration that a macro reads.
  struct CodedType {
    enum Content {
      case structure([CodedProperty])
      case enumeration([CodedCase])
      /// The type is read and written as its raw value.
      case rawValues
    }

    let content: Content
    /// The attributes and the modifier of members that are as visible as the type, each with a space after it.
    let access: String
    /// Whether the type declares coding keys itself.
    let hasCodingKeys: Bool
    /// Whether the compiler declares an initializer with a parameter for each property.
    let hasMemberwiseInitializer: Bool

    /// Reads a declaration.
    ///
    /// - Parameters:
    ///   - declaration: The declaration that a macro is attached to.
    ///   - macro: The name of the macro.
    ///   - container: The declaration around it.
    /// - Throws: `MacroError` if the macro cannot write the conformances of the type.
    init(_ declaration: some DeclGroupSyntax, for macro: String, in container: Syntax?) throws {
      let others = ["JSONCodable", "JSONReadable", "JSONWritable"].filter { $0 != macro }
      if let other = others.lazy.compactMap({ declaration.attributes.first(named: $0) }).first {
        throw MacroError(
          "A type needs a single one of these macros: '@JSONCodable' reads and writes.", at: other)
      }
      for member in declaration.memberBlock.members { try Self.refuseConformance(member.decl) }
      let ownKeys = try CodingKeysDeclaration(of: declaration)
      hasCodingKeys = ownKeys != nil
      let styleNode = declaration.attributes.first(named: "JSONKeys")
      let style = try KeyStyle(styleNode)
      if let styleNode, hasCodingKeys {
        throw MacroError(
          "'CodingKeys' contains the keys of this type, so '@JSONKeys' has no effect.", at: styleNode)
      }
      if try RawValues.areDeclared(in: declaration) {
        if let styleNode {
          throw MacroError(
            "Only the raw value is read and written, so the attribute has no effect.", at: styleNode)
        }
        if let enumeration = declaration.as(EnumDeclSyntax.self) {
          try CodedCase.refuseAttributes(in: enumeration)
        } else {
          try RawValues.refuseAttributes(in: declaration)
        }
        content = .rawValues
      } else if declaration.is(StructDeclSyntax.self) {
        content = .structure(try CodedProperty.all(of: declaration, ownKeys: ownKeys, style: style))
      } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
        if let styleNode {
          throw MacroError(
            "'@JSONKeys' applies to the properties of a structure. Use '@JSONKey' for cases.", at: styleNode)
        }
        if CodedCase.haveRawValues(in: enumeration) {
          try CodedCase.refuseAttributes(in: enumeration)
          content = .rawValues
        } else {
          content = .enumeration(try CodedCase.all(in: enumeration, ownKeys: ownKeys))
        }
      } else {
        throw MacroError(
          "'@\(macro)' applies to structures and enumerations. A class conforms by hand, because each of its "
            + "subclasses needs initializers of its own.", at: declaration.introducer)
      }
      access = Self.attributes(of: declaration, content) + Self.modifier(of: declaration, in: container)
      hasMemberwiseInitializer =
        declaration.is(StructDeclSyntax.self) && !Self.containsInitializer(declaration.memberBlock.members)
        && content.hasDeclaredOrder
    }

    /// Returns the attributes of members that are as visible as the type, and that may use all of its members without a
    /// warning.
    private static func attributes(of declaration: some DeclGroupSyntax, _ content: Content) -> String {
      let usable = declaration.attributes.first(named: "usableFromInline") == nil ? "" : "@usableFromInline "
      return content.hasDeprecatedMembers ? "\(usable)@available(*, deprecated) " : usable
    }

    /// Returns the modifier of members that are as visible as the type.
    private static func modifier(of declaration: some DeclGroupSyntax, in container: Syntax?) -> String {
      let levels: Set<String> = ["open", "public", "package", "internal", "fileprivate", "private"]
      func level(_ modifiers: DeclModifierListSyntax?) -> String? {
        modifiers?.lazy.map(\.name.text).first { levels.contains($0) }
      }
      // The modifier of an extension is that of its members without one.
      let level = level(declaration.modifiers) ?? level(container?.as(ExtensionDeclSyntax.self)?.modifiers)
      return level == "public" || level == "package" ? "\(level ?? "") " : ""
    }

    /// Returns whether a type declares initializers, possibly within `#if`, or by an accessor, which changes the
    /// parameters of the compiler's one.
    private static func containsInitializer(_ members: MemberBlockItemListSyntax) -> Bool {
      members.contains { member in
        if let variable = member.decl.as(VariableDeclSyntax.self) {
          return variable.bindings.contains(where: \.hasInitAccessor)
        }
        guard let condition = member.decl.as(IfConfigDeclSyntax.self) else {
          return member.decl.is(InitializerDeclSyntax.self)
        }
        return condition.clauses.contains { clause in
          guard case .decls(let members) = clause.elements else { return false }
          return containsInitializer(members)
        }
      }
    }

    /// Checks that a member is not part of a conformance.
    ///
    /// - Throws: `MacroError` if it is.
    private static func refuseConformance(_ member: DeclSyntax) throws {
      let (name, parameters): (String, FunctionParameterListSyntax)
      if let initializer = member.as(InitializerDeclSyntax.self) {
        (name, parameters) = ("init", initializer.signature.parameterClause.parameters)
      } else if let function = member.as(FunctionDeclSyntax.self) {
        (name, parameters) = (function.name.text, function.signature.parameterClause.parameters)
      } else {
        return
      }
      guard let parameter = parameters.first, parameters.count == 1 else { return }
      let type = parameter.type.trimmedDescription
      let words = ["Decoder", "Encoder", "Cursor", "Writer"]
      guard ["init(from:)", "encode(to:)", "write(to:)"].contains("\(name)(\(parameter.firstName.text):)"),
        words.contains(where: { type.hasSuffix($0) })
      else { return }
      throw MacroError(
        "The macro writes this itself. Remove it, or conform to 'JSONReadable' and 'JSONWritable' by hand.",
        at: member)
    }
  }

  extension CodedType.Content {
    /// Whether the properties are in the order of their declarations.
    fileprivate var hasDeclaredOrder: Bool {
      guard case .structure(let properties) = self else { return true }
      return zip(properties, properties.dropFirst()).allSatisfy { $0.node.position < $1.node.position }
    }

    fileprivate var hasDeprecatedMembers: Bool {
      switch self {
      case .structure(let properties): properties.contains(where: \.isDeprecated)
      case .enumeration(let cases): cases.contains(where: \.isDeprecated)
      case .rawValues: false
      }
    }
  }

  extension PatternBindingSyntax {
    fileprivate var hasInitAccessor: Bool {
      guard case .accessors(let accessors) = accessorBlock?.accessors else { return false }
      return accessors.contains { $0.accessorSpecifier.text == "init" }
    }
  }
#endif
