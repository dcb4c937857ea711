internal import SluiceSupport

/// A type whose values are written without an encoding container.
protocol JSONCollectionEncodable: Encodable, SendableMetatype {
  /// Writes the value as the content of a pending frame.
  ///
  /// - Parameters:
  ///   - emitter: The emitter to write to.
  ///   - frame: The index of the frame.
  /// - Throws: `EncodingError`, or the error that an element's `encode(to:)` throws.
  func write(to emitter: JSONEmitter, into frame: Int) throws
}

extension Array: JSONCollectionEncodable where Element: Encodable {
  func write(to emitter: JSONEmitter, into frame: Int) throws {
    try emitter.openContainer(frame, keyedBy: nil)
    var index = 0
    try borrowEach { element in
      emitter.beginElement(in: frame)
      try emitter.encode(element, .index(index), in: frame)
      index += 1
    }
  }
}

extension Dictionary: JSONCollectionEncodable where Key == String, Value: Encodable {
  /// Writes the dictionary as an object.
  ///
  /// The keys are data, so no key encoding strategy applies to them, and they cannot repeat.
  func write(to emitter: JSONEmitter, into frame: Int) throws {
    try emitter.openContainer(frame, keyedBy: String.self)
    var values = values.makeIterator()
    for key in keys {
      guard let value = values.next() else { break }
      emitter.beginElement(in: frame)
      key.write(to: emitter)
      emitter.buffer.append(UInt8(ascii: ":"))
      try emitter.encode(value, forKey: AnyCodingKey(stringValue: key), in: frame)
    }
    emitter.frames[frame].hasUnknownKeys = true
  }
}
