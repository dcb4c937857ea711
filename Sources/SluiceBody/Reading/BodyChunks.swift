extension BodySource {
  /// Returns the body as an async sequence of byte chunks, so that any client or server can send it.
  ///
  /// Each chunk is read when the consumer requests it, on a thread outside the shared concurrency pool.
  ///
  /// - Parameter limit: The maximum number of bytes in a chunk. Defaults to 64 KiB. A value outside 1 byte to 16 MiB is
  ///   clamped to that range.
  /// - Returns: The chunks, none of them empty.
  public func chunks(ofUpTo limit: Int = 64 * 1024) -> BodyChunks {
    BodyChunks(source: self, maximumChunkByteCount: min(max(limit, 1), 16 << 20))
  }
}

/// The chunks of a body.
///
/// Each iteration is a new pass over the body. A body that is not replayable can be iterated once; a second iteration
/// throws ``BodyError/Code/notReplayable``.
public struct BodyChunks: AsyncSequence, Sendable {
  let source: any BodySource
  let maximumChunkByteCount: Int

  /// Returns an iterator over a new pass. The body's reader is made by the iterator's first `next()`.
  public func makeAsyncIterator() -> Iterator {
    Iterator(pass: BodyPass(over: source), maximumChunkByteCount: maximumChunkByteCount)
  }

  /// One pass over the chunks of a body.
  public struct Iterator: AsyncIteratorProtocol {
    let pass: BodyPass
    let maximumChunkByteCount: Int

    /// Returns the next chunk, or `nil` at the end.
    ///
    /// - Throws: The error of the body's reader, or a `CancellationError` if the task is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      let chunk = try await withTaskExecutorPreference(BlockingExecutor.shared) {
        [pass, maximumChunkByteCount] in
        try await pass.next(upTo: maximumChunkByteCount)
      }
      return chunk.bytes.isEmpty ? nil : chunk.bytes
    }
  }
}
