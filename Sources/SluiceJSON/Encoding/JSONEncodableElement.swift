internal import SluiceSupport

/// A type whose values are written without a frame of their own.
protocol JSONEncodableElement {
  /// Writes the value.
  ///
  /// - Parameters:
  ///   - writer: The writer to write to.
  ///   - depth: The number of containers that enclose the value.
  ///   - path: The coding path of the value, which is evaluated only if needed.
  /// - Throws: `EncodingError`.
  func write(to writer: JSONWriter, depth: Int, _ path: @autoclosure () -> [any CodingKey]) throws
}

extension JSONEncodableScalar {
  @inline(__always)
  func write(to writer: JSONWriter, depth: Int, _ path: @autoclosure () -> [any CodingKey]) throws {
    do {
      try write(to: writer)
    } catch {
      throw writer.unwritable(self, path())
    }
  }
}

extension Array: JSONEncodableElement where Element: JSONEncodableElement {
  func write(to writer: JSONWriter, depth: Int, _ path: @autoclosure () -> [any CodingKey]) throws {
    guard depth < writer.strategies.maximumDepth else { throw writer.tooDeep(path()) }
    writer.buffer.append(UInt8(ascii: "["))
    for index in indices {
      if index > 0 { writer.buffer.append(UInt8(ascii: ",")) }
      try self[index].write(to: writer, depth: depth + 1, path() + [AnyCodingKey(index: index)])
    }
    writer.buffer.append(UInt8(ascii: "]"))
  }
}

extension Dictionary: JSONEncodableElement where Key == String, Value: JSONEncodableElement {
  /// Writes the dictionary as an object.
  ///
  /// The keys are data, so no key encoding strategy applies to them, and they cannot repeat.
  func write(to writer: JSONWriter, depth: Int, _ path: @autoclosure () -> [any CodingKey]) throws {
    guard depth < writer.strategies.maximumDepth else { throw writer.tooDeep(path()) }
    writer.buffer.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in self {
      if !isFirst { writer.buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      key.write(to: writer)
      writer.buffer.append(UInt8(ascii: ":"))
      try value.write(to: writer, depth: depth + 1, path() + [AnyCodingKey(stringValue: key)])
    }
    writer.buffer.append(UInt8(ascii: "}"))
  }
}
