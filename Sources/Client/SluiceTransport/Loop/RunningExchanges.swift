internal import CCurl
internal import SluiceBody

/// The exchanges of a loop, from their start to their end. Used on the loop thread only.
///
/// ```
///  .start ── admit ── no turn ──► waiting ── release of another ──► admitted
///              │                     │                                  │
///              │ turn                │ cancelled, timed out             │
///              ▼                     │                                  │
///            begin ◄─────────────────┼──────────────────────────────────┘
///              │                     ▼
///              ├── cannot start ──► the channel gets the error
///              ▼
///           Exchange ◄── startOver: the kept connection cannot be used
///              │
///              ├── last line of the head ──► due ──► delivered when the loop has done its work
///              ├── bytes of the body ──────► the channel's pipe
///              │
///              │ libcurl's result, cancelled, timed out, invalidated
///              ▼
///            leave: out of the multi handle, finish, release the turn ──► the next ones are admitted
/// ```
///
/// For example, with at most one connection: exchange 1 begins, 2 waits. 1 ends in `perform`, its turn passes to 2, and
/// 2 begins at the end of the same call.
struct RunningExchanges {
  private struct Waiting {
    var request: ExchangeRequest
    let response: ResponseChannel
    var limit: TimeLimit
    /// Whether the exchange begins suspended.
    var isSuspended = false
  }

  private var handles: MultiHandles
  private let stalls: StallGuard
  private(set) var easyHandles = EasyHandles()
  private let budgets: RateBudgets
  private unowned let loop: CurlLoop
  private var exchanges: [Int: Exchange] = [:]
  private var waiting: [Int: Waiting] = [:]
  /// The queue of waiting exchanges, or `nil` if connections are not limited, so that none wait.
  private var queue: ConnectionQueue?
  /// Exchanges that have waited and may begin. Each holds a connection until its end.
  private var admitted = Fifo<(Int, Waiting)>()
  private let deliveries = Deliveries()
  private var idleChecks = DeadlineQueue()
  /// The ends of the time limits that libcurl does not keep: of waiting exchanges, and of those that were suspended.
  private var limitEnds = DeadlineQueue()

  init(
    sockets: EventQueue, limits: ConnectionLimits, budgets: RateBudgets, loop: CurlLoop, stalls: StallGuard
  ) {
    self.stalls = stalls
    self.budgets = budgets
    handles = MultiHandles(sockets: sockets, limits: limits, stalls: stalls)
    self.loop = loop
    queue = ConnectionQueue(limits)
  }

  mutating func handle(_ command: CurlLoop.Command) {
    defer {
      beginNext()
      deliveries.deliver()
    }
    switch command {
    case .start(let id, let request, let response):
      let next = Waiting(request: request, response: response, limit: TimeLimit(of: request, from: .now))
      guard queue?.admit(id, to: request.url.origin, request.policy.priority) == false else {
        return begin(id, next)
      }
      waiting[id] = next
      if let end = next.limit.end { limitEnds.insert(id, at: end) }
    case .cancel(let id): end(id, throwing: CancellationError())
    case .resumeSending(let id): exchanges[id]?.resumeSending()
    case .resumeReceiving(let id): exchanges[id]?.resumeReceiving()
    case .takeSendingTurn(let id): exchanges[id]?.takeSendingTurn()
    case .takeReceivingTurn(let id): exchanges[id]?.takeReceivingTurn()
    case .setSuspended(let id, let isSuspended):
      waiting[id]?.isSuspended = isSuspended
      waiting[id]?.limit.setSuspended(isSuspended, at: .now)
      exchanges[id]?.setSuspended(isSuspended)
      // An earlier end in the queue finds that the limit has not passed.
      if !isSuspended, let end = limitEnd(of: id) { limitEnds.insert(id, at: end) }
    case .setPriority(let id, let priority):
      guard let next = waiting[id] else { return }
      queue?.setPriority(of: id, to: next.request.url.origin, priority)
    }
  }

  // MARK: Beginnings

  private mutating func begin(_ id: Int, _ next: Waiting) {
    do {
      try start(id, next.request, next.response)
      if next.isSuspended { exchanges[id]?.setSuspended(true) }
    } catch {
      next.response.deliver(head: .failure(error.at(next.request.url.redacted)))
      release(next.request.url.origin, isMultiplexed: false)
    }
  }

  /// Begins the admitted exchanges. Their waiting time counts toward their limit, of which at least 1 ms is left,
  /// because libcurl reads 0 as "no limit".
  private mutating func beginNext() {
    guard queue != nil else { return }
    while case (let id, var next)? = admitted.popFirst() {
      if let left = next.limit.left(at: .now) {
        next.request = next.request.limited(to: max(left, .milliseconds(1)))
      }
      begin(id, next)
    }
  }

