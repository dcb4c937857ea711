internal import SluiceBody
public import SluiceSession
internal import SluiceTransport

/// The transfers of a batch that run, and their results until they are read.
///
/// ```
///  sequence ─ at most `limit` run ─► [running] ─ end ─► held, if an earlier one is missing ─► results ─► reader
///      ▲                                                                                                  │
///      └───────────────── none starts while `limit` results wait for the reader ◄─────────────────────────┘
/// ```
///
/// At most `limit` tasks run the transfers, one after the other. A task ends when none may start; the reader starts one
/// when it makes room.
///
/// Like ``TransferControl``, it does not know the type of the values. The caller's module does, in which code that can
/// be inlined adds it.
@usableFromInline
final class BatchRun: Sendable {
  /// A transfer that has ended.
  @usableFromInline
  struct Member: Sendable {
    @usableFromInline let index: Int
    @usableFromInline let transfer: any TransferHandle
  }

  /// A transfer that has been taken from the sequence.
  private struct Started {
    let index: Int
    let transfer: any TransferHandle
    let control: TransferControl
    /// The number of the transfer among those that run.
    let number: Int
  }

  private struct State {
    var tally: BatchTally
    /// The number of transfers that have been taken from the sequence, or are about to be.
    var started = 0
    var running = 0
    /// Whether a thread takes transfers from the sequence, which only one may do at a time.
    var isFilling = false
    var isExhausted = false
    /// Members that have ended before an earlier one.
    var held: [Int: Member] = [:]
    /// The index of the next member in the order of the sequence.
    var delivered = 0
    var results = Fifo<Member>()
    var hasEnded = false
    var failure: (any Error)?
    /// The task that waits for a result or the end, or `nil` if none does.
    var reader: Reader?

    /// Whether the reader has nothing to wait for.
    var hasNews: Bool { !results.isEmpty || hasEnded }

    /// Returns the index of a transfer that may start, or `nil` if none may or another thread starts them.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of transfers that run at a time.
    ///   - isFilling: Whether this thread already starts transfers, as it does from the first index until the result is
    ///     `nil`. Defaults to `false`.
    mutating func claim(atMost limit: Int, isFilling isMine: Bool = false) -> Int? {
      if isFilling, !isMine { return nil }
      isFilling =
        running < limit && results.count < limit && held.count / 4 < limit && !isExhausted && !hasEnded
      guard isFilling else { return nil }
      defer { (started, running) = (started + 1, running + 1) }
      return started
    }

    /// Ends the batch. Has no effect after the end.
    ///
    /// - Parameter error: The error that takes the place of the results that were not read. Defaults to `nil`.
    mutating func end(throwing error: (any Error)? = nil) -> End? {
      if hasEnded { return nil }
      (hasEnded, failure, held) = (true, error, [:])
      if error != nil { results = Fifo() }
      return End(running: tally.stop(), reader: reader.take())
    }
  }

  /// The steps that follow the end of a batch, without the lock. A class, because most members do not end it.
  private final class End: Sendable {
    let running: [TransferControl]
    let reader: Reader?

    init(running: [TransferControl], reader: Reader?) { (self.running, self.reader) = (running, reader) }
  }

  /// A task that waits. A class, because most members find none.
  private final class Reader: Sendable {
    private let continuation: CheckedContinuation<Void, Never>

    init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

    func resume() { continuation.resume() }
  }

  private let members: BatchMembers
  private let limit: Int
  private let isOrdered: Bool
  private let stopsAtFirstError: Bool
  /// The paths that downloads of the batch derive from responses.
  private let paths = DerivedPaths(isBatch: true)
  private let state: Lock<State>
  private let hasStopped = Signal()

  init(
    _ members: BatchMembers, atMost limit: Int, inOrder isOrdered: Bool, stopsAtFirstError: Bool
  ) {
    self.members = members
    self.limit = limit
    self.isOrdered = isOrdered
    self.stopsAtFirstError = stopsAtFirstError
    state = Lock(State(tally: BatchTally(totalCount: members.count)))
  }

  /// Starts the first transfers, each in a new task.
  func start() {
    if let index = state.withLock({ $0.claim(atMost: limit) }) { start(from: index) }
  }

  /// Starts as many transfers as may run, each in a new task.
  ///
  /// - Parameter index: What ``State/claim(atMost:isFilling:)`` has returned.
  private func start(from index: Int) {
    if let next = fill(from: index) { run(next) }
  }

  /// Takes as many transfers from the sequence as may run, and starts all but the first.
  ///
  /// - Parameter index: What ``State/claim(atMost:isFilling:)`` has returned.
  /// - Returns: The first one, which the caller runs, or `nil` if none may run.
  private func fill(from index: Int) -> Started? {
    var claimed: Int? = index
    var first: Started?
    while let index = claimed {
      guard let (transfer, control) = members.next() else {
        exhaust()
        return first
      }
      let begun = state.withLock { state -> (number: Int, next: Int?)? in
        // If the batch has ended, the transfer is not started, and has no result.
        if state.hasEnded { return nil }
        return (state.tally.begin(control), state.claim(atMost: limit, isFilling: true))
      }
      guard let (number, next) = begun else { return first }
      let started = Started(index: index, transfer: transfer, control: control, number: number)
      if first == nil { first = started } else { run(started) }
      claimed = next
    }
    return first
  }

