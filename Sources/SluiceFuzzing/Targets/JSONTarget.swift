import SluiceCoding
import SluiceSerialization

extension FuzzTarget {
  /// A JSON document without a type, whole and in pieces, against a reader that goes by the grammar.
  ///
  /// Bytes: options (1: duplicate keys are refused, 2: an array's elements one by one), the limit of nesting, the cuts, then the document.
  static let json = FuzzTarget("json") { input in
    let options = input.byte()
    let check = JSONCheck(
      duplicateKeys: options & 1 == 1 ? .refuse : .keepFirst,
      maxDepth: input.choice(of: [64, 0, 1, 2, 3, 5, 8, 32]), cut: input.byte(), bytes: input.rest())
    let value = try check.parsed()
    if options & 2 == 2 { return try check.elements(value) }
    try check.parsedInPieces(value)
    guard let value, let expected = check.expected else { return }
    try check.written(value, expected)
    try check.places(value, expected)
  }
}

/// What holds for a document and what was read of it.
private struct JSONCheck {
  let duplicateKeys: JSON.DuplicateKeys
  let maxDepth: Int
  let cut: UInt8
  let bytes: [UInt8]
  let expected: ReferenceJSON?
  private let failure: ReferenceJSONReader.Failure?

  init(duplicateKeys: JSON.DuplicateKeys, maxDepth: Int, cut: UInt8, bytes: [UInt8]) {
    self.duplicateKeys = duplicateKeys
    self.maxDepth = maxDepth
    self.cut = cut
    self.bytes = bytes
    do {
      expected = try ReferenceJSONReader.read(bytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
      failure = nil
    } catch {
      expected = nil
      failure = error
    }
  }

  private func parse(_ bytes: [UInt8]) throws(JSON.SyntaxError) -> JSON.Value {
    try JSON.Value(parsing: bytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
  }

  /// The document; nil where it is refused as the grammar wants.
  func parsed() throws -> JSON.Value? {
    let value: JSON.Value
    do throws(JSON.SyntaxError) {
      value = try parse(bytes)
    } catch {
      try error.checkPlace(in: bytes)
      guard let failure else { throw BrokenProperty("refused: \(error)") }
      try requireEqual(error.code, failure.code, "why, at \(error.byteOffset) or \(failure.offset)")
      try requireEqual(error.byteOffset, failure.offset, "where it is \(error.code)")
      return nil
    }
    guard let expected else { throw BrokenProperty("accepted: \(failure.map { "\($0)" } ?? "")") }
    let text = value.bytes(formatting: .withoutEscapingSlashes)
    try requireEqual(text, expected.text(), "as it is read")
    return value
  }

  func parsedInPieces(_ value: JSON.Value?) throws {
    var splitter = Splitter(seed: cut)
    let chunks = splitter.chunks(of: bytes).map { Array($0) }
    let outcome = feed(chunks, maxBytes: bytes.count)
    switch outcome {
    case .success(let fed): try requireEqual(fed, value, "in pieces")
    case .failure(let error):
      try require(value == nil && error.code == failure?.code, "in pieces: \(error)")
      try requireEqual(error.byteOffset, failure?.offset, "where, in pieces")
    }
    guard !bytes.isEmpty, case .failure(let error) = feed(chunks, maxBytes: bytes.count - 1) else {
      return try require(bytes.isEmpty, "one byte over the limit passes")
    }
    try requireEqual(error.code, .tooLarge, "one byte over the limit")
    try error.checkPlace(in: bytes)
  }

  private func feed(_ chunks: [[UInt8]], maxBytes: Int) -> Result<JSON.Value, JSON.SyntaxError> {
    var parser = JSON.Parser(maxBytes: maxBytes, maxDepth: maxDepth, duplicateKeys: duplicateKeys)
    return Result { () throws(JSON.SyntaxError) in
      for chunk in chunks { try parser.feed(chunk) }
      return try parser.finish()
    }
  }

  /// An array's elements, one by one, and one that is over the limit.
  func elements(_ value: JSON.Value?) throws {
    var decoder = JSON.Decoder()
    decoder.maxDepth = maxDepth
    decoder.duplicateKeys = duplicateKeys
    let outcome = try StreamOutcome.whole(
      bytes, cutBy: cut, JSONArrayParser(of: JSON.Value.self, decoder: decoder))
    guard let value else {
      return try require(outcome.error != nil, "elements of what is refused: \(outcome.elements)")
    }
    guard let elements = value.array else {
      return try require(outcome.error != nil && outcome.elements.isEmpty, "elements of no array: \(outcome)")
    }
    // The outer array counts for its elements' depth and for the limit alone.
    try requireEqual(outcome, StreamOutcome(elements: elements), "the elements, one by one")
    guard let longest = sourceLengths.max(), longest > 0 else { return }
    let whole = JSONArrayParser(of: JSON.Value.self, decoder: decoder, maxElementBytes: longest)
    try requireEqual(try StreamOutcome.whole(bytes, cutBy: cut, whole), outcome, "at the limit")
    let over = JSONArrayParser(of: JSON.Value.self, decoder: decoder, maxElementBytes: longest - 1)
    let refused = try StreamOutcome.whole(bytes, cutBy: cut, over)
    try require(refused.error?.contains("too-large") ?? false, "one byte over the limit: \(refused)")
    try require(elements.starts(with: refused.elements), "other elements under a limit")
  }

  /// How long the elements of the array are, as they stand there.
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

  /// In every layout the same document.
  func written(_ value: JSON.Value, _ expected: ReferenceJSON) throws {
    try requireEqual(value.bytes(), expected.text(escapingSlashes: true), "with escaped slashes")
    let sorted = expected.sortingMembers.text()
    try requireEqual(value.bytes(formatting: [.sortedKeys, .withoutEscapingSlashes]), sorted, "sorted")
    let pretty = value.bytes(formatting: .prettyPrinted)
    try requireEqual(try parse(pretty), value, "laid out and read again")
    let rebuilt = value.rebuilt
    try requireEqual(rebuilt.bytes(), value.bytes(), "made of its content")
    try requireEqual(rebuilt.bytes(formatting: .prettyPrinted), pretty, "made of its content, laid out")
    try requireEqual(
      rebuilt.bytes(formatting: [.sortedKeys, .withoutEscapingSlashes]), sorted, "made of its content, sorted"
    )
    try requireEqual(rebuilt.removingNulls(), value.removingNulls(), "made of its content, without nulls")
  }

  /// Values by key and by number.
  func places(_ value: JSON.Value, _ expected: ReferenceJSON) throws {
    switch expected {
    case .array(let elements):
      try requireEqual(value.count, elements.count, "the count of elements")
      try require(value[-1] == nil && value[elements.count] == nil, "an element outside")
      if let last = elements.last {
        try requireEqual(value[elements.count - 1]?.bytes(), last.text(escapingSlashes: true), "last")
      }
    case .object(let members):
      try requireEqual(value.count, members.count, "the count of members")
      for (index, member) in members.prefix(8).enumerated()
      where !members[..<index].contains(where: { $0.key == member.key }) {
        let key = String(decoding: member.key, as: UTF8.self)
        try requireEqual(value[key]?.bytes(), member.value.text(escapingSlashes: true), "the member \(key)")
      }
      try require(value["\u{0}no such member"] == nil, "a member that is not there")
    case .string(let text): try requireEqual(value.string.map { Array($0.utf8) }, text, "the string")
    case .number(let text): try requireEqual(value.number?.text, text, "the number")
    case .literal(let text): try requireEqual(value.description, text, "the literal")
    }
  }
}

extension JSON.Value {
  /// The same, of content that was taken apart.
  fileprivate var rebuilt: JSON.Value {
    switch content {
    case .array(let elements): JSON.Value(.array(elements.map(\.rebuilt)))
    case .object(let members): JSON.Value(.object(members.map { Member($0.key, $0.value.rebuilt) }))
    case let scalar: JSON.Value(scalar)
    }
  }
}
