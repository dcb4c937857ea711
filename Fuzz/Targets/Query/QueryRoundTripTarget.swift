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
    encoder.order = input.choice(of: [.declared, .sorted])
    encoder.dates = input.choice(of: [.iso8601, .secondsSince1970, .millisecondsSince1970])
    encoder.keys = input.choice(of: [.asIs, .snakeCase, .kebabCase])
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
    encoder.order = .declared
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
