internal import SluiceErrors
internal import SluiceSupport

/// An XML document, converted to UTF-8.
struct PropertyListXMLDocument {
  private let text: [UInt8]
  /// The position in `text` where the text begins, after a byte order mark.
  private let start: Int
  /// The position in the document where the text begins, after a byte order mark.
  private let documentStart: Int
  private let isUTF16: Bool

  /// Detects the encoding as described in XML 1.0, appendix F, and checks that the text is valid in it.
  init(parsing bytes: [UInt8]) throws(PropertyList.Error) {
    switch (bytes.first, bytes.dropFirst().first, bytes.dropFirst(2).first, bytes.dropFirst(3).first) {
    case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF), (0x3C, 0, 0, 0), (0, 0, 0, 0x3C):
      throw PropertyList.Error(.unsupportedEncoding, at: 0, "UTF-32 is not supported")
    case (0, 0x3C, _, _): try self.init(utf16: bytes, from: 0, isBigEndian: true)
    case (0x3C, 0, _, _): try self.init(utf16: bytes, from: 0, isBigEndian: false)
    default:
      let mark = ByteOrderMark(atStartOf: bytes.span)
      let start = mark?.bytes.count ?? 0
      switch mark {
      case .utf16BigEndian: try self.init(utf16: bytes, from: start, isBigEndian: true)
      case .utf16LittleEndian: try self.init(utf16: bytes, from: start, isBigEndian: false)
      case .utf8, nil: try self.init(utf8: bytes, from: start)
      }
    }
  }

  private init(utf8 bytes: [UInt8], from start: Int) throws(PropertyList.Error) {
    do {
      _ = try UTF8Span(validating: bytes.span)
    } catch {
      throw PropertyList.Error(.invalidText, at: error.byteOffsets.lowerBound, "these bytes are not UTF-8")
    }
    text = bytes
    self.start = start
    documentStart = start
    isUTF16 = false
  }

  private init(utf16 bytes: [UInt8], from start: Int, isBigEndian: Bool) throws(PropertyList.Error) {
    do throws(UTF16Bytes.Malformed) {
      text = try UTF16Bytes.utf8(bytes.span, from: start, isBigEndian: isBigEndian)
    } catch {
      guard error.byteOffset + 2 <= bytes.count else {
        throw PropertyList.Error(.truncated, at: bytes.count, "half of a UTF-16 code unit")
      }
      throw PropertyList.Error(.invalidText, at: error.byteOffset, "half of a surrogate pair")
    }
    self.start = 0
    documentStart = start
    isUTF16 = true
  }

  /// Returns the property list. The positions of errors are those in the document.
  func read(maximumDepth: Int) throws(PropertyList.Error) -> PropertyList.Value {
    let scanner = PropertyListXMLScanner(text, from: start, encoding: isUTF16 ? "utf-16" : "utf-8")
    var reader = PropertyListXMLReader(scanner: scanner, maximumDepth: maximumDepth)
    do {
      return try reader.read()
    } catch {
      throw error.moved(to: byteOffset(of: error.byteOffset))
    }
  }

  /// Returns the position in the document that corresponds to `position` in the text.
  private func byteOffset(of position: Int) -> Int {
    guard isUTF16 else { return position }
    return text[..<position].reduce(documentStart) { offset, byte in
      switch byte {
      case 0x80..<0xC0: offset
      case 0xF0...: offset + 4
      default: offset + 2
      }
    }
  }
}

/// Builds a value from the elements of an XML document. Nothing recurses, however deep the elements are nested.
struct PropertyListXMLReader {
  /// An array or a dictionary whose end has not been read yet.
  private struct Container {
    let element: PropertyListXMLElement
    var elements: [PropertyList.Value] = []
    var members: [PropertyList.Value.Member] = []
    /// The key of a dictionary's member whose value has not been read yet.
    var key: String?

    mutating func append(_ value: PropertyList.Value, at offset: Int) throws(PropertyList.Error) {
      if element == .array {
        elements.append(value)
      } else if let key {
        members.append(.init(key, value))
        self.key = nil
      } else {
        throw malformed(offset, "expected a key but found a value")
      }
    }

    /// Returns the complete container as a value.
    func value(at offset: Int) throws(PropertyList.Error) -> PropertyList.Value {
      guard key == nil else { throw malformed(offset, "a key has no value") }
      if element == .array { return .array(elements) }
      if members.count == 1, let member = members.first, member.key == PropertyList.Value.uidKey,
        case .integer(let integer) = member.value, let uid = UInt64(exactly: integer)
      {
        return .uid(uid)
      }
      return .dictionary(mergingMembers: members)
    }
  }

