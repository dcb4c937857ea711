extension BytePipe: BufferReader {
  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    let countBefore = output.count
    while true {
      let (outcome, resume) = try state.withLock { state -> (BodyReadOutcome?, Callback?) in
        state.moveBytes(to: &output, keepingSpares: maximumSpareCount)
        let resume = resumingProducer(&state)
        if state.mustMoveBlock { return (output.isFull ? .more : nil, resume) }
        if !state.buffers.isEmpty { return (.more, resume) }
        guard state.isFinished else { return (.waiting, resume) }
        guard let failure = state.failure else { return (.end, resume) }
        if output.count == countBefore { throw failure }
        return (.more, resume)
      }
      resume?()
      if let outcome { return outcome }
      moveBlock()
    }
  }

  package func readBuffer() throws -> BufferOutcome {
    while true {
      let (outcome, resume) = try state.withLock { state -> (BufferOutcome?, Callback?) in
        if let buffer = state.popBuffer() { return (.buffer(buffer), resumingProducer(&state)) }
        if state.mustMoveBlock { return (nil, nil) }
        guard state.isFinished else { return (.waiting, nil) }
        if let failure = state.failure { throw failure }
        return (.end, nil)
      }
      resume?()
      if let outcome { return outcome }
      moveBlock()
    }
  }

  package func recycle(_ buffer: inout [UInt8]) {
    guard buffer.capacity >= Self.bufferByteCount else { return }
    buffer.removeAll(keepingCapacity: true)
    let spare = exchange(&buffer, with: [])
    state.withLock { $0.keep(spare, upTo: maximumSpareCount) }
  }

  /// The number of buffers that may wait, full or empty.
  private var maximumSpareCount: Int { highWaterByteCount / Self.bufferByteCount }

  /// Returns the producer's callback, if it is to be called: at half of the high-water mark, not at once, so that the
  /// two sides do not alternate for every few bytes.
  private func resumingProducer(_ state: inout State) -> Callback? {
    state.byteCount <= highWaterByteCount / 2 ? state.onWritable.take() : nil
  }

  /// Moves the producer's block to the buffers.
  private func moveBlock() {
    block.withLock { block in
      let bytes: [UInt8]
      if block.bytes.count <= block.byteCount / 2 {
        // The consumer may keep the bytes, so they should not hold a large buffer that is mostly unused.
        bytes = [UInt8](copying: block.bytes.span)
        block.bytes.removeAll(keepingCapacity: true)
      } else {
        bytes = block.removeBytes()
      }
      state.withLock { state in
        state.countBytes(of: &block)
        state.isBlockDue = false
        if !bytes.isEmpty, !state.isCancelled { state.buffers.append(bytes) }
      }
    }
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    let (isNow, _) = state.withLock { state -> (Bool, Callback?) in
      if state.isReadable { return (true, nil) }
      return (false, exchange(&state.onReadable, with: resume))
    }
    if isNow { resume() }
  }

  /// Whether the producer has ended the queue.
  package var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Discards the queued bytes, and stops reading: writes return `.cancelled`, and the consumer's callback is dropped.
  package func cancel() {
    let (resume, _) = state.withLock { state in
      state.isCancelled = true
      state.buffers = []
      state.spares = []
      state.position = 0
      state.byteCount = 0
      return (state.onWritable.take(), state.onReadable.take())
    }
    block.withLock { block in
      _ = block.removeBytes()
      block.room = 0
    }
    resume?()
  }
}

extension BytePipe.State {
  /// Whether the next bytes are in the producer's block, and the consumer may move it.
  fileprivate var mustMoveBlock: Bool { buffers.isEmpty && byteCount > 0 && (isBlockDue || isFinished) }

  fileprivate var isReadable: Bool { isFinished || !isCollecting && (!buffers.isEmpty || mustMoveBlock) }

  /// Removes the first buffer, without the bytes that have been read.
  mutating func popBuffer() -> [UInt8]? {
    guard !buffers.isEmpty else { return nil }
    var buffer = buffers.removeFirst()
    if position > 0 { buffer = Array(buffer[position...]) }
    position = 0
    byteCount -= buffer.count
    return buffer
  }

  /// Moves bytes from the buffers to `output`, as many as fit.
  ///
  /// - Parameter spareCount: The maximum number of buffers that are kept for the producer.
  fileprivate mutating func moveBytes(to output: inout OutputSpan<UInt8>, keepingSpares spareCount: Int) {
    while !output.isFull, readFirstBuffer(into: &output) {
      var buffer = buffers.removeFirst()
      position = 0
      guard buffer.capacity >= BytePipe.bufferByteCount else { continue }
      buffer.removeAll(keepingCapacity: true)
      keep(buffer, upTo: spareCount)
    }
  }

  /// - Returns: Whether all bytes of the first buffer have been read.
  private mutating func readFirstBuffer(into output: inout OutputSpan<UInt8>) -> Bool {
    guard let first = buffers.first else { return false }
    let piece = first.span.extracting(position...).extracting(first: output.freeCapacity)
    output.append(copying: piece)
    position += piece.count
    byteCount -= piece.count
    return position == first.count
  }

  /// Keeps an empty buffer for the producer, unless there are enough.
  fileprivate mutating func keep(_ spare: [UInt8], upTo count: Int) {
    if !isCancelled, spares.count + buffers.count < count { spares.append(spare) }
  }
}

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
