/// A bounded queue of bytes between a producer and a consumer on different threads or tasks. Neither side ever blocks:
/// each is told by a callback when the other has made room or brought bytes.
///
/// It is how what cannot be pulled without waiting (a pipe, an async sequence, a response's body) becomes a reader.
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
  private let highWater: Int

  /// - Parameter highWater: the pipe takes a write whenever it holds fewer bytes than this, so it holds at most
  ///   `highWater` and one write.
  package init(highWater: Int = 256 * 1024) {
    self.highWater = highWater
  }

  // MARK: The producer's side

  /// What became of a write.
  package enum WriteOutcome: Sendable { case written, full, cancelled }

  /// Queues all of `bytes`, or nothing.
  package func write(_ bytes: borrowing Span<UInt8>) -> WriteOutcome {
    let (outcome, resume) = state.withLock { state -> (WriteOutcome, (@Sendable () -> Void)?) in
      if state.isCancelled { return (.cancelled, nil) }
      if state.bytes.count >= highWater { return (.full, nil) }
      state.bytes.append(bytes)
      return (.written, state.onReadable.take())
    }
    resume?()
    return outcome
  }

  /// Ends the queue: the consumer gets what is in it, then the end, or `failure`.
  package func finish(throwing failure: (any Error)? = nil) {
    let resume = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isFinished else { return nil }
      state.isFinished = true
      state.failure = failure
      return state.onReadable.take()
    }
    resume?()
  }

  /// Calls `resume` once there is room for a write, or the consumer has gone.
  package func whenWritable(_ resume: @escaping @Sendable () -> Void) {
    // What is replaced is let go of outside the lock: it may hold what calls the pipe when it is released.
    let (isNow, _) = state.withLock { state -> (Bool, (@Sendable () -> Void)?) in
      if state.isCancelled || state.bytes.count < highWater { return (true, nil) }
      return (false, exchange(&state.onWritable, with: resume))
    }
    if isNow { resume() }
  }

  /// Whether the consumer has gone.
  package var isCancelled: Bool { state.withLock { $0.isCancelled } }

  // MARK: The consumer's side

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    let (outcome, resume) = try state.withLock { state -> (BodyReadOutcome, (@Sendable () -> Void)?) in
      let countBefore = output.count
      state.bytes.moveBytes(to: &output)
      // Woken at half, not at once, so that the two sides do not take turns for every few bytes.
      let resume = state.bytes.count <= highWater / 2 ? state.onWritable.take() : nil
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

  /// Says that nobody will read any more, nor be called back.
  package func cancel() {
    let (resume, _) = state.withLock { state in
      state.isCancelled = true
      state.bytes = ByteQueue()
      return (state.onWritable.take(), state.onReadable.take())
    }
    resume?()
  }
}
