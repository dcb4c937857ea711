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
    guard room >= Self.leastRoom else { return try withFormatted(value) { $0.append(to: &bytes) } }
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
    bytes.append(contentsOf: other)
  }

  /// The least free capacity of an array that is written to.
  private static var leastRoom: Int { 64 }
}
