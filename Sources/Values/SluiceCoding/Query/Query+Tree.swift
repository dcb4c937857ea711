internal import SluiceSupport

extension Query {
  /// A query as nested objects and arrays, without a type of your own.
  ///
  /// ```swift
  /// let tree = try Query.Decoder().tree(from: "user[name]=a&tags[]=x&tags[]=y")
  /// // .object([
  /// //   .init("user", .object([.init("name", .text("a"))])),
  /// //   .init("tags", .array([.text("x"), .text("y")])),
  /// // ])
  /// ```
  ///
  /// A tree is `Encodable`, so any encoder can print it, with its members in the order of the query.
  package enum Tree: Sendable, Hashable {
    /// A missing value, or one that stands for `nil`.
    case null
    /// The text of a value.
    case text(String)
    /// An array of values.
    case array([Tree])
    /// An object, with its members in order.
    case object([Member])

    /// A member of an object.
    package struct Member: Sendable, Hashable {
      /// The key.
      package var key: String
      /// The value.
      package var value: Tree

      /// Creates a member.
      package init(_ key: String, _ value: Tree) {
        self.key = key
        self.value = value
      }
    }
  }
}

extension Query.Tree: Encodable {
  /// Encodes the tree into any encoder.
  ///
  /// - Throws: The errors of the encoder.
  package func encode(to encoder: any Swift.Encoder) throws {
    switch self {
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .text(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .object(let members):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      for member in members {
        try container.encode(member.value, forKey: AnyCodingKey(stringValue: member.key))
      }
    }
  }
}
