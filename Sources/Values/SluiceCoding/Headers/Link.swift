/// A link of a `Link` field, such as `</articles?page=2>; rel="next"` (RFC 8288 §3).
///
/// ```swift
/// let links = Link.links(in: "</articles?page=2>; rel=\"next\"; title=\"More\", </>; rel=\"start\"")
/// let next = links.first(relation: "next")
/// next?.target      // /articles?page=2
/// next?["title"]    // More
/// ```
public struct Link: Sendable, Hashable {
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
  public static func links(in value: some StringProtocol) -> [Link] { links(in: Array(value.utf8)) }

  /// Returns the links in the value of a field, as ``links(in:)`` does. Bytes of a target that are not UTF-8 are
  /// percent-encoded.
  package static func links(in value: [UInt8]) -> [Link] {
    var parser = LinkParser(value)
    var links: [Link] = []
    while let link = parser.next() { links.append(link) }
    return links
  }

  /// The value of the first parameter with this name in any case, or `nil` if there is none.
  public subscript(name: String) -> String? {
    let name = name.lowercased()
    return parameters.first { $0.name == name }?.value
  }
}

extension [Link] {
  /// Returns the first link with a relation type, such as the `next` page, or `nil` if there is none.
  ///
  /// A link with an ``Link/anchor`` belongs to another resource than the response, and is skipped, unless the anchor is
  /// empty.
  ///
  /// - Parameter relation: The relation type, in any case.
  public func first(relation: String) -> Link? {
    let relation = relation.lowercased()
    return first { ($0.anchor ?? "").isEmpty && $0.relations.contains(relation) }
  }
}
