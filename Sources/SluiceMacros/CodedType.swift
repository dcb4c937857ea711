#if Macros
  import SwiftSyntax

  /// The content of a type's declaration that a macro reads.
  struct CodedType {
    enum Content {
      case structure([CodedProperty])
      case enumeration([CodedCase])
      /// An enumeration whose cases have raw values.
      case rawValues
    }

    let content: Content
    /// The modifier of members that are as visible as the type, with a space after it, or nothing.
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
    /// - Throws: `MacroError` if the macro cannot write the conformances of the type.
    init(_ declaration: some DeclGroupSyntax, for macro: String) throws {
      let modifiers = declaration.modifiers.map(\.name.text)
      access = ["public", "package"].first { modifiers.contains($0) }.map { "\($0) " } ?? ""
      let others = ["JSONCodable", "JSONReadable", "JSONWritable"].filter { $0 != macro }
      if let other = others.lazy.compactMap({ declaration.attributes.first(named: $0) }).first {
        throw MacroError(
          "A type needs a single one of these macros: '@JSONCodable' reads and writes.", at: other)
      }
      for member in declaration.memberBlock.members { try Self.refuseConformance(member.decl) }
      let ownKeys = try CodingKeysDeclaration(of: declaration)
      hasCodingKeys = ownKeys != nil
      hasMemberwiseInitializer =
        declaration.is(StructDeclSyntax.self) && !Self.containsInitializer(declaration.memberBlock.members)
      let styleNode = declaration.attributes.first(named: "JSONKeys")
      let style = try KeyStyle(styleNode)
      if let styleNode, hasCodingKeys {
        throw MacroError(
          "'CodingKeys' contains the keys of this type, so '@JSONKeys' has no effect.", at: styleNode)
      }
      if declaration.is(StructDeclSyntax.self) {
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
    }

    /// Returns whether a type declares initializers, possibly within `#if`.
    private static func containsInitializer(_ members: MemberBlockItemListSyntax) -> Bool {
      members.contains { member in
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
#endif
