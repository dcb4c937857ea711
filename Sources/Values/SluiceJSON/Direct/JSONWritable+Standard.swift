public import FoundationEssentials

extension Bool: JSONWritable {
  /// Writes `true` or `false`.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(self) }
}

extension String: JSONWritable {
  /// Writes a string.
  @inlinable
  public func write(to writer: inout JSON.Writer) {
    writer.buffer.appendString(self, escapesSlashes: writer.escapesSlashes)
  }
}

extension Int: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: Int64(self)) }
}

extension Int8: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: Int64(self)) }
}

extension Int16: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: Int64(self)) }
}

extension Int32: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: Int64(self)) }
}

extension Int64: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: self) }
}

extension Int128: JSONWritable {
  /// Writes an integer.
  public func write(to writer: inout JSON.Writer) { write(to: writer.emitter) }
}

extension UInt: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: UInt64(self)) }
}

extension UInt8: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: UInt64(self)) }
}

extension UInt16: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: UInt64(self)) }
}

extension UInt32: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: UInt64(self)) }
}

extension UInt64: JSONWritable {
  /// Writes an integer.
  @inlinable
  public func write(to writer: inout JSON.Writer) { writer.buffer.append(integer: self) }
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
    writer.emitter.direct.hasValues = true
    write(into: writer.buffer, escapesSlashes: writer.escapesSlashes)
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
    if JSON.Writer.isStandard(Element.self) { return try writer.writeStandard(self) }
    try writer.beginArray()
    try borrowEach { try writer.write(element: $0) }
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
