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
