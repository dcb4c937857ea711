/// A reader that hands over whole buffers, so that their bytes are not copied once more.
package protocol BufferReader: BodyReader {
  /// Removes the next buffer, without waiting for it.
  ///
  /// - Throws: Any error of the body.
  func readBuffer() throws -> BufferOutcome

  /// Accepts a buffer that is no longer used, and that has no copy, so that it can be filled again.
  func recycle(_ buffer: inout [UInt8])
}

/// The result of reading a buffer.
package enum BufferOutcome: Sendable {
  /// The next bytes; never empty.
  case buffer([UInt8])
  /// No bytes are available for now. ``BodyReader/whenReadable(_:)`` reports when there are.
  case waiting
  /// The end of the body.
  case end
}

extension BufferReader {
  /// Waits for the next buffer and returns it, or returns `nil` at the end.
  ///
  /// - Throws: The reader's error, or a `CancellationError` if the task is cancelled.
  package func nextBuffer() async throws -> [UInt8]? {
    while true {
      try Task.checkCancellation()
      switch try readBuffer() {
      case .buffer(let bytes): return bytes
      case .waiting: await untilReadable()
      case .end: return nil
      }
    }
  }

  /// Passes all bytes to `body`, buffer by buffer.
  ///
  /// - Parameter body: A closure that processes a buffer and returns whether to continue.
  /// - Returns: The number of bytes, or `nil` if `body` returned `false`.
  /// - Throws: The error of the reader or `body`, or a `CancellationError` if the task is cancelled.
  package func forEachBuffer(_ body: (borrowing Span<UInt8>) throws -> Bool) async throws -> Int64? {
    var total: Int64 = 0
    // Without `nextBuffer()`: an async call for each buffer takes two locks of the task's status.
    while true {
      try Task.checkCancellation()
      switch try readBuffer() {
      case .buffer(var buffer):
        guard try body(buffer.span) else { return nil }
        total += Int64(buffer.count)
        recycle(&buffer)
      case .waiting: await untilReadable()
      case .end: return total
      }
    }
  }
}
