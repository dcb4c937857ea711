internal import SluiceBody
public import SluiceSession
internal import Synchronization

/// Many transfers, of which a limited number runs at a time, as an asynchronous sequence of their results.
///
/// ```swift
/// let transfers = urls.lazy.map { session.transfer($0, decoding: .json(User.self)) }
/// for try await member in session.batch(transfers, maximumConcurrentCount: 8) {
///   print(member.index, try member.result.get().name)
/// }
/// ```
///
/// ``Session/batch(_:maximumConcurrentCount:keepsOrder:stopsAtFirstError:)`` creates it. The transfers are taken from
/// their sequence when they are to start, so a lazy sequence may have any length: the batch keeps those that run, and
/// about as many results that have not been read. A slow reader delays further transfers.
///
/// A batch is iterated once, by a single task. The first transfers start then. Leaving the loop, cancelling its task or
/// ``cancel()`` cancels the transfers that run, and starts no others.
public final class TransferBatch<Output: Sendable>: AsyncSequence, Sendable {
  /// A transfer of a batch that has ended.
  public struct Member: Sendable {
    /// The position of the transfer in the sequence, from 0.
    public let index: Int
    /// The transfer.
    public let transfer: Transfer<Output>
    /// The value of the transfer, or its error.
    public let result: Result<Output, any Error>

    @inlinable
    init?(_ member: BatchRun.Member) {
      guard let transfer = member.transfer as? Transfer<Output>, let outcome = transfer.control.knownOutcome
      else { return nil }
      (index, self.transfer) = (member.index, transfer)
      result = outcome.of(Output.self)
    }
  }

  private let run: BatchRun
  private let isIterated = Atomic(false)

  @usableFromInline
  init(
    _ members: BatchMembers, atMost limit: Int, keepsOrder: Bool, stopsAtFirstError: Bool
  ) {
    run = BatchRun(
      members, atMost: Swift.max(1, limit), inOrder: keepsOrder,
      stopsAtFirstError: stopsAtFirstError)
  }

  /// Ends the updates of a batch that is never iterated.
  deinit { if !isIterated.load(ordering: .relaxed) { run.finish(throwing: CancellationError()) } }

  /// The progress of all transfers together.
  public var progress: BatchProgress { run.progress }

  /// The progress from now on: the current one, then every 100 ms while it changes, and the last one. The sequence ends
  /// with the batch.
  public var progressUpdates: some AsyncSequence<BatchProgress, Never> & Sendable {
    BatchProgressUpdates(of: run)
  }

  /// Cancels the transfers that run, and starts no others. The iteration throws a `CancellationError`.
  public func cancel() { run.finish(throwing: CancellationError()) }

  /// Returns the values of all transfers, in the order of the sequence.
  ///
  /// - Throws: The first error of a transfer, after which the others are cancelled; a `CancellationError`.
  public func values() async throws -> [Output] {
    var values: [Int: Output] = [:]
    for try await member in self {
      do {
        values[member.index] = try member.result.get()
      } catch {
        cancel()
        throw error
      }
    }
    return values.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Starts the first transfers. The iteration throws the error of a transfer if the batch stops at the first error, or
  /// a `CancellationError`.
  ///
  /// - Precondition: The batch has not been iterated before.
  @inlinable
  public func makeAsyncIterator() -> some AsyncIteratorProtocol<Member, any Error> {
    Results(reading: startReading())
  }

  @usableFromInline
  func startReading() -> Reading {
    precondition(!isIterated.exchange(true, ordering: .relaxed), "a batch can be iterated only once")
    run.start()
    return Reading(run)
  }

  /// The results of a batch, as its transfers end.
  @usableFromInline
  struct Results: AsyncIteratorProtocol {
    @usableFromInline
    let reading: Reading

    @inlinable
    init(reading: Reading) { self.reading = reading }

    @inlinable
    mutating func next() async throws -> Member? { try await reading.next().flatMap { Member($0) } }
  }

  /// Cancels the batch when its iterator is released.
  @usableFromInline
  final class Reading: Sendable {
    private let run: BatchRun

    fileprivate init(_ run: BatchRun) { self.run = run }

    @usableFromInline
    nonisolated(nonsending) func next() async throws -> BatchRun.Member? { try await run.next() }

    deinit { run.finish(throwing: CancellationError()) }
  }
}

/// The progress of a ``TransferBatch``, by count and by bytes.
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

  /// The fraction of the transfers that have ended, from 0 to 1, or `nil` if their number is unknown. That of an empty
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

/// The counts of a batch, and the transfers that run.
struct BatchTally {
  /// The progress of the transfers that have ended.
  private var ended: BatchProgress
  /// The sum of the sizes of the transfers that have ended, or `nil` if one was unknown.
  private var endedByteCount: Int64? = 0
  private var running = Slots<TransferControl>()

  init(totalCount: Int?) { ended = BatchProgress(totalCount: totalCount) }

  /// Adds a transfer that is about to run.
  ///
  /// - Returns: Its number among those that run.
  mutating func begin(_ transfer: TransferControl) -> Int {
    ended.startedCount += 1
    return running.insert(transfer)
  }

  /// Notes that a transfer has ended.
  ///
  /// - Parameters:
  ///   - number: What ``begin(_:)`` has returned.
  ///   - isFinished: Whether it has its value.
  mutating func end(_ number: Int, isFinished: Bool) {
    guard let transfer = running.remove(number) else { return }
    if isFinished {
      ended.finishedCount += 1
    } else {
      ended.failedCount += 1
    }
    let (transferred, total) = transfer.byteCounts
    ended.add(transferred)
    endedByteCount = sum(endedByteCount, total ?? transferred)
  }

  /// Notes that no other transfer begins, so that their number is known.
  ///
  /// - Returns: The transfers that run.
  mutating func stop() -> [TransferControl] {
    if ended.totalCount == nil { ended.totalCount = ended.startedCount }
    return running.all
  }

  /// The progress, with that of the transfers that run.
  var progress: BatchProgress {
    var progress = ended
    var total = progress.startedCount == progress.totalCount ? endedByteCount : nil
    for transfer in running.all {
      let one = transfer.byteCounts
      progress.add(one.transferred)
      total = sum(total, one.total)
    }
    progress.totalByteCount = total
    return progress
  }

  private func sum(_ count: Int64?, _ other: Int64?) -> Int64? {
    guard let count, let other else { return nil }
    return .sum(count, other)
  }
}
