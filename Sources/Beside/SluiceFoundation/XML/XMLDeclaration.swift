/// The XML declaration at the start of a document: `<?xml version="1.0" encoding="…"?>`
/// ([XML 1.0 §2.8](https://www.w3.org/TR/xml/#NT-XMLDecl)).
///
/// The document must be in an encoding that extends ASCII.
struct XMLDeclaration {
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
