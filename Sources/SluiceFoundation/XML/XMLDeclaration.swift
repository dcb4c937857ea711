/// What a document in an encoding that goes beyond ASCII says first: `<?xml version="1.0" encoding="…"?>`
/// (XML 1.0 §2.8).
struct XMLDeclaration {
  private(set) var encoding: String?
  /// Where it ends, in bytes.
  private(set) var end: Int

  /// Nil where the document does not begin with one.
  ///
  /// - Throws: ``XMLError`` where it is malformed.
  init?(_ bytes: [UInt8]) throws(XMLError) {
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

  /// The next `name="value"`, with the white space that comes before it. Nil at the declaration's end.
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

  /// The bytes that are passed over.
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
