internal import SluiceBody
internal import SluiceTransport

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
    var priority: Session.Priority
    /// Fires at the end, or `nil` until something waits for it.
    var end: Signal?

    var current: TransferState { phase == .running && suspensions > 0 ? .suspended : phase }
  }

  /// The identifier of the transfer.
  let id: TransferID
  /// Whether the transfer continues after its value is known, until the response's body has arrived.
  let endsWithBody: Bool
  /// The progress, which ends with the transfer.
  let hub: ProgressHub
  private let onEnd: @Sendable () -> Void
  private let state: Lock<State>

  /// - Parameters:
  ///   - kind: The purpose of the transfer.
  ///   - id: The identifier of the transfer. Defaults to a new one.
  ///   - priority: The priority at first.
  ///   - onEnd: Called when the transfer has ended.
  init(
    _ kind: TransferKind, id: TransferID = .next(), priority: Session.Priority,
    onEnd: @escaping @Sendable () -> Void
  ) {
    (self.id, self.onEnd) = (id, onEnd)
    endsWithBody = kind == .stream
    hub = ProgressHub(isDownload: kind == .download)
    state = Lock(State(priority: priority))
  }

  // The readers of a transfer that was never started wait for nothing.
  deinit { hub.end() }

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
    let (isNew, pauses, end) = state.withLock { state -> (Bool, Pauses?, Signal?) in
      if state.phase.isFinal { return (false, nil, nil) }
      state.phase = final
      // A reader that ends finds the final state.
      hub.end()
      return (true, state.pauses, state.end)
    }
    guard isNew else { return current }
    // So that no time limit or attempt waits any longer.
    pauses?.end()
    onEnd()
    end?.fire()
    return final
  }

  /// Waits until the transfer has ended, or the task is cancelled.
  ///
  /// - Returns: The state then.
  func waitForEnd() async -> TransferState {
    let end = state.withLock { state -> Signal? in
      guard !state.phase.isFinal else { return nil }
      let end = state.end ?? Signal()
      state.end = end
      return end
    }
    await end?.wait()
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
      hub.report()
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
}
