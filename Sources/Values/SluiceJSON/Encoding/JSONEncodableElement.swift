import FoundationEssentials
internal import SluiceSupport

/// A type whose values are written without a frame: a scalar, an optional one, or an array of such a type.
///
/// A plan refers to a type whose generic methods are not specialized. An array is therefore written by a method of the
/// type of its elements, which the compiler specializes for scalars. The levels around the innermost arrays are written
/// by general code.
protocol JSONEncodableElement: SendableMetatype {
  /// Writes the value.
  ///
  /// - Parameters:
  ///   - emitter: The emitter to write to.
  ///   - depth: The number of containers that enclose the value.
  func write(to emitter: JSONEmitter, depth: Int) throws
  /// Writes an array of values of this type.
  static func write(array: borrowing Span<Self>, to emitter: JSONEmitter, depth: Int) throws
}

/// The reason why the next value of an element cannot be written.
enum JSONElementError: Error {
  /// JSON cannot represent the value.
  case unwritable(any JSONEncodableScalar)
  case tooDeep
  /// A date that the ISO 8601 strategy cannot represent.
  case dateOutOfRange(Date)
}

extension JSONEncodableScalar {
  func write(to emitter: JSONEmitter, depth: Int) throws {
    do {
      try write(to: emitter)
    } catch {
      throw JSONElementError.unwritable(self)
    }
  }

  static func write(array: borrowing Span<Self>, to emitter: JSONEmitter, depth: Int) throws {
    try emitter.write(array, depth: depth)
  }

  static func write(optionals array: borrowing Span<Self?>, to emitter: JSONEmitter, depth: Int) throws {
    try emitter.write(array, depth: depth)
  }
}

extension Optional: JSONEncodableElement where Wrapped: JSONEncodableScalar {
  func write(to emitter: JSONEmitter, depth: Int) throws {
    guard let self else { return emitter.buffer.appendNull() }
    try self.write(to: emitter, depth: depth)
  }

  static func write(array: borrowing Span<Self>, to emitter: JSONEmitter, depth: Int) throws {
    try Wrapped.write(optionals: array, to: emitter, depth: depth)
  }
}

extension Array: JSONEncodableElement where Element: JSONEncodableElement {
  func write(to emitter: JSONEmitter, depth: Int) throws {
    try Element.write(array: span, to: emitter, depth: depth)
  }

  static func write(array: borrowing Span<Self>, to emitter: JSONEmitter, depth: Int) throws {
    try emitter.open(UInt8(ascii: "["), depth: depth)
    for index in array.indices {
      if index > 0 { emitter.buffer.append(UInt8(ascii: ",")) }
      try Element.write(array: array[index].span, to: emitter, depth: depth + 1)
    }
    emitter.buffer.append(UInt8(ascii: "]"))
  }
}

extension JSONEmitter {
  /// Writes an array of scalars.
  @inline(__always)
  func write<Scalar: JSONEncodableScalar>(_ array: borrowing Span<Scalar>, depth: Int) throws {
    try open(UInt8(ascii: "["), depth: depth)
    for index in array.indices {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      do {
        try array[index].write(to: self)
      } catch {
        throw JSONElementError.unwritable(array[index])
      }
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Writes an array of scalars, some of which may be `nil`.
  @inline(__always)
  func write<Scalar: JSONEncodableScalar>(_ array: borrowing Span<Scalar?>, depth: Int) throws {
    try open(UInt8(ascii: "["), depth: depth)
    for index in array.indices {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      guard let value = array[index] else {
        buffer.appendNull()
        continue
      }
      do {
        try value.write(to: self)
      } catch {
        throw JSONElementError.unwritable(value)
      }
    }
    buffer.append(UInt8(ascii: "]"))
  }

  /// Writes a dictionary as an object.
  ///
  /// The keys are data, so no key encoding strategy applies to them, and they cannot repeat.
  @inline(__always)
  func write<Scalar: JSONEncodableScalar>(
    dictionary: [String: Scalar], depth: Int
  ) throws {
    try open(UInt8(ascii: "{"), depth: depth)
    var isFirst = true
    for (key, value) in dictionary {
      if !isFirst { buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      key.write(to: self)
      buffer.append(UInt8(ascii: ":"))
      do {
        try value.write(to: self)
      } catch {
        throw JSONElementError.unwritable(value)
      }
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Writes the opening bracket of a container that `depth` others enclose.
  @inline(__always)
  fileprivate func open(_ bracket: UInt8, depth: Int) throws {
    try checkDepth(depth)
    buffer.append(bracket)
  }

  /// Throws an error if no container may be nested in `depth` others.
  @inline(__always)
  func checkDepth(_ depth: Int) throws {
    guard depth < strategies.maximumDepth else { throw JSONElementError.tooDeep }
  }
}

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
