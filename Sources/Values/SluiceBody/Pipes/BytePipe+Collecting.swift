extension BytePipe {
  /// Waits for all bytes of the queue, in a single array that the producer fills.
  ///
  /// Reading must not have started.
  ///
  /// - Parameters:
  ///   - limit: The maximum number of bytes.
  ///   - expected: The expected number of bytes, for which memory is reserved as bytes arrive, or `nil` if unknown.
  /// - Returns: The bytes, or `nil` if there are more than `limit`. All of them can still be read then.
  /// - Throws: The failure of the queue; a `CancellationError` if the task is cancelled.
  nonisolated(nonsending) package func collect(upTo limit: Int, expecting expected: Int64?) async throws
    -> [UInt8]?
  {
    beginCollecting(upTo: limit, expecting: expected.map { Int(clamping: $0) } ?? 0)
    while true {
      try Task.checkCancellation()
      let (isCollecting, isFinished) = state.withLock { ($0.isCollecting, $0.isFinished) }
      if !isCollecting { return nil }
      if isFinished { return try endCollection() }
      await untilReadable()
    }
  }

  /// The size up to which the whole memory for an expected size is reserved at once.
  private static let reservedByteCount = 1024 * 1024

  /// Moves all queued bytes into the producer's block, which is the collection from then on.
  private func beginCollecting(upTo limit: Int, expecting expected: Int) {
    let resume = block.withLock { block -> Callback? in
      state.withLock { state -> Callback? in
        state.countBytes(of: &block)
        guard !state.isCancelled, state.byteCount <= limit else { return nil }
        if !state.buffers.isEmpty {
          // The first buffer is not copied if it has room for the others.
          var bytes = state.buffers.removeFirst()
          for buffer in state.buffers { bytes += buffer }
          bytes += block.bytes
          block.bytes = bytes
          state.buffers = []
        }
        state.isCollecting = true
        block.collection = (limit, expected)
        return state.onWritable.take()
      }
    }
    resume?()
  }

  /// Appends bytes to the collection.
  ///
  /// - Returns: `false` if there is no collection, or if the bytes do not fit into it, which ends it.
  func collect(_ bytes: borrowing Span<UInt8>, in block: inout Block) -> Bool {
    guard let (limit, expected) = block.collection else { return false }
    let count = block.bytes.count + bytes.count
    guard count <= limit else {
      block.collection = nil
      endCollecting(&block)
      return false
    }
    if block.bytes.capacity < count {
      // No more memory than a multiple of what has arrived, even if the peer has declared a large size.
      let room = max(Self.reservedByteCount, 4 * count)
      block.bytes.reserveCapacity(
        expected >= count ? min(expected, room) : max(count, 2 * block.bytes.capacity))
    }
    block.bytes.append(copying: bytes)
    return true
  }

  private func endCollecting(_ block: inout Block) {
    let bytes = block.removeBytes()
    state.withLock { state in
      state.countBytes(of: &block)
      state.isCollecting = false
      if !bytes.isEmpty { state.buffers.append(bytes) }
    }
  }

  private func endCollection() throws -> [UInt8] {
    if let failure = state.withLock({ $0.failure }) { throw failure }
    return block.withLock { block in
      state.withLock { $0.byteCount = 0 }
      return block.removeBytes()
    }
  }
}
