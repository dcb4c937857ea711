internal import SluiceBody
internal import Synchronization

/// A thread that owns libcurl, and the exchanges that run on it. Other threads send it commands.
final class CurlLoop: Sendable {
  enum Command: Sendable {
    case start(Int, ExchangeRequest, ResponseChannel)
    case cancel(Int)
    case resumeSending(Int)
    case resumeReceiving(Int)
    case setSuspended(Int, Bool)
  }

  private struct State {
    var commands: [Command] = []
    /// Whether the thread looks at the commands before it waits again.
    var isAwake = false
    /// Where the thread waits; nil where it does not run.
    var events: EventQueue?
    var isStopping = false
  }

  private let limits: ConnectionLimits
  private let state = Lock(State())
  /// Locked while somebody waits for the thread's end, so that all who do wait as long.
  private let thread = Lock<SystemThread?>(nil)
  private let load = Atomic(0)

  init(limits: ConnectionLimits) { self.limits = limits }

  // MARK: From any thread

  /// How many exchanges have been started and have not ended.
  var exchangeCount: Int { load.load(ordering: .relaxed) }

  /// Starts an exchange. Its end comes through `response`, whatever happens.
  func start(_ id: Int, _ request: ExchangeRequest, response: ResponseChannel) throws(SessionError) {
    try state.withLock { state throws(SessionError) in
      if state.isStopping { throw SessionError(.invalidated) }
      if state.events == nil { state.events = try startThread() }
      load.add(1, ordering: .relaxed)
      submit(.start(id, request, response), to: &state)
    }
  }

  /// Does nothing once the loop stops: then all exchanges end anyway.
  func submit(_ command: Command) {
    state.withLock { state in
      if !state.isStopping { submit(command, to: &state) }
    }
  }

  private func submit(_ command: Command, to state: inout State) {
    state.commands.append(command)
    wake(&state)
  }

  /// One call is enough for all that comes before the thread has woken.
  private func wake(_ state: inout State) {
    if !state.isAwake { state.events?.ring() }
    state.isAwake = true
  }

  /// Ends all exchanges and the thread soon.
  func requestStop() {
    state.withLock { state in
      state.isStopping = true
      wake(&state)
    }
  }

  /// Ends all exchanges and the thread, and waits for that. Not from async code.
  func stop() {
    requestStop()
    thread.withLock { $0.take()?.join() }
  }

  /// Called with the state locked, which keeps the thread from its work until this returns.
  private func startThread() throws(SessionError) -> EventQueue {
    if let failure = CurlLibrary.failure { throw failure }
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

  /// For the end of the process.
  static func stopAll() {
    let loops = running.withLock { Array($0.values) }
    for loop in loops { loop.stop() }
  }

  // MARK: On the loop thread

  private func run(_ events: EventQueue) {
    run(RunningExchanges(sockets: events, limits: limits, loop: self))
    state.withLock { $0.events = nil }
    Self.running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
    // Where nobody waits for the thread, nobody will.
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

  /// Gives what there is to do, and whether the loop stops after that.
  private func takeCommands(_ commands: inout [Command]) -> Bool {
    commands.removeAll(keepingCapacity: true)
    return state.withLock { state in
      state.isAwake = true
      swap(&state.commands, &commands)
      return state.isStopping
    }
  }

  /// Whether there is nothing to do until somebody calls.
  private func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAwake = !state.commands.isEmpty || state.isStopping
      return !state.isAwake
    }
  }

  /// An exchange that was started is no more.
  func noteEnd() { load.subtract(1, ordering: .relaxed) }
}
