internal import Synchronization

/// An async sequence of byte chunks, read once.
///
/// Its iteration runs in a task of its own, at most 256 KiB and one chunk ahead of the reader, and is cancelled when the
/// reader is released before the end.
public struct AsyncSource: BodySource {
  private let announced: Int64?
  private let claim = OneShotClaim()
  private let start: @Sendable (BytePipe) -> Task<Void, Never>

  /// - Parameter byteCount: the exact number of bytes in the sequence, where it is known; a reader throws
  ///   ``BodyError/Code/byteCountMismatch`` as soon as the sequence turns out longer or shorter.
  public init<Chunks: AsyncSequence & Sendable>(_ chunks: Chunks, byteCount: Int64? = nil)
  where Chunks.Element: Collection<UInt8> {
    announced = byteCount
    start = { pipe in
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

  public var byteCount: Int64? { announced }
  public var isReplayable: Bool { false }

  public func makeReader() throws(BodyError) -> any BodyReader {
    try claim.take()
    return AsyncSourceReader(start: start)
  }
}

extension BodySource where Self == AsyncSource {
  /// An async sequence of byte chunks, read once.
  public static func async<Chunks: AsyncSequence & Sendable>(
    _ chunks: Chunks, byteCount: Int64? = nil
  ) -> AsyncSource where Chunks.Element: Collection<UInt8> {
    AsyncSource(chunks, byteCount: byteCount)
  }
}

private final class AsyncSourceReader: BodyReader {
  private let start: @Sendable (BytePipe) -> Task<Void, Never>
  private let pipe = BytePipe()
  private var task: Task<Void, Never>?

  init(start: @escaping @Sendable (BytePipe) -> Task<Void, Never>) { self.start = start }

  deinit {
    pipe.cancel()
    task?.cancel()
  }

  func read(into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome {
    if task == nil { task = start(pipe) }
    return try pipe.read(into: &output)
  }

  func whenReadable(_ resume: @escaping @Sendable () -> Void) {
    pipe.whenReadable(resume)
  }
}

extension BytePipe {
  /// Queues a chunk of any size in pieces that keep the pipe's bound, and waits until there is room for more. False if
  /// the consumer has gone.
  fileprivate func writeAll(of chunk: some Collection<UInt8>) async -> Bool {
    let bytes = Array(chunk)
    var offset = 0
    while offset < bytes.count {
      let end = min(offset + 64 * 1024, bytes.count)
      switch write(bytes.span.extracting(offset..<end)) {
      case .written: offset = end
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
