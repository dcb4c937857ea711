import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
  /// The text of a query, as pairs, as a tree and as typed values.
  ///
  /// Byte 0 is the escaping, byte 1 what is read (pairs and a tree, the same strictly, or typed values), byte 2 the
  /// arrays, byte 3 the nesting, byte 4 what stands for `nil`, byte 5 the limits. The text follows.
  static let query = FuzzTarget("query", format: .query, optionByteCount: 6) { input in
    var decoder = Query.Decoder()
    decoder.escaping = input.choice(of: [.form, .rfc3986])
    let reading = input.choice(of: Reading.allCases)
    decoder.isStrict = reading == .strict
    decoder.arrays = input.choice(of: [.brackets, .comma])
    decoder.nesting = input.choice(of: [.brackets, .dots])
    decoder.nils = input.choice(of: [.drop, .bare, .empty, .literal])
    (decoder.maximumPairCount, decoder.maximumDepth) = input.choice(of: [
      (250_000, 1024), (3, 1024), (250_000, 3), (0, 0),
    ])
    let text = input.rest()

    let wanted = FormPairs.pairs(in: text, plusIsSpace: decoder.escaping == .form)
    let pairs: Query.Pairs
    do {
      pairs = try decoder.pairs(from: text)
    } catch let error as Query.Error {
      return try check(error, of: text, wanted, decoder)
    }
    try require(pairs.count <= decoder.maximumPairCount, "\(pairs.count) pairs are over the limit")
    try require(pairs.count == wanted.count, "\(pairs.count) pairs, but expected \(wanted.count)")
    for (pair, wanted) in zip(pairs, wanted) {
      try require(isText(pair.name, wanted.name, decoder.isStrict), "a name differs: \(pair.name)")
      try require((pair.value == nil) == (wanted.value == nil), "only one has a value")
      try require(isText(pair.value ?? "", wanted.value ?? [], decoder.isStrict), "a value differs")
    }
    if reading == .typed { try QuerySample.check(pairs, decoder) } else { try checkTree(of: pairs, decoder) }
  }

  private enum Reading: CaseIterable { case loose, strict, typed }

  /// Returns whether `text` has these bytes. If they are not UTF-8, it must have their repaired form, unless reading is
  /// strict.
  private static func isText(_ text: String, _ bytes: [UInt8], _ isStrict: Bool) -> Bool {
    guard (try? UTF8Span(validating: bytes.span)) != nil else {
      return !isStrict && text.utf8.elementsEqual(String(decoding: bytes, as: UTF8.self).utf8)
    }
    return text.utf8.elementsEqual(bytes)
  }

  private static func check(
    _ error: Query.Error, of text: [UInt8], _ wanted: [FormPairs.Pair], _ decoder: Query.Decoder
  ) throws {
    try require(text.indices.contains(error.byteOffset), "\(error) in \(text.count) bytes")
    let rest = text[error.byteOffset...]
    switch error.code {
    case .tooManyPairs:
      try require(wanted.indices.contains(decoder.maximumPairCount), "\(wanted.count) pairs are not too many")
      try requireEqual(
        error.byteOffset, wanted[decoder.maximumPairCount].offset, "the first pair over the limit")
    case .invalidEscape:
      let isEscape = rest.dropFirst().prefix(2).count { Character(UnicodeScalar($0)).isHexDigit } == 2
      try require(decoder.isStrict && rest.first == UInt8(ascii: "%") && !isEscape, "\(error)")
    case .invalidUTF8:
      try require(
        decoder.isStrict && rest.first.map { $0 >= 0x80 || $0 == UInt8(ascii: "%") } == true, "\(error)")
    default: throw BrokenProperty("an unexpected error: \(error)")
    }
  }

  /// Checks that each pair is a leaf of the tree, and that the depth is within the limit.
  private static func checkTree(of pairs: Query.Pairs, _ decoder: Query.Decoder) throws {
    let tree: Query.Tree
    do {
      tree = try decoder.tree(from: pairs)
    } catch is DecodingError {
      return
    }
    var leaves = 0
    var level = [tree]
    var depth = 0
    while !level.isEmpty {
      depth += 1
      var next: [Query.Tree] = []
      for tree in level {
        switch tree {
        case .null, .text: leaves += 1
        case .array(let elements): next += elements
        case .object(let members): next += members.map(\.value)
        }
      }
      level = next
    }
    try requireEqual(leaves, pairs.count, "the number of leaves")
    // Values are one level more, and values with the same name are another.
    try require(depth <= decoder.maximumDepth + 2, "\(depth) levels are over the limit")
  }
}
