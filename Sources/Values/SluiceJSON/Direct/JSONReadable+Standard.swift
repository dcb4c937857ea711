public import FoundationEssentials

extension Bool: JSONReadable {
  /// Reads `true` or `false`.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension String: JSONReadable {
  /// Reads a string.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Reads an array of scalars, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [String] { try cursor.scalars() }
}

extension Double: JSONReadable {
  /// Reads a number, or a string by the decoder's strategy.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Reads an array of scalars, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [Double] { try cursor.scalars() }
}

extension Float: JSONReadable {
  /// Reads a number, or a string by the decoder's strategy.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension Int: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Reads an array of scalars, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [Int] { try cursor.scalars() }
}

extension Int8: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension Int16: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension Int32: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension Int64: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Reads an array of scalars, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [Int64] { try cursor.scalars() }
}

extension Int128: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension UInt: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension UInt8: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension UInt16: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension UInt32: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension UInt64: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension UInt128: JSONReadable {
  /// Reads an integer, which must fit the type.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension Date: JSONReadable {
  /// Reads a date by the decoder's strategy.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.readDecodable() }
}

extension Data: JSONReadable {
  /// Reads data by the decoder's strategy.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.readDecodable() }
}

extension URL: JSONReadable {
  /// Reads a string that is a URL.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.readDecodable() }
}

extension Decimal: JSONReadable {
  /// Reads a number with all of its digits.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }
}

extension JSON.Value: JSONReadable {
  /// Refers to the value in the document, without reading it, unless it is a short scalar.
  public init(from cursor: inout JSON.Cursor) throws {
    self = cursor.reader.use { $0.value(at: cursor.index) }
  }

  /// Reads an array, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [JSON.Value] {
    guard cursor.tape[cursor.index].kind == .array else { throw cursor.mismatch([Any].self) }
    return cursor.reader.use { $0.values(at: cursor.index) }
  }
}

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
