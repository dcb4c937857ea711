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
/// Like ``TransferTask``, it does not know the type of the values. The caller's module does, in which code that can be
/// inlined adds it.
@usableFromInline
final class BatchRun: Sendable {
  /// A transfer that has ended.
  @usableFromInline
  struct Member: Sendable {
    @usableFromInline let index: Int
    @usableFromInline let transfer: any TransferHandle
    @usableFromInline let outcome: TransferTask.Outcome
  }

  /// A transfer that has been taken from the sequence.
  private struct Started {
    let index: Int
    let transfer: any TransferHandle
    let task: TransferTask
  }

  private struct State {
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
    /// Fires when there is a result or the end.
    var reader: Signal?
  }

  let tally: BatchTally
  private let members: BatchMembers
  private let limit: Int
  private let isOrdered: Bool
  private let stopsAtFirstError: Bool
  /// The paths that downloads of the batch derive from responses.
  private let paths = DerivedPaths(isBatch: true)
  private let state = Lock(State())

  init(
    _ members: BatchMembers, atMost limit: Int, inOrder isOrdered: Bool, stopsAtFirstError: Bool
  ) {
    self.members = members
    self.limit = limit
    self.isOrdered = isOrdered
    self.stopsAtFirstError = stopsAtFirstError
    tally = BatchTally(totalCount: members.count)
  }

  /// Starts as many transfers as may run, each in a task of its own.
  func start() {
    if let next = fill() { run(next) }
  }

  /// Takes as many transfers from the sequence as may run, and starts all but the first.
  ///
  /// - Returns: The first one, which the caller runs, or `nil` if none may run.
  private func fill() -> Started? {
    var isMine = false
    var first: Started?
    while let index = state.withLock({ state in claim(&state, &isMine) }) {
      guard let (transfer, task) = members.next() else {
        exhaust()
        return first
      }
      // If the batch has ended, the transfer is not started, and has no result.
      guard tally.begin(index, transfer) else { return first }
      let next = Started(index: index, transfer: transfer, task: task)
      if first == nil { first = next } else { run(next) }
    }
    return first
  }

  /// Runs a transfer in a task of its own, and then others, while they may run.
  private func run(_ first: Started) {
    let worker = TransferWorker()
    DerivedPaths.$batch.withValue(paths) {
      worker.start { [self] in
        var next: Started? = first
        while let member = next {
          let outcome = await member.task.run(for: member.transfer, in: worker)
          next = didEnd(Member(index: member.index, transfer: member.transfer, outcome: outcome))
        }
      }
    }
  }

  /// Returns the index of a transfer that may start, or `nil` if none may or another thread starts them.
  ///
  /// - Parameter isMine: Whether this thread starts transfers. It does after the first index, until there is no other.
  private func claim(_ state: inout State, _ isMine: inout Bool) -> Int? {
    if state.isFilling, !isMine { return nil }
    isMine = hasRoom(state)
    state.isFilling = isMine
    guard isMine else { return nil }
    defer { (state.started, state.running) = (state.started + 1, state.running + 1) }
    return state.started
  }

  private func hasRoom(_ state: borrowing State) -> Bool {
    state.running < limit && state.results.count < limit && state.held.count < 4 * limit
      && !state.isExhausted && !state.hasEnded
  }

  /// Notes that the sequence has no other transfer than those that were started.
  private func exhaust() {
    let isComplete = state.withLock { state in
      (state.isFilling, state.isExhausted) = (false, true)
      state.running -= 1
      return state.running == 0
    }
    if isComplete { finish() }
  }

  /// Passes on the result of a transfer.
  ///
  /// - Returns: The transfer that the same task runs next, or `nil` if none may run, or in another task.
  private func didEnd(_ member: Member) -> Started? {
    switch member.outcome {
    case .success: tally.end(member.index, member.transfer, isFinished: true)
    case .failure(let error):
      tally.end(member.index, member.transfer, isFinished: false)
      if stopsAtFirstError { finish(throwing: error) }
    }
    let (reader, isComplete) = state.withLock { state -> (Signal?, Bool) in
      state.running -= 1
      guard !state.hasEnded else { return (nil, false) }
      if !isOrdered {
        state.results.append(member)
      } else {
        state.held[member.index] = member
        while let next = state.held.removeValue(forKey: state.delivered) {
          state.delivered += 1
          state.results.append(next)
        }
      }
      return (state.results.isEmpty ? nil : state.reader.take(), state.running == 0 && state.isExhausted)
    }
    reader?.fire()
    if isComplete {
      finish()
      return nil
    }
    let next = fill()
    // One that was cancelled may still cancel its task.
    if member.transfer.state == .finished || member.transfer.state == .failed { return next }
    if let next { run(next) }
    return nil
  }

  /// Ends the batch: starts no other transfer, and cancels those that run. Has no effect after the end.
  ///
  /// - Parameter error: The error that takes the place of the results that were not read. Defaults to `nil`, for none.
  func finish(throwing error: (any Error)? = nil) {
    // The reader finds the last progress after the end.
    tally.end()
    let reader = state.withLock { state -> Signal? in
      guard !state.hasEnded else { return nil }
      (state.hasEnded, state.failure, state.held) = (true, error, [:])
      if error != nil { state.results = Fifo() }
      return state.reader.take()
    }
    reader?.fire()
  }

  /// Returns the next result, or `nil` after the last one.
  ///
  /// - Throws: The error of the end, once; a `CancellationError`.
  func next() async throws -> Member? {
    while true {
      if Task.isCancelled { finish(throwing: CancellationError()) }
      let (member, mayStart, news) = try state.withLock { state -> (Member?, Bool, Signal?) in
        if let member = state.results.popFirst() { return (member, hasRoom(state), nil) }
        if let failure = state.failure.take() { throw failure }
        if state.hasEnded { return (nil, false, nil) }
        let signal = Signal()
        state.reader = signal
        return (nil, false, signal)
      }
      if mayStart { start() }
      guard let news else { return member }
      await news.wait()
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
  @usableFromInline let next: () -> (any TransferHandle, TransferTask)?

  @inlinable
  init<Output>(_ members: some Sequence<Transfer<Output>>) {
    var rest = members.makeIterator()
    self.init(count: (members as? any Collection)?.count) { rest.next() }
  }

  @inlinable
  init<Output>(count: Int?, _ next: @escaping () -> Transfer<Output>?) {
    self.count = count
    self.next = {
      guard let transfer = next() else { return nil }
      return (transfer, transfer.task)
    }
  }
}
