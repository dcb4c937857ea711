extension BodySource {
  /// Returns the body as an async sequence of byte chunks, so that any client or server can send it.
  ///
  /// Each chunk is read when the consumer requests it, on a thread outside the shared concurrency pool.
  ///
  /// Each iteration is a new pass over the body, whose reader is made when the first chunk is requested. A body that is
  /// not replayable can be iterated once; a second iteration throws ``ErrorCode/notReplayable``.
  ///
  /// - Parameter limit: The maximum number of bytes in a chunk. Defaults to 64 KiB. A value outside 1 byte to 16 MiB is
  ///   clamped to that range.
  /// - Returns: The chunks, none of them empty. An iteration throws the error of the body's reader;
  ///   ``ErrorCode/byteCountMismatch`` if it has more or fewer bytes than its ``BodySource/byteCount``; a
  ///   `CancellationError` if the task is cancelled.
  public func chunks(
    ofUpTo limit: Int = 64 * 1024
  ) -> some AsyncSequence<[UInt8], any Error> & Sendable {
    BodyChunks(source: self, maximumChunkByteCount: min(max(limit, 1), 16 << 20))
  }
}

/// The chunks of a body.
private struct BodyChunks: AsyncSequence, Sendable {
  let source: any BodySource
  let maximumChunkByteCount: Int

  func makeAsyncIterator() -> Iterator {
    Iterator(chunks: self, pass: BodyPass(over: source))
  }

  /// One pass over the chunks of a body.
  struct Iterator: AsyncIteratorProtocol {
    let chunks: BodyChunks
    let pass: BodyPass
    /// The declared size of the body, which is known after the first `next()`, or `nil` if there is none.
    private var declared: Int64?
    private var count: Int64 = 0
    private var hasBegun = false
    private var hasEnded = false

    init(chunks: BodyChunks, pass: BodyPass) {
      self.chunks = chunks
      self.pass = pass
    }

    /// Returns the next chunk, or `nil` at the end and after an error.
    mutating func next() async throws -> [UInt8]? {
      if hasEnded { return nil }
      // An error is final, too.
      hasEnded = true
      let chunk: BodyChunk
      (declared, chunk) = try await withTaskExecutorPreference(BlockingExecutor.shared) {
        [chunks, pass, declared, hasBegun] in
        // Once: it takes the time of a loop over the parts of a form.
        let declared = hasBegun ? declared : try chunks.source.byteCount
        return (declared, try await pass.next(upTo: chunks.maximumChunkByteCount))
      }
      hasBegun = true
      count += Int64(chunk.bytes.count)
      if let declared, count > declared || chunk.isLast && count < declared {
        throw BodyError(.byteCountMismatch, expected: declared, actual: count)
      }
      hasEnded = chunk.isLast
      return chunk.bytes.isEmpty ? nil : chunk.bytes
    }
  }
}
