internal import CCurl
internal import SluiceBody
internal import Synchronization

/// The thread that owns libcurl, and the exchanges that run on it. Other threads send it commands.
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
    var isRunning = false
    var isStopping = false
  }

  private let multi: CurlMulti
  private let state = Lock(State())
  /// Locked while somebody waits for the thread's end, so that all who do wait as long.
  private let thread = Lock<SystemThread?>(nil)
  private let lastID = Atomic(0)

  init() throws(SessionError) {
    multi = try CurlMulti()
  }

  // MARK: From any thread

  /// Starts an exchange. Its end comes through `response`, whatever happens.
  func start(_ request: ExchangeRequest, response: ResponseChannel) throws(SessionError) -> Int {
    let id = lastID.add(1, ordering: .relaxed).newValue
    try state.withLock { state throws(SessionError) in
      if state.isStopping { throw SessionError(.invalidated) }
      if !state.isRunning { try startThread() }
      state.isRunning = true
      state.commands.append(.start(id, request, response))
      multi.wakeUp()
    }
    return id
  }

  /// Does nothing once the loop stops: then all exchanges end anyway.
  func submit(_ command: Command) {
    state.withLock { state in
      guard !state.isStopping else { return }
      state.commands.append(command)
      multi.wakeUp()
    }
  }

  /// Ends all exchanges and the thread soon.
  func requestStop() {
    state.withLock { state in
      state.isStopping = true
      multi.wakeUp()
    }
  }

  /// Ends all exchanges and the thread, and waits for that. Not from async code.
  func stop() {
    requestStop()
    thread.withLock { $0.take()?.join() }
  }

  /// Called with the state locked, which keeps the thread from its work until this returns.
  private func startThread() throws(SessionError) {
    do {
      let started = try SystemThread { self.run() }
      thread.withLock { $0 = started }
      Self.running.withLock { $0[ObjectIdentifier(self)] = self }
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

  private func run() {
    var exchanges: [Int: Exchange] = [:]
    var nextIdleCheck = ContinuousClock.now
    while true {
      let (commands, isStopping) = state.withLock { state in
        defer { state.commands.removeAll(keepingCapacity: true) }
        return (state.commands, state.isStopping)
      }
      for command in commands { handle(command, &exchanges) }
      if isStopping { break }
      multi.perform()
      while let (id, result) = multi.nextFinished() {
        guard let exchange = exchanges.removeValue(forKey: id) else { continue }
        multi.remove(exchange.easy)
        exchange.finish(result)
      }
      let now = ContinuousClock.now
      if now >= nextIdleCheck {
        endIdle(&exchanges, now)
        nextIdleCheck = now + .milliseconds(100)
      }
      multi.wait(atMost: exchanges.isEmpty ? 60_000 : 100)
    }
    for exchange in exchanges.values {
      multi.remove(exchange.easy)
      exchange.finish(throwing: SessionError(.invalidated))
    }
    state.withLock { _ in multi.close() }
    Self.running.withLock { _ = $0.removeValue(forKey: ObjectIdentifier(self)) }
    // Where nobody waits for the thread, nobody will.
    thread.withLockIfAvailable { $0.take()?.detach() }
  }

  private func handle(_ command: Command, _ exchanges: inout [Int: Exchange]) {
    switch command {
    case .start(let id, let request, let response):
      do {
        let exchange = try Exchange(id: id, request: request, response: response, loop: self)
        try multi.add(exchange.easy)
        exchanges[id] = exchange
      } catch {
        response.deliver(head: .failure(error))
      }
    case .cancel(let id): end(id, &exchanges, throwing: CancellationError())
    case .resumeSending(let id): exchanges[id]?.resumeSending()
    case .resumeReceiving(let id): exchanges[id]?.resumeReceiving()
    case .setSuspended(let id, let isSuspended): exchanges[id]?.setSuspended(isSuspended)
    }
  }

  private func endIdle(_ exchanges: inout [Int: Exchange], _ now: ContinuousClock.Instant) {
    for (id, exchange) in exchanges where exchange.isIdle(at: now) {
      end(id, &exchanges, throwing: SessionError(.timedOut, message: "no progress for too long"))
    }
  }

  private func end(_ id: Int, _ exchanges: inout [Int: Exchange], throwing error: any Error) {
    guard let exchange = exchanges.removeValue(forKey: id) else { return }
    multi.remove(exchange.easy)
    exchange.finish(throwing: error)
  }
}
