public import FoundationEssentials

extension Bool: JSONWritable {
  /// Writes `true` or `false`.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension String: JSONWritable {
  /// Writes a string.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension Int: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension Int8: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension Int16: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension Int32: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension Int64: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension Int128: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension UInt: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension UInt8: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension UInt16: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension UInt32: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension UInt64: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension UInt128: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension Double: JSONWritable {
  /// Writes a number, or a string by the encoder's strategy.
  public func write(to writer: inout JSON.Writer) throws { try writer.append(self) }
}

extension Float: JSONWritable {
  /// Writes a number, or a string by the encoder's strategy.
  public func write(to writer: inout JSON.Writer) throws { try writer.append(self) }
}

extension Decimal: JSONWritable {
  /// Writes a number with all of its digits.
  public func write(to writer: inout JSON.Writer) throws { try writer.append(self) }
}

extension Date: JSONWritable {
  /// Writes the date by the encoder's strategy.
  public func write(to writer: inout JSON.Writer) throws { try writer.encode(self) }
}

extension Data: JSONWritable {
  /// Writes the data by the encoder's strategy.
  public func write(to writer: inout JSON.Writer) throws { try writer.encode(self) }
}

extension URL: JSONWritable {
  /// Writes the URL as a string.
  public func write(to writer: inout JSON.Writer) throws { try writer.encode(self) }
}

extension JSON.Value: JSONWritable {
  /// Writes the value with its members in order and its numbers with their original text.
  public func write(to writer: inout JSON.Writer) {
    write(into: writer.buffer, formatting: writer.escapesSlashes ? [] : .withoutEscapingSlashes)
  }
}

extension Optional: JSONWritable where Wrapped: JSONWritable {
  /// Writes `nil` as `null`.
  @inlinable
  public func write(to writer: inout JSON.Writer) throws {
    guard let self else { return writer.writeNull() }
    try self.write(to: &writer)
  }
}

extension Array: JSONWritable where Element: JSONWritable {
  /// Writes an array.
  @inlinable
  public func write(to writer: inout JSON.Writer) throws {
    if Element.self == Double.self { return try writer.write(numbers: exactCast(self, to: [Double].self)) }
    try writer.beginArray()
    // A span borrows its elements. Iterating over the array would copy them.
    let elements = span
    for index in elements.indices { try writer.write(element: elements[index]) }
    writer.endArray()
  }
}

extension Set: JSONWritable where Element: JSONWritable {
  /// Writes an array in an unspecified order.
  @inlinable
  public func write(to writer: inout JSON.Writer) throws {
    try writer.beginArray()
    for element in self { try writer.write(element: element) }
    writer.endArray()
  }
}

extension Dictionary: JSONWritable where Key == String, Value: JSONWritable {
  /// Writes an object. The keys are data, so no key encoding strategy applies to them.
  @inlinable
  public func write(to writer: inout JSON.Writer) throws {
    try writer.beginObject()
    for (key, value) in self { try writer.write(key: key, value) }
    writer.endObject()
  }
}
