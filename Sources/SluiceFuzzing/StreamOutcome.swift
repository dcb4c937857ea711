import SluiceBody

/// What a parser makes of a stream: its elements, and the error that ended it, as text.
struct StreamOutcome<Element: Equatable>: Equatable {
  private(set) var elements: [Element] = []
  private(set) var error: String?

  init(elements: [Element], error: String? = nil) {
    self.elements = elements
    self.error = error
  }

  /// What `parser` makes of `chunks`.
  ///
  /// - Throws: `BrokenProperty` where the parser leaves bytes, or goes on behind the end or an error.
  init<Parser: StreamParser>(of chunks: [ArraySlice<UInt8>], by parser: Parser) throws
  where Parser.Element == Element {
    var parser = parser
    do {
      for chunk in chunks {
        let bytes = Array(chunk)
        var position = 0
        while let element = try parser.next(in: bytes.span, from: &position) { elements.append(element) }
        try require(position == bytes.count, "\(position) of a chunk's \(bytes.count) bytes taken")
      }
      while let element = try parser.finish() { elements.append(element) }
    } catch let broken as BrokenProperty {
      throw broken
    } catch {
      self.error = "\(error)"
      try Self.requireFinal("\(error)", of: &parser)
      return
    }
    try require(try parser.finish() == nil, "an element behind the end")
  }

  private static func requireFinal(_ error: String, of parser: inout some StreamParser) throws {
    let line: [UInt8] = [UInt8(ascii: "0"), UInt8(ascii: "\n")]
    var position = 0
    do {
      _ = try parser.next(in: line.span, from: &position)
    } catch let again {
      try requireEqual("\(again)", error, "an error that is not final")
      return
    }
    throw BrokenProperty("went on behind \(error)")
  }

  /// What a parser makes of `bytes` in one piece, which has to be the same for the pieces that `seed` cuts.
  static func whole<Parser: StreamParser>(
    _ bytes: [UInt8], cutBy seed: UInt8, _ parser: Parser
  ) throws -> StreamOutcome where Parser.Element == Element {
    let whole = try StreamOutcome(of: [bytes[...]], by: parser)
    var splitter = Splitter(seed: seed)
    try requireEqual(
      try StreamOutcome(of: splitter.chunks(of: bytes), by: parser), whole, "in pieces, and whole")
    return whole
  }
}
