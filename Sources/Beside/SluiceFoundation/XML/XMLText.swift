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

/// The XML declaration at the start of a document: `<?xml version="1.0" encoding="…"?>`
/// ([XML 1.0 §2.8](https://www.w3.org/TR/xml/#NT-XMLDecl)).
///
/// The document must be in an encoding that extends ASCII.
private struct XMLDeclaration {
  /// The declared encoding, or `nil` if there is none.
  private(set) var encoding: String?
  /// The offset of the first byte after the declaration.
  private(set) var end: Int

  /// Parses the declaration of a document. The result is `nil` if the document does not begin with one.
  ///
  /// - Throws: ``XMLError`` with the code `malformed` if the declaration is malformed.
  init?(parsing bytes: [UInt8]) throws(XMLError) {
    guard bytes.starts(with: "<?xml".utf8), bytes.dropFirst(5).first.map(Self.isSpace) ?? false else {
      return nil
    }
    end = 5
    var names: [String] = []
    while let (name, value) = try attribute(bytes) {
      names.append(name)
      let isValid =
        switch name {
        case "version": value == "1.0"
        case "standalone": value == "yes" || value == "no"
        default: !value.isEmpty
        }
      guard isValid else { throw malformed }
      if name == "encoding" { encoding = value }
    }
    let allowed = [["version"], ["version", "encoding"]].flatMap { [$0, $0 + ["standalone"]] }
    guard allowed.contains(names), bytes[end...].starts(with: "?>".utf8) else { throw malformed }
    end += 2
  }

  /// Parses white space and `name="value"`. Returns `nil` at the end of the declaration.
  private mutating func attribute(_ bytes: [UInt8]) throws(XMLError) -> (name: String, value: String)? {
    let start = end
    skip(bytes, while: Self.isSpace)
    if bytes[end...].first == UInt8(ascii: "?") { return nil }
    guard end > start else { throw malformed }
    let name = skip(bytes) { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }
    skip(bytes, while: Self.isSpace)
    guard bytes[end...].first == UInt8(ascii: "=") else { throw malformed }
    end += 1
    skip(bytes, while: Self.isSpace)
    guard let quote = bytes[end...].first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw malformed
    }
    end += 1
    let value = skip(bytes) { $0 != quote && 0x21..<0x7F ~= $0 }
    guard bytes[end...].first == quote else { throw malformed }
    end += 1
    return (name, value)
  }

  /// Skips bytes and returns them as text.
  @discardableResult
  private mutating func skip(_ bytes: [UInt8], while isMember: (UInt8) -> Bool) -> String {
    let skipped = bytes[end...].prefix { isMember($0) }
    end = skipped.endIndex
    return String(decoding: skipped, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || 0x09...0x0A ~= byte || byte == 0x0D
  }

  private var malformed: XMLError { XMLError(.malformed, line: 1, "the XML declaration is malformed") }
}
