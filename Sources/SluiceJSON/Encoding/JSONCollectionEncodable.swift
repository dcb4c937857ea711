internal import SluiceSupport

/// A type whose values are written without an encoding container.
protocol JSONCollectionEncodable: Encodable, SendableMetatype {
  /// Writes the value as the content of a pending frame.
  ///
  /// - Parameters:
  ///   - writer: The writer to write to.
  ///   - frame: The index of the frame.
  /// - Throws: `EncodingError`, or the error that an element's `encode(to:)` throws.
  func write(to writer: JSONWriter, filling frame: Int) throws
}

extension Array: JSONCollectionEncodable where Element: Encodable {
  func write(to writer: JSONWriter, filling frame: Int) throws {
    try writer.openContainer(frame, keyedBy: nil)
    // A span borrows its elements. Iterating over the array would copy them.
    let elements = span
    for index in elements.indices {
      writer.beginElement(in: frame)
      try writer.encode(elements[index], .index(index), in: frame)
    }
  }
}

extension Dictionary: JSONCollectionEncodable where Key == String, Value: Encodable {
  /// Writes the dictionary as an object.
  ///
  /// The keys are data, so no key encoding strategy applies to them, and they cannot repeat.
  func write(to writer: JSONWriter, filling frame: Int) throws {
    try writer.openContainer(frame, keyedBy: String.self)
    var values = values.makeIterator()
    for key in keys {
      guard let value = values.next() else { break }
      writer.beginElement(in: frame)
      key.write(to: writer)
      writer.buffer.append(UInt8(ascii: ":"))
      try writer.encode(value, forKey: AnyCodingKey(stringValue: key), in: frame)
    }
  }
}