  /// Runs a transfer in a task of its own, and then others, while they may run.
  private func run(_ first: Started) {
    let worker = TransferWorker(paths: paths)
    worker.start { [self] in
      var next: Started? = first
      while let member = next {
        next = didEnd(member, await member.control.run(for: member.transfer, in: worker))
      }
    }
  }

  /// Notes that the sequence has no other transfer than those that were started.
  private func exhaust() {
    let end = state.withLock { state -> End? in
      (state.isFilling, state.isExhausted) = (false, true)
      state.running -= 1
      return state.running == 0 ? state.end() : nil
    }
    if let end { finish(end) }
  }

  /// Passes on the result of a transfer.
  ///
  /// - Returns: The transfer that the same task runs next, or `nil` if none may run, or in another task.
  private func didEnd(_ ended: Started, _ ending: TransferControl.Ending) -> Started? {
    let error = ending.error
    let (reader, end, next) = state.withLock { state -> (Reader?, End?, Int?) in
      state.running -= 1
      state.tally.end(ended.number, isFinished: error == nil)
      if let error, stopsAtFirstError { return (nil, state.end(throwing: error), nil) }
      guard !state.hasEnded else { return (nil, nil, nil) }
      let member = Member(index: ended.index, transfer: ended.transfer)
      if !isOrdered {
        state.results.append(member)
      } else {
        state.held[member.index] = member
        while let next = state.held.removeValue(forKey: state.delivered) {
          state.delivered += 1
          state.results.append(next)
        }
      }
      if state.running == 0, state.isExhausted { return (nil, state.end(), nil) }
      return (state.results.isEmpty ? nil : state.reader.take(), nil, state.claim(atMost: limit))
    }
    reader?.resume()
    if let end { finish(end) }
    guard let next else { return nil }
    switch ending.state {
    case .finished, .failed: return fill(from: next)
    case .created, .running, .suspended, .cancelled:
      // The caller that cancels the transfer may still cancel its task.
      start(from: next)
      return nil
    }
  }

  /// Ends the batch: starts no other transfer, and cancels those that run. Has no effect after the end.
  ///
  /// - Parameter error: The error that takes the place of the results that were not read. Defaults to `nil`, for none.
  func finish(throwing error: (any Error)? = nil) {
    if let end = state.withLock({ $0.end(throwing: error) }) { finish(end) }
  }

  private func finish(_ end: End) {
    for transfer in end.running { transfer.cancel() }
    hasStopped.fire()
    end.reader?.resume()
  }

  /// Returns the next result, or `nil` after the last one.
  ///
  /// - Throws: The error of the end, once; a `CancellationError`.
  nonisolated(nonsending) func next() async throws -> Member? {
    while true {
      if Task.isCancelled { finish(throwing: CancellationError()) }
      let (member, hasEnded, next) = try state.withLock { state -> (Member?, Bool, Int?) in
        if let member = state.results.popFirst() { return (member, false, state.claim(atMost: limit)) }
        if let failure = state.failure.take() { throw failure }
        return (nil, state.hasEnded, nil)
      }
      if let next { start(from: next) }
      if member != nil || hasEnded { return member }
      await waitForNews()
    }
  }

  /// Waits until there is a result or the end. Cancelling the task ends the batch.
  nonisolated(nonsending) private func waitForNews() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasNews = state.withLock { state in
          if !state.hasNews { state.reader = Reader(continuation) }
          return state.hasNews
        }
        if hasNews { continuation.resume() }
      }
    } onCancel: {
      finish(throwing: CancellationError())
    }
  }

  // MARK: The progress

  var progress: BatchProgress { state.withLock { $0.tally.progress } }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Waits until the batch ends, for a time at most, or until the task is cancelled.
  func waitForEnd(atMost limit: Duration) async {
    await withTaskGroup { group in
      group.addTask { [hasStopped] in await hasStopped.wait() }
      group.addTask { try? await Task.sleep(for: limit) }
      await group.next()
      group.cancelAll()
    }
  }
}

/// The transfers of a batch that have not been taken from their sequence.
///
/// The caller's module, which knows the type of the sequence, compiles the iteration.
///
/// SAFETY: `@unchecked Sendable` is sound because the sequence was sent to the batch, and only one thread at a time
/// uses the iterator, which a lock passes on.
@usableFromInline
struct BatchMembers: @unchecked Sendable {
  /// The number of transfers, or `nil` if it is unknown without iterating.
  @usableFromInline let count: Int?
  /// Takes the next transfer.
  @usableFromInline let next: () -> (any TransferHandle, TransferControl)?

  /// - Parameters:
  ///   - elements: The sequence.
  ///   - transfer: Makes the transfer of an element.
  @inlinable
  init<Element, Output>(
    _ elements: some Sequence<Element>, _ transfer: @escaping (consuming Element) -> Transfer<Output>
  ) {
    count = (elements as? any Collection)?.count
    var rest = elements.makeIterator()
    next = {
      guard let element = rest.next() else { return nil }
      let transfer = transfer(consume element)
      return (transfer, transfer.control)
    }
  }
}
