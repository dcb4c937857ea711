extension Query {
  /// The query of a request, which the session's `configuration.encoder.query` writes.
  ///
  /// ```swift
  /// let found: [User] = try await session.get("users", query: ["name": name, "page": 2, "tag": optionalTag])
  /// let more: [User] = try await session.get("users", query: .init(filter))
  /// ```
  ///
  /// The members of a literal have its order, and names that are written as they are: the strategy for keys applies to
  /// the members of types only. A member whose value is `nil` is left out. Values can be arrays and objects, which are
  /// written as the encoder's strategies say.
  public struct Parameters: Sendable, ExpressibleByDictionaryLiteral {
    private enum Content: Sendable {
      case members([(name: String, value: (any Encodable & Sendable)?)])
      case value(any Encodable & Sendable, Encoder?)
      case pairs(Pairs, Escaping)
    }

    private let content: Content

    /// Creates a query with these members, without those that are `nil`.
    public init(dictionaryLiteral elements: (String, (any Encodable & Sendable)?)...) {
      content = .members(elements.map { (name: $0, value: $1) })
    }

    /// Creates a query with the members of a value, such as a structure or a dictionary.
    ///
    /// - Parameters:
    ///   - value: The value.
    ///   - encoder: The encoder, or `nil` for that of the session. Defaults to `nil`.
    public init(_ value: some Encodable & Sendable, encoder: Encoder? = nil) {
      content = .value(value, encoder)
    }

    /// Creates a query with names and values in exactly the given order, as signed requests need.
    ///
    /// - Parameters:
    ///   - pairs: The names and values.
    ///   - escaping: The characters that are not escaped. Defaults to `.rfc3986`.
    public init(_ pairs: Pairs, escaping: Escaping = .rfc3986) {
      content = .pairs(pairs, escaping)
    }

    /// Returns the text of the query, without `?`.
    ///
    /// - Parameter encoder: The encoder of the session.
    /// - Throws: The errors of ``Query/Encoder/encode(_:)``.
    package func text(_ encoder: Encoder) throws -> String {
      switch content {
      case .members(let members) where members.isEmpty: return ""
      case .members(var members):
        if encoder.outputFormatting.contains(.sortedKeys) {
          members.sort { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }
        var pairs = Pairs()
        for member in members {
          // The keys of dictionaries are written as they are.
          if let value = member.value {
            pairs += try encoder.pairs(for: [member.name: AnyValue(value: value)])
          }
        }
        return pairs.string(escaping: encoder.escaping)
      case .value(let value, let own): return try (own ?? encoder).string(for: value)
      case .pairs(let pairs, let escaping): return pairs.string(escaping: escaping)
      }
    }
  }

  private struct AnyValue: Encodable {
    let value: any Encodable & Sendable

    func encode(to encoder: any Swift.Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(value)
    }
  }
}
