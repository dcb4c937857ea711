/// A lenient parser of a list of links (RFC 8288 appendix B.2 and B.3).
struct LinkParser {
  private var scanner: HeaderScanner<ArraySlice<UInt8>>

  init(_ bytes: [UInt8]) {
    scanner = HeaderScanner(bytes[...])
  }

  /// Parses the next link, or returns `nil` at the end and at a mistake.
  mutating func next() -> Link? {
    _ = scanner.collect { $0.isBlank || $0 == comma }
    guard scanner.skip(UInt8(ascii: "<")) else { return nil }
    let target = URIReference.text(of: Array(scanner.collect(upTo: UInt8(ascii: ">"))))
    guard scanner.skip(UInt8(ascii: ">")) else { return nil }
    var attributes: [Attribute] = []
    while let attribute = nextAttribute() { attributes.append(attribute) }
    let relations = attributes.first { $0.name == "rel" && !$0.isExtended }?.value.utf8.split(
      whereSeparator: \.isBlank)
    return Link(
      target: target,
      relations: (relations ?? []).map { String(Substring($0)).lowercased() },
      anchor: attributes.first { $0.name == "anchor" && !$0.isExtended }?.value,
      parameters: Self.parameters(attributes))
  }

  /// A parameter as it is written.
  private struct Attribute {
    /// The name in lower case, without the `*` of an extended one.
    let name: String
    let isExtended: Bool
    /// The value, decoded if the parameter is extended.
    let value: String
  }

  /// Parses the next parameter that has a name and, if it is extended, a valid value.
  private mutating func nextAttribute() -> Attribute? {
    while skipSemicolon() {
      let name = scanner.collect { !$0.isBlank && $0 != UInt8(ascii: "=") && $0 != semicolon && $0 != comma }
      let value = readValue()
      let isExtended = name.last == UInt8(ascii: "*")
      guard let value = isExtended ? ExtendedValue(value)?.text : value else { continue }
      let attribute = Attribute(
        name: text(isExtended ? name.dropLast() : name).lowercased(), isExtended: isExtended, value: value)
      if !attribute.name.isEmpty { return attribute }
    }
    return nil
  }

  private mutating func skipSemicolon() -> Bool {
    skipBlanks()
    guard scanner.skip(semicolon) else { return false }
    skipBlanks()
    return true
  }

  /// Reads `=` and the value after it, if any. The closing quote may be missing.
  private mutating func readValue() -> String {
    skipBlanks()
    guard scanner.skip(UInt8(ascii: "=")) else { return "" }
    skipBlanks()
    if let content = scanner.collectQuotedString()?.content { return text(content) }
    return text(scanner.collect(upTo: semicolon, or: comma).trimmingTrailingHTTPWhitespace())
  }

  /// Returns the parameters of a link, without those that others replace.
  private static func parameters(_ attributes: [Attribute]) -> [HeaderParameter] {
    let extendedNames = Set(attributes.lazy.filter(\.isExtended).map(\.name))
    let singleNames: Set = ["media", "title", "type"]
    var usedNames: Set<String> = []
    return attributes.compactMap { attribute in
      let name = attribute.name
      guard name != "rel", name != "anchor", attribute.isExtended || !extendedNames.contains(name),
        !singleNames.contains(name) || usedNames.insert(name).inserted
      else { return nil }
      return HeaderParameter(name: name, value: attribute.value)
    }
  }

  private mutating func skipBlanks() {
    scanner.skip(while: \.isBlank)
  }

  private func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}

private let comma = UInt8(ascii: ",")
private let semicolon = UInt8(ascii: ";")
