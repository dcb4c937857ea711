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
