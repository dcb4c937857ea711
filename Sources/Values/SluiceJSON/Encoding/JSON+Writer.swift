internal import SluiceSupport

extension JSON {
  /// A writer of JSON text, to which a ``JSONWritable`` type writes itself.
  ///
  ///     try writer.beginObject()                     {
  ///     try writer.write("id", 7)                    {"id":7
  ///     try writer.writeIfPresent("url", nil)        {"id":7
  ///     try writer.write("tags", ["a", "b"])         {"id":7,"tags":["a","b"]
  ///     writer.endObject()                           {"id":7,"tags":["a","b"]}
  ///
  /// The writer adds commas and colons, and escapes keys and strings. A member or element whose value throws an error
  /// is removed again.
  public struct Writer: ~Copyable {
    @usableFromInline let buffer: JSONBuffer
    /// The emitter of the encoder, which encodes values that are only `Encodable`.
    let emitter: JSONEmitter
    /// The index of the frame of the value that the writer was created for.
    let frame: Int
    @usableFromInline let escapesSlashes: Bool
    @usableFromInline let maximumDepth: Int
    /// Whether keys are converted before they are written.
    @usableFromInline let convertsKeys: Bool
    /// The number of arrays and objects around the current position.
    @usableFromInline var depth: Int
    /// The number of values around the current one that are being written.
    @usableFromInline var nesting: Int

    init(_ emitter: JSONEmitter, into frame: Int) {
      self.emitter = emitter
      self.frame = frame
      buffer = emitter.buffer
      escapesSlashes = emitter.escapesSlashes
      maximumDepth = emitter.strategies.maximumDepth
      convertsKeys = emitter.direct.convertsKeys
      depth = emitter.frames[frame].depth
      nesting = emitter.direct.nesting
    }
  }
}

extension JSON.Writer {
  /// The coding path of the current position.
  ///
  /// - Complexity: O(*n*) in the number of bytes that have been written.
  public var codingPath: [any CodingKey] {
    emitter.codingPath(of: frame) + emitter.directPath(in: frame)
  }

  /// The values that the encoder passes to the types.
  public var userInfo: [CodingUserInfoKey: Any] { emitter.userInfo }

  // MARK: Objects

  /// Begins an object, which ``endObject()`` must end.
  ///
  /// - Throws: `EncodingError` if it is nested too deeply.
  @inlinable @inline(__always)
  public mutating func beginObject() throws {
    guard depth < maximumDepth else { throw tooDeep() }
    depth += 1
    buffer.append(0x7B)
  }

  /// Ends an object.
  @inlinable @inline(__always)
  public mutating func endObject() {
    depth -= 1
    buffer.append(0x7D)
  }

  /// Writes a member of an object.
  ///
  /// - Throws: The error of the value's type.
  @inlinable @inline(__always)
  public mutating func write<T: JSONWritable>(_ key: StaticString, _ value: T) throws {
    let start = buffer.count
    append(key)
    try append(value, from: start)
  }

  /// Writes a member of an object, unless the value is `nil`.
  ///
  /// - Throws: The error of the value's type.
  @inlinable @inline(__always)
  public mutating func writeIfPresent<T: JSONWritable>(_ key: StaticString, _ value: T?) throws {
    if let value { try write(key, value) }
  }

  /// Writes a member of an object whose value is only `Encodable`.
  ///
  /// - Throws: The error of the value's type.
  public mutating func write<T: Encodable>(_ key: StaticString, _ value: T) throws {
    let start = buffer.count
    append(key)
    try appendEncodable(value, from: start)
  }

  /// Writes a member of an object whose value is only `Encodable`, unless the value is `nil`.
  ///
  /// - Throws: The error of the value's type.
  public mutating func writeIfPresent<T: Encodable>(_ key: StaticString, _ value: T?) throws {
    if let value { try write(key, value) }
  }

  /// Writes a member of an object whose key is data, so no key encoding strategy applies to it.
  ///
  /// The caller ensures that the object does not have the key.
  ///
  /// - Throws: The error of the value's type.
  @inlinable
  public mutating func write<T: JSONWritable>(key: String, _ value: T) throws {
    let start = buffer.count
    if convertsKeys { noteDataKey() }
    buffer.appendComma(after: 0x7B)
    buffer.appendString(key, escapesSlashes: escapesSlashes)
    buffer.append(0x3A)
    try append(value, from: start)
  }

  /// Appends a key and a colon, with a comma before it unless it is the first in its object.
  @inlinable @inline(__always)
  mutating func append(_ key: StaticString) {
    if convertsKeys {
      appendConverted(key)
    } else {
      buffer.appendKey(key, escapesSlashes: escapesSlashes)
    }
  }

