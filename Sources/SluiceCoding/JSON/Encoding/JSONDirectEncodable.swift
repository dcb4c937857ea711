/// A value that is written without a container of its own.
protocol JSONDirectEncodable: Encodable, SendableMetatype {
  func write(to writer: JSONWriter, filling frame: Int) throws
}

extension Array: JSONDirectEncodable where Element: Encodable {
  func write(to writer: JSONWriter, filling frame: Int) throws {
    try writer.openContainer(frame, keyedBy: nil)
    // A span lends its elements; an array's own are copied.
    let elements = span
    for index in elements.indices {
      writer.beginElement(in: frame)
      try writer.encode(elements[index], .index(index), in: frame)
    }
  }
}

extension Dictionary: JSONDirectEncodable where Key == String, Value: Encodable {
  /// The keys are data: no strategy changes them, and they do not repeat.
  func write(to writer: JSONWriter, filling frame: Int) throws {
    try writer.openContainer(frame, keyedBy: String.self)
    var values = values.makeIterator()
    for key in keys {
      guard let value = values.next() else { break }
      writer.beginElement(in: frame)
      key.write(to: writer)
      writer.buffer.append(UInt8(ascii: ":"))
      try writer.encode(value, .key(AnyCodingKey(stringValue: key)), in: frame)
    }
  }
}
