public import SluiceBody
public import SluiceJSON

extension ParserCheck {
  /// Exempts inputs of the corpus from their verdicts and results.
  ///
  /// - Parameter names: The names, such as `byte-order-mark`.
  public func allowing(_ names: String...) -> Self { changed { $0.allowedNames.formUnion(names) } }

  /// Exempts all inputs of the corpus from their verdicts and results, for a parser of a dialect.
  public func ignoringVerdicts() -> Self { changed { $0.followsVerdicts = false } }

  /// Adds a check that values are those of the corpus.
  ///
  /// - Parameter json: Returns a value in the canonical form that `Corpus/portable/README.md` describes for the format.
  public func matchingResults(_ json: @escaping @Sendable (Value) throws -> JSON.Value) -> Self {
    changed {
      $0.checkResult = { value, entry in
        guard let expected = entry.result else { return }
        let actual = try json(value)
        guard !JSONEquality.areSame(actual, expected) else { return }
        throw BrokenProperty("another result:\n  \(actual)\n  \(expected)", isAboutVerdict: true)
      }
    }
  }

  /// Adds a check that a limit is exact: if an accepted value measures *n*, the limit *n* changes nothing, and *n* − 1
  /// is an error.
  ///
  /// ```swift
  /// check.limited("depth", measuredBy: \.depth) { bytes, depth in try parse(bytes, maximumDepth: depth) }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The name of the limit, for messages.
  ///   - measure: Returns the smallest limit with which the value can be parsed, or `nil` if it is unknown.
  ///   - parse: Parses a document with a limit.
  public func limited(
    _ name: String, measuredBy measure: @escaping @Sendable (Value) -> Int?,
    _ parse: @escaping @Sendable (_ bytes: [UInt8], _ limit: Int) throws -> Value
  ) -> Self {
    adding { document, outcome in
      guard case .success(let value) = outcome, let measured = measure(value) else { return }
      do {
        _ = try parse(document.bytes, measured)
      } catch {
        throw BrokenProperty("refused at the exact limit of \(name), \(measured): \(error)")
      }
      guard measured > 0, (try? parse(document.bytes, measured - 1)) != nil else { return }
      throw BrokenProperty(
        "accepted with \(name) limited to \(measured - 1), although it measures \(measured)")
    }
  }

  /// Adds a property.
  ///
  /// - Parameter property: Throws an error if the property does not hold. It gets the value, or `nil` if the input was
  ///   refused.
  public func satisfying(_ property: @escaping @Sendable (_ bytes: [UInt8], _ value: Value?) throws -> Void)
    -> Self
  {
    adding { try property($0.bytes, try? $1.get()) }
  }

  func adding(_ property: @escaping @Sendable (Document, Outcome) throws -> Void) -> Self {
    changed { $0.properties.append(property) }
  }

  func changed(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension ParserCheck where Value: Equatable & SendableMetatype {
  /// Adds a check that a divided input has the same result as the whole one.
  ///
  /// - Parameter parse: Parses a document from its blocks, some of which are empty.
  public func divided(
    _ parse: @escaping @Sendable (_ blocks: [[UInt8]], _ contentType: String) throws -> Value
  ) -> Self {
    adding { document, outcome in
      for blocks in Divisions.of(document.bytes) {
        let lengths = blocks.count > 3 ? "single bytes" : "\(blocks.map(\.count)) bytes"
        try requireSame(
          Outcome { try parse(blocks, document.contentType) }, outcome, of: "divided and whole input",
          "divided into \(lengths)", "whole")
      }
    }
  }

  /// Adds a check that a divided input has the same result as the whole one.
  ///
  /// - Parameter parse: Parses a document from its blocks, some of which are empty.
  public func divided(_ parse: @escaping @Sendable (_ blocks: [[UInt8]]) throws -> Value) -> Self {
    divided { blocks, _ in try parse(blocks) }
  }

  /// Adds a check that a written value is read again as the same value.
  ///
  /// - Parameter write: Writes a value that the parser returned.
  public func writing(_ write: @escaping @Sendable (_ value: Value) throws -> [UInt8]) -> Self {
    adding { document, outcome in
      guard case .success(let value) = outcome else { return }
      let again = Outcome {
        try parse(Document(try write(value), of: format, contentType: document.contentType))
      }
      try requireSame(again, outcome, of: "written values", "written and read again", "read")
    }
  }

  /// Adds a comparison with a second parser, which must accept the same inputs and return the same values.
  ///
  /// - Parameters:
  ///   - name: The name of the second parser, for messages.
  ///   - parse: Parses a document with it.
  public func agreeing(
    with name: String, _ parse: @escaping @Sendable (_ bytes: [UInt8]) throws -> Value
  ) -> Self {
    adding { document, outcome in
      try requireSame(
        outcome, Outcome { try parse(document.bytes) }, of: "the parser and \(name)", "the parser", name)
    }
  }

  /// - Parameter subject: What tells this failure apart from those of other properties, see ``FailureKey``.
  private func requireSame(
    _ outcome: Outcome, _ other: Outcome, of subject: String, _ name: String, _ otherName: String
  ) throws(BrokenProperty) {
    switch (outcome, other) {
    case (.success(let value), .success(let otherValue)) where value == otherValue: return
    case (.failure, .failure): return
    default:
      throw BrokenProperty(
        "results of \(subject) differ:\n  \(name): \(outcome.summary)\n  \(otherName): \(other.summary)")
    }
  }
}

extension Result {
  fileprivate var summary: String {
    switch self {
    case .success(let value): "\(value)"
    case .failure(let error): "refused: \(error)"
    }
  }
}

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
          try StreamOutcome(of: chunks, by: makeParser()), whole,
          "elements of divided and whole input differ:\n  divided into \(lengths)")
        for appending in [StreamAppending.two, .all] {
          try requireEqual(
            try StreamOutcome(of: chunks, by: makeParser(), appending: appending), whole,
            "elements that are appended differ:\n  \(appending) at a time, from \(lengths)")
        }
      }
    }
  }
}
