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
    var text = try XMLText.utf8(bytes, charset: charset, encodings: encodings)
    var walk = XMLGuard(text)
    try walk.check()
    text.insert(UInt8(ascii: " "), at: walk.bareInstructionEnds)
    let data = Data(text)
    try XMLWellFormedness.check(data)
    try self.init(data: data, options: [.nodePreserveWhitespace, .nodeLoadExternalEntitiesNever])
  }
}

extension [UInt8] {
  /// Inserts `byte` before each of these positions, which ascend. Foundation's parser traps on a processing instruction
  /// without data, and takes a space for data that is empty.
  fileprivate mutating func insert(_ byte: UInt8, at positions: [Int]) {
    guard !positions.isEmpty else { return }
    var result: [UInt8] = []
    result.reserveCapacity(count + positions.count)
    var start = 0
    for position in positions {
      result += self[start..<position]
      result.append(byte)
      start = position
    }
    result += self[start...]
    self = result
  }
}
