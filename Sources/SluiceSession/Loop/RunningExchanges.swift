internal import CCurl
internal import SluiceBody

/// The exchanges of a loop, from the turn they wait for to their end. Lives on the loop thread.
struct RunningExchanges {
  private struct Waiting {
    let request: ExchangeRequest
    let response: ResponseChannel
    let since: ContinuousClock.Instant
  }

  private let multi: CurlMulti
  private unowned let loop: CurlLoop
  private var exchanges: [Int: Exchange] = [:]
  private var waiting: [Int: Waiting] = [:]
  /// Nil where nothing is limited, and nobody waits.
  private var queue: ConnectionQueue?
  private var idleChecks = DeadlineQueue()
  private var waitingEnds = DeadlineQueue()

  init(on multi: CurlMulti, limits: ConnectionLimits, loop: CurlLoop) {
    self.multi = multi
    self.loop = loop
    queue = ConnectionQueue(limits)
  }

  mutating func handle(_ command: CurlLoop.Command) {
    switch command {
    case .start(let id, let request, let response):
      waiting[id] = Waiting(request: request, response: response, since: .now)
      if queue?.admit(id, to: request.url.origin) != false {
        begin([id])
      } else if let timeout = request.configuration.timeout {
        waitingEnds.insert(id, at: .now + timeout)
      }
    case .cancel(let id): end(id, throwing: CancellationError())
    case .resumeSending(let id): exchanges[id]?.resumeSending()
    case .resumeReceiving(let id): exchanges[id]?.resumeReceiving()
    }
  }

  // MARK: Beginnings

  private mutating func begin(_ ids: [Int]) {
    var ids = ids[...]
    while let id = ids.popFirst() {
      guard let next = waiting.removeValue(forKey: id) else { continue }
      do {
        try begin(id, next)
      } catch {
        next.response.deliver(head: .failure(error))
        ids += release(next.request.url.origin, isMultiplexed: false)
      }
    }
  }

  private mutating func begin(_ id: Int, _ next: Waiting) throws(SessionError) {
    var request = next.request
    let now = ContinuousClock.now
    if queue != nil, let timeout = request.configuration.timeout {
      // What was spent waiting counts. What is nothing would be no limit.
      request.configuration.timeout = max(timeout - (now - next.since), .milliseconds(1))
    }
    let exchange = try Exchange(id: id, request: request, response: next.response, loop: loop)
    try multi.add(exchange.easy)
    exchanges[id] = exchange
    multi.keepConnections(of: exchanges.count)
    if let check = exchange.nextIdleCheck(after: now) { idleChecks.insert(id, at: check) }
  }

  // MARK: Ends

  /// Ends an exchange as libcurl says.
  mutating func finish(_ id: Int, _ result: CURLcode) {
    leave(id) { $0.finish(result) }
  }

  private mutating func end(_ id: Int, throwing error: any Error) {
    if let next = waiting.removeValue(forKey: id) {
      queue?.remove(id, from: next.request.url.origin)
      next.response.deliver(head: .failure((error as? SessionError)?.at(next.request.url.redacted) ?? error))
      loop.noteEnd()
    }
    leave(id) { $0.finish(throwing: error) }
  }

  private mutating func leave(_ id: Int, _ finish: (Exchange) -> Void) {
    guard let exchange = exchanges.removeValue(forKey: id) else { return }
    multi.remove(exchange.easy)
    finish(exchange)
    begin(release(exchange.origin, isMultiplexed: exchange.easy.isMultiplexed))
  }

  /// Gives those who may begin instead.
  private mutating func release(_ origin: RequestURL.Origin, isMultiplexed: @autoclosure () -> Bool) -> [Int] {
    loop.noteEnd()
    return queue?.release(origin, isMultiplexed: isMultiplexed()) ?? []
  }

  mutating func endAll() {
    queue = nil
    for id in Array(waiting.keys) + exchanges.keys { end(id, throwing: SessionError(.invalidated)) }
  }

  // MARK: Time

  /// When ``endLate(at:)`` has something to look at.
  var nextDeadline: ContinuousClock.Instant? { idleChecks.next.earlier(waitingEnds.next) }

  mutating func endLate(at now: ContinuousClock.Instant) {
    while let id = idleChecks.popDue(at: now) {
      guard let exchange = exchanges[id] else { continue }
      if exchange.isIdle(at: now) {
        end(id, throwing: SessionError(.timedOut, message: "no progress for too long"))
      } else if let check = exchange.nextIdleCheck(after: now) {
        idleChecks.insert(id, at: check)
      }
    }
    while let id = waitingEnds.popDue(at: now) {
      guard waiting[id] != nil else { continue }
      end(id, throwing: SessionError(.timedOut, message: "no connection became free in time"))
    }
    // Those that have ended are left in the queues until they are half of them.
    if idleChecks.count > 2 * exchanges.count + 64 { idleChecks.keep { exchanges[$0] != nil } }
    if waitingEnds.count > 2 * waiting.count + 64 { waitingEnds.keep { waiting[$0] != nil } }
  }
}

extension ContinuousClock.Instant? {
  /// The earlier of two times, of which nil is never.
  func earlier(_ other: Self) -> Self {
    guard let self, let other else { return self ?? other }
    return Swift.min(self, other)
  }
}
