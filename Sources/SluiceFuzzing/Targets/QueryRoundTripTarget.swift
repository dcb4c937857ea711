import SluiceCoding

extension FuzzTarget {
  /// Pairs, trees and values that are made up, written and read again.
  ///
  /// Byte 0 is what is made, bytes 1 to 8 are strategies; what follows is taken as text of some length, again and again.
  static let queryRoundTrip = FuzzTarget("query-roundtrip", maximumByteCount: 4096) { input in
    let kind = input.byte()
    var encoder = QueryEncoder()
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

  /// Every name and every value, whatever is in them.
  private static func checkPairs(from input: inout FuzzInput, _ escaping: QueryEscaping) throws {
    var pairs = QueryPairs()
    while !input.isEmpty {
      let name = String(decoding: input.string(), as: UTF8.self)
      let value = input.bool() ? String(decoding: input.string(), as: UTF8.self) : nil
      // A name alone that is empty is nothing at all.
      if !name.utf8.isEmpty || value != nil { pairs.append(QueryPair(name, value)) }
    }
    let text = pairs.bytes(escaping: escaping)
    try require(text.allSatisfy { $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") }, "no text of a query")
    var decoder = QueryDecoder()
    decoder.escaping = escaping
    decoder.isStrict = true
    let read = try decoder.pairs(from: text)
    try require(read.count == pairs.count, "\(read.count) pairs of \(pairs.count)")
    for (read, pair) in zip(read, pairs) {
      try require(read.name.utf8.elementsEqual(pair.name.utf8), "name \(pair.name)")
      try require(
        (read.value == nil) == (pair.value == nil)
          && (read.value ?? "").utf8.elementsEqual((pair.value ?? "").utf8), "value of \(pair.name)")
    }
  }

  /// Objects and arrays within one another, which numbered elements tell.
  private static func checkTree(from input: inout FuzzInput, _ encoder: QueryEncoder) throws {
    var encoder = encoder
    encoder.arrays = .indexed
    encoder.order = .declared
    encoder.nils = .literal
    let tree = QueryTree.madeUp(from: &input)
    let text = try encoder.encode(tree)
    // Each name tells all of its way.
    input.announcedWork = text.utf8.count
    let read = try QueryDecoder(reading: encoder).tree(from: text)
    try require(read.isEqual(to: tree), "another tree:\n  \(read)\n  \(tree)")
  }

  private static func checkValue(from input: inout FuzzInput, _ encoder: QueryEncoder) throws {
    let value = QueryValue(from: &input, encoder)
    let text = try encoder.encode(value)
    let read: QueryValue
    do {
      read = try QueryDecoder(reading: encoder).decode(QueryValue.self, from: text)
    } catch let error as DecodingError {
      throw BrokenProperty("\(text) is not read: \(error)")
    }
    try require(read.isEqual(to: value), "another value: \(text)")
  }
}