  @usableFromInline @inline(never)
  mutating func appendConverted(_ key: StaticString) {
    buffer.appendComma(after: 0x7B)
    buffer.appendString(emitter.direct.keys.convert(key, atDepth: depth), escapesSlashes: escapesSlashes)
    buffer.append(0x3A)
  }

  @usableFromInline @inline(never)
  func noteDataKey() { emitter.direct.keys.forget(fromDepth: depth) }

  // MARK: Cases

  /// Begins the object of an enumeration's case, in the form that Swift synthesizes: `{"circle":{"radius":2}}`.
  ///
  /// The associated values are written as members. Those without a label have the keys `_0`, `_1` and so on.
  /// ``endCase()`` must end the case.
  ///
  ///     func write(to writer: inout JSON.Writer) throws {
  ///       switch self {
  ///       case .dot:
  ///         try writer.beginCase("dot")
  ///       case .circle(let radius):
  ///         try writer.beginCase("circle")
  ///         try writer.write("radius", radius)
  ///       }
  ///       writer.endCase()
  ///     }
  ///
  /// - Parameter name: The name of the case, as the coding keys have it.
  /// - Throws: `EncodingError` if it is nested too deeply.
  public mutating func beginCase(_ name: StaticString) throws {
    try beginObject()
    append(name)
    try beginObject()
  }

  /// Ends the object of an enumeration's case.
  public mutating func endCase() {
    endObject()
    endObject()
  }

  // MARK: Arrays

  /// Begins an array, which ``endArray()`` must end.
  ///
  /// - Throws: `EncodingError` if it is nested too deeply.
  @inlinable @inline(__always)
  public mutating func beginArray() throws {
    guard depth < maximumDepth else { throw tooDeep() }
    depth += 1
    buffer.append(0x5B)
  }

  /// Ends an array.
  @inlinable @inline(__always)
  public mutating func endArray() {
    depth -= 1
    buffer.append(0x5D)
  }

  /// Writes an element of an array.
  ///
  /// - Throws: The error of the element's type.
  @inlinable @inline(__always)
  public mutating func write<T: JSONWritable>(element: T) throws {
    let start = buffer.count
    buffer.appendComma(after: 0x5B)
    try append(element, from: start)
  }

  /// Writes an element of an array that is only `Encodable`.
  ///
  /// - Throws: The error of the element's type.
  public mutating func write<T: Encodable>(element: T) throws {
    let start = buffer.count
    buffer.appendComma(after: 0x5B)
    try appendEncodable(element, from: start)
  }

  /// Writes an array of numbers or Booleans, of optional ones, or of ``JSON/Value``.
  ///
  /// The general method takes longer than the elements do.
  ///
  /// - Precondition: ``isStandard(_:)`` of the type of the elements.
  @usableFromInline
  mutating func writeStandard<T>(_ array: [T]) throws {
    let isWritten =
      try write(values: array)
      || write(array, of: Int.self) || write(array, of: Double.self) || write(array, of: Bool.self)
      || write(array, of: Int64.self) || write(array, of: Int32.self) || write(array, of: Int16.self)
      || write(array, of: Int8.self) || write(array, of: UInt.self) || write(array, of: UInt64.self)
      || write(array, of: UInt32.self) || write(array, of: UInt16.self) || write(array, of: UInt8.self)
      || write(array, of: Float.self)
    precondition(isWritten)
  }

  /// Writes an array if its elements are of the type ``JSON/Value``.
  @inline(__always)
  private mutating func write<T>(values array: [T]) throws -> Bool {
    guard T.self == JSON.Value.self else { return false }
    try beginArray()
    emitter.direct.hasValues = true
    buffer.append(elements: exactCast(array, elementsTo: JSON.Value.self), escapesSlashes: escapesSlashes)
    endArray()
    return true
  }

  /// Writes an array if its elements are scalars of a type, or optional ones.
  @inline(__always)
  private mutating func write<T, Scalar: JSONEncodableScalar>(
    _ array: [T], of type: Scalar.Type
  ) throws -> Bool {
    do {
      if T.self == Scalar.self {
        try Scalar.write(array: exactCast(array, elementsTo: type).span, to: emitter, depth: depth)
      } else if T.self == Scalar?.self {
        try emitter.write(exactCast(array, elementsTo: Scalar?.self).span, depth: depth)
      } else {
        return false
      }
    } catch {
      switch error as? JSONElementError {
      case .unwritable(let value): throw emitter.unwritable(value, codingPath)
      case .tooDeep: throw tooDeep()
      case .dateOutOfRange, nil: throw error
      }
    }
    return true
  }

