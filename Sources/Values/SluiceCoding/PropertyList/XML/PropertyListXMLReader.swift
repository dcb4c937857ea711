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
