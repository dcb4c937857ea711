import FoundationEssentials
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

/// A reference for the
/// [parser of `application/x-www-form-urlencoded`](https://url.spec.whatwg.org/#urlencoded-parsing), written as the URL
/// standard describes it.
private enum FormPairs {
  struct Pair: Equatable {
    let name: [UInt8]
    let value: [UInt8]?
    /// The byte offset at which the pair starts.
    let offset: Int
  }

  /// Returns the pairs of a text as bytes, which may not be UTF-8.
  static func pairs(in text: [UInt8], plusIsSpace: Bool) -> [Pair] {
    var pairs: [Pair] = []
    for part in text.split(separator: UInt8(ascii: "&")) {
      let words = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let decoded = words.map { percentDecoded($0, plusIsSpace: plusIsSpace) }
      pairs.append(
        Pair(name: decoded[0], value: decoded.count > 1 ? decoded[1] : nil, offset: part.startIndex))
    }
    return pairs
  }

  private static func percentDecoded(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool) -> [UInt8] {
    var result: [UInt8] = []
    var rest = bytes
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2).map { Int(String(UnicodeScalar($0)), radix: 16) }
      if byte == UInt8(ascii: "%"), digits.count == 2, let high = digits[0], let low = digits[1] {
        result.append(UInt8(high * 16 + low))
        rest = rest.dropFirst(2)
      } else {
        result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return result
  }
}

/// A type with a property of every kind that a query can be decoded as.
private struct QuerySample: Codable {
  enum Choice: String, Codable { case left, right }
  enum Shape: Codable {
    case dot
    case circle(radius: Double)
    case line(Int, Int)
  }
  struct Point: Codable {
    var x: Int8
    var y: UInt64?
  }

  var text: String?
  var number: Int?
  var wide: Int128?
  var real: Double?
  var small: Float?
  var isOn: Bool?
  var date: Date?
  var data: Data?
  var link: URL?
  var price: Decimal?
  var choice: Choice?
  var shape: Shape?
  var point: Point?
  var list: [String]?
  var points: [Point]?
  var rows: [[Int]]?
  var table: [String: String]?
  var numbers: [Int: Bool]?
  var containers: QueryContainers?
  /// Nested samples, as deep as the query goes.
  var nested: [QuerySample]?

  /// Checks that a decoded sample can be encoded, and that the result is the same when it is decoded and encoded again.
  ///
  /// Samples that a query cannot represent are skipped.
  static func check(_ pairs: Query.Pairs, _ decoder: Query.Decoder) throws {
    let sample: QuerySample
    do {
      sample = try decoder.decode(QuerySample.self, from: pairs)
    } catch is DecodingError {
      return
    }
    var encoder = Query.Encoder()
    encoder.arrays = .indexed
    encoder.nesting = decoder.nesting
    encoder.nils = decoder.nils
    encoder.maximumDepth = decoder.maximumDepth + 1
    let written = try encoder.pairs(for: sample)
    guard !sample.isLost, !(sample.keys.contains { $0.utf8.contains { "[].".utf8.contains($0) } }) else {
      return
    }
    var again = Query.Decoder(reading: encoder)
    again.maximumDepth = decoder.maximumDepth + 1
    let rewritten = try encoder.pairs(for: try again.decode(QuerySample.self, from: written))
    // Elements that encode as nothing lose their indexes, so digits in names are not compared.
    let isSame =
      written.count == rewritten.count
      && zip(written, rewritten).allSatisfy {
        withoutDigits($0.name) == withoutDigits($1.name)
          && ($0.value ?? "").utf8.elementsEqual(($1.value ?? "").utf8)
      }
    try require(isSame, "encoded again:\n  \(written.string())\n  \(rewritten.string())")
  }

  private static func withoutDigits(_ name: String) -> [UInt8] {
    name.utf8.filter { !(0x30...0x39).contains($0) }
  }

  /// Whether the sample has an empty dictionary, which is encoded as nothing and decoded as `nil`.
  private var isLost: Bool {
    table?.isEmpty == true || numbers?.isEmpty == true || (nested ?? []).contains(where: \.isLost)
  }

  /// The keys from the input, which a query cannot distinguish from its own brackets and dots.
  private var keys: [String] { Array((table ?? [:]).keys) + (nested ?? []).flatMap(\.keys) }
}

/// A type that is coded through explicit containers: nested, in arrays, and for its superclass.
private struct QueryContainers: Codable {
  enum Key: String, CodingKey { case inner, row, isOn, wide, missing }

  var isOn: Bool?
  var wide: UInt128
  var row: [Int]
  var rest: [String]
  var inner: UInt16
  var base: Float

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    isOn = try container.decodeNil(forKey: .isOn) ? nil : container.decode(Bool.self, forKey: .isOn)
    wide = container.contains(.wide) ? try container.decode(UInt128.self, forKey: .wide) : 0
    inner = try container.nestedContainer(keyedBy: Key.self, forKey: .inner).decode(
      UInt16.self, forKey: .inner)
    var elements = try container.nestedUnkeyedContainer(forKey: .row)
    var nested = try elements.nestedUnkeyedContainer()
    row = []
    while !nested.isAtEnd { row.append(try nested.decodeNil() ? 0 : nested.decode(Int.self)) }
    rest = [try elements.nestedContainer(keyedBy: Key.self).decode(String.self, forKey: .inner)]
    rest.append(try elements.superDecoder().singleValueContainer().decode(String.self))
    rest.append("\(try elements.decode(Int128.self)) \(try elements.decode(UInt128.self))")
    let single = try container.superDecoder().singleValueContainer()
    base = single.decodeNil() ? 0 : try single.decode(Float.self)
    let number = try container.superDecoder(forKey: .inner).singleValueContainer()
    // The value is an object, so it cannot be decoded as any of these types.
    let values: [Any?] = [
      try? number.decode(Int128.self), try? number.decode(UInt128.self), try? number.decode(Int8.self),
      try? number.decode(Double.self), try? number.decode(Bool.self), try? number.decode([Int].self),
    ]
    try require(values.allSatisfy { $0 == nil }, "an object was decoded as a value")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(isOn, forKey: .isOn)
    try container.encode(wide, forKey: .wide)
    var innerContainer = container.nestedContainer(keyedBy: Key.self, forKey: .inner)
    try innerContainer.encode(inner, forKey: .inner)
    var elements = container.nestedUnkeyedContainer(forKey: .row)
    var nested = elements.nestedUnkeyedContainer()
    for element in row { try nested.encode(element) }
    var keyed = elements.nestedContainer(keyedBy: Key.self)
    try keyed.encode(rest[0], forKey: .inner)
    var single = elements.superEncoder().singleValueContainer()
    try single.encode(rest[1])
    let numbers = rest[2].split(separator: " ")
    try elements.encode(Int128(numbers[0]) ?? 0)
    try elements.encode(UInt128(numbers[1]) ?? 0)
    var base = container.superEncoder().singleValueContainer()
    try base.encode(self.base)
  }
}
