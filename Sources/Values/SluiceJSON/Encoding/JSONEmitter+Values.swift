import FoundationEssentials

extension JSONEmitter {
  /// Encodes a value as the content of a pending frame.
  func encode<T: Encodable>(_ value: T, into frame: Int) throws {
    try encode(value, by: plan(for: T.self), into: frame)
  }

  /// Encodes a value within a container.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - step: The step from the container to the value, which is evaluated only if needed.
  ///   - parent: The index of the container's frame.
  /// - Throws: `EncodingError`, or the error that the value's `encode(to:)` throws.
  func encode<T: Encodable>(_ value: T, _ step: @autoclosure () -> JSONFrame.Step, in parent: Int) throws {
    let plan = plan(for: T.self)
    if case .standard(let type) = plan {
      return try write(
        value, as: type, depth: frames[parent].depth + 1, codingPath(of: parent) + codingPath(step()))
    }
    let frame = push(step(), parent: parent)
    try encode(value, by: plan, into: frame)
    finish(frame)
  }

  /// Encodes a value in an object.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: Its key.
  ///   - parent: The index of the object's frame.
  /// - Throws: `EncodingError`, or the error that the value's `encode(to:)` throws.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, forKey key: some CodingKey, in parent: Int) throws {
    try JSONKeyReference.with(key) { reference in
      do {
        try encode(value, .key(reference), in: parent)
      } catch {
        removeFrames(after: parent)
        throw error
      }
    }
  }

  private func encode<T: Encodable>(_ value: T, by plan: JSONEncodingPlan, into frame: Int) throws {
    let keyCount = keys.hashes.count
    let insertionCount = insertions.content.count
    do {
      switch plan {
      case .codable:
        try enter(T.self, in: frame)
        defer { leave() }
        try value.encode(to: JSONValueEncoder(emitter: self, frame: reference(to: frame)))
      case .writable(let writable):
        func write<Writable: JSONWritable>(_ writable: Writable.Type) throws {
          try writeDirect(exactCast(value, to: writable), into: frame)
        }
        try enter(T.self, in: frame)
        defer { leave() }
        try write(writable)
      case .collection(let collection):
        func write<Collection: JSONCollectionEncodable>(_ collection: Collection.Type) throws {
          try exactCast(value, to: collection).write(to: self, into: frame)
        }
        try enter(T.self, in: frame)
        defer { leave() }
        try write(collection)
      case .customDate:
        guard case .custom(let write) = strategies.dateEncodingStrategy else { return }
        try write(
          exactCast(value, to: Date.self), JSONValueEncoder(emitter: self, frame: reference(to: frame)))
        try completeSingleValue(frame)
      case .customData:
        guard case .custom(let write) = strategies.dataEncodingStrategy else { return }
        try write(
          exactCast(value, to: Data.self), JSONValueEncoder(emitter: self, frame: reference(to: frame)))
        try completeSingleValue(frame)
      case .standard(let type):
        frames[frame].state = .complete
        try write(value, as: type, depth: frames[frame].depth, codingPath(of: frame))
      }
    } catch {
      // A type may catch the error and encode another value in its place.
      reset(frame, keyCount: keyCount, insertionCount: insertionCount)
      throw error
    }
  }

  /// Encodes a value into the object or array that a frame already is.
  ///
  /// - Throws: `EncodingError` if the value is no such container, or the error that its `encode(to:)` throws.
  func encode<T: Encodable>(_ value: T, continuing frame: Int) throws {
    switch plan(for: T.self) {
    case .customDate, .customData, .standard(.date), .standard(.data), .standard(.url): throw occupied(frame)
    // A `Decimal` is a number, although it encodes itself as an object.
    case _ where T.self == Decimal.self: throw occupied(frame)
    default:
      try enter(T.self, in: frame)
      defer { leave() }
      try value.encode(to: JSONValueEncoder(emitter: self, frame: reference(to: frame)))
    }
  }

  /// Lets a value write itself as the content of a pending frame.
  private func writeDirect(_ value: some JSONWritable, into frame: Int) throws {
    direct.hasWritten = true
    frames[frame].state = .direct
    var writer = JSON.Writer(self, into: frame)
    try value.write(to: &writer)
    guard writer.depth == frames[frame].depth, buffer.count > frames[frame].start else {
      throw writer.malformed(type(of: value))
    }
    frames[frame].state = .complete
  }

  /// Encodes a value within one that writes itself.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - parent: The index of the frame of the value that writes itself.
  ///   - depth: The number of containers that enclose the value.
  /// - Throws: `EncodingError`, or the error that the value's `encode(to:)` throws.
  func encode<T: Encodable>(_ value: T, withinDirect parent: Int, depth: Int) throws {
    let plan = plan(for: T.self)
    if case .standard(let type) = plan {
      return try write(
        value, as: type, depth: depth, codingPath(of: parent) + directPath(in: parent))
    }
    let frame = push(.written, parent: parent, depth: depth)
    try encode(value, by: plan, into: frame)
    finish(frame)
  }

  private func reset(_ frame: Int, keyCount: Int, insertionCount: Int) {
    removeFrames(from: frame + 1)
    innermost = frame
    buffer.truncate(to: frames[frame].start)
    keys.hashes.count = min(keys.hashes.count, keyCount)
    insertions.removeContent(after: insertionCount)
    frames[frame].state = .pending
    frames[frame].count = 0
    frames[frame].nextKey = 0
    frames[frame].keyBits = 0
    frames[frame].hasUnknownKeys = false
    frames[frame].continuation = nil
  }

  /// Writes a scalar as the content of a pending frame.
  @inline(__always)
  func writeScalar<T: JSONEncodableScalar>(_ value: T, into frame: Int) throws {
    frames[frame].state = .complete
    do {
      try value.write(to: self)
    } catch {
      frames[frame].state = .pending
      throw unwritable(value, codingPath(of: frame))
    }
  }

  /// Returns the error for a value that JSON cannot represent.
  @inline(never)
  func unwritable(_ value: Any, _ path: [any CodingKey]) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: path, debugDescription: "Unable to encode \(type(of: value)).\(value) directly in JSON."))
  }
}
