package import HTTPTypes
package import SluiceBody

/// One exchange that a task carries out, from the request's body to the end of the response's.
///
/// The task reports each step to an `ExchangeMachine`, as libcurl's callbacks do, and performs the actions. Another
/// task watches the time. The first of them, or whoever cancels, ends the exchange:
///
/// ```
///  begin ──► read the request's body ──► head ──► body ──► end
///                     │                              │
///                     └──────────────────────────────┴────► end(throwing:)
///                      an error, a time limit, cancelled, invalidated
/// ```
///
/// Ending cancels both tasks, and ends all waits. Steps that ignore the cancellation no longer have an effect.
package final class TaskExchange: Sendable {
  package typealias Work = @Sendable (TaskExchange) async throws -> Void

  private struct State {
    var machine: ExchangeMachine
    var tasks: [Task<Void, Never>] = []
    var metrics = TransferMetrics.zero
    /// The number of bytes of the request's body that have been passed to the connection.
    var passed: Int64 = 0
    /// The number of bytes of bodies so far.
    var moved: Int64 = 0
    /// Fires when the exchange is resumed or ends, or `nil` if no task waits for that.
    var resumption: Signal?
    /// Fires when the source of the request's body is readable or the exchange ends, or `nil` if no task waits for
    /// that.
    var readability: Signal?
    /// The exchange of another transport that this one waits for, or `nil` if there is none.
    var nested: StartedExchange?
  }

  package let request: ExchangeRequest
  package let response: ResponseChannel
  private let start = MonotonicInstant.now
  private let onEnd: @Sendable () -> Void
  /// Fires when the request's body has been passed, or no more of it will be.
  private let sendingEnd = Signal()
  private let state: Lock<State>

  init(_ request: ExchangeRequest, response: ResponseChannel, onEnd: @escaping @Sendable () -> Void) {
    self.request = request
    self.response = response
    self.onEnd = onEnd
    var machine = ExchangeMachine(for: request, at: start)
    // Nothing is known about its connection.
    _ = machine.willSendRequest(at: start)
    state = Lock(State(machine: machine))
  }

  /// Starts the tasks.
  ///
  /// - Parameters:
  ///   - carryOut: The work.
  ///   - startsAtOnce: Whether the work begins on the caller's thread, and leaves it when it first waits.
  func begin(_ carryOut: @escaping Work, startsAtOnce: Bool) {
    let work =
      startsAtOnce ? Task.immediate { await self.run(carryOut) } : Task { await self.run(carryOut) }
    var tasks = [work]
    let isLimited = [request.policy.timeLimit, request.idleLimit, request.responseLimit].contains {
      $0 != nil
    }
    if isLimited { tasks.append(Task { await self.watch() }) }
    let hasEnded = state.withLock { state in
      state.tasks = tasks
      return state.machine.hasEnded
    }
    if hasEnded { for task in tasks { task.cancel() } }
  }

  private func run(_ carryOut: Work) async {
    do {
      try await carryOut(self)
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

  /// Counts bytes of the request's body that have been passed to the connection.
  ///
  /// - Parameter count: The number of bytes; 0 after the end of a body without any.
  package func didSend(_ count: Int) {
    var isSent = false
    var head: ReceivedHead?
    note { state in
      state.metrics.sentByteCount += Int64(count)
      state.metrics.sentBodyByteCount += Int64(count)
      state.passed += Int64(count)
      state.moved += Int64(count)
      switch state.machine.checkRequest(.init(byteCount: state.passed, isChunked: false)) {
      case .wait, .ended: break
      case .sent: isSent = true
      case .pass(let held):
        isSent = true
        head = held
        request.observer.observe(.didReceive(held.response))
      }
    }
    guard isSent else { return }
    if let head { response.deliver(head: .success(head)) }
    response.didSendRequest()
    sendingEnd.fire()
  }

  /// Notes that nothing reads the request's body anymore.
  package func didStopSending() { sendingEnd.fire() }

  /// Waits until the request's body has been passed, or no more of it will be.
  package func untilSent() async { await sendingEnd.wait() }

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
  package func didReceive(interim head: HTTPResponse) {
    note { state in
      state.machine.didReceiveInterim()
      request.observer.observe(.didReceiveInterim(head))
    }
  }

  /// Delivers the head of the response, once the request has been sent if it reports success.
  ///
  /// - Parameters:
  ///   - head: The head.
  ///   - httpVersion: The version of HTTP, such as `2`. Defaults to `1.1`.
  ///   - networkProtocol: The protocol's name in ALPN. Defaults to `http/1.1`.
  /// - Throws: The ``SessionError`` of a head that contradicts itself.
  package func didReceive(
    _ head: HTTPResponse, httpVersion: String = "1.1", networkProtocol: String = "http/1.1"
  ) throws {
    let action = try state.withLock { state in
      if state.machine.hasEnded { throw CancellationError() }
      state.metrics.firstByte = .now - start
      state.metrics.networkProtocol = networkProtocol
      return state.machine.didReceive(
        head, toRequest: request.method, httpVersion: httpVersion,
        passed: .init(byteCount: state.passed, isChunked: false), countsLate: true)
    }
    switch action {
    case .pass(let head): pass(head)
    case .passEarly(let head):
      response.awaitRequest()
      pass(head)
    case .hold, .decideLater, .ignore: break
    case .fail(let error): throw error
    }
  }

  /// Delivers a head to the waiting task.
  func pass(_ head: ReceivedHead) {
    note(atOnce: true) { _ in request.observer.observe(.didReceive(head.response)) }
    response.deliver(head: .success(head))
  }

  /// Updates the state, and reports the progress if it is time to. Does nothing after the end.
  ///
  /// The observer is called with the lock, so that the end is the last event that it receives.
  private func note(atOnce: Bool = false, _ update: (inout State) -> Void) {
    state.withLock { state in
      guard !state.machine.hasEnded else { return }
      update(&state)
      reportProgress(&state, atOnce: atOnce)
    }
  }

  private func reportProgress(_ state: inout State, atOnce: Bool) {
    guard var progress = state.machine.report(at: now, atOnce: atOnce) else { return }
    progress.decodedByteCount = response.decodedByteCount
    request.observer.observe(.didProgress(progress))
  }

  // MARK: Waits

  func setSuspended(_ isSuspended: Bool) {
    let (resumption, nested) = state.withLock { state -> (Signal?, StartedExchange?) in
      guard state.machine.setSuspended(isSuspended, at: .now) else { return (nil, nil) }
      if isSuspended { return (nil, state.nested) }
      if !state.machine.hasEnded { request.observer.observe(.didResume) }
      return (state.resumption.take(), state.nested)
    }
    nested?.setSuspended(isSuspended)
    resumption?.fire()
  }

  func setPriority(_ priority: TransportSettings.Priority) {
    state.withLock { $0.nested }?.setPriority(priority)
  }

  /// Passes suspension, priority and the end on to the exchange of another transport, which this one waits for.
  package func attach(_ nested: StartedExchange) {
    let (isSuspended, hasEnded) = state.withLock { state in
      if !state.machine.hasEnded { state.nested = nested }
      return (state.machine.isSuspended, state.machine.hasEnded)
    }
    if hasEnded { nested.cancel() } else if isSuspended { nested.setSuspended(true) }
  }

  /// Takes the measurements of the exchange that this one has waited for, or those of none.
  package func measure(nested metrics: TransferMetrics?) {
    note { state in
      let firstByte = state.metrics.firstByte
      state.metrics = metrics ?? .zero
      state.metrics.firstByte = firstByte
    }
  }

  /// Waits until the exchange is not suspended.
  ///
  /// - Throws: A `CancellationError` if the exchange has ended or the task is cancelled.
  package func waitWhileSuspended() async throws {
    while true {
      try Task.checkCancellation()
      let signal = try state.withLock { state -> Signal? in
        if state.machine.hasEnded { throw CancellationError() }
        guard state.machine.isSuspended else { return nil }
        let signal = state.resumption ?? Signal()
        state.resumption = signal
        return signal
      }
      guard let signal else { return }
      await signal.wait()
    }
  }

  /// Waits until a reader of the request's body can be read again.
  ///
  /// - Throws: A `CancellationError` if the exchange has ended or the task is cancelled.
  package func untilReadable(_ reader: any BodyReader) async throws {
    let signal = Signal()
    reader.whenReadable { signal.fire() }
    try state.withLock { state in
      if state.machine.hasEnded { throw CancellationError() }
      state.readability = signal
    }
    await signal.wait()
    try Task.checkCancellation()
    _ = try report { $0.didBecomeReadable(at: now) }
  }

  // MARK: Time

  /// More than a century. The Swift runtime traps on sleeps of the longest durations.
  package static let longestSleep = Duration.seconds(1 << 32)

  /// Ends the exchange when a time limit has passed.
  private func watch() async {
    while true {
      if !request.policy.countsSuspendedTime {
        do { try await waitWhileSuspended() } catch { return }
      }
      let now = MonotonicInstant.now
      let (idleError, limitEnd, limitError, idleCheck) = state.withLock { state in
        (
          state.machine.idleError(
            at: now, moved: state.moved, .init(byteCount: state.passed, isChunked: false)),
          state.machine.limitEnd, state.machine.limitError, state.machine.nextIdleCheck(after: now)
        )
      }
      if let limitEnd, limitEnd <= now { return finish(.failed(limitError)) }
      if let idleError { return finish(.failed(idleError)) }
      let rest = [limitEnd, idleCheck].compactMap { $0.map { $0 - now } }.min() ?? Self.longestSleep
      do { try await Task.sleep(for: min(max(rest, .milliseconds(1)), Self.longestSleep)) } catch { return }
    }
  }

  /// Waits for another exchange, until this one's limit for the response or without progress has passed. Time in which
  /// this exchange is suspended does not count.
  ///
  /// - Parameter progress: The progress of the other exchange: 0 until the head of its response has arrived.
  /// - Throws: A ``SessionError`` with the code `timed-out`; a `CancellationError` if the task is cancelled.
  package func waitWhileProgressing(_ progress: @Sendable () -> Int64) async throws -> Never {
    var limits = PhaseLimits(
      idle: request.policy.idleTimeout, response: request.policy.responseTimeout, from: .now)
    while true {
      let (now, progress) = (MonotonicInstant.now, progress())
      let isSuspended = state.withLock { $0.machine.isSuspended }
      let phase = progress == 0 ? PhaseLimits.Phase.awaitingResponse : .moving
      if let error = limits.error(at: now, in: phase, moved: progress, isWaiting: isSuspended) { throw error }
      let rest = limits.nextCheck(after: now).map { $0 - now } ?? Self.longestSleep
      try await Task.sleep(for: min(max(rest, .milliseconds(1)), Self.longestSleep))
    }
  }

  // MARK: The end

  /// Ends the exchange with the result of its steps. Only the first end has an effect.
  private func finish(_ ending: ExchangeMachine.Ending) {
    end { state in
      switch state.machine.finish(ending, .init(byteCount: state.passed, isChunked: false)) {
      case .fail(let error): return .failure(error.at(request.url.redacted))
      case .complete(let head, let isNew):
        if isNew { request.observer.observe(.didReceive(head.response)) }
        reportProgress(&state, atOnce: true)
        return .success(head)
      }
    }
  }

  /// Ends the exchange from outside.
  func end(throwing error: any Error) {
    end { state in
      state.machine.end()
      return .failure((error as? SessionError)?.at(request.url.redacted) ?? error)
    }
  }

  /// - Parameter end: Ends the machine, and returns the head of a complete response, or the error for the task that
  ///   waits for the head or reads the body.
  private func end(_ end: (inout State) -> ResponseChannel.Head) {
    let ended = state.withLock {
      state -> (
        head: ResponseChannel.Head, tasks: [Task<Void, Never>], waits: [Signal], nested: StartedExchange?
      )? in
      guard !state.machine.hasEnded else { return nil }
      let head = end(&state)
      state.metrics.total = .now - start
      response.didMeasure(state.metrics)
      request.observer.observe(.didEnd(state.metrics, error: head.failure))
      return (
        head, state.tasks,
        [state.resumption.take(), state.readability.take(), sendingEnd].compactMap(\.self),
        state.nested.take()
      )
    }
    guard let (head, tasks, waits, nested) = ended else { return }
    response.pipe.finish(throwing: head.failure)
    response.deliver(head: head)
    for task in tasks { task.cancel() }
    for wait in waits { wait.fire() }
    nested?.cancel()
    onEnd()
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
