extension Query {
  /// A name and its value, both unescaped.
  ///
  /// ```swift
  /// let pair = Query.Pair("text", "to & fro")
  /// ```
  public struct Pair: Sendable, Hashable {
    /// The name, unescaped.
    public var name: String
    /// The value, unescaped, or `nil` for a name without `=`.
    ///
    /// The URL standard's form parser reads a name without `=` as one with an empty value.
    public var value: String?

    /// Creates a pair.
    public init(_ name: String, _ value: String?) {
      self.name = name
      self.value = value
    }
  }

  /// A query as a list of names and values, in any order and with any duplicates.
  ///
  /// ```swift
  /// let pairs: Query.Pairs = ["tag": "b", "tag": "a", "draft": nil]
  /// pairs.string()    // tag=b&tag=a&draft
  /// ```
  ///
  /// ``Query/Encoder`` writes such pairs and ``Query/Decoder`` reads them. Use them yourself for exact control of a
  /// query.
  public struct Pairs: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    private var pairs: [Pair]

    /// Creates a query of these pairs.
    public init(_ pairs: some Sequence<Pair>) {
      self.pairs = Array(pairs)
    }

    /// Creates a query of these pairs, in order and with any duplicates.
    public init(dictionaryLiteral elements: (String, String?)...) {
      self.init(elements.map(Pair.init))
    }

    /// Returns the pairs as `name=value`, escaped and joined by `&`.
    ///
    /// - Parameter escaping: The characters that are not escaped. Defaults to `.rfc3986`.
    /// - Complexity: O(*n*) in the length of the text.
    public func string(escaping: Escaping = .rfc3986) -> String {
      String(decoding: bytes(escaping: escaping), as: UTF8.self)
    }

    /// Returns the bytes of ``string(escaping:)``, which are all ASCII.
    ///
    /// - Parameter escaping: The characters that are not escaped. Defaults to `.rfc3986`.
    /// - Complexity: O(*n*) in the number of bytes.
    package func bytes(escaping: Escaping = .rfc3986) -> [UInt8] {
      var text = QueryText(escaping: escaping)
      for pair in pairs { text.append(pair.name, pair.value) }
      return text.bytes
    }
  }
}

extension Query.Pairs: RandomAccessCollection, RangeReplaceableCollection, MutableCollection {
  /// Creates a query without pairs.
  public init() { pairs = [] }
  /// The position of the first pair: 0.
  public var startIndex: Int { pairs.startIndex }
  /// The position after the last pair: the number of pairs.
  public var endIndex: Int { pairs.endIndex }

  /// The pair at this position.
  public subscript(position: Int) -> Query.Pair {
    get { pairs[position] }
    set { pairs[position] = newValue }
  }

  /// Replaces the pairs at these positions with others.
  ///
  /// - Complexity: O(*n*) in the number of pairs.
  public mutating func replaceSubrange(_ range: Range<Int>, with newPairs: some Collection<Query.Pair>) {
    pairs.replaceSubrange(range, with: newPairs)
  }

  /// Appends a pair.
  public mutating func append(_ pair: Query.Pair) { pairs.append(pair) }
}

extension Query {
  /// A name with a value that may be more than text.
  ///
  /// Text has no such values, so only other formats with the names of queries, such as multipart forms, have entries.
  package struct Entry: Sendable {
    /// The value of an entry.
    package enum Value: Sendable {
      /// Text, or `nil` for a name alone.
      case text(String?)
      /// A value that only its own format can read.
      case opaque(any OpaqueValue)
    }

    let name: String
    let value: Value

    /// Creates an entry.
    package init(_ name: String, _ value: Value) {
      self.name = name
      self.value = value
    }
  }

  /// A value that is not text, and which a decoder passes on unread.
  package protocol OpaqueValue: Sendable {
    /// The words for such a value in the messages of errors, such as `a file`.
    static var noun: String { get }

    /// Returns the value as a type that can hold it, or `nil` for any other type.
    func value<T>(as type: T.Type) throws -> T?
  }
}
