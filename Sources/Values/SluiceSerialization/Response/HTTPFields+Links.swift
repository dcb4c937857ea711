public import HTTPTypes
public import SluiceCoding

extension HTTPFields {
  /// The links of all `Link` fields in order ([RFC 8288 §3](https://www.rfc-editor.org/rfc/rfc8288#section-3)).
  ///
  /// ```swift
  /// let next = response.head.headerFields.links.first(relation: "next")
  /// ```
  ///
  /// A field is parsed up to its first mistake, which does not affect the others.
  ///
  /// - Complexity: O(*n*) in the length of the fields.
  public var links: [Link] {
    guard let name = HTTPField.Name("Link") else { return [] }
    return self[fields: name].flatMap { Link.links(in: $0.bytes) }
  }

  /// Returns the URI references of the fields with a name, such as `Location`, in order. The bytes of one that is not
  /// UTF-8 are percent-encoded.
  package func references(_ name: HTTPField.Name) -> [String] {
    self[fields: name].map { URIReference.text(of: $0.bytes) }
  }
}