  private var scanner: PropertyListXMLScanner
  private let maximumDepth: Int
  private var open: [Container] = []
  /// The text of the last element, kept to reuse its memory.
  private var text: [UInt8] = []

  init(scanner: PropertyListXMLScanner, maximumDepth: Int) {
    self.scanner = scanner
    self.maximumDepth = maximumDepth
  }

  /// Returns the value of the document. The `plist` element around it is optional, as in Foundation.
  mutating func read() throws(PropertyList.Error) -> PropertyList.Value {
    try scanner.skipProlog()
    let root = try scanner.nextTag()
    let value: PropertyList.Value
    if root.element == .plist, !root.isClosing {
      guard !root.isEmpty else { throw malformed(root.offset, "a property list must hold a value") }
      value = try readValue(from: scanner.nextTag())
      let end = try scanner.nextTag()
      guard end.element == .plist, end.isClosing else {
        throw malformed(end.offset, "a property list must hold a single value")
      }
    } else {
      value = try readValue(from: root)
    }
    try scanner.skipMiscellany()
    guard scanner.isAtEnd else { throw malformed(scanner.position, "the document continues after its end") }
    return value
  }

  /// Reads the value that begins with `first`, up to its end.
  private mutating func readValue(
    from first: PropertyListXMLScanner.Tag
  ) throws(PropertyList.Error) -> PropertyList.Value {
    var tag = first
    while true {
      if let value = try step(tag) {
        guard let parent = open.indices.last else { return value }
        try open[parent].append(value, at: tag.offset)
      }
      tag = try scanner.nextTag()
    }
  }

  /// Processes a tag. Returns the value that it completes, or `nil` if it completes none.
  private mutating func step(
    _ tag: PropertyListXMLScanner.Tag
  ) throws(PropertyList.Error) -> PropertyList.Value? {
    if tag.isClosing {
      guard let container = open.popLast(), container.element == tag.element else {
        throw malformed(tag.offset, "this tag does not end the open element")
      }
      return try container.value(at: tag.offset)
    }
    switch tag.element {
    case .plist:
      throw malformed(tag.offset, "a property list within a property list")
    case .key:
      guard let parent = open.indices.last, open[parent].element == .dict, open[parent].key == nil else {
        throw malformed(tag.offset, "expected a value but found a key")
      }
      try readText(of: tag)
      open[parent].key = String(decoding: text, as: UTF8.self)
      return nil
    case .array, .dict:
      guard open.count < maximumDepth else {
        throw PropertyList.Error(.tooDeep, at: tag.offset, "more than \(maximumDepth) levels of nesting")
      }
      if tag.isEmpty { return tag.element == .array ? .array([]) : .dictionary([]) }
      open.append(Container(element: tag.element))
      return nil
    case .string, .integer, .real, .true, .false, .date, .data:
      try readText(of: tag)
      guard let value = PropertyListXMLScalar.value(of: tag.element, text: text) else {
        throw malformed(tag.offset, "the content of <\(tag.element.rawValue)> is not valid")
      }
      return value
    }
  }

  private mutating func readText(of tag: PropertyListXMLScanner.Tag) throws(PropertyList.Error) {
    text.removeAll(keepingCapacity: true)
    if !tag.isEmpty { try scanner.readText(of: tag.element, into: &text) }
  }
}

private func malformed(_ offset: Int, _ explanation: String) -> PropertyList.Error {
  PropertyList.Error(.malformed, at: offset, explanation)
}

/// An element of an XML property list.
enum PropertyListXMLElement: String {
  case plist, dict, key, array, string, integer, real, `true`, `false`, date, data

  init?(name: ArraySlice<UInt8>) {
    guard name.count <= 7 else { return nil }
    self.init(rawValue: String(decoding: name, as: UTF8.self))
  }
}

extension UInt8 {
  /// Whether the byte is a space, tab, carriage return or line feed (XML 1.0 §2.3).
  var isXMLWhitespace: Bool {
    self == 0x20 || self == 0x09 || self == 0x0D || self == 0x0A
  }
}

extension Unicode.Scalar {
  /// Whether an XML document may contain the character (XML 1.0 §2.2).
  var isXMLCharacter: Bool {
    switch value {
    case 0x09, 0x0A, 0x0D: true
    case ..<0x20, 0xFFFE, 0xFFFF: false
    default: true
    }
  }
}
