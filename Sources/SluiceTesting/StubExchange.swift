internal import HTTPTypes
internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

/// One exchange over a stub, from the request's body to the end of the response's.
///
/// A task reports each step to an `ExchangeMachine`, as libcurl's callbacks do, and performs the actions. Another task
/// watches the time. The first of them, or whoever cancels, ends the exchange:
///
/// ```
///  begin ──► read the request's body ──► the stub's closure ──► head ──► body ──► end
///                     │                          │                         │
///                     └──────────────────────────┴─────────────────────────┴────► end(throwing:)
///                                 an error, a time limit, cancelled, invalidated
/// ```
///
/// Ending cancels both tasks. Steps that do not heed that have no effect anymore.
final class StubExchange: Sendable {
  private struct State {
    var machine: ExchangeMachine
    var tasks: [Task<Void, Never>] = []
    var metrics = TransferMetrics.zero
    /// The number of bytes and heads so far.
    var moved: Int64 = 0
    /// Fires when the exchange is resumed, or `nil` if no task waits for that.
    var resumption: Signal?
  }

  let request: ExchangeRequest
  let response: ResponseChannel
  let stub: StubTransport
  private let start = MonotonicInstant.now
  private let onEnd: @Sendable () -> Void
  private let state: Lock<State>

  init(
    _ request: ExchangeRequest, response: ResponseChannel, stub: StubTransport,
    onEnd: @escaping @Sendable () -> Void
  ) {
    self.request = request
    self.response = response
    self.stub = stub
    self.onEnd = onEnd
    state = Lock(State(machine: ExchangeMachine(for: request, at: start)))
  }

  /// Starts the tasks.
  func begin() {
    var tasks = [Task { await self.run() }]
    if request.timeLimit != nil || request.idleTimeout != nil { tasks.append(Task { await self.watch() }) }
    let hasEnded = state.withLock { state in
      state.tasks = tasks
      return state.machine.hasEnded
    }
    if hasEnded { for task in tasks { task.cancel() } }
  }

  private func run() async {
    do {
      let body = try await requestBody()
      var head = HTTPRequest(
        method: request.method, scheme: request.url.origin.scheme, authority: request.url.authority,
        path: request.url.target)
      head.headerFields = request.sentFields
      try await send(
        stub.response(to: RecordedRequest(head: head, url: request.url.text, body: body)))
      finish(.complete(isWithinHead: false, isCut: false))
    } catch {
      finish(.failed(error as? SessionError ?? SessionError(.failed, underlying: error)))
    }
  }

  // MARK: Events

  /// The time, or `nil` if the progress is not observed.
  var now: MonotonicInstant? { request.observer.observesProgress ? .now : nil }

  /// Reports an event to the machine, and returns its action.
  ///
  /// - Throws: A `CancellationError` if the exchange has ended.
  func report<Action>(_ event: (inout ExchangeMachine) -> Action) throws -> Action {
    try state.withLock { state in
      if state.machine.hasEnded { throw CancellationError() }
      return event(&state.machine)
    }
  }

  /// Counts bytes of the request's body that have been passed.
  func didSend(_ count: Int) {
    note { state in
      state.metrics.sentByteCount += Int64(count)
      state.metrics.sentBodyByteCount += Int64(count)
      state.moved += Int64(count)
    }
  }

  /// Counts bytes of the response's body that have been written to the pipe.
  func didReceive(_ count: Int) {
    note { state in
      state.machine.didReceive(count)
      state.metrics.receivedByteCount += Int64(count)
      state.metrics.receivedBodyByteCount += Int64(count)
      state.moved += Int64(count)
    }
  }

  /// Delivers an interim response.
  func didReceive(interim head: HTTPResponse) {
    note { state in
      state.machine.didReceiveInterim()
      state.moved += 1
      request.observer.didReceive(interim: head)
    }
  }

  /// Delivers the head of the response.
  ///
  /// - Throws: The ``SessionError`` of a head that contradicts itself.
  func didReceive(_ head: HTTPResponse) throws {
    let action = try report { $0.didReceive(head, toRequest: request.method, passed: .all) }
    switch action {
    case .pass(let head), .passEarly(let head): pass(head)
    case .hold, .decideLater, .ignore: break
    case .fail(let error): throw error
    }
  }

