/// A reader that runs a source on threads of the pool, at most two blocks of 64 KiB ahead of the consumer.
///
/// The source's reader is made, read and released on these threads, one at a time, so it may block for any time. It
/// takes a thread only while it is read:
///
/// ```
///        read, room, readable            call while running
///  idle ─────────────────────► running ◄────────────────────► due
///   ▲                             │      the next run
///   └── pipe full, source waits ──┤
///                                 └── end, error, released ──► ended
/// ```
package final class PooledReader: BodyReader {
  private let filling: Filling
  private var hasStarted = false

  /// Creates a reader. The source's reader is made after the first read.
  package init(over source: any BodySource) { filling = Filling(over: source) }

  deinit {
    filling.pipe.cancel()
    filling.resume()
  }

  package func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    if !hasStarted {
      hasStarted = true
      filling.resume()
    }
    return try filling.pipe.read(into: &output)
  }

  package func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    filling.pipe.whenReadable(resume)
  }
}

/// Copies a source into a pipe, block by block.
private final class Filling: Sendable {
  private enum State { case idle, running, due, ended }

  /// One buffer is read while the next one is filled. More would be memory for each of many simultaneous bodies.
  let pipe = BytePipe(highWaterByteCount: BytePipe.bufferByteCount)
  private let pass: BodyPass
  private let state = Lock(State.idle)
  /// The block that a run reads into, which the next one gets.
  private let block = Lock<[UInt8]>([])
  /// The number of blocks after which other sources get the thread.
  private static let blockCount = 16

  init(over source: any BodySource) { pass = BodyPass(over: source) }

  /// Starts a run, or another one after the current one.
  func resume() {
    let isIdle = state.withLock { state in
      switch state {
      case .idle:
        state = .running
        return true
      case .running: state = .due
      case .due, .ended: break
      }
      return false
    }
    if isIdle { start() }
  }

  private func start() {
    do throws(SystemError) {
      try ThreadPool.shared.run { [self] in run() }
    } catch {
      end(throwing: BodyError(.readFailed, systemError: error))
    }
  }

  private func run() {
    do {
      if try copyBlocks() { return end(throwing: nil) }
    } catch {
      pass.end()
      return end(throwing: error)
    }
    let isDue = state.withLock { state in
      let isDue = state == .due
      state = isDue ? .running : .idle
      return isDue
    }
    if isDue { start() }
  }

  private func end(throwing error: (any Error)?) {
    state.withLock { $0 = .ended }
    pipe.finish(throwing: error)
  }

  /// Copies blocks to the pipe until it is full, or the source has none for now. A callback then resumes.
  ///
  /// - Returns: Whether the body has ended, or the pipe was cancelled.
  private func copyBlocks() throws -> Bool {
    var block = self.block.withLock { exchange(&$0, with: []) }
    defer { self.block.withLock { $0 = block } }
    for _ in 0..<Self.blockCount {
      switch pipe.readiness {
      case .written: break
      case .full:
        pipe.whenWritable { [self] in resume() }
        return false
      case .cancelled:
        pass.end()
        return true
      }
      var outcome = BodyReadOutcome.end
      try block.append(addingCapacity: BytePipe.bufferByteCount) { outcome = try pass.checkedRead(into: &$0) }
      _ = pipe.write(exchanging: &block)
      switch outcome {
      case .more: break
      case .waiting:
        pass.whenReadable { [self] in resume() }
        return false
      case .end: return true
      }
    }
    resume()
    return false
  }
}

extension BodySource {
  /// Returns a body with the same bytes for a thread that must not block: the body itself, or one that runs it on
  /// threads of the pool. Calls methods of the body, which may block.
  package var nonBlocking: any BodySource { needsOwnThread ? PooledSource(self) : self }
}

/// A body whose source is used only on threads of the pool, once it is made.
private struct PooledSource: BodySource {
  private let source: PooledValue<any BodySource>
  private let size: Result<Int64?, any Error>
  let contentType: String?
  let isReplayable: Bool
  let needsOwnThread = false

  init(_ source: any BodySource) {
    self.source = PooledValue(source)
    size = Result { try source.byteCount }
    contentType = source.contentType
    isReplayable = source.isReplayable
  }

  var byteCount: Int64? { get throws { try size.get() } }

  func makeReader() throws -> any BodyReader {
    guard let source = source.value else { throw BodyError(.readFailed) }
    return PooledReader(over: source)
  }
}