  // MARK: Values

  /// Writes `null` as the whole value.
  @inlinable
  public mutating func writeNull() { buffer.appendNull() }

  /// Appends a value, and removes everything from `start` if it throws an error.
  @inlinable @inline(__always)
  mutating func append<T: JSONWritable>(_ value: T, from start: Int) throws {
    if T.self == String.self {
      buffer.appendString(exactCast(value, to: String.self), escapesSlashes: escapesSlashes)
    } else if JSON.isNumberOrBoolean(T.self) || T.self == JSON.Value.self {
      // These types write no others.
      do {
        try value.write(to: &self)
      } catch {
        buffer.truncate(to: start)
        throw error
      }
    } else {
      try appendNested(value, from: start)
    }
  }

  /// Whether ``writeStandard(_:)`` writes arrays of a type. The compiler evaluates it for a known type.
  @inlinable @inline(__always)
  static func isStandard<T>(_ type: T.Type) -> Bool {
    T.self == JSON.Value.self || JSON.isNumberOrBoolean(type) || JSON.isNumberOrBoolean(type, orNil: true)
  }

  @inlinable
  mutating func appendNested<T: JSONWritable>(_ value: T, from start: Int) throws {
    let (depth, nesting, valueStart) = (depth, nesting, buffer.count)
    if nesting >= 32 { try checkStack() }
    self.nesting = nesting &+ 1
    do {
      try value.write(to: &self)
      guard self.depth == depth, buffer.count > valueStart else { throw malformed(T.self) }
      self.nesting = nesting
    } catch {
      buffer.truncate(to: start)
      self.depth = depth
      self.nesting = nesting
      throw error
    }
  }

  mutating func appendEncodable<T: Encodable>(_ value: T, from start: Int) throws {
    do {
      try encode(value)
    } catch {
      emitter.removeFrames(after: frame)
      buffer.truncate(to: start)
      throw error
    }
  }

  /// Appends a value that is `Encodable` or has a strategy.
  func encode<T: Encodable>(_ value: T) throws {
    let nesting = emitter.direct.nesting
    emitter.direct.nesting = self.nesting + 1
    defer { emitter.direct.nesting = nesting }
    try emitter.encode(value, withinDirect: frame, depth: depth)
  }

  /// Appends a scalar of a standard type.
  @inline(__always)
  mutating func append(_ value: some JSONEncodableScalar) throws {
    do {
      try value.write(to: emitter)
    } catch {
      throw emitter.unwritable(value, codingPath)
    }
  }

  /// Appends the digits of an integer of more than 64 bits.
  @usableFromInline
  func append(digits: String) { buffer.append(digits) }

  // MARK: Errors

  @usableFromInline @inline(never)
  mutating func tooDeep() -> any Error { emitter.tooDeep(codingPath) }

  @usableFromInline @inline(never)
  mutating func malformed(_ type: Any.Type) -> any Error {
    emitter.refusal(of: type, at: codingPath, "\(type) wrote no value, or one whose brackets do not match.")
  }

  @usableFromInline @inline(never)
  mutating func checkStack() throws {
    if !emitter.hasRoom() { throw emitter.refusal(of: Any.self, at: codingPath, NestedCalls.refusal) }
  }
}

/// The progress of values that write themselves.
struct JSONDirectWriting: ~Copyable {
  /// Whether keys are converted to snake case.
  let convertsKeys: Bool
  var keys = JSONDirectKeys()
  /// The number of values around the current one that are writing themselves.
  var nesting = 0
  /// Whether a value wrote itself, so that the text may be malformed.
  var hasWritten = false
  /// Whether a ``JSON/Value`` was written, whose objects may have several members with the same key.
  var hasValues = false

  init(_ strategies: JSON.Encoder) {
    convertsKeys = if case .convertToSnakeCase = strategies.keyEncodingStrategy { true } else { false }
  }

  #if DEBUG
    /// Checks the text of a value with types that write themselves.
    func check(_ output: JSONBuffer, of value: Any, mayRepeatKeys: Bool) throws {
      guard hasWritten else { return }
      do {
        _ = try output.scanned(duplicateKeys: mayRepeatKeys || hasValues ? .keepFirst : .refuse)
      } catch {
        let description = "A type that conforms to `JSONWritable` wrote malformed JSON: \(error)."
        throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: description))
      }
    }
  #endif
}
