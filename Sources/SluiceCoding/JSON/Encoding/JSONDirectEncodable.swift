/// A value that is written without a container of its own.
protocol JSONDirectEncodable: Encodable, SendableMetatype {
  func write(to writer: JSONWriter, filling frame: Int) throws
}

extension Array: JSONDirectEncodable where Element: Encodable {
  func write(to writer: JSONWriter, filling frame: Int) throws {
    try writer.openContainer(frame, isArray: true)
    for (index, element) in enumerated() {
      writer.beginElement(in: frame)
      try writer.encode(element, .index(index), in: frame)
    }
  }
}

extension Dictionary: JSONDirectEncodable where Key == String, Value: Encodable {
  /// The keys are data: no strategy changes them, and they do not repeat.
  func write(to writer: JSONWriter, filling frame: Int) throws {
    try writer.openContainer(frame, isArray: false)
    for (key, value) in self {
      writer.beginElement(in: frame)
      key.write(to: writer)
      writer.buffer.append(UInt8(ascii: ":"))
      try writer.encode(value, .key(AnyCodingKey(stringValue: key)), in: frame)
    }
  }
}
