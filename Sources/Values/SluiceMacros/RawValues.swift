#if Macros
  import SwiftSyntax

  /// The raw values that declarations of types name.
  enum RawValues {
    /// The types of raw values that `Codable` represents by the raw value alone.
    fileprivate static let types: Set<String> = [
      "Bool", "String", "Double", "Float",
      "Int", "Int8", "Int16", "Int32", "Int64", "Int128",
      "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    ]

    /// Returns whether the inheritance clause of a declaration names a protocol of raw values.
    ///
    /// - Throws: `MacroError` if it names one, but no property `rawValue` of one of the types.
    static func areDeclared(in declaration: some DeclGroupSyntax) throws -> Bool {
      let protocols = declaration.inheritanceClause?.inheritedTypes ?? []
      guard
        let node = protocols.first(where: { ["RawRepresentable", "OptionSet"].contains($0.type.plainName) })
      else { return false }
      let bindings = declaration.memberBlock.members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        .flatMap(\.bindings)
      let rawValue = bindings.first { $0.pattern.trimmedDescription == "rawValue" }
      guard rawValue?.typeAnnotation?.type.isRawType == true else {
        throw MacroError(
          "A macro does not see that the raw value is a string or number. Conform by hand.", at: node)
      }
      return true
    }

    /// Checks that no property of a structure with a raw value has attributes.
    ///
    /// - Throws: `MacroError` at the first attribute.
    static func refuseAttributes(in structure: some DeclGroupSyntax) throws {
      for variable in structure.memberBlock.members.lazy.compactMap({ $0.decl.as(VariableDeclSyntax.self) }) {
        let attributes = try CodingAttributes(variable.attributes)
        if let node = attributes.keyNode ?? attributes.defaultNode {
          throw MacroError(
            "Only the raw value is read and written, so the attribute has no effect.", at: node)
        }
      }
    }
  }

  extension TypeSyntax {
    /// Whether the type is spelled as that of a raw value which `Codable` represents by the raw value alone.
    var isRawType: Bool { plainName.map(RawValues.types.contains) ?? false }

    /// The name of a type that is spelled without a module, or with that of the standard library.
    fileprivate var plainName: String? {
      if let type = self.as(MemberTypeSyntax.self), type.baseType.trimmedDescription == "Swift" {
        return type.name.trimmedText
      }
      return self.as(IdentifierTypeSyntax.self)?.name.trimmedText
    }
  }
#endif
