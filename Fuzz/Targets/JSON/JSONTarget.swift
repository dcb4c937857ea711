import SluiceFuzz
import SluiceJSON
import SluiceSerialization

extension FuzzTarget {
  /// A JSON document without a type, whole and in pieces, compared with a reader that follows the grammar.
  ///
  /// Byte 0 holds options (1: duplicate keys are refused, 2: an array's elements one by one), byte 1 chooses the
  /// maximum nesting, byte 2 is the splitter's seed. The document follows.
  static let json = FuzzTarget("json", format: .json, optionByteCount: 3) { input in
    let options = input.byte()
    let check = JSONCheck(
      duplicateKeys: options & 1 == 1 ? .refuse : .keepFirst,
      maximumDepth: input.choice(of: [64, 0, 1, 2, 3, 5, 8, 32]), cut: input.byte(), bytes: input.rest())
    let value = try check.parsed()
    if options & 2 == 2 { return try check.elements(value) }
    guard let value, let expected = check.expected else { return }
    try check.written(value, expected)
    try check.places(value, expected)
  }
}

/// The checks of a document and of the value that is read from it.
private struct JSONCheck {
  let duplicateKeys: JSON.DuplicateKeys
  let maximumDepth: Int
  let cut: UInt8
  let bytes: [UInt8]
  let expected: ReferenceJSON?
  private let failure: ReferenceJSONReader.Failure?

  init(duplicateKeys: JSON.DuplicateKeys, maximumDepth: Int, cut: UInt8, bytes: [UInt8]) {
    self.duplicateKeys = duplicateKeys
    self.maximumDepth = maximumDepth
    self.cut = cut
    self.bytes = bytes
    do {
      expected = try ReferenceJSONReader.read(bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
      failure = nil
    } catch {
      expected = nil
      failure = error
    }
  }

  private func parse(_ bytes: [UInt8]) throws(JSON.SyntaxError) -> JSON.Value {
    try JSON.Value(parsing: bytes, maximumDepth: maximumDepth, duplicateKeys: duplicateKeys)
  }

  /// Parses the document, and compares the result with the reference.
  ///
  /// - Returns: The value, or `nil` if the document is refused as the grammar requires.
  /// - Throws: `BrokenProperty` if the value or the error differs from the reference.
  func parsed() throws -> JSON.Value? {
    let value: JSON.Value
    do throws(JSON.SyntaxError) {
      value = try parse(bytes)
    } catch {
      try error.checkPlace(in: bytes)
      guard let failure else { throw BrokenProperty("should be accepted: \(error)") }
      try requireEqual(error.code, failure.code, "the code at \(error.byteOffset) or \(failure.offset)")
      try requireEqual(error.byteOffset, failure.offset, "the offset of \(error.code)")
      return nil
    }
    guard let expected else { throw BrokenProperty("should be refused: \(failure.map { "\($0)" } ?? "")") }
    let text = value.bytes(formatting: .withoutEscapingSlashes)
    try requireEqual(text, expected.text(), "the value as text")
    return value
  }

  /// Checks an array's elements, one by one, and an element that is over the limit.
  func elements(_ value: JSON.Value?) throws {
    var decoder = JSON.Decoder()
    decoder.maximumDepth = maximumDepth
    decoder.duplicateKeys = duplicateKeys
    let outcome = try StreamOutcome.whole(
      bytes, cutBy: cut, JSONArrayParser(of: JSON.Value.self, decoder: decoder))
    guard let value else {
      return try require(outcome.error != nil, "elements of a malformed document: \(outcome.elements)")
    }
    guard let elements = value.array else {
      return try require(outcome.error != nil && outcome.elements.isEmpty, "not an array: \(outcome)")
    }
    // The outer array counts only for the depth of its elements and for the limit.
    try requireEqual(outcome, StreamOutcome(elements: elements), "the elements, one by one")
    guard let longest = sourceLengths.max(), longest > 0 else { return }
    let whole = JSONArrayParser(of: JSON.Value.self, decoder: decoder, maximumElementByteCount: longest)
    try requireEqual(try StreamOutcome.whole(bytes, cutBy: cut, whole), outcome, "elements at the limit")
    let over = JSONArrayParser(of: JSON.Value.self, decoder: decoder, maximumElementByteCount: longest - 1)
    let refused = try StreamOutcome.whole(bytes, cutBy: cut, over)
    try require(refused.error?.contains("too-large") ?? false, "one byte over the limit: \(refused)")
    try require(elements.starts(with: refused.elements), "different elements with a limit")
  }

  /// The byte counts of the array's elements, as they are written in the document.
  private var sourceLengths: [Int] {
    var lengths: [Int] = []
    var (start, depth, isInString, isEscaped) = (0, 0, false, false)
    func length(upTo end: Int) -> Int {
      var element = bytes[start..<end]
      while let last = element.last, JSON.isWhiteSpace(last) { element.removeLast() }
      while let first = element.first, JSON.isWhiteSpace(first) { element.removeFirst() }
      return element.count
    }
    for (index, byte) in bytes.enumerated() {
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        depth += 1
        if depth == 1 { start = index + 1 }
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 { lengths.append(length(upTo: index)) }
      case UInt8(ascii: ",") where depth == 1:
        lengths.append(length(upTo: index))
        start = index + 1
      default: break
      }
    }
    return lengths
  }

