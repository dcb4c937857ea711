#if Macros
  import SwiftSyntax
  import SwiftSyntaxBuilder

  /// The code of the conformances of a type.
  struct Conformance {
    let type: CodedType

    /// The members of an extension that let the type read itself.
    var reading: [String] {
      switch type.content {
      case .rawValues: []
      case .structure(let properties): [read(properties), decode(properties)]
      case .enumeration(let cases): [read(cases)]
      }
    }

    /// The members of an extension that let the type write itself.
    var writing: [String] {
      switch type.content {
      case .rawValues: []
      case .structure(let properties): [write(properties), encode(properties)]
      case .enumeration(let cases): [write(cases)]
      }
    }

    /// The coding keys, or `nil` if the type or the compiler declares them.
    var codingKeys: String? {
      guard !type.hasCodingKeys else { return nil }
      let cases: [String]
      switch type.content {
      case .rawValues: return nil
      case .structure(let properties):
        cases = properties.map { "case \($0.name) = \(Self.literal($0.key))" }
      case .enumeration(let all):
        cases = all.map { "case \($0.name) = \(Self.literal($0.key))" }
      }
      // An enumeration without cases cannot have a raw type.
      let raw = cases.isEmpty ? "" : "Swift.String, "
      return "nonisolated enum CodingKeys: \(raw)Swift.CodingKey {\n\(Self.lines(cases))\n}"
    }

    // MARK: Structures

    private func read(_ properties: [CodedProperty]) -> String {
      let values = properties.filter(\.isRead).map { property in
        let method = property.mayBeMissing ? "readIfPresent" : "read"
        return (property, "cursor.\(method)(\(Self.literal(property.key)))\(property.fallback)")
      }
      let lines: [String]
      if type.hasMemberwiseInitializer && !values.isEmpty {
        // The compiler copies a structure whose properties were assigned between calls that may throw.
        lines = ["try self.init(", values.map { "\($0.label): \($1)" }.joined(separator: ",\n"), ")"]
      } else {
        lines = values.map { "self.\($0.name) = try \($1)" }
      }
      return reader((properties.isEmpty ? [] : ["try cursor.beginObject()"]) + lines)
    }

    private func decode(_ properties: [CodedProperty]) -> String {
      let read = properties.filter(\.isRead)
      // Synthesized code does not ask for a container without keys.
      if properties.isEmpty { return "\(type.access)init(from decoder: any Swift.Decoder) throws {}" }
      // Types are inferred, because the extension does not find names in the type that contains this one.
      var lines = ["let container = try decoder.container(keyedBy: CodingKeys.self)"]
      if read.isEmpty { lines = ["_ = try decoder.container(keyedBy: CodingKeys.self)"] }
      if read.contains(where: { !$0.mayBeMissing }) {
        lines += [
          "func value<Value: Swift.Decodable>(_ key: CodingKeys) throws -> Value {",
          "try container.decode(Value.self, forKey: key)", "}",
        ]
      }
      if read.contains(where: \.mayBeMissing) {
        lines += [
          "func valueIfPresent<Value: Swift.Decodable>(_ key: CodingKeys) throws -> Value? {",
          "try container.decodeIfPresent(Value.self, forKey: key)", "}",
        ]
      }
      lines += read.map { property in
        let method = property.mayBeMissing ? "valueIfPresent" : "value"
        return "self.\(property.name) = try \(method)(.\(property.name))\(property.fallback)"
      }
      return "\(type.access)init(from decoder: any Swift.Decoder) throws {\n\(Self.lines(lines))\n}"
    }

    private func write(_ properties: [CodedProperty]) -> String {
      let lines = properties.map { property in
        let method = property.isOptional ? "writeIfPresent" : "write"
        return "try writer.\(method)(\(Self.literal(property.key)), self.\(property.name))"
      }
      return writer(["try writer.beginObject()"] + lines + ["writer.endObject()"])
    }

    private func encode(_ properties: [CodedProperty]) -> String {
      var lines = ["var container = encoder.container(keyedBy: CodingKeys.self)"]
      if properties.isEmpty { lines = ["_ = encoder.container(keyedBy: CodingKeys.self)"] }
      lines += properties.map { property in
        let method = property.isOptional ? "encodeIfPresent" : "encode"
        return "try container.\(method)(self.\(property.name), forKey: .\(property.name))"
      }
      return "\(type.access)func encode(to encoder: any Swift.Encoder) throws {\n\(Self.lines(lines))\n}"
    }

    // MARK: Enumerations

    private func read(_ cases: [CodedCase]) -> String {
      let names = cases.map { Self.literal($0.key) }.joined(separator: ", ")
      var lines = ["switch try cursor.beginCase(of: Self.self, named: [\(names)]) {"]
      for (index, element) in cases.enumerated() {
        // The name is one of these, so the last one needs no pattern.
        lines.append(index == cases.count - 1 ? "default:" : "case \(Self.literal(element.key)):")
        let values = element.values.map { value in
          let method = value.isOptional ? "readIfPresent" : "read"
          return "\(value.label.map { "\($0): " } ?? "")try cursor.\(method)(\(Self.literal(value.key)))"
        }
        let arguments = values.isEmpty ? "" : "(\(values.joined(separator: ", ")))"
        lines.append("self = .\(element.name)\(arguments)")
      }
      return reader(lines + ["}"])
    }

    private func write(_ cases: [CodedCase]) -> String {
      var lines = ["switch self {"]
      for element in cases {
        let names = element.values.indices.map { "value\($0)" }
        let pattern = names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
        lines.append("case .\(element.name)\(pattern):")
        lines.append("try writer.beginCase(\(Self.literal(element.key)))")
        for (name, value) in zip(names, element.values) {
          lines.append(
            "try writer.\(value.isOptional ? "writeIfPresent" : "write")(\(Self.literal(value.key)), \(name))"
          )
        }
      }
      return writer(lines + ["}", "writer.endCase()"])
    }

    // MARK: Text

    /// Code that the compiler refuses in a type with a raw value: the call is that of the second function, and lacks
    /// `try`.
    private static let check = [
      "func check<Coded>(_ type: Coded.Type) {}",
      """
      @available(*, deprecated, message: "'Codable' represents this type by its raw value, which its declaration does \
      not name. Conform by hand.")
      """,
      "func check<Coded: Swift.RawRepresentable>(_ type: Coded.Type) throws {}",
      "check(Self.self)",
    ]

    private func reader(_ lines: [String]) -> String {
      "\(type.access)init(from cursor: inout SluiceJSON.JSON.Cursor) throws {\n\(Self.lines(Self.check + lines))\n}"
    }

    private func writer(_ lines: [String]) -> String {
      "\(type.access)func write(to writer: inout SluiceJSON.JSON.Writer) throws {\n\(Self.lines(Self.check + lines))\n}"
    }

    private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") }

    private static func literal(_ text: String) -> String {
      StringLiteralExprSyntax(content: text).description
    }
  }

  extension CodedProperty {
    /// The operator and the value of a missing member, or nothing.
    fileprivate var fallback: String { defaultValue.map { " ?? (\($0))" } ?? "" }

    fileprivate var mayBeMissing: Bool { isOptional || defaultValue != nil }
  }
#endif
