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
  func write(to emitter: JSONEmitter, depth: Int) throws(JSONElementError)
  /// Writes an array of values.
  static func write(array: [Self], to emitter: JSONEmitter, depth: Int) throws(JSONElementError)
  /// Writes an array of arrays of values.
  static func write(arrays: [[Self]], to emitter: JSONEmitter, depth: Int) throws(JSONElementError)
}

/// The reason why the next value of an element cannot be written.
enum JSONElementError: Error {
  /// JSON cannot represent the value.
  case unwritable(any JSONEncodableScalar)
  case tooDeep
  /// A date that the ISO 8601 strategy cannot represent.
  case dateOutOfRange(Date)
}

extension JSONEncodableElement {
  static func write(arrays: [[Self]], to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    try emitter.open(UInt8(ascii: "["), depth: depth)
    for index in arrays.indices {
      if index > 0 { emitter.buffer.append(UInt8(ascii: ",")) }
      try write(array: arrays[index], to: emitter, depth: depth + 1)
    }
    emitter.buffer.append(UInt8(ascii: "]"))
  }
}

extension JSONEncodableScalar {
  func write(to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    do {
      try write(to: emitter)
    } catch {
      throw .unwritable(self)
    }
  }

  static func write(array: [Self], to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    try emitter.open(UInt8(ascii: "["), depth: depth)
    for index in array.indices {
      if index > 0 { emitter.buffer.append(UInt8(ascii: ",")) }
      do {
        try array[index].write(to: emitter)
      } catch {
        throw .unwritable(array[index])
      }
    }
    emitter.buffer.append(UInt8(ascii: "]"))
  }
}

extension Array: JSONEncodableElement where Element: JSONEncodableElement {
  func write(to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    try Element.write(array: self, to: emitter, depth: depth)
  }

  static func write(array: [[Element]], to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    try Element.write(arrays: array, to: emitter, depth: depth)
  }
}

extension JSONEmitter {
  /// Writes a dictionary as an object.
  ///
  /// The keys are data, so no key encoding strategy applies to them, and they cannot repeat.
  @inline(__always)
  func write<Scalar: JSONEncodableScalar>(
    dictionary: [String: Scalar], depth: Int
  ) throws(JSONElementError) {
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
        throw .unwritable(value)
      }
    }
    buffer.append(UInt8(ascii: "}"))
  }

  /// Writes the opening bracket of a container that `depth` others enclose.
  @inline(__always)
  fileprivate func open(_ bracket: UInt8, depth: Int) throws(JSONElementError) {
    guard depth < strategies.maximumDepth else { throw .tooDeep }
    buffer.append(bracket)
  }
}
