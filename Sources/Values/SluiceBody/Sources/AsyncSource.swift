internal import Synchronization

/// A body that is read once, from an async sequence of byte chunks: ``BodySource/async(_:byteCount:)``.
package struct AsyncSource: BodySource {
  private let announced: Int64?
  private let claim = OneShotClaim()
  private let start: PooledValue<@Sendable (BytePipe) -> Task<Void, Never>>

  package init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, byteCount: Int64? = nil)
  where Chunks.Element: Collection<UInt8> {
    announced = byteCount
    start = PooledValue { pipe in
      Task {
        do {
          var count: Int64 = 0
          for try await chunk in chunks {
            count += Int64(chunk.count)
            if let byteCount, count > byteCount {
              throw BodyError(.byteCountMismatch, expected: byteCount, actual: count)
            }
            guard await pipe.writeAll(of: chunk) else { return }
          }
          if let byteCount, count != byteCount {
            throw BodyError(.byteCountMismatch, expected: byteCount, actual: count)
          }
          pipe.finish()
        } catch {
          pipe.finish(throwing: error)
        }
      }
    }
  }

  /// The byte count passed to the initializer.
  package var byteCount: Int64? { announced }
  /// Always `false`: the sequence is iterated once.
  package var isReplayable: Bool { false }
  /// Always `false`: the sequence is iterated in a task.
  package var needsOwnThread: Bool { false }

  /// Returns the only reader.
  ///
  /// - Throws: ``ErrorCode/notReplayable`` if a reader was already made.
  package func makeReader() throws(BodyError) -> any BodyReader {
    try claim.take()
    return AsyncSourceReader(start: start)
  }
}

private final class AsyncSourceReader: BodyReader {
  private let start: PooledValue<@Sendable (BytePipe) -> Task<Void, Never>>
  private let pipe = BytePipe()
  private var task: Task<Void, Never>?

  init(start: PooledValue<@Sendable (BytePipe) -> Task<Void, Never>>) { self.start = start }

  deinit {
    let isFinished = pipe.isFinished
    pipe.cancel()
    guard !isFinished, let task else { return }
    // Cancelling runs the handlers of the sequence, which may block.
    do { try ThreadPool.shared.run { task.cancel() } } catch { task.cancel() }
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    if task == nil { task = start.value?(pipe) }
    return try pipe.read(into: &output)
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    pipe.whenReadable(resume)
  }
}

extension BytePipe {
  /// Queues a chunk of any size in pieces of at most 64 KiB, so that the pipe's bound holds. Suspends until there is
  /// room again after each piece.
  ///
  /// - Returns: `false` if the consumer has cancelled the pipe.
  fileprivate func writeAll(of chunk: some Collection<UInt8>) async -> Bool {
    var rest = chunk[...]
    while !rest.isEmpty {
      let piece = rest.prefix(64 * 1024)
      switch piece.withSpan({ write($0) }) {
      case .written: rest = rest[piece.endIndex...]
      case .cancelled: return false
      case .full: break
      }
      await withCheckedContinuation { continuation in
        whenWritable { continuation.resume() }
      }
    }
    return true
  }
}
