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
/// A pipe with `highWaterByteCount: 4`, step by step:
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
package final class BytePipe: BodyReader, Sendable {
  private struct State {
    var bytes = ByteQueue()
    var isFinished = false
    var failure: (any Error)?
    var isCancelled = false
    var onReadable: (@Sendable () -> Void)?
    var onWritable: (@Sendable () -> Void)?
  }

  private let state = Lock(State())
  private let highWaterByteCount: Int

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

  /// Queues all of `bytes`, or nothing if the pipe is full or canceled.
  package func write(_ bytes: borrowing Span<UInt8>) -> WriteOutcome {
    let (outcome, resume) = state.withLock { state -> (WriteOutcome, (@Sendable () -> Void)?) in
      if state.isCancelled { return (.cancelled, nil) }
      if state.bytes.count >= highWaterByteCount { return (.full, nil) }
      state.bytes.append(bytes)
      return (.written, state.onReadable.take())
    }
    resume?()
    return outcome
  }

  /// Ends the queue. The consumer gets the bytes that are queued, then the end or `failure`. Later calls have no
  /// effect.
  package func finish(throwing failure: (any Error)? = nil) {
    let resume = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isFinished else { return nil }
      state.isFinished = true
      state.failure = failure
      return state.onReadable.take()
    }
    resume?()
  }

  /// Calls `resume` once, as soon as there is room for a write or the consumer has canceled the pipe. A later call
  /// replaces an earlier one.
  package func whenWritable(_ resume: @escaping @Sendable () -> Void) {
    // The replaced closure is released outside the lock: it may hold an object that calls the pipe when it is released.
    let (isNow, _) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      if state.isCancelled || state.bytes.count < highWaterByteCount { return (true, nil) }
      return (false, exchange(&state.onWritable, with: resume))
    }
    if isNow { resume() }
  }

  /// Whether the consumer has canceled the pipe.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  // MARK: The consumer's side

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    let (outcome, resume) = try state.withLock { state -> (BodyReadOutcome, (@Sendable () -> Void)?) in
      let countBefore = output.count
      state.bytes.moveBytes(to: &output)
      // The producer resumes at half, not at once, so that the two sides do not alternate for every few bytes.
      let resume = state.bytes.count <= highWaterByteCount / 2 ? state.onWritable.take() : nil
      if state.bytes.count > 0 { return (.more, resume) }
      guard state.isFinished else { return (.waiting, resume) }
      guard let failure = state.failure else { return (.end, resume) }
      if output.count == countBefore { throw failure }
      return (.more, resume)
    }
    resume?()
    return outcome
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    let (isNow, _) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      if state.bytes.count > 0 || state.isFinished { return (true, nil) }
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
      state.bytes = ByteQueue()
      return (state.onWritable.take(), state.onReadable.take())
    }
    resume?()
  }
}
