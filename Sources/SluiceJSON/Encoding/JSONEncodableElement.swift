internal import SluiceSupport

/// A type whose values are written without a frame of their own: a scalar, or an array or dictionary of such a type.
///
/// The plan for a type is an existential type, whose methods are not specialized. An array is therefore written by a
/// method of its elements' type: the compiler specializes the arrays and the arrays of arrays of each scalar. Only the
/// levels around these, which have few elements, are written by general code.
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
}

extension JSONEncodableElement {
  static func write(array: [Self], to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    try emitter.write(elements: array, depth: depth)
  }

  static func write(arrays: [[Self]], to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    try emitter.write(elements: arrays, depth: depth)
  }
}

extension JSONEncodableScalar {
  @inline(__always)
  func write(to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    do {
      try write(to: emitter)
    } catch {
      throw .unwritable(self)
    }
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

extension Dictionary: JSONEncodableElement where Key == String, Value: JSONEncodableElement {
  /// Writes the dictionary as an object.
  ///
  /// The keys are data, so no key encoding strategy applies to them, and they cannot repeat.
  func write(to emitter: JSONEmitter, depth: Int) throws(JSONElementError) {
    guard depth < emitter.strategies.maximumDepth else { throw .tooDeep }
    emitter.buffer.append(UInt8(ascii: "{"))
    var isFirst = true
    for (key, value) in self {
      if !isFirst { emitter.buffer.append(UInt8(ascii: ",")) }
      isFirst = false
      key.write(to: emitter)
      emitter.buffer.append(UInt8(ascii: ":"))
      try value.write(to: emitter, depth: depth + 1)
    }
    emitter.buffer.append(UInt8(ascii: "}"))
  }
}

extension JSONEmitter {
  @inline(__always)
  fileprivate func write<Element: JSONEncodableElement>(
    elements: [Element], depth: Int
  ) throws(JSONElementError) {
    guard depth < strategies.maximumDepth else { throw .tooDeep }
    buffer.append(UInt8(ascii: "["))
    for index in elements.indices {
      if index > 0 { buffer.append(UInt8(ascii: ",")) }
      try elements[index].write(to: self, depth: depth + 1)
    }
    buffer.append(UInt8(ascii: "]"))
  }
}
