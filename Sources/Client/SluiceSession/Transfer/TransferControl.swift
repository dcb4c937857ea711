internal import SluiceBody
internal import SluiceSerialization
internal import SluiceTransport

/// A transfer with a handle: its state, its work, and its connection to its exchanges.
///
/// ``TransferState`` shows the transitions. Suspensions are counted: the transfer is suspended while there are any.
///
/// It does not know the type of the value. Code that is generic looks types up at run time, which would cost a small
/// transfer more than its decoding.
@usableFromInline
package final class TransferControl: Sendable {
  /// The value, or the error.
  @usableFromInline
  package typealias Outcome = Result<any Sendable, any Error>
  /// Sends the request and returns the value.
  @usableFromInline
  package typealias Work = @Sendable (TransferControl) async throws -> any Sendable

  /// The dependencies and the work, which are used once.
  struct Start {
    /// The transfers that must have finished before.
    let dependencies: [any TransferHandle]
    /// It keeps the session's runner alive.
    let work: Work
  }

  struct State {
    /// `created`, `running` if it has been started, or a final state.
    var phase = TransferState.created
    /// The number of suspensions that have not been undone.
    var suspensions = 0
    /// The time during which the transfer is suspended, or `nil` until something waits for it or measures it.
    var pauses: Pauses?
    /// Whether monitors have been notified of the transfer's creation, and not of its end.
    var isAnnounced = false
    /// The exchanges that may run: one, or one for each segment of a download.
    var exchanges = AttachedExchanges()
    var priority: TransportSettings.Priority
    /// Fires at the end, or `nil` until something waits for it.
    var end: Signal?
    /// `nil` after the start or the end.
    var start: Start?
    /// The number among the transfers that run, or `nil` before the start and after the end.
    var live: Int?
    /// The task that runs the transfer, or `nil` before and after.
    var worker: TransferWorker?
    /// `nil` until it is known.
    var outcome: Outcome?
    /// The tasks that wait for the outcome.
    var waiting: [CheckedContinuation<Void, Never>] = []

    var current: TransferState { phase == .running && suspensions > 0 ? .suspended : phase }
  }

  /// A state after the outcome is known, and its error.
  package struct Ending {
    package let state: TransferState
    /// `nil` if there is a value.
    package let error: (any Error)?

    init(_ state: TransferState, _ error: (any Error)?) {
      (self.state, self.error) = (state, state == .cancelled ? CancellationError() : error)
    }
  }

  /// The steps that follow the end of a transfer, without the lock.
  struct End {
    let pauses: Pauses?
    let end: Signal?
    /// The handle, whose last reference must not be released with the lock.
    let handle: (any TransferHandle)?
  }

  /// The identifier of the transfer.
  let id = TransferID.next()
  /// The request, before middleware.
  let request: SessionRequest
  /// Whether the transfer continues after its value is known, until the response's body has arrived.
  let endsWithBody: Bool
  /// The progress, which ends with the transfer.
  let hub: ProgressHub
  let live: LiveTransfers
  let invalidation: Invalidation
  let state: Lock<State>

  /// - Parameters:
  ///   - kind: The purpose of the transfer.
  ///   - request: The request.
  ///   - live: The transfers of the session that run.
  ///   - invalidation: The invalidation of the session.
  ///   - start: The dependencies and the work.
  init(
    _ kind: TransferKind, _ request: consuming SessionRequest, among live: LiveTransfers,
    until invalidation: Invalidation, _ start: Start
  ) {
    let priority = request.priority
    self.request = request
    (self.live, self.invalidation) = (live, invalidation)
    endsWithBody = kind == .stream
    hub = ProgressHub(isDownload: kind == .download)
    state = Lock(State(priority: priority, start: start))
  }

  // The readers of a transfer that was never started wait for nothing.
  deinit { hub.end() }

  package var current: TransferState { state.withLock { $0.current } }

  var stateAndPriority: (TransferState, TransportSettings.Priority) {
    state.withLock { ($0.current, $0.priority) }
  }

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
  /// - Parameters:
  ///   - handle: The handle, which is among the session's transfers from now on, or `nil` for none.
  ///   - worker: The task that runs the transfer.
  /// - Returns: What the task has to do, or `nil` if the transfer has been started or cancelled.
  func start(_ handle: (any TransferHandle)?, in worker: TransferWorker) -> Start? {
    change { state in
      guard state.phase == .created, let start = state.start.take() else { return nil }
      (state.phase, state.worker, state.live) = (.running, worker, handle.map { live.insert($0) })
      return start
    }
  }

  /// Suspends the transfer once more.
  ///
  /// - Parameter notify: Posts that the transfer is suspended, with the lock, so that the events of two threads have
  ///   the order of the changes. Not called if monitors know of no transfer, or of its suspension.
  func suspend(_ notify: () -> Void) {
    change { state in
      guard !state.phase.isFinal else { return }
      state.suspensions += 1
      if state.suspensions == 1, state.isAnnounced { notify() }
    }
  }

  /// Undoes a suspension.
  ///
  /// - Parameter notify: Posts that the transfer runs again, as in ``suspend(_:)``, before anything else happens to it.
  func resume(_ notify: () -> Void) {
    change { state in
      guard !state.phase.isFinal, state.suspensions > 0 else { return }
      state.suspensions -= 1
      if state.suspensions == 0, state.isAnnounced { notify() }
    }
  }

  /// Notes that monitors have been notified of the transfer's creation.
  ///
  /// - Parameter notify: Posts that the transfer is suspended, as in ``suspend(_:)``, if it was before.
  func announce(_ notify: () -> Void) {
    state.withLock { state in
      state.isAnnounced = true
      if state.current == .suspended { notify() }
    }
  }

  /// Lets monitors be notified of the transfer's end, which is the last event, even if it is suspended later.
  ///
  /// - Parameter notify: Posts the end, as in ``suspend(_:)``.
  func announceEnd(_ notify: () -> Void) {
    state.withLock { state in
      state.isAnnounced = false
      notify()
    }
  }

  /// Ends the transfer, unless it has ended.
  ///
  /// - Returns: The final state.
  @discardableResult
  func end(_ final: TransferState) -> TransferState {
    let (ended, phase) = state.withLock { state in (end(&state, final), state.phase) }
    finish(ended)
    return phase
  }

  /// Ends the transfer, unless it has ended.
  func end(_ state: inout State, _ final: TransferState) -> End? {
    if state.phase.isFinal { return nil }
    state.phase = final
    // A reader that ends finds the final state.
    hub.end()
    return End(pauses: state.pauses, end: state.end, handle: state.live.take().flatMap { live.remove($0) })
  }

  func finish(_ end: End?) {
    guard let end else { return }
    // So that no time limit or attempt waits any longer.
    end.pauses?.end()
    end.end?.fire()
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
  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLock { state in
      let before = state.current
      let result = body(&state)
      let isSuspended = state.current == .suspended
      guard isSuspended != (before == .suspended) else { return result }
      if isSuspended { state.pauses?.begin() } else { state.pauses?.end() }
      for exchange in state.exchanges.all { exchange.setSuspended(isSuspended) }
      // So that the readers notice the change, though no bytes move.
      hub.report()
      return result
    }
  }

  /// The paths of the batch that runs the transfer, or `nil` if none does.
  package var batchPaths: DerivedPaths? { state.withLock { $0.worker?.paths } }

  /// The newest counts of the progress.
  package var byteCounts: (transferred: Int64, total: Int64?) { hub.byteCounts }

  // MARK: The exchanges

  /// Attaches an exchange, which was started with a priority.
  ///
  /// - Parameter place: The place of the call's previous exchange, which has ended, or `nil` for its first one.
  /// - Returns: The place of the exchange.
  @discardableResult
  func attach(_ exchange: StartedExchange, _ priority: TransportSettings.Priority, at place: Int?) -> Int {
    state.withLock { state in
      if state.priority != priority { exchange.setPriority(state.priority) }
      switch state.current {
      case .suspended: exchange.setSuspended(true)
      case .cancelled: exchange.cancel()
      default: break
      }
      return state.exchanges.put(exchange, at: place)
    }
  }

  /// Cancels the exchanges.
  func cancelExchanges() {
    for exchange in state.withLock({ $0.exchanges.all }) { exchange.cancel() }
  }

  var priority: TransportSettings.Priority {
    get { state.withLock { $0.priority } }
    set {
      state.withLock { state in
        guard state.priority != newValue else { return }
        state.priority = newValue
        for exchange in state.exchanges.all { exchange.setPriority(newValue) }
      }
    }
  }
}

/// The exchanges of a transfer that may run. The only one of most transfers is kept without an allocation.
struct AttachedExchanges {
  private var first: StartedExchange?
  private var others: [StartedExchange] = []

  var all: [StartedExchange] { first.map { [$0] + others } ?? [] }

  /// Puts an exchange at a place, or at a new one, and returns the place.
  mutating func put(_ exchange: StartedExchange, at place: Int?) -> Int {
    guard first != nil, place != 0 else {
      first = exchange
      return 0
    }
    guard let place else {
      others.append(exchange)
      return others.count
    }
    others[place - 1] = exchange
    return place
  }
}
