import FoundationEssentials
internal import SluiceSupport

/// Writes a value as an XML document with the same layout as Foundation.
struct PropertyListXMLWriter {
  private var trail: PropertyListTrail
  private var output: [UInt8] = []

  init(trail: PropertyListTrail) {
    self.trail = trail
  }

  mutating func document(_ root: PropertyList.Value) throws -> [UInt8] {
    write(
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """)
    try write(root)
    while let step = trail.next() {
      switch step {
      case .element(let value):
        try write(value)
      case .member(let member):
        try writeLine("<key>", escaping: member.key, "</key>")
        try write(member.value)
      case .endOfArray: writeLine("</array>")
      case .endOfDictionary: writeLine("</dict>")
      }
    }
    write("</plist>\n")
    return output
  }

  /// Writes a scalar, or the start of a container, which is then entered.
  private mutating func write(_ value: PropertyList.Value) throws {
    switch value {
    case .string(let text): try writeLine("<string>", escaping: text, "</string>")
    case .integer(let integer):
      guard PropertyList.Value.integers.contains(integer) else {
        throw trail.refusal(of: integer, PropertyList.Value.integersDescription)
      }
      writeLine("<integer>\(integer)</integer>")
    case .real(let real): writeLine("<real>\(PropertyListXMLScalar.text(real))</real>")
    case .bool(let bool): writeLine(bool ? "<true/>" : "<false/>")
    case .date(let date):
      guard let text = InternetDate.text(date) else {
        // Printing a date that is not finite traps, so the error holds the number of seconds instead.
        throw trail.refusal(of: date.timeIntervalSince1970, "XML holds dates of the years 0000 to 9999.")
      }
      writeLine("<date>\(text)</date>")
    case .data(let data): write(data)
    case .uid(let uid): try write(.dictionary([.init(PropertyList.Value.uidKey, .integer(Int128(uid)))]))
    case .array(let elements):
      try trail.checkDepth()
      writeLine(elements.isEmpty ? "<array/>" : "<array>")
      if !elements.isEmpty { try trail.enter(elements) }
    case .dictionary(let members):
      try trail.checkDepth()
      writeLine(members.isEmpty ? "<dict/>" : "<dict>")
      if !members.isEmpty { try trail.enter(members) }
    }
  }

  /// Writes Base64 in lines that end at column 76, with tabs of 8 columns, but have at least 12 characters.
  private mutating func write(_ data: Data) {
    let tabs = min(trail.depth, 8)
    let width = 76 - 8 * tabs
    let base64 = Array(data.base64EncodedString().utf8)
    writeLine("<data>", tabs: tabs)
    for start in stride(from: 0, to: base64.count, by: width) {
      indent(tabs)
      output += base64[start..<min(start + width, base64.count)]
      output.append(UInt8(ascii: "\n"))
    }
    writeLine("</data>", tabs: tabs)
  }

  // MARK: Text

  private mutating func write(_ markup: String) {
    output += markup.utf8
  }

  private mutating func indent(_ tabs: Int) {
    for _ in 0..<tabs { output.append(UInt8(ascii: "\t")) }
  }

  private mutating func writeLine(_ markup: String, tabs: Int? = nil) {
    indent(tabs ?? trail.depth)
    write(markup)
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func writeLine(_ opening: String, escaping text: String, _ closing: String) throws {
    indent(trail.depth)
    write(opening)
    try writeEscaped(text)
    write(closing)
    output.append(UInt8(ascii: "\n"))
  }

  private mutating func writeEscaped(_ text: String) throws {
    let bytes = text.utf8.span
    for position in bytes.indices {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      // Unescaped, it would be the end of a line, which readers replace by LF.
      case UInt8(ascii: "\r"): write("&#13;")
      case UInt8(ascii: "\t"), UInt8(ascii: "\n"): output.append(byte)
      case ..<0x20: throw refusal(of: text)
      case 0xBE...0xBF where bytes.endsNoncharacter(at: position): throw refusal(of: text)
      default: output.append(byte)
      }
    }
  }

  private func refusal(of text: String) -> EncodingError {
    trail.refusal(of: text, "This text has a character that XML does not allow.")
  }
}

extension Span<UInt8> {
  /// Whether the byte at `position` is the last of U+FFFE or U+FFFF.
  fileprivate func endsNoncharacter(at position: Int) -> Bool {
    position >= 2 && self[position - 1] == 0xBF && self[position - 2] == 0xEF
  }
}
