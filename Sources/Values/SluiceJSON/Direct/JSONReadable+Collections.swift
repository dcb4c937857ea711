extension Optional: JSONReadable where Wrapped: JSONReadable {
  /// Reads `null` as `nil`.
  @inlinable
  public init(from cursor: inout JSON.Cursor) throws {
    self = cursor.isNull ? nil : try Wrapped(from: &cursor)
  }
}

extension Array: JSONReadable where Element: JSONReadable {
  /// Reads an array.
  @inlinable
  public init(from cursor: inout JSON.Cursor) throws {
    self = try Element._readArray(from: &cursor)
  }
}

extension Set: JSONReadable where Element: JSONReadable {
  /// Reads an array, and keeps equal elements once.
  @inlinable
  public init(from cursor: inout JSON.Cursor) throws {
    let count = cursor.count
    try cursor.beginArray()
    self.init(minimumCapacity: count)
    while cursor.nextElement() { insert(try cursor.read()) }
  }
}

extension Dictionary: JSONReadable where Key == String, Value: JSONReadable {
  /// Reads an object. The keys are data, so no key decoding strategy applies to them.
  @inlinable
  public init(from cursor: inout JSON.Cursor) throws {
    let count = cursor.count
    try cursor.beginObject()
    self.init(minimumCapacity: count)
    while let key = cursor.nextKey() {
      let value: Value
      do {
        value = try cursor.read()
      } catch  where self[key] != nil {
        // The first member of each name is used, so errors in later ones are ignored.
        continue
      }
      if let first = updateValue(consume value, forKey: key) { updateValue(first, forKey: key) }
    }
  }
}
