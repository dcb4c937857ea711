internal import SluiceErrors

/// A scanner that passes once over the markup of an XML document.
///
/// It supports what property lists use: XML 1.0 without the declarations of a document type. The contents of comments
/// and processing instructions are not checked. The bytes must be valid UTF-8, and are divided only at ASCII
/// characters.
struct PropertyListXMLScanner {
  private let bytes: [UInt8]
  private let encoding: String
  private(set) var position: Int

  /// A tag of an element.
  struct Tag {
    let element: PropertyListXMLElement
    let offset: Int
    /// Whether the tag ends an element, such as `</a>`.
    let isClosing: Bool
    /// Whether the tag begins and ends an element, such as `<a/>`.
    let isEmpty: Bool
  }

  /// Creates a scanner.
  ///
  /// - Parameters:
  ///   - bytes: The document as UTF-8.
  ///   - start: The position at which to start.
  ///   - encoding: The encoding that an XML declaration must name, in lower case.
  init(_ bytes: [UInt8], from start: Int, encoding: String) {
    self.bytes = bytes
    self.encoding = encoding
    position = start
  }

  var isAtEnd: Bool { position >= bytes.count }

  // MARK: Around elements

  /// Skips what may come before the root: an XML declaration, comments, a document type.
  mutating func skipProlog() throws(PropertyList.Error) {
    skipWhitespace()
    if isNext("<?xml"), let after = byte(5), after.isXMLWhitespace { try skipDeclaration() }
    try skipMiscellany()
    if isNext("<!DOCTYPE") { try skipDocumentType() }
  }

  /// Skips white space, comments and processing instructions.
  mutating func skipMiscellany() throws(PropertyList.Error) {
    repeat { skipWhitespace() } while try skipComment()
  }

  /// Returns the next tag, after any white space, comments and processing instructions.
  mutating func nextTag() throws(PropertyList.Error) -> Tag {
    try skipMiscellany()
    guard let next = byte(0) else { throw truncated("an element") }
    guard next == UInt8(ascii: "<") else { throw malformed("expected a tag but found text") }
    return try tag()
  }

  /// Skips a comment or a processing instruction. Returns whether there was one.
  private mutating func skipComment() throws(PropertyList.Error) -> Bool {
    if isNext("<!--") {
      try skip(from: 4, past: "-->", "a comment")
    } else if isNext("<?") {
      try skip(from: 2, past: "?>", "a processing instruction")
    } else {
      return false
    }
    return true
  }

