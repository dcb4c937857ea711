internal import SluiceSupport

/// A type that is decoded without a decoding container.
protocol JSONCollectionDecodable: Decodable, SendableMetatype {
  /// Decodes the value of a scope.
  ///
  /// - Parameters:
  ///   - reader: The reader of the document.
  ///   - scope: The scope of the value itself.
  /// - Throws: `DecodingError`, or the error that an element's `init(from:)` throws.
  static func decode(by reader: JSONReader, in scope: JSONScope) throws -> Self
}

extension Array: JSONCollectionDecodable where Element: Decodable {
  static func decode(by reader: JSONReader, in scope: JSONScope) throws -> [Element] {
    guard scope.entry.kind == .array else {
      throw reader.failure([Any].self, at: scope.index, in: scope, .here)
    }
    let tape = reader.tape
    let end = scope.entry.end
    let capacity = tape.count(of: scope.index)
    if capacity == 0 { return [] }
    // Methods of the array would look up its type, which takes longer than decoding a short one.
    return try unsafe [Element](unsafeUninitializedCapacity: capacity) { elements, count in
      guard let start = elements.baseAddress else { return }
      var child = scope.index + 1
      // SAFETY: An element is within the capacity, and is initialized once.
      while child < end, count < elements.count {
        unsafe (start + count).initialize(
          to: try reader.decode(Element.self, at: child, in: scope, .index(count)))
        count += 1
        child = tape.next(after: child)
      }
    }
  }
}

extension Dictionary: JSONCollectionDecodable where Key == String, Value: Decodable {
  static func decode(by reader: JSONReader, in scope: JSONScope) throws -> [String: Value] {
    guard scope.entry.kind == .object else {
      throw reader.failure([String: Any].self, at: scope.index, in: scope, .here)
    }
    let tape = reader.tape
    let end = scope.entry.end
    var members: [String: Value] = [:]
    members.reserveCapacity(tape.count(of: scope.index))
    var child = scope.index + 1
    while child < end {
      let key = tape.text(of: tape[child])
      // The first member of each name is used.
      if members[key] == nil {
        members[key] = try reader.decode(
          Value.self, at: child + 1, in: scope, .key(AnyCodingKey(stringValue: key)))
      }
      child = tape.next(after: child + 1)
    }
    return members
  }
}
