/// A check that a reader yields as many bytes as its source declares.
package struct DeclaredByteCount {
  /// The number of bytes that the source declares, or `nil` if it declares none.
  private let declared: Int64?
  /// The number of bytes up to the position of the reader.
  private var count: Int64

  /// - Parameters:
  ///   - declared: The number of bytes that the source declares, or `nil` if it declares none.
  ///   - offset: The offset at which the reader begins. Defaults to 0.
  package init(_ declared: Int64?, from offset: Int64 = 0) {
    self.declared = declared
    count = offset
  }

  /// Counts bytes that have been read.
  ///
  /// - Throws: ``ErrorCode/byteCountMismatch`` if there are more bytes than declared, or fewer at the end.
  package mutating func didRead(_ byteCount: Int, _ outcome: BodyReadOutcome) throws(BodyError) {
    count += Int64(byteCount)
    if let declared, count > declared || outcome == .end && count < declared {
      throw BodyError(.byteCountMismatch, expected: declared, actual: count)
    }
  }
}

/// Bytes of a body, and whether they are its last ones.
package struct BodyChunk: Sendable {
  package let bytes: [UInt8]
  package let isLast: Bool
}

extension BodyReader {
  /// Reads like ``BodyReader/read(into:)``, for callers that read again until there are bytes: such a loop would never
  /// end with a reader that appends nothing and always has more.
  ///
  /// - Throws: ``ErrorCode/readFailed`` for such a reader.
  package func checkedRead(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    let count = output.count
    let outcome = try read(into: &output)
    if outcome == .more, output.count == count, !output.isFull { throw BodyError(.readFailed) }
    return outcome
  }

  /// Returns the next bytes, at most `limit` of them, and waits until there are some. The result is empty only at the
  /// end.
  ///
  /// - Throws: The reader's error, or a `CancellationError` if the task is cancelled.
  package func next(upTo limit: Int) async throws -> BodyChunk {
    while true {
      try Task.checkCancellation()
      var outcome = BodyReadOutcome.end
      var bytes = try [UInt8](capacity: limit) { outcome = try checkedRead(into: &$0) }
      // The caller may keep the chunk, so it should not hold a large buffer that is mostly unused.
      if bytes.count <= limit / 2 { bytes = [UInt8](copying: bytes.span) }
      if !bytes.isEmpty || outcome == .end { return BodyChunk(bytes: bytes, isLast: outcome == .end) }
      if outcome == .waiting { await untilReadable() }
    }
  }

  /// Passes all bytes to `body`, block by block, in buffers that are reused.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes in a block, unless the reader hands over its own buffers. Defaults to 128
  ///     KiB.
  ///   - body: A closure that processes a block and returns whether to continue.
  /// - Returns: The number of bytes, or `nil` if `body` returned `false`.
  /// - Throws: The error of the reader or `body`, or a `CancellationError` if the task is cancelled.
  package func forEachBlock(
    ofUpTo limit: Int = 128 * 1024, _ body: (borrowing Span<UInt8>) throws -> Bool
  ) async throws -> Int64? {
    if let reader = self as? any BufferReader { return try await reader.forEachBuffer(body) }
    var block: [UInt8] = []
    var total: Int64 = 0
    while true {
      try Task.checkCancellation()
      block.removeAll(keepingCapacity: true)
      var outcome = BodyReadOutcome.end
      try block.append(addingCapacity: limit) { outcome = try checkedRead(into: &$0) }
      if !block.isEmpty, try !body(block.span) { return nil }
      total += Int64(block.count)
      switch outcome {
      case .more: continue
      case .waiting: await untilReadable()
      case .end: return total
      }
    }
  }

  /// Suspends until the reader can be read again, or the task is cancelled.
  package func untilReadable() async {
    let signal = Signal()
    whenReadable { signal.fire() }
    await signal.wait()
  }
}

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
