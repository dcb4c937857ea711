public import FoundationEssentials

extension Bool: JSONReadable, JSONWritable {
  /// Reads `true` or `false`.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Writes `true` or `false`.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(self) }
}

extension String: JSONReadable, JSONWritable {
  /// Reads a string.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Reads an array of scalars, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [String] { try cursor.scalars() }

  /// Writes a string.
  @inlinable
  public func write(to writer: inout JSON.Writer) {
    writer.buffer.appendString(self, escapesSlashes: writer.escapesSlashes)
  }
}

// MARK: Numbers

extension JSONReadable where Self: FixedWidthInteger {
  /// Reads an integer, which must fit the type and 128 bits.
  ///
  /// - Throws: `DecodingError`.
  @inlinable
  public init(from cursor: inout JSON.Cursor) throws {
    let value: Self? =
      switch (Self.bitWidth > 64, Self.isSigned) {
      case (false, true): cursor.int64().flatMap { Self(exactly: $0) }
      case (false, false): cursor.uint64().flatMap { Self(exactly: $0) }
      case (true, true): cursor.int128().flatMap { Self(exactly: $0) }
      case (true, false): cursor.uint128().flatMap { Self(exactly: $0) }
      }
    guard let value else { throw cursor.mismatch(Self.self) }
    self = value
  }
}

extension JSONWritable where Self: FixedWidthInteger {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) {
    if Self.bitWidth > 64 {
      writer.append(digits: description)
    } else if Self.isSigned {
      writer.buffer.append(integer: Int64(truncatingIfNeeded: self))
    } else {
      writer.buffer.append(integer: UInt64(truncatingIfNeeded: self))
    }
  }
}

extension Int: JSONReadable, JSONWritable {
  /// Reads an array of scalars, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [Int] { try cursor.scalars() }
}

extension Int64: JSONReadable, JSONWritable {
  /// Reads an array of scalars, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [Int64] { try cursor.scalars() }
}

extension Int8: JSONReadable, JSONWritable {}
extension Int16: JSONReadable, JSONWritable {}
extension Int32: JSONReadable, JSONWritable {}
extension Int128: JSONReadable, JSONWritable {}
extension UInt: JSONReadable, JSONWritable {}
extension UInt8: JSONReadable, JSONWritable {}
extension UInt16: JSONReadable, JSONWritable {}
extension UInt32: JSONReadable, JSONWritable {}
extension UInt64: JSONReadable, JSONWritable {}
extension UInt128: JSONReadable, JSONWritable {}

extension Double: JSONReadable, JSONWritable {
  /// Reads a number, or a string by the decoder's strategy.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Reads an array of scalars, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [Double] { try cursor.scalars() }

  /// Writes a number, or a string by the encoder's strategy.
  public func write(to writer: inout JSON.Writer) throws { try writer.append(self) }
}

extension Float: JSONReadable, JSONWritable {
  /// Reads a number, or a string by the decoder's strategy.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Writes a number, or a string by the encoder's strategy.
  public func write(to writer: inout JSON.Writer) throws { try writer.append(self) }
}

extension Decimal: JSONReadable, JSONWritable {
  /// Reads a number with all of its digits.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.scalar() }

  /// Writes a number with all of its digits.
  public func write(to writer: inout JSON.Writer) throws { try writer.append(self) }
}

// MARK: Other values

extension Date: JSONReadable, JSONWritable {
  /// Reads a date by the decoder's strategy.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.readDecodable() }

  /// Writes the date by the encoder's strategy.
  public func write(to writer: inout JSON.Writer) throws { try writer.encode(self) }
}

extension Data: JSONReadable, JSONWritable {
  /// Reads data by the decoder's strategy.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.readDecodable() }

  /// Writes the data by the encoder's strategy.
  public func write(to writer: inout JSON.Writer) throws { try writer.encode(self) }
}

extension URL: JSONReadable, JSONWritable {
  /// Reads a string that is a URL.
  public init(from cursor: inout JSON.Cursor) throws { self = try cursor.readDecodable() }

  /// Writes the URL as a string.
  public func write(to writer: inout JSON.Writer) throws { try writer.encode(self) }
}

extension JSON.Value: JSONReadable, JSONWritable {
  /// Refers to the value in the document, without reading it, unless it is a short scalar.
  public init(from cursor: inout JSON.Cursor) throws {
    self = cursor.reader.use { $0.value(at: cursor.index) }
  }

  /// Reads an array, which takes less time than the general method.
  public static func _readArray(from cursor: inout JSON.Cursor) throws -> [JSON.Value] {
    guard cursor.tape[cursor.index].kind == .array else { throw cursor.mismatch([Any].self) }
    return cursor.reader.use { $0.values(at: cursor.index) }
  }

  /// Writes the value with its members in order and its numbers with their original text.
  public func write(to writer: inout JSON.Writer) {
    writer.emitter.direct.hasValues = true
    write(into: writer.buffer, escapesSlashes: writer.escapesSlashes)
  }
}
