extension JSON.Encoder {
  /// Encodes a value as JSON in UTF-8 and appends it to `bytes`.
  ///
  ///     var bytes: [UInt8] = []
  ///     for user in users {
  ///       bytes.removeAll(keepingCapacity: true)
  ///       try encoder.encode(user, into: &bytes)
  ///       try send(bytes)
  ///     }
  ///
  /// The text is written to the free capacity of `bytes` if it fits, without a copy and without an allocation.
  /// Formatted text, and text that does not fit, is copied.
  ///
  /// If encoding fails, `bytes` is unchanged.
  ///
  /// - Parameters:
  ///   - value: The value to encode.
  ///   - bytes: The array to append to.
  /// - Throws: `EncodingError` with the coding path, or the error that a type's `encode(to:)` throws.
  /// - Complexity: That of ``encode(_:)``.
  public func encode<T: Encodable>(_ value: T, into bytes: inout [UInt8]) throws {
    let room = bytes.capacity - bytes.count
    guard room >= Self.leastRoom else {
      return try withFormatted(value) { text in
        Self.reserve(text.count, in: &bytes)
        text.append(to: &bytes)
      }
    }
    var other: [UInt8] = []
    try bytes.append(addingCapacity: room) { output in
      // SAFETY: The buffer writes only to the memory that it is given, and ends its use of it before the closure
      // returns. If the text is there, its bytes are initialized.
      try unsafe output.withUnsafeMutableBufferPointer { free, count in
        let memory = unsafe JSONBuffer.Memory(free)
        try withFormatted(value, in: memory) { text in
          if text.isIn(memory) { count = text.count } else { other = text.array }
        }
      }
    }
    if other.isEmpty { return }
    Self.reserve(other.count, in: &bytes)
    bytes.append(contentsOf: other)
  }

  /// Encodes a value into a new array.
  ///
  /// The text is written to the array itself if it fits and uses most of the capacity; otherwise, it is copied.
  func array(of value: some Encodable, by emitter: JSONEmitter, capacity: Int) throws -> [UInt8] {
    var copy: [UInt8]?
    let bytes = try unsafe [UInt8](unsafeUninitializedCapacity: capacity) { free, count in
      // SAFETY: As in ``encode(_:into:)``.
      let memory = unsafe JSONBuffer.Memory(free)
      try withFormatted(value, by: emitter, in: memory) { text in
        if text.isIn(memory), text.count >= capacity / 4 * 3 { count = text.count } else { copy = text.array }
      }
    }
    return copy ?? bytes
  }

  /// Reserves capacity for text, and for the same text to be written there the next time.
  private static func reserve(_ byteCount: Int, in bytes: inout [UInt8]) {
    let room = JSONBuffer.room(forTextOf: byteCount)
    if bytes.capacity - bytes.count < room {
      bytes.reserveCapacity(max(bytes.count + room, 2 * bytes.capacity))
    }
  }

  /// The least free capacity of an array that is written to.
  private static var leastRoom: Int { 64 }
}
