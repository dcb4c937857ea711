internal import SluiceBody
internal import SluiceTransport
internal import Synchronization

/// The state of a transfer with a handle, and its connection to its exchanges.
///
/// ``TransferState`` shows the transitions. Suspensions are counted: the transfer is suspended while there are any.
package final class TransferControl: Sendable {
  private struct State {
    /// `created`, `running` if it has been started, or a final state.
    var phase = TransferState.created
    /// The number of suspensions that have not been undone.
    var suspensions = 0
    /// The time during which the transfer is suspended, or `nil` until something waits for it or measures it.
    var pauses: Pauses?
    /// Whether monitors have been notified of the transfer's creation.
    var isAnnounced = false
    /// The exchanges that may run: one, or one for each segment of a download.
    var exchanges: [(id: Int, transport: any Transport)] = []
    /// The call, which knows the progress, or `nil` before it begins, and after the end.
    var call: TransferContext?
    /// The progress that the readers have; the last one after the end.
    var progress = TransferProgress.zero
    var readers: [Int: AsyncStream<TransferProgress>.Continuation] = [:]
    var lastReader = 0
    /// Fire when the transfer has ended.
    var awaitingEnd: [Signal] = []
    var priority: Session.Priority

    var current: TransferState { phase == .running && suspensions > 0 ? .suspended : phase }
  }

  /// The identifier of the transfer.
  let id: TransferID
  /// Whether the transfer continues after its value is known, until the response's body has arrived.
  let endsWithBody: Bool
  private let onEnd: @Sendable () -> Void
  private let state: Lock<State>
  /// Whether there may be readers of the progress. Only then the call passes it on.
  private let isRead = Atomic(false)

  /// - Parameters:
  ///   - id: The identifier of the transfer. Defaults to a new one.
  ///   - priority: The priority at first.
  ///   - endsWithBody: Whether the transfer continues after its value is known.
  ///   - onEnd: Called when the transfer has ended.
  init(
    _ id: TransferID = .next(), priority: Session.Priority, endsWithBody: Bool,
    onEnd: @escaping @Sendable () -> Void
  ) {
    (self.id, self.endsWithBody, self.onEnd) = (id, endsWithBody, onEnd)
    state = Lock(State(priority: priority))
  }

  deinit {
    // The readers of a transfer that was never started wait for nothing.
    for reader in state.withLock({ Array($0.readers.values) }) { reader.finish() }
  }

  var current: TransferState { state.withLock { $0.current } }

  var stateAndPriority: (TransferState, Session.Priority) { state.withLock { ($0.current, $0.priority) } }

  /// The time during which the transfer was suspended after its start. It counts from the first access on.
  package var pauses: Pauses {
    state.withLock { state in
      if let pauses = state.pauses { return pauses }
      let pauses = Pauses()
      if state.current == .suspended { pauses.begin() }
      state.pauses = pauses
      return pauses
    }
  }

  // MARK: Transitions

  /// Starts the transfer.
  ///
  /// - Returns: Whether it was in the state `created`.
  func start() -> Bool {
    change { state in
      guard state.phase == .created else { return false }
      state.phase = .running
      return true
    }
  }

  /// Suspends the transfer once more.
  ///
  /// - Returns: Whether monitors must be notified that it is suspended now.
  func suspend() -> Bool {
    change { state in
      guard !state.phase.isFinal else { return false }
      state.suspensions += 1
      return state.suspensions == 1 && state.isAnnounced
    }
  }

  /// Undoes a suspension.
  ///
  /// - Returns: Whether monitors must be notified that it runs again.
  func resume() -> Bool {
    change { state in
      guard !state.phase.isFinal, state.suspensions > 0 else { return false }
      state.suspensions -= 1
      return state.suspensions == 0 && state.isAnnounced
    }
  }

  /// Notes that monitors have been notified of the transfer's creation.
  ///
  /// - Returns: Whether they must be notified that it is suspended, too: it was suspended before.
  func announce() -> Bool {
    state.withLock { state in
      state.isAnnounced = true
      return state.current == .suspended
    }
  }

  /// Ends the transfer, unless it has ended.
  ///
  /// - Returns: The final state.
  @discardableResult
  func end(_ final: TransferState) -> TransferState {
    typealias Waiting = (
      pauses: Pauses?, readers: [Int: AsyncStream<TransferProgress>.Continuation], signals: [Signal]
    )
    let waiting = withProgress { state -> Waiting? in
      if state.phase.isFinal { return nil }
      (state.phase, state.call) = (final, nil)
      defer { (state.readers, state.awaitingEnd) = ([:], []) }
      return (state.pauses, state.readers, state.awaitingEnd)
    }
    guard let (pauses, readers, signals) = waiting else { return current }
    // So that no time limit or attempt waits any longer.
    pauses?.end()
    for reader in readers.values { reader.finish() }
    onEnd()
    for signal in signals { signal.fire() }
    return final
  }

  /// Waits until the transfer has ended, or the task is cancelled.
  ///
  /// - Returns: The state then.
  func waitForEnd() async -> TransferState {
    let signal = state.withLock { state -> Signal? in
      if state.phase.isFinal { return nil }
      let signal = Signal()
      state.awaitingEnd.append(signal)
      return signal
    }
    await signal?.wait()
    return current
  }

  /// Applies a change, and then the pause that results from it to the exchanges.
  private func change(_ body: (inout State) -> Bool) -> Bool {
    state.withLock { state in
      let before = state.current
      let result = body(&state)
      let isSuspended = state.current == .suspended
      guard isSuspended != (before == .suspended) else { return result }
      if isSuspended { state.pauses?.begin() } else { state.pauses?.end() }
      for (id, transport) in state.exchanges { transport.setSuspended(id, isSuspended) }
      // So that the readers notice the change, though no bytes move.
      for reader in state.readers.values { reader.yield(state.progress) }
      return result
    }
  }

  // MARK: The exchanges

  /// Attaches an exchange, which was started with a priority, in place of the one before it.
  func attach(_ transport: any Transport, _ id: Int, _ priority: Session.Priority, after previous: Int?) {
    state.withLock { state in
      if let previous { state.exchanges.removeAll { $0.id == previous } }
      state.exchanges.append((id, transport))
      if state.priority != priority { transport.setPriority(id, state.priority) }
      switch state.current {
      case .suspended: transport.setSuspended(id, true)
      case .cancelled: transport.cancel(id)
      default: break
      }
    }
  }

  /// Cancels the exchanges.
  func cancelExchanges() {
    for (id, transport) in state.withLock({ $0.exchanges }) { transport.cancel(id) }
  }

  var priority: Session.Priority {
    get { state.withLock { $0.priority } }
    set {
      state.withLock { state in
        guard state.priority != newValue else { return }
        state.priority = newValue
        for (id, transport) in state.exchanges { transport.setPriority(id, newValue) }
      }
    }
  }

  // MARK: Progress

  /// Connects a call, whose progress is the transfer's, in place of the one before it.
  func follow(_ call: TransferContext) {
    state.withLock { state in
      if !state.phase.isFinal { state.call = call }
    }
  }

  var progress: TransferProgress { withProgress { $0.progress } }

  /// Returns the result of `body`, called with the state, whose progress is that of the call now.
  private func withProgress<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
    let result = state.withLock { $0.call }?.withProgress { progress in
      state.withLock { state in
        if !state.phase.isFinal { state.progress = progress }
        return body(&state)
      }
    }
    return result ?? state.withLock { body(&$0) }
  }

  var hasReaders: Bool { isRead.load(ordering: .relaxed) }

  /// Passes the call's progress to the readers.
  func report(_ progress: TransferProgress) {
    state.withLock { state in
      guard !state.phase.isFinal else { return }
      state.progress = progress
      for reader in state.readers.values { reader.yield(progress) }
    }
  }

  /// Returns the progress from now on. Each sequence begins with the current progress, and keeps the newest one.
  func progressUpdates() -> AsyncStream<TransferProgress> {
    let (stream, reader) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    isRead.store(true, ordering: .relaxed)
    withProgress { state in
      reader.yield(state.progress)
      guard !state.phase.isFinal else { return reader.finish() }
      state.lastReader += 1
      let id = state.lastReader
      state.readers[id] = reader
      reader.onTermination = { [weak self] reason in
        if case .cancelled = reason { self?.state.withLock { _ = $0.readers.removeValue(forKey: id) } }
      }
    }
    return stream
  }
}