  /// Delivers a head to the waiting task.
  func pass(_ head: ReceivedHead) {
    note(atOnce: true) { state in
      state.metrics.firstByte = .now - start
      state.metrics.networkProtocol = "http/1.1"
      state.moved += 1
      request.observer.didReceive(head.response)
    }
    response.deliver(head: .success(head))
  }

  /// Updates the state, and reports the progress if it is time to. Does nothing after the end.
  ///
  /// The observer is called with the lock, so that the end is the last that it hears of.
  private func note(atOnce: Bool = false, _ update: (inout State) -> Void) {
    state.withLock { state in
      guard !state.machine.hasEnded else { return }
      update(&state)
      reportProgress(&state, atOnce: atOnce)
    }
  }

  private func reportProgress(_ state: inout State, atOnce: Bool) {
    guard var progress = state.machine.report(at: now, atOnce: atOnce) else { return }
    response.update(&progress)
    request.observer.didProgress(progress)
  }

  // MARK: Suspension

  func setSuspended(_ isSuspended: Bool) {
    let resumption = state.withLock { state -> Signal? in
      guard state.machine.setSuspended(isSuspended, at: .now), !isSuspended else { return nil }
      if !state.machine.hasEnded { request.observer.didResume() }
      return state.resumption.take()
    }
    resumption?.fire()
  }

  /// Waits until the exchange is not suspended.
  func waitWhileSuspended() async throws {
    while true {
      try Task.checkCancellation()
      let signal = state.withLock { state -> Signal? in
        guard state.machine.isSuspended else { return nil }
        let signal = state.resumption ?? Signal()
        state.resumption = signal
        return signal
      }
      guard let signal else { return }
      await signal.wait()
    }
  }

  // MARK: Time

  /// More than a century. The Swift runtime traps on sleeps of the longest durations.
  static let longestSleep = Duration.seconds(1 << 32)

  /// Ends the exchange when a time limit has passed.
  private func watch() async {
    while true {
      if !request.countsSuspendedTime {
        do { try await waitWhileSuspended() } catch { return }
      }
      let now = MonotonicInstant.now
      let (idleError, limitEnd, idleCheck) = state.withLock { state in
        (
          state.machine.isIdle(at: now, moved: state.moved) ? state.machine.idleError : nil,
          state.machine.limitEnd, state.machine.nextIdleCheck(after: now)
        )
      }
      if let limitEnd, limitEnd <= now {
        return finish(.failed(SessionError(.timedOut, message: TimeLimit.message)))
      }
      if let idleError { return finish(.failed(idleError)) }
      let rest = [limitEnd, idleCheck].compactMap { $0.map { $0 - now } }.min() ?? Self.longestSleep
      do { try await Task.sleep(for: min(max(rest, .milliseconds(1)), Self.longestSleep)) } catch { return }
    }
  }

  // MARK: The end

  /// Ends the exchange with the result of its steps. Only the first end has an effect.
  private func finish(_ ending: ExchangeMachine.Ending) {
    end { state in
      switch state.machine.finish(ending, .all) {
      case .fail(let error): return error
      case .complete(let head, let isNew):
        if isNew { request.observer.didReceive(head.response) }
        reportProgress(&state, atOnce: true)
        return nil
      }
    }
  }

  /// Ends the exchange from outside.
  func end(throwing error: any Error) {
    end { state in
      state.machine.end()
      return error
    }
  }

  /// - Parameter end: Ends the machine, and returns the error for the task that waits for the head or reads the body;
  ///   `nil` for a complete body.
  private func end(_ end: (inout State) -> (any Error)?) {
    let ended = state.withLock { state -> (error: (any Error)?, tasks: [Task<Void, Never>])? in
      guard !state.machine.hasEnded else { return nil }
      let error = end(&state).map { ($0 as? SessionError)?.at(request.url.redacted) ?? $0 }
      state.metrics.total = .now - start
      response.didMeasure(state.metrics)
      request.observer.didEnd(state.metrics, error: error)
      return (error, state.tasks)
    }
    guard let ended else { return }
    response.pipe.finish(throwing: ended.error)
    if let error = ended.error { response.deliver(head: .failure(error)) }
    for task in ended.tasks { task.cancel() }
    onEnd()
  }
}
