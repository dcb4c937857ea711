internal import SluiceBody

/// The progress of a ``Batch``, by count and by bytes.
public struct BatchProgress: Hashable, Sendable {
  /// The number of transfers, or `nil` if it is unknown, because their sequence is not a collection and has not ended.
  public internal(set) var totalCount: Int?
  /// The number of transfers that have been started.
  public internal(set) var startedCount = 0
  /// The number of transfers that have their values.
  public internal(set) var finishedCount = 0
  /// The number of transfers that have failed or were cancelled.
  public internal(set) var failedCount = 0
  /// The number of transferred bytes of all transfers: see ``TransferProgress/transferredByteCount``.
  public internal(set) var transferredByteCount: Int64 = 0
  /// The number of bytes of all transfers, or `nil` until all have been started and their sizes are known.
  public internal(set) var totalByteCount: Int64?

  /// The part of the transfers that have ended, from 0 to 1, or `nil` if their number is unknown. That of an empty
  /// batch is 1.
  public var fractionCompleted: Double? {
    totalCount.map { $0 > 0 ? Double(finishedCount + failedCount) / Double($0) : 1 }
  }

  /// Adds transferred bytes, up to the maximum.
  mutating func add(_ byteCount: Int64) {
    transferredByteCount = .sum(transferredByteCount, byteCount) ?? .max
  }
}

/// The samples of a batch's progress.
struct BatchProgressUpdates: AsyncSequence, Sendable {
  private let run: BatchRun

  init(of run: BatchRun) { self.run = run }

  func makeAsyncIterator() -> Iterator { Iterator(run: run) }

  struct Iterator: AsyncIteratorProtocol {
    typealias Failure = Never

    fileprivate let run: BatchRun
    private var last: BatchProgress?
    private var hasEnded = false

    fileprivate init(run: BatchRun) { self.run = run }

    mutating func next() async -> BatchProgress? {
      await next(isolation: nil)
    }

    mutating func next(isolation actor: isolated (any Actor)?) async -> BatchProgress? {
      while !hasEnded, !Task.isCancelled {
        if last != nil { await run.waitForEnd(atMost: .milliseconds(100)) }
        // Read in this order, so that the last progress is that after the end.
        hasEnded = run.hasEnded
        let progress = run.progress
        guard progress != last || hasEnded else { continue }
        last = progress
        return progress
      }
      return nil
    }
  }
}
