extension BodySource {
  /// The body as an async sequence of byte chunks, so that any client or server can send it.
  ///
  /// Each chunk is read when it is asked for, off the threads that async code shares.
  ///
  /// - Parameter size: the most bytes in a chunk, 64 KiB by default, at least 1 and at most 16 MiB. No chunk is empty.
  public func chunks(ofAtMost size: Int = 64 * 1024) -> BodyChunks {
    BodyChunks(source: self, size: min(max(size, 1), 16 << 20))
  }
}

/// A body's chunks. Each iteration is a new pass, so of a one-shot body there is one.
public struct BodyChunks: AsyncSequence, Sendable {
  let source: any BodySource
  let size: Int

  public func makeAsyncIterator() -> Iterator {
    Iterator(pass: BodyPass(over: source), size: size)
  }

  public struct Iterator: AsyncIteratorProtocol {
    let pass: BodyPass
    let size: Int

    /// The next chunk, or nil at the end.
    ///
    /// - Throws: what the body's reader throws; a `CancellationError` when the task is cancelled.
    public mutating func next() async throws -> [UInt8]? {
      let chunk = try await withTaskExecutorPreference(BlockingExecutor.shared) { [pass, size] in
        try await pass.next(upTo: size)
      }
      return chunk.bytes.isEmpty ? nil : chunk.bytes
    }
  }
}
