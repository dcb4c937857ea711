/// A name and its value, neither of them escaped.
public struct QueryPair: Sendable, Hashable {
  public var name: String
  /// Nil for a name alone, without `=`. The URL standard's form parser reads such a name's value as empty.
  public var value: String?

  public init(_ name: String, _ value: String?) {
    self.name = name
    self.value = value
  }
}

/// A query as a list of names and values: any names, any order, any duplicates.
///
/// It is what `QueryEncoder` makes and `QueryDecoder` reads, and serves those who need exact control of their
/// own:
///
///     let pairs: QueryPairs = ["tag": "b", "tag": "a", "draft": nil]
///     pairs.text()    // tag=b&tag=a&draft
public struct QueryPairs: Sendable, Hashable, ExpressibleByDictionaryLiteral {
  private var pairs: [QueryPair]

  public init(_ pairs: some Sequence<QueryPair>) {
    self.pairs = Array(pairs)
  }

  public init(dictionaryLiteral elements: (String, String?)...) {
    self.init(elements.map(QueryPair.init))
  }

  /// The pairs as `name=value`, escaped (`.rfc3986` by default), with `&` between them.
  public func text(escaping: QueryEscaping = .rfc3986) -> String {
    String(decoding: bytes(escaping: escaping), as: UTF8.self)
  }

  /// `text(escaping:)` as bytes, which are all ASCII.
  public func bytes(escaping: QueryEscaping = .rfc3986) -> [UInt8] {
    var output: [UInt8] = []
    for (index, pair) in pairs.enumerated() {
      if index > 0 { output.append(UInt8(ascii: "&")) }
      escaping.append(pair.name, literals: escaping.nameLiterals, to: &output)
      if let value = pair.value {
        output.append(UInt8(ascii: "="))
        escaping.append(value, literals: escaping.valueLiterals, to: &output)
      }
    }
    return output
  }
}

extension QueryPairs: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  public init() { pairs = [] }
  public var startIndex: Int { pairs.startIndex }
  public var endIndex: Int { pairs.endIndex }

  public subscript(position: Int) -> QueryPair {
    get { pairs[position] }
    set { pairs[position] = newValue }
  }

  public mutating func replaceSubrange(_ range: Range<Int>, with newPairs: some Collection<QueryPair>) {
    pairs.replaceSubrange(range, with: newPairs)
  }

  public mutating func append(_ pair: QueryPair) { pairs.append(pair) }
}

extension QueryEscaping {
  fileprivate func append(_ text: String, literals: ASCIISet, to output: inout [UInt8]) {
    PercentCoding.encode(text.utf8.span, literals: literals, spaceAsPlus: spaceAsPlus, into: &output)
  }
}
