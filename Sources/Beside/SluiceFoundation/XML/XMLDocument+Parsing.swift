import Foundation
public import FoundationXML
public import SluiceCoding

extension XMLDocument {
  /// Creates a document by parsing bytes strictly.
  ///
  /// ```swift
  /// let feed = try XMLDocument(parsing: bytes)
  /// let titles = try feed.nodes(forXPath: "/feed/entry/title").compactMap(\.stringValue)
  /// ```
  ///
  /// Only the given bytes are read: external entities, DTDs and XIncludes are never loaded. Foundation's own
  /// initializers silently repair malformed documents and trap on empty ones; this one throws.
  ///
  /// In addition to malformed documents, the following are refused:
  ///
  /// - a document type with an internal subset (`<!DOCTYPE a [ … ]>`), because it may declare entities
  /// - references to entities other than the five predefined ones
  /// - more than 200 levels of nested elements
  /// - more than 256 attributes of an element, or namespaces in scope
  /// - an XML declaration of another version than 1.0
  /// - a text, comment or attribute of about 10 million bytes or more, and a name of more than 50,000
  ///
  /// - Parameters:
  ///   - bytes: The document.
  ///   - charset: The label of the encoding, such as the `charset` parameter of a media type. It takes precedence over
  ///     the XML declaration, but not over a byte order mark
  ///     ([RFC 7303 §3](https://www.rfc-editor.org/rfc/rfc7303#section-3)). Defaults to `nil`.
  ///   - encodings: The supported encodings. Defaults to ``TextEncodings/foundation``.
  /// - Throws: ``XMLError``; `TextError` if the encoding is unknown or the bytes are not valid in it.
  public convenience init(
    parsing bytes: [UInt8], charset: String? = nil, encodings: TextEncodings = .foundation
  ) throws {
    let text = try XMLText.utf8(bytes, charset: charset, encodings: encodings)
    var walk = XMLGuard(text)
    try walk.check()
    try XMLWellFormedness.check(text)
    try self.init(data: Data(text), options: [.nodePreserveWhitespace, .nodeLoadExternalEntitiesNever])
  }
}
