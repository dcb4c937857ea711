public import SluiceBody

extension ParserCheck {
  /// Creates a check of a parser that reads a stream, also for divided inputs.
  ///
  /// The parser must consume each block completely, return the same elements however the input is divided and whether
  /// they are requested one by one or appended, and repeat an error.
  ///
  /// - Parameters:
  ///   - format: The format of the inputs. Defaults to `nil`: any bytes.
  ///   - makeParser: Creates a parser that has read nothing.
  public init<Parser: StreamParser & SendableMetatype>(
    _ format: Corpus.Format? = nil, parser makeParser: @escaping @Sendable () -> Parser
  ) where Value == [Parser.Element], Parser.Element: Equatable & SendableMetatype {
    self.init(format) { (bytes: [UInt8]) in
      var parser = makeParser()
      var elements: [Parser.Element] = []
      var position = 0
      while let element = try parser.next(in: bytes.span, from: &position) { elements.append(element) }
      while let element = try parser.finish() { elements.append(element) }
      return elements
    }
    properties.append { document, _ in
      let whole = try StreamOutcome(of: [document.bytes[...]], by: makeParser())
      for blocks in Divisions.of(document.bytes) {
        let chunks = blocks.map { $0[...] }
        let lengths = blocks.count > 3 ? "single bytes" : "\(blocks.map(\.count)) bytes"
        try requireEqual(
          try StreamOutcome(of: chunks, by: makeParser()), whole, "divided into \(lengths), and whole")
        try requireEqual(
          try StreamOutcome(of: chunks, by: makeParser(), appendingUpTo: 2), whole,
          "appended from \(lengths), and whole")
      }
    }
  }
}