  private mutating func skipDeclaration() throws(PropertyList.Error) {
    let start = position
    try skip(from: 5, past: "?>", "the XML declaration")
    let declaration = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let attribute = declaration.utf8.firstRange(of: "encoding".utf8) else { return }
    let value = declaration.utf8[attribute.upperBound...]
      .drop { $0.isXMLWhitespace || $0 == UInt8(ascii: "=") }
    guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw PropertyList.Error(.malformed, at: start, "the declared encoding is not quoted")
    }
    let name = Substring(value.dropFirst().prefix { $0 != quote }).lowercased()
    // The byte order is known from the bytes, so the name of either one is accepted.
    guard name == encoding || encoding == "utf-16" && (name == "utf-16le" || name == "utf-16be") else {
      throw PropertyList.Error(
        .unsupportedEncoding, at: start, "the declared encoding is not \(encoding.uppercased())")
    }
  }

  private mutating func skipDocumentType() throws(PropertyList.Error) {
    var quote: UInt8?
    while let next = byte(0) {
      switch next {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil {
          quote = next
        } else if quote == next {
          quote = nil
        }
      case UInt8(ascii: "[") where quote == nil:
        throw PropertyList.Error(
          .entityDeclaration, at: position, "a document type must not have declarations of its own")
      case UInt8(ascii: ">") where quote == nil:
        position += 1
        return
      default: break
      }
      position += 1
    }
    throw truncated("a document type")
  }

  // MARK: Tags

  private mutating func tag() throws(PropertyList.Error) -> Tag {
    let start = position
    position += 1
    let isClosing = skip(UInt8(ascii: "/"))
    let name = position
    while let next = byte(0), !next.isXMLWhitespace, next != UInt8(ascii: ">"), next != UInt8(ascii: "/"),
      next != UInt8(ascii: "<")
    {
      position += 1
    }
    if isAtEnd { throw truncated("a tag") }
    guard let element = PropertyListXMLElement(name: bytes[name..<position]) else {
      throw PropertyList.Error(.malformed, at: start, "this is not a property list element")
    }
    try skipAttributes()
    let isEmpty = !isClosing && skip(UInt8(ascii: "/"))
    try require(UInt8(ascii: ">"))
    return Tag(element: element, offset: start, isClosing: isClosing, isEmpty: isEmpty)
  }

  /// Skips attributes, each a name and a quoted value. Attributes have no meaning in a property list.
  private mutating func skipAttributes() throws(PropertyList.Error) {
    while true {
      let start = position
      skipWhitespace()
      guard let next = byte(0), position > start, next != UInt8(ascii: ">"), next != UInt8(ascii: "/") else {
        return
      }
      while let next = byte(0), next != UInt8(ascii: "="), next != UInt8(ascii: ">"),
        next != UInt8(ascii: "<"), !next.isXMLWhitespace
      {
        position += 1
      }
      skipWhitespace()
      try require(UInt8(ascii: "="))
      skipWhitespace()
      let quote = byte(0) == UInt8(ascii: "'") ? UInt8(ascii: "'") : UInt8(ascii: "\"")
      try require(quote)
      while let next = byte(0), next != quote, next != UInt8(ascii: "<") { position += 1 }
      try require(quote)
    }
  }

  private mutating func require(_ byte: UInt8) throws(PropertyList.Error) {
    guard skip(byte) else { throw isAtEnd ? truncated("a tag") : malformed("this is not part of a tag") }
  }

  // MARK: Text

  /// Appends the text up to the closing tag of `element`, whose opening tag has been read.
  mutating func readText(of element: PropertyListXMLElement, into text: inout [UInt8]) throws(PropertyList
    .Error)
  {
    while true {
      try readCharacters(into: &text) { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }
      if isAtEnd { throw truncated("the text of an element") }
      if byte(0) == UInt8(ascii: "&") {
        try readReference(into: &text)
      } else if isNext("</") {
        let tag = try tag()
        guard tag.element == element else {
          throw PropertyList.Error(.malformed, at: tag.offset, "this tag does not end the open element")
        }
        return
      } else if isNext("<![CDATA[") {
        try readCDATA(into: &text)
      } else if try !skipComment() {
        throw malformed("expected text but found an element")
      }
    }
  }

  private mutating func readCDATA(into text: inout [UInt8]) throws(PropertyList.Error) {
    position += 9
    while true {
      try readCharacters(into: &text) { $0 == UInt8(ascii: "]") }
      if isAtEnd { throw truncated("a CDATA section") }
      if isNext("]]>") {
        position += 3
        return
      }
      text.append(UInt8(ascii: "]"))
      position += 1
    }
  }

  /// Appends characters up to one for which `stops` is true, or to the end. Line ends become LF (XML 1.0 §2.11).
  private mutating func readCharacters(
    into text: inout [UInt8], stops: (UInt8) -> Bool
  ) throws(PropertyList.Error) {
    while true {
      let start = position
      while let next = byte(0), !stops(next), next >= 0x20 && next != 0xEF || next == 0x09 || next == 0x0A {
        position += 1
      }
      text += bytes[start..<position]
      guard let next = byte(0), !stops(next) else { return }
      if next == UInt8(ascii: "\r") {
        text.append(UInt8(ascii: "\n"))
        position += byte(1) == UInt8(ascii: "\n") ? 2 : 1
      } else if next == 0xEF, byte(1) != 0xBF || byte(2).map({ $0 < 0xBE }) ?? false {
        text.append(next)
        position += 1
      } else {
        throw PropertyList.Error(.invalidText, at: position, "XML does not allow this character")
      }
    }
  }

  /// Appends the character for `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;`, `&#65;` or `&#x41;`.
  private mutating func readReference(into text: inout [UInt8]) throws(PropertyList.Error) {
    let start = position
    for (name, character) in Self.entities where isNext(name) {
      position += name.utf8.count
      text.append(character)
      return
    }
    guard isNext("&#") else { throw malformed("this is not a reference that XML defines") }
    position += 2
    let radix: UInt32 = skip(UInt8(ascii: "x")) ? 16 : 10
    var number: UInt32 = 0
    let digits = position
    while let next = byte(0), let digit = Character(Unicode.Scalar(next)).hexDigitValue, digit < radix {
      // A number that is too large stays too large, without an overflow.
      number = min(number * radix + UInt32(digit), 0x110000)
      position += 1
    }
    guard position > digits, skip(UInt8(ascii: ";")) else {
      throw PropertyList.Error(.malformed, at: start, "this is not a reference that XML defines")
    }
    guard let scalar = Unicode.Scalar(number), scalar.isXMLCharacter else {
      throw PropertyList.Error(.invalidText, at: start, "XML does not allow this character")
    }
    text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
  }

  private static let entities: [(String, UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
    ("&quot;", UInt8(ascii: "\"")), ("&apos;", UInt8(ascii: "'")),
  ]

  // MARK: Steps

  /// Returns the byte at this distance from the next one, or `nil` past the end.
  private func byte(_ distance: Int) -> UInt8? {
    bytes.count - position > distance ? bytes[position + distance] : nil
  }

  private func isNext(_ text: String) -> Bool {
    guard bytes.count - position >= text.utf8.count else { return false }
    var distance = position
    for byte in text.utf8 {
      guard bytes[distance] == byte else { return false }
      distance += 1
    }
    return true
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard self.byte(0) == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipWhitespace() {
    while let next = byte(0), next.isXMLWhitespace { position += 1 }
  }

  /// Skips everything up to and including `end`, which may start `distance` bytes from the position or later.
  private mutating func skip(from distance: Int, past end: String, _ what: String) throws(PropertyList.Error)
  {
    let start = position
    position += distance
    while !isNext(end) {
      guard !isAtEnd else {
        position = start
        throw truncated(what)
      }
      position += 1
    }
    position += end.utf8.count
  }

  // MARK: Errors

  private func malformed(_ explanation: String) -> PropertyList.Error {
    PropertyList.Error(.malformed, at: position, explanation)
  }

  private func truncated(_ what: String) -> PropertyList.Error {
    PropertyList.Error(.truncated, at: bytes.count, "the document ends before the end of \(what)")
  }
}