  /// Checks that the value is the same document in every format.
  func written(_ value: JSON.Value, _ expected: ReferenceJSON) throws {
    try requireEqual(value.bytes(), expected.text(escapingSlashes: true), "with escaped slashes")
    let sorted = expected.sortingMembers.text()
    try requireEqual(value.bytes(formatting: [.sortedKeys, .withoutEscapingSlashes]), sorted, "sorted")
    let pretty = value.bytes(formatting: .prettyPrinted)
    try requireEqual(try parse(pretty), value, "pretty-printed and parsed again")
    let rebuilt = value.rebuilt
    try requireEqual(rebuilt.bytes(), value.bytes(), "rebuilt")
    try requireEqual(rebuilt.bytes(formatting: .prettyPrinted), pretty, "rebuilt, pretty-printed")
    try requireEqual(
      rebuilt.bytes(formatting: [.sortedKeys, .withoutEscapingSlashes]), sorted, "rebuilt, sorted"
    )
    try requireEqual(rebuilt.removingNulls(), value.removingNulls(), "rebuilt, without nulls")
  }

  /// Checks the values by key and by index.
  func places(_ value: JSON.Value, _ expected: ReferenceJSON) throws {
    switch expected {
    case .array(let elements):
      try requireEqual(value.count, elements.count, "the number of elements")
      try require(value[-1] == nil && value[elements.count] == nil, "an element out of bounds")
      if let last = elements.last {
        try requireEqual(value[elements.count - 1]?.bytes(), last.text(escapingSlashes: true), "last element")
      }
    case .object(let members):
      try requireEqual(value.count, members.count, "the number of members")
      for (index, member) in members.prefix(8).enumerated()
      where !members[..<index].contains(where: { $0.key == member.key }) {
        let key = String(decoding: member.key, as: UTF8.self)
        try requireEqual(value[key]?.bytes(), member.value.text(escapingSlashes: true), "the member \(key)")
      }
      try require(value["\u{0}no such member"] == nil, "a member that does not exist")
    case .string(let text): try requireEqual(value.string.map { Array($0.utf8) }, text, "the string")
    case .number(let text): try requireEqual(value.number?.text, text, "the number")
    case .literal(let text): try requireEqual(value.description, text, "the literal")
    }
  }
}

extension JSON.Value {
  /// The same value, rebuilt from its content.
  fileprivate var rebuilt: JSON.Value {
    switch content {
    case .array(let elements): JSON.Value(.array(elements.map(\.rebuilt)))
    case .object(let members): JSON.Value(.object(members.map { Member($0.key, $0.value.rebuilt) }))
    case let scalar: JSON.Value(scalar)
    }
  }
}

extension JSON.SyntaxError {
  /// Checks that line, column and byte offset are the same place.
  ///
  /// - Throws: `BrokenProperty` if they differ.
  func checkPlace(in bytes: [UInt8]) throws {
    try require(0...bytes.count ~= byteOffset, "\(self): not within \(bytes.count) bytes")
    try requireEqual(
      TextPlace(line: line, column: column), TextPlace(after: byteOffset, of: bytes),
      "the place of byte \(byteOffset)")
  }
}
