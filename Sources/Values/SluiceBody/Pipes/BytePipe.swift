/// A bounded queue of bytes between a producer and a consumer on different threads or tasks. Neither side ever blocks:
/// a callback reports to each when the other has made room or added bytes.
///
/// It turns input that cannot be pulled without waiting (a pipe, an async sequence, the body of a response) into a
/// reader.
///
/// ```
///       write, read                  read
///        +------+                  +------+
///        |      v                  |      v
///       +--------+    finish      +----------+
///       |  open  |--------------->| finished |   Once the queue is empty, a read returns
///       +--------+                +----------+   .end or throws the failure.
///           |                          |
///           |          cancel          |
///           +------------+-------------+
///                        v
///                  +-----------+
///                  | cancelled |                 The queue is discarded, and a write
///                  +-----------+                 returns .cancelled.
/// ```
///
/// The producer copies its bytes into a buffer. A full buffer moves to the consumer, which may read it as an array and
/// return it for reuse, so bytes are copied once, and the state is locked per buffer:
///
/// ```
///  producer                                        consumer
///  append ──► block ── full ──► buffers ────────► readBuffer() ──┐
///               │                                                │ recycle(_:)
///               └── flush: the block may be moved, too           ▼
///               ▲                                              spares
///               └──────────────── the next buffer ───────────────┘
/// ```
///
/// A consumer that waits is woken when three quarters of the high-water mark have arrived, by ``flush()`` and by the
/// end. More wakes would slow both sides down, and the rest is room for what arrives before the consumer runs.
/// ``write(_:)`` appends and flushes. A pipe with `highWaterByteCount: 4`, step by step:
///
/// ```
/// call                     queued   result
/// write of 3 bytes         3        .written
/// write of 3 bytes         6        .written    3 were fewer than 4
/// write of 1 byte          6        .full
/// whenWritable(resume)     6
/// read into room for 2     4        .more       more than half of 4: no callback yet
/// read into room for 2     2        .more       calls resume
/// read into room for 8     0        .waiting
/// whenReadable(resume)     0
/// finish()                 0                    calls resume
/// read into room for 8     0        .end
/// ```
package final class BytePipe: Sendable {
  typealias Callback = @Sendable () -> Void

  /// The state that both sides use.
  struct State {
    /// The buffers that the consumer may read, in order.
    var buffers: [[UInt8]] = []
    /// The number of bytes of the first buffer that have been read.
    var position = 0
    /// The number of bytes that have been written and not read. Those in the producer's block are included as far as
    /// they have been counted.
    var byteCount = 0
    /// Whether the consumer may move the producer's block to the buffers.
    var isBlockDue = false
    /// Whether the consumer waits for the whole body in a single array.
    var isCollecting = false
    var spares: [[UInt8]] = []
    var isFinished = false
    var failure: (any Error)?
    var isCancelled = false
    var onReadable: Callback?
    var onWritable: Callback?
  }

  /// The buffer that the producer fills.
  struct Block {
    var bytes: [UInt8] = []
    /// The size of the buffer when it is full; 0 if there is no buffer.
    var byteCount = 0
    /// The size of the next buffer. It grows while buffers become full, because most bodies are small.
    var nextByteCount = 4 * 1024
    /// The number of bytes that can be written before the state must be asked whether the pipe is full.
    var room = 0
    /// The number of bytes that have been written, and that the state does not count yet, because it is not locked for
    /// each write.
    var uncountedByteCount = 0
    /// The maximum and the expected number of bytes of the whole body, while the consumer collects it.
    var collection: (limit: Int, expected: Int)?

    mutating func removeBytes() -> [UInt8] {
      byteCount = 0
      return exchange(&bytes, with: [])
    }
  }

  /// The size of the largest buffers, which are recycled: as many fit into a processor's cache as are in use.
  static let bufferByteCount = 64 * 1024

  /// Locked before ``state`` if both are. The producer holds it while it copies bytes.
  let block = Lock(Block())
  let state = Lock(State())
  let highWaterByteCount: Int

  /// Creates an empty pipe.
  ///
  /// - Parameter highWaterByteCount: The pipe accepts a write while it holds fewer bytes than this, so it holds at most
  ///   `highWaterByteCount` bytes and one write. Defaults to 256 KiB.
  package init(highWaterByteCount: Int = 256 * 1024) {
    self.highWaterByteCount = highWaterByteCount
  }

  // MARK: The producer's side

  /// The result of a write.
  package enum WriteOutcome: Sendable { case written, full, cancelled }

  /// Sets the size of the first buffer to the expected size of the body, within limits.
  package func reserveCapacity(_ byteCount: Int64) {
    block.withLock { $0.nextByteCount = Int(min(max(byteCount, 64), Int64(Self.bufferByteCount))) }
  }

  /// Queues all of `bytes`, or nothing if the pipe is full or cancelled, and wakes the consumer.
  package func write(_ bytes: borrowing Span<UInt8>) -> WriteOutcome {
    let outcome = append(bytes)
    if outcome == .written { flush() }
    return outcome
  }

  /// Queues all of `bytes`, or nothing if the pipe is full or cancelled. The consumer may not be woken, and may not get
  /// the last bytes, before a ``flush()``.
  package func append(_ bytes: borrowing Span<UInt8>) -> WriteOutcome {
    let (outcome, resume) = block.withLock { block -> (WriteOutcome, Callback?) in
      let (outcome, resume) = reserve(bytes.count, in: &block)
      guard outcome == .written, !bytes.isEmpty else { return (outcome, resume) }
      return (.written, collect(bytes, in: &block) ? nil : copy(bytes, into: &block))
    }
    resume?()
    return outcome
  }

  /// Queues the bytes of a buffer, which is empty afterwards, and wakes the consumer. Does nothing if the pipe is full
  /// or cancelled.
  ///
  /// A buffer that is more than half full moves to the consumer, and one that the consumer has emptied takes its place.
  /// The bytes of another one are copied, so that few bytes never hold much memory.
  package func write(exchanging buffer: inout [UInt8]) -> WriteOutcome {
    let (outcome, resume) = block.withLock { block -> (WriteOutcome, Callback?) in
      let (outcome, resume) = reserve(buffer.count, in: &block)
      guard outcome == .written else { return (outcome, resume) }
      if collect(buffer.span, in: &block) {
        buffer.removeAll(keepingCapacity: true)
      } else if buffer.count <= buffer.capacity / 2 {
        let resume = copy(buffer.span, into: &block)
        buffer.removeAll(keepingCapacity: true)
        return (.written, resume)
      } else {
        buffer = move(buffer, after: &block)
      }
      return (.written, nil)
    }
    resume?()
    if outcome == .written { flush() }
    return outcome
  }

  /// Moves a buffer to the consumer, after the bytes that have been written before.
  ///
  /// - Returns: The buffer that takes its place.
  private func move(_ buffer: [UInt8], after block: inout Block) -> [UInt8] {
    let earlier = block.removeBytes()
    return state.withLock { state in
      state.countBytes(of: &block)
      if !state.isCancelled {
        if !earlier.isEmpty { state.buffers.append(earlier) }
        state.buffers.append(buffer)
      }
      return state.spares.popLast() ?? []
    }
  }

  /// Makes room for bytes that are about to be written, unless the pipe is full.
  private func reserve(_ count: Int, in block: inout Block) -> (WriteOutcome, Callback?) {
    if block.room <= 0 {
      let (outcome, resume) = state.withLock { state -> (WriteOutcome, Callback?) in
        state.countBytes(of: &block)
        switch readiness(of: state) {
        case .written:
          block.room = highWaterByteCount - state.byteCount
          return (.written, nil)
        case .full:
          state.isBlockDue = true
          return (.full, state.onReadable.take())
        case .cancelled: return (.cancelled, nil)
        }
      }
      guard case .written = outcome else { return (outcome, resume) }
    }
    block.room -= count
    block.uncountedByteCount += count
    return (.written, nil)
  }

  /// Copies bytes into as many buffers as they need.
  ///
  /// - Returns: The consumer's callback, if it is to be called.
  private func copy(_ bytes: borrowing Span<UInt8>, into block: inout Block) -> Callback? {
    var resume: Callback?
    var offset = 0
    while offset < bytes.count {
      if block.byteCount == 0 { beginBlock(&block, for: bytes.count - offset) }
      let piece = bytes.extracting(offset...).extracting(first: block.byteCount - block.bytes.count)
      block.bytes.append(copying: piece)
      offset += piece.count
      if block.bytes.count == block.byteCount { resume = handOver(&block) ?? resume }
    }
    return resume
  }

  private func beginBlock(_ block: inout Block, for count: Int) {
    block.byteCount = min(max(block.nextByteCount, count), Self.bufferByteCount)
    if block.byteCount == Self.bufferByteCount, let spare = state.withLock({ $0.spares.popLast() }) {
      block.bytes = spare
    } else {
      block.bytes.reserveCapacity(block.byteCount)
    }
  }

  /// Moves the full block to the consumer, and wakes it for three quarters of the high-water mark.
  private func handOver(_ block: inout Block) -> Callback? {
    block.nextByteCount = min(4 * block.nextByteCount, Self.bufferByteCount)
    let full = block.removeBytes()
    return state.withLock { state in
      if state.isCancelled { return nil }
      state.countBytes(of: &block)
      state.buffers.append(full)
      return state.byteCount >= highWaterByteCount / 4 * 3 ? state.onReadable.take() : nil
    }
  }

  /// Wakes the consumer if there are bytes, and allows it to read all of them.
  package func flush() {
    let resume = withCountedState { state -> Callback? in
      guard state.byteCount > 0 else { return nil }
      state.isBlockDue = true
      return state.isCollecting ? nil : state.onReadable.take()
    }
    resume?()
  }

  /// Ends the queue. The consumer gets the bytes that are queued, then the end or `failure`. Later calls have no
  /// effect.
  package func finish(throwing failure: (any Error)? = nil) {
    let resume = withCountedState { state -> Callback? in
      guard !state.isFinished else { return nil }
      state.isFinished = true
      state.failure = failure
      return state.onReadable.take()
    }
    resume?()
  }

  /// Calls `resume` once, as soon as there is room for a write or the consumer has cancelled the pipe. A later call
  /// replaces an earlier one.
  package func whenWritable(_ resume: @escaping @Sendable () -> Void) {
    // The replaced closure is released outside the lock: it may hold an object that calls the pipe when it is released.
    let (isNow, _) = withCountedState { state -> (Bool, Callback?) in
      if readiness(of: state) != .full { return (true, nil) }
      return (false, exchange(&state.onWritable, with: resume))
    }
    if isNow { resume() }
  }

  /// The outcome that a write would have now.
  package var readiness: WriteOutcome { withCountedState { readiness(of: $0) } }

  private func readiness(of state: State) -> WriteOutcome {
    if state.isCancelled { return .cancelled }
    return state.isCollecting || state.byteCount < highWaterByteCount ? .written : .full
  }

  /// Returns the result of `body`, called with the state after all bytes that were written have been counted.
  private func withCountedState<Result>(_ body: (inout sending State) -> sending Result) -> Result {
    block.withLock { block in
      state.withLock { state in
        state.countBytes(of: &block)
        return body(&state)
      }
    }
  }
}

extension BytePipe.State {
  /// Counts the bytes that have been written since the last call.
  mutating func countBytes(of block: inout BytePipe.Block) {
    byteCount += exchange(&block.uncountedByteCount, with: 0)
  }
}
