import Foundation
public import FoundationXML
public import SluiceCoding

extension XMLDocument {
  /// Reads a document strictly, and nothing but these bytes: no external entity, no DTD and no XInclude is
  /// loaded.
  ///
  /// Foundation alone would repair a malformed document in silence, and trap on an empty one. Beyond what is
  /// malformed, these are refused: a document type with an internal subset (`<!DOCTYPE a [ … ]>`), since it may
  /// declare entities; references to entities that are not XML's own five; more than 200 elements within one
  /// another; more than 256 attributes of an element, or namespaces in scope; one text, comment or attribute of
  /// more than 10 million bytes.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - charset: the encoding's label, which a media type's parameter may tell. A byte order mark goes before
  ///     it, and it goes before the document's own declaration (RFC 7303 §3). None by default.
  ///   - encodings: those that are known. ``TextEncodings/foundation`` by default.
  /// - Throws: ``XMLError``, and `TextError` for bytes that are not valid in their encoding.
  public convenience init(
    strict bytes: [UInt8], charset: String? = nil, encodings: TextEncodings = .foundation
  ) throws {
    let text = try XMLText.utf8(bytes, charset: charset, encodings: encodings)
    var walk = XMLGuard(text)
    try walk.check()
    try XMLWellFormedness.check(text)
    try self.init(data: Data(text), options: [.nodePreserveWhitespace, .nodeLoadExternalEntitiesNever])
  }
}
