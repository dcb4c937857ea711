/// A link of a `Link` field, such as `</articles?page=2>; rel="next"` (RFC 8288 §3).
///
/// ```swift
/// let links = WebLink.links(in: "</articles?page=2>; rel=\"next\"; title=\"More\", </>; rel=\"start\"")
/// links[0].target      // /articles?page=2
/// links[0]["title"]    // More
/// ```
public struct WebLink: Sendable, Hashable {
  /// The URI reference between the angle brackets. It is relative to the URL of the response.
  public let target: String

  /// The relation types in order, in lower case, such as `next`. They are compared without regard to case (RFC 8288
  /// §2.1).
  public let relations: [String]

  /// The URI reference of the resource that the link belongs to, or `nil` if that is the resource of the response.
  public let anchor: String?

  /// The parameters other than `rel` and `anchor`, in order.
  ///
  /// The value of an extended parameter, such as `title*=UTF-8''na%C3%AFve` (RFC 8187), is decoded. It has the name
  /// without the `*`, and takes precedence over values of that name. `media`, `title` and `type` occur once: the first
  /// one counts. A parameter without a value has an empty one.
  public let parameters: [HeaderParameter]

  /// Returns the links in the value of a field. A response may have several such fields.
  ///
  /// Parsing is lenient, as specified by RFC 8288 appendix B: values need no quotes, and empty list members and
  /// parameters are skipped. It stops at the first mistake, such as a member without angle brackets or text after a
  /// quoted string, and returns the links before it.
  ///
  /// - Returns: The links in order, possibly none.
  /// - Complexity: O(*n*) in the length of the value.
  public static func links(in value: some StringProtocol) -> [WebLink] { links(in: Array(value.utf8)) }

  /// Returns the links in the value of a field, as ``links(in:)`` does. Bytes of a target that are not UTF-8 are
  /// percent-encoded.
  package static func links(in value: [UInt8]) -> [WebLink] {
    var parser = LinkParser(value)
    var links: [WebLink] = []
    while let link = parser.next() { links.append(link) }
    return links
  }

  /// The value of the first parameter with this name in any case, or `nil` if there is none.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return parameters.first { $0.name == name }?.value
  }
}

extension WebLink {
  /// Returns the first link with a relation type, such as the `next` page, or `nil` if there is none.
  ///
  /// A link with an ``anchor`` belongs to another resource than the response, and is skipped, unless the anchor is
  /// empty.
  ///
  /// - Parameters:
  ///   - relation: The relation type, in any case.
  ///   - links: The links.
  package static func first(_ relation: String, in links: [WebLink]) -> WebLink? {
    let relation = relation.lowercased()
    return links.first { ($0.anchor ?? "").isEmpty && $0.relations.contains(relation) }
  }
}

/// A lenient parser of a list of links (RFC 8288 appendix B.2 and B.3).
private struct LinkParser {
  private var scanner: HeaderScanner<ArraySlice<UInt8>>

  init(_ bytes: [UInt8]) {
    scanner = HeaderScanner(bytes[...])
  }

  /// Parses the next link, or returns `nil` at the end and at a mistake.
  mutating func next() -> WebLink? {
    _ = scanner.collect { $0.isBlank || $0 == comma }
    guard scanner.skip(UInt8(ascii: "<")) else { return nil }
    let target = URIReference.text(of: Array(scanner.collect(upTo: UInt8(ascii: ">"))))
    guard scanner.skip(UInt8(ascii: ">")) else { return nil }
    var attributes: [Attribute] = []
    while let attribute = nextAttribute() { attributes.append(attribute) }
    let relations = attributes.first { $0.name == "rel" && !$0.isExtended }?.value.utf8.split(
      whereSeparator: \.isBlank)
    return WebLink(
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
