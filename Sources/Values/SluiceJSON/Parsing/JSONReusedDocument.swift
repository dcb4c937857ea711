/// A document whose memory later documents use, unless a value still refers to it.
struct JSONReusedDocument {
  private var document: JSONDocument?

  /// Copies and scans a document.
  ///
  /// - Throws: `JSON.SyntaxError`.
  mutating func scan(
    copying bytes: Span<UInt8>, maximumDepth: Int, duplicateKeys: JSON.DuplicateKeys, isElement: Bool = false
  ) throws(JSON.SyntaxError) -> JSONDocument {
    if !isKnownUniquelyReferenced(&document) { document = nil }
    let document = document ?? JSONDocument()
    self.document = document
    try document.scan(
      copying: bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys, isElement: isElement)
    return document
  }
}
