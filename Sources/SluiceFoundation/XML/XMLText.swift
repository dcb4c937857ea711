import SluiceCoding

/// A document's bytes as UTF-8 that says nothing of its encoding, which a parser might believe.
enum XMLText {
  /// Decodes a document as RFC 7303 §3.1 orders it: by a byte order mark, `charset`, the encoding that the XML
  /// declaration tells, or as UTF-8. Blanks stand for the declaration, so that lines keep their numbers.
  ///
  /// - Throws: ``XMLError`` for a malformed declaration and for NUL; `TextError`.
  static func utf8(_ bytes: [UInt8], charset: String?, encodings: TextEncodings) throws -> [UInt8] {
    let label = try charset ?? unmarkedUTF16(bytes) ?? XMLDeclaration(bytes)?.encoding
    var text = Array(try encodings.decode(bytes.span, label: label).utf8)
    // The first bytes could otherwise be taken for UTF-16.
    if text.contains(0) { throw XMLError(.malformed, line: 1, "NUL is no character of XML") }
    guard let declaration = try XMLDeclaration(text) else { return text }
    for position in 0..<declaration.end where text[position] != UInt8(ascii: "\n") {
      text[position] = UInt8(ascii: " ")
    }
    return text
  }

  /// UTF-16 without a mark, by its first character, which is `<` (XML 1.0, appendix F.1).
  private static func unmarkedUTF16(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x3C, 0x00]) { return "utf-16le" }
    return bytes.starts(with: [0x00, 0x3C]) ? "utf-16be" : nil
  }
}