  private mutating func start(
    _ id: Int, _ request: ExchangeRequest, _ response: ResponseChannel
  ) throws(SessionError) {
    let exchange = try Exchange(
      id: id, easy: easyHandles.handle(id, for: request), request: request, response: response, loop: loop,
      deliveries: deliveries, budgets: budgets, stalls: stalls)
    try handles.add(exchange.easy)
    exchanges[id] = exchange
    if let check = exchange.nextIdleCheck(after: .now) { idleChecks.insert(id, at: check) }
  }

  /// Restarts an exchange over another connection if the kept one was refused.
  ///
  /// - Returns: Whether the exchange continues.
  private mutating func startOver(_ id: Int) -> Bool {
    guard let exchange = exchanges[id], exchange.easy.isToStartOver, exchange.mayStartOver() else {
      return false
    }
    handles.remove(exchange.easy)
    return (try? handles.add(exchange.easy)) != nil
  }

  // MARK: Ends

  /// Ends an exchange, running or waiting, with an error.
  private mutating func end(_ id: Int, throwing error: any Error) {
    if let next = waiting.removeValue(forKey: id) {
      queue?.remove(id)
      next.response.deliver(
        head: .failure((error as? SessionError)?.at(next.request.url.redacted) ?? error))
      loop.noteEnd()
    }
    leave(id) { $0.finish(throwing: error) }
  }

  /// Removes a running exchange, finishes it, and releases its turn.
  @discardableResult
  private mutating func leave(_ id: Int, _ finish: (Exchange) -> Void) -> Exchange? {
    guard let exchange = exchanges.removeValue(forKey: id) else { return nil }
    handles.remove(exchange.easy)
    exchange.leaveBudgets()
    finish(exchange)
    release(exchange.origin, isMultiplexed: exchange.easy.isMultiplexed)
    return exchange
  }

  /// Releases the turn of an exchange, and admits the next ones.
  private mutating func release(_ origin: RequestURL.Origin, isMultiplexed: @autoclosure () -> Bool) {
    loop.noteEnd()
    for id in queue?.release(origin, isMultiplexed: isMultiplexed()) ?? [] {
      if let next = waiting.removeValue(forKey: id) { admitted.append((id, next)) }
    }
  }

  /// Ends all exchanges with the code `invalidated`.
  mutating func endAll() {
    queue = nil
    for id in Array(waiting.keys) + exchanges.keys { end(id, throwing: SessionError.invalidated) }
  }

  // MARK: Time

  /// The time of the next pending work, even if no socket is ready, or `nil` for never.
  var deadline: MonotonicInstant? {
    handles.timer.earlier(idleChecks.next).earlier(limitEnds.next).earlier(deliveries.next)
      .earlier(budgets.next)
  }

  /// Waits, moves bytes, and ends exchanges that are complete or late.
  ///
  /// - Parameter end: The time at which to stop waiting; `nil` waits until something happens.
  mutating func perform(waitingUntil end: MonotonicInstant?) {
    handles.perform(waitingUntil: end)
    while let (id, result) = handles.nextFinished() {
      if startOver(id) { continue }
      let ended = leave(id) { $0.finish(result) }
      if let ended, ended.isPlain, result == CURLE_OK { easyHandles.keep(ended.easy) }
    }
    deliveries.deliver()
    budgets.serve()
    endLate(at: .now)
    beginNext()
  }

  private mutating func endLate(at now: MonotonicInstant) {
    while let id = idleChecks.popDue(at: now) {
      guard let exchange = exchanges[id] else { continue }
      if let error = exchange.idleError(at: now) {
        end(id, throwing: error)
      } else if let check = exchange.nextIdleCheck(after: now) {
        idleChecks.insert(id, at: check)
      }
    }
    while let id = limitEnds.popDue(at: now) {
      guard let limitEnd = limitEnd(of: id), limitEnd <= now else { continue }
      let error = waiting[id]?.limit.errorWithoutConnection ?? exchanges[id]?.limitError
      if let error { end(id, throwing: error) }
    }
    // Entries of ended exchanges stay in the queues until they are half of them.
    if idleChecks.count > 2 * exchanges.count + 64 { idleChecks.keep { exchanges[$0] != nil } }
    if limitEnds.count > 2 * (waiting.count + exchanges.count) + 64 {
      limitEnds.keep { [waiting, exchanges] in waiting[$0] != nil || exchanges[$0] != nil }
    }
  }

  /// Returns the end of the time limit of an exchange, if libcurl does not keep it, or `nil` for never.
  private func limitEnd(of id: Int) -> MonotonicInstant? {
    if let next = waiting[id] { return next.limit.end }
    return exchanges[id]?.limitEnd
  }
}

extension MonotonicInstant? {
  /// Returns the earlier of two times, where `nil` means never.
  func earlier(_ other: Self) -> Self {
    guard let self, let other else { return self ?? other }
    return Swift.min(self, other)
  }
}
