import FoundationEssentials
import SluiceCoding
import SluiceFuzz

extension FuzzTarget {
  /// Pairs, trees and values that are generated, encoded and decoded again.
  ///
  /// Byte 0 is what is generated, bytes 1 to 8 are strategies. The rest is taken as texts, each with its length before
  /// it.
  static let queryRoundTrip = FuzzTarget("query-roundtrip", optionByteCount: 9, maximumByteCount: 4096) {
    input in
    let kind = input.byte()
    var encoder = Query.Encoder()
    encoder.escaping = input.choice(of: [
      .rfc3986, .form, .custom("[],;=+ %&#~", spaceAsPlus: false), .custom("!+ ", spaceAsPlus: true),
    ])
    encoder.arrays = input.choice(of: [.indexed, .brackets, .repeated, .comma])
    encoder.nesting = input.choice(of: [.brackets, .dots])
    encoder.bools = input.choice(of: [.literal, .numeric])
    encoder.nils = input.choice(of: [.literal, .drop, .bare, .empty])
    encoder.outputFormatting = input.choice(of: [[], .sortedKeys])
    encoder.dateEncodingStrategy = input.choice(of: [.iso8601, .secondsSince1970, .millisecondsSince1970])
    encoder.keyEncodingStrategy = input.choice(of: [
      .useDefaultKeys, .convertToSnakeCase, .convertToKebabCase,
    ])
    switch kind % 3 {
    case 0: try checkPairs(from: &input, encoder.escaping)
    case 1: try checkTree(from: &input, encoder)
    default: try checkValue(from: &input, encoder)
    }
  }

  /// Checks pairs with any names and values.
  private static func checkPairs(from input: inout FuzzInput, _ escaping: Query.Escaping) throws {
    var pairs = Query.Pairs()
    while !input.isEmpty {
      let name = String(decoding: input.string(), as: UTF8.self)
      let value = input.bool() ? String(decoding: input.string(), as: UTF8.self) : nil
      // An empty name without a value is not a pair.
      if !name.utf8.isEmpty || value != nil { pairs.append(Query.Pair(name, value)) }
    }
    let text = pairs.bytes(escaping: escaping)
    try require(text.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }, "not a query's text")
    var decoder = Query.Decoder()
    decoder.escaping = escaping
    decoder.isStrict = true
    let read = try decoder.pairs(from: text)
    try require(read.count == pairs.count, "\(read.count) pairs read, \(pairs.count) written")
    for (read, pair) in zip(read, pairs) {
      try require(read.name.utf8.elementsEqual(pair.name.utf8), "name \(pair.name)")
      try require(
        (read.value == nil) == (pair.value == nil)
          && (read.value ?? "").utf8.elementsEqual((pair.value ?? "").utf8), "value of \(pair.name)")
    }
  }

  /// Checks nested objects and arrays, whose structure is preserved by indexed elements.
  private static func checkTree(from input: inout FuzzInput, _ encoder: Query.Encoder) throws {
    var encoder = encoder
    encoder.arrays = .indexed
    encoder.outputFormatting = []
    encoder.nils = .literal
    let tree = Query.Tree.madeUp(from: &input)
    let text = try encoder.string(for: tree)
    // Each name repeats its whole path.
    input.announcedWork = text.utf8.count
    let read = try Query.Decoder(reading: encoder).tree(from: text)
    try require(read.isEqual(to: tree), "a different tree:\n  \(read)\n  \(tree)")
  }

  private static func checkValue(from input: inout FuzzInput, _ encoder: Query.Encoder) throws {
    let value = QueryValue(from: &input, encoder)
    let text = try encoder.string(for: value)
    let read: QueryValue
    do {
      read = try Query.Decoder(reading: encoder).decode(QueryValue.self, from: text)
    } catch let error as DecodingError {
      throw BrokenProperty("\(text) is not decoded: \(error)")
    }
    try require(read.isEqual(to: value), "a different value: \(text)")
  }
}

/// A value that is generated from an input, and that every strategy preserves completely.
private struct QueryValue: Codable {
  struct Inner: Codable, Equatable {
    var isOn: Bool
    var level: Int16
  }

  var text: String
  var integer: Int64
  var real: Double
  var date: Date
  var data: Data
  var maybe: Int?
  var inner: Inner
  var list: [UInt8]
  var table: [Int: Bool]

  init(from input: inout FuzzInput, _ encoder: Query.Encoder) {
    text = String(decoding: input.string(), as: UTF8.self)
    integer = Int64(bitPattern: Self.word(from: &input))
    let bits = Double(bitPattern: Self.word(from: &input))
    real = bits.isFinite ? bits : 0
    // Years 0000 to 9999, in whole seconds.
    date = Date(
      timeIntervalSince1970: Double(Int64(Self.word(from: &input) % 315_569_520_000) - 62_167_219_200))
    data = Data(input.string())
    maybe = input.bool() ? Int(input.byte()) : nil
    inner = Inner(isOn: input.bool(), level: Int16(truncatingIfNeeded: Self.word(from: &input)))
    list = input.bytes(Int(input.byte() % 16))
    table = Dictionary(input.bytes(Int(input.byte() % 8)).map { (Int($0), $0 & 1 == 0) }) { first, _ in first
    }
  }

  private static func word(from input: inout FuzzInput) -> UInt64 {
    input.bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  func isEqual(to other: QueryValue) -> Bool {
    text.utf8.elementsEqual(other.text.utf8) && integer == other.integer && real == other.real
      && date == other.date && data == other.data && maybe == other.maybe && inner == other.inner
      && list == other.list && table == other.table
  }
}

extension Query.Tree {
  /// Returns an object whose members are generated from an input.
  ///
  /// It has nothing that the text of a query leaves ambiguous, such as an empty array, or a member that looks like an
  /// index.
  static func madeUp(from input: inout FuzzInput) -> Query.Tree { .object(members(from: &input, depth: 0)) }

  private static func madeUp(from input: inout FuzzInput, depth: Int) -> Query.Tree {
    let kind = depth < 12 ? input.byte() % 4 : 1
    switch kind {
    case 0: return .null
    case 2:
      return .array((0...Int(input.byte() % 4)).map { _ in madeUp(from: &input, depth: depth + 1) })
    case 3:
      let members = members(from: &input, depth: depth + 1)
      return members.isEmpty ? .null : .object(members)
    default:
      let text = String(decoding: input.string(), as: UTF8.self)
      return text.utf8.elementsEqual("null".utf8) ? .null : .text(text)
    }
  }

  private static func members(from input: inout FuzzInput, depth: Int) -> [Member] {
    (0..<Int(input.byte() % 6)).map { index in
      // Keys are unique and have no characters that separate keys.
      let key = "k\(index)" + String(decoding: input.string(), as: UTF8.self)
      let safe = key.unicodeScalars.filter { !["[", "]", "."].contains($0) }
      return Member(String(String.UnicodeScalarView(safe)), madeUp(from: &input, depth: depth + 1))
    }
  }

  /// Returns whether both trees are equal byte for byte.
  func isEqual(to other: Query.Tree) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    case (.array(let a), .array(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isEqual(to: $1) }
    case (.object(let a), .object(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isEqual(to: $1.value) }
    default: false
    }
  }
}
