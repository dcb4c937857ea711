import SluiceCoding

/// Converts documents to UTF-8 without an XML declaration, which might name another encoding to a parser.
enum XMLText {
  /// Decodes a document and returns it as UTF-8.
  ///
  /// The encoding is named by a byte order mark, `charset` or the XML declaration, in this order; otherwise, it is
  /// UTF-8 ([RFC 7303 §3](https://www.rfc-editor.org/rfc/rfc7303#section-3)). The declaration is replaced by spaces, so
  /// that lines keep their numbers.
  ///
  /// - Throws: ``XMLError`` if the declaration is malformed or the text contains NUL; `TextError`.
  static func utf8(_ bytes: [UInt8], charset: String?, encodings: TextEncodings) throws -> [UInt8] {
    let label = try charset ?? unmarkedUTF16(bytes) ?? XMLDeclaration(parsing: bytes)?.encoding
    var text = Array(try encodings.decode(bytes.span, label: label).utf8)
    // With NUL among the first bytes, a parser could detect UTF-16.
    if text.contains(0) { throw XMLError(.malformed, line: 1, "NUL is not allowed in XML") }
    guard let declaration = try XMLDeclaration(parsing: text) else { return text }
    for position in 0..<declaration.end where text[position] != UInt8(ascii: "\n") {
      text[position] = UInt8(ascii: " ")
    }
    return text
  }

  /// Detects UTF-16 without a byte order mark by its first character, `<` (XML 1.0, appendix F.1).
  private static func unmarkedUTF16(_ bytes: [UInt8]) -> String? {
    if bytes.starts(with: [0x3C, 0x00]) { return "utf-16le" }
    return bytes.starts(with: [0x00, 0x3C]) ? "utf-16be" : nil
  }
}
