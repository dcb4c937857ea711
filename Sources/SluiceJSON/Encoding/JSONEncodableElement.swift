import FoundationEssentials

/// A type whose values are written without a frame: a scalar, or an array of such a type.
///
/// A plan refers to a type whose generic methods are not specialized. An array is therefore written by a method of the
/// type of its elements: the compiler specializes the arrays and the arrays of arrays of each scalar. Only the levels
/// around these, which have few elements, are written by general code.
protocol JSONEncodableElement: SendableMetatype {
  /// Writes the value.
  ///
  /// - Parameters:
  ///   - emitter: The emitter to write to.
  ///   - depth: The number of containers that enclose the value.
  func write(to emitter: JSONEmitter, depth: Int) throws
  /// Writes an array of values.
  static func write(array: [Self], to emitter: JSONEmitter, depth: Int) throws
  /// Writes an array of arrays of values.
  static func write(arrays: [[Self]], to emitter: JSONEmitter, depth: Int) throws
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

  static func write(array: [Self], to emitter: JSONEmitter, depth: Int) throws {
    try emitter.write(array, depth: depth)
  }

  static func write(arrays: [[Self]], to emitter: JSONEmitter, depth: Int) throws {
    try emitter.open(UInt8(ascii: "["), depth: depth)
    var isFirst = true
    try arrays.borrowEach { array in
      if !isFirst { emitter.buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      try write(array: array, to: emitter, depth: depth + 1)
    }
    emitter.buffer.append(UInt8(ascii: "]"))
  }
}

extension Array: JSONEncodableElement where Element: JSONEncodableElement {
  func write(to emitter: JSONEmitter, depth: Int) throws {
    try Element.write(array: self, to: emitter, depth: depth)
  }

  static func write(array: [[Element]], to emitter: JSONEmitter, depth: Int) throws {
    try Element.write(arrays: array, to: emitter, depth: depth)
  }

  static func write(arrays: [[[Element]]], to emitter: JSONEmitter, depth: Int) throws {
    try emitter.open(UInt8(ascii: "["), depth: depth)
    var isFirst = true
    try arrays.borrowEach { inner in
      if !isFirst { emitter.buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      try Element.write(arrays: inner, to: emitter, depth: depth + 1)
    }
    emitter.buffer.append(UInt8(ascii: "]"))
  }
}

extension JSONEmitter {
  /// Writes an array of scalars.
  @inline(__always)
  func write<Scalar: JSONEncodableScalar>(_ array: [Scalar], depth: Int) throws {
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
