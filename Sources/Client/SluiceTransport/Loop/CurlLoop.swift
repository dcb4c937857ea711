internal import Glibc
internal import SluiceBody
internal import Synchronization

/// A thread that owns libcurl and runs exchanges. Other threads send it commands.
///
/// ```
///  any thread                        loop thread
///                                   ┌───────────────────────────────────────────┐
///  submit ─► commands ─────────────►│ handle the commands                       │
///     │                             │ wait for sockets, a deadline or the bell  │
///     └─ ring, unless isAwake ─────►│ libcurl moves bytes and calls back        │
///                                   │ deliver heads, end what has ended         │
///                                   └──────────────────────── again, until stop ┘
/// ```
///
/// The thread starts with the first exchange and ends when the loop stops.
final class CurlLoop: Sendable {
  /// A command to the loop thread. The number is the exchange's.
  enum Command: Sendable {
    case start(Int, ExchangeRequest, ResponseChannel)
    case cancel(Int)
    case resumeSending(Int)
    case resumeReceiving(Int)
    case setSuspended(Int, Bool)
    case setPriority(Int, TransportSettings.Priority)
    /// The exchange may send or receive, by the rates that it shares.
    case takeSendingTurn(Int)
    case takeReceivingTurn(Int)
  }

  private struct State {
    var commands: [Command] = []
    /// Whether the thread will look at the commands before it waits again.
    var isAwake = false
    /// The queue that the thread waits on, or `nil` if the thread does not run.
    var events: EventQueue?
    var isStopping = false
  }

  private let limits: ConnectionLimits
  private let need: CurlLibrary.Need?
  private let budgets: RateBudgets
  private let state = Lock(State())
  /// Locked while a task waits for the thread's end, so that others wait as long.
  private let thread = Lock<SystemThread?>(nil)
  private let load = Atomic(0)

  init(limits: ConnectionLimits, need: CurlLibrary.Need? = nil, budgets: RateBudgets) {
    self.limits = limits
    self.need = need
    self.budgets = budgets
  }

  // MARK: From any thread

  /// The number of exchanges that have been started and have not ended.
  var exchangeCount: Int { load.load(ordering: .relaxed) }

  /// Starts an exchange, and the thread if it does not run.
  ///
  /// - Parameters:
  ///   - id: The number of the exchange.
  ///   - request: The request.
  ///   - response: Receives the response, or the error that ends the exchange.
  /// - Throws: A ``SessionError`` with the code `invalidated`, `out-of-resources` or `unsupported-library`.
  func start(_ id: Int, _ request: ExchangeRequest, response: ResponseChannel) throws(SessionError) {
    try state.withLock { state throws(SessionError) in
      if state.isStopping { throw SessionError.invalidated }
      if state.events == nil { state.events = try startThread() }
      load.add(1, ordering: .relaxed)
      submit(.start(id, request, response), to: &state)
    }
  }

  /// Sends a command. Has no effect once the loop stops, because all exchanges end then.
  func submit(_ command: Command) {
    state.withLock { state in
      if !state.isStopping { submit(command, to: &state) }
    }
  }

  private func submit(_ command: Command, to state: inout State) {
    state.commands.append(command)
    wake(&state)
  }

  /// Wakes the thread, once for all commands that arrive before it has woken.
  private func wake(_ state: inout State) {
    if !state.isAwake { state.events?.ring() }
    state.isAwake = true
  }

  /// Ends all exchanges and the thread, without waiting for them.
  func requestStop() {
    state.withLock { state in
      state.isStopping = true
      wake(&state)
    }
  }

  /// Ends all exchanges and the thread, and waits until they have ended. Blocks the calling thread; not for async code.
  func stop() {
    requestStop()
    thread.withLock { $0.take()?.join() }
  }

  /// Starts the thread. The caller holds the lock of the state, which keeps the thread from taking commands until this
  /// returns.
  private func startThread() throws(SessionError) -> EventQueue {
    if let failure = CurlLibrary.failure(for: need) { throw failure }
    _ = Self.stopsAtExit
    do {
      let events = try EventQueue()
      let started = try SystemThread { self.run(events) }
      thread.withLock { $0 = started }
      Self.running.withLock { $0[ObjectIdentifier(self)] = self }
      return events
    } catch {
      throw SessionError(.outOfResources, message: error.description)
    }
  }

  // MARK: The loops that run

  private static let running = Lock<[ObjectIdentifier: CurlLoop]>([:])

  /// Stops all loops at the end of the process.
  ///
  /// Registered when libcurl has been set up, after the TLS library's own handlers, so it runs before them: no loop may
  /// use the library while they clean up.
  private static let stopsAtExit: Void = {
    atexit {
      let loops = CurlLoop.running.withLock { Array($0.values) }
      for loop in loops { loop.stop() }
    }
  }()

  // MARK: On the loop thread

  private func run(_ events: EventQueue) {
    StallGuard.watch(events) { stalls in
      run(RunningExchanges(sockets: events, limits: limits, budgets: budgets, loop: self, stalls: stalls))
    }
    state.withLock { $0.events = nil }
    Self.running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
    // If no thread waits in `stop()` now, none will.
    thread.withLockIfAvailable { $0.take()?.detach() }
  }

  private func run(_ exchanges: consuming RunningExchanges) {
    var commands: [Command] = []
    while true {
      let isStopping = takeCommands(&commands)
      for command in commands { exchanges.handle(command) }
      if isStopping { return exchanges.endAll() }
      let deadline = exchanges.deadline
      let mayWait = (deadline.map { $0 > .now } ?? true) && fallAsleep()
      exchanges.perform(waitingUntil: mayWait ? deadline : .now)
    }
  }

  /// Replaces `commands` with the commands that have arrived.
  ///
  /// - Returns: Whether the loop stops after them.
  private func takeCommands(_ commands: inout [Command]) -> Bool {
    commands.removeAll(keepingCapacity: true)
    return state.withLock { state in
      state.isAwake = true
      swap(&state.commands, &commands)
      return state.isStopping
    }
  }

  /// Marks the thread as asleep if there is nothing to do.
  ///
  /// - Returns: Whether the thread may wait until it is woken.
  private func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAwake = !state.commands.isEmpty || state.isStopping
      return !state.isAwake
    }
  }

  /// Notes that an exchange has ended.
  func noteEnd() { load.subtract(1, ordering: .relaxed) }
}
