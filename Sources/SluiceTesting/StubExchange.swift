internal import HTTPTypes
internal import SluiceBody
internal import SluiceSession
internal import SluiceTransport

/// One exchange over a stub, from the request's body to the end of the response's.
///
/// A task takes the steps, and another one watches the time. The first of them, or whoever cancels, ends the exchange:
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
    var hasEnded = false
    var tasks: [Task<Void, Never>] = []
    var progress = TransferProgress.zero
    var metrics = TransferMetrics.zero
    var lastReport: ContinuousClock.Instant?
    var lastActivity = ContinuousClock.now
    /// Whether the exchange waits for the request's body or the response's reader, which are the caller's.
    var waitsForCaller = false
    var isSuspended = false
    /// Fire when the exchange is resumed.
    var goOn: [Signal] = []
    var limit: TimeLimit
  }

  let request: ExchangeRequest
  let response: ResponseChannel
  let stub: StubTransport
  private let start = ContinuousClock.now
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
    var state = State(limit: TimeLimit(of: request, from: start))
    state.progress.requestBodyByteCount = request.byteCount ?? (request.body == nil ? 0 : nil)
    self.state = Lock(state)
  }

  /// Starts the tasks.
  func begin() {
    var tasks = [Task { await self.run() }]
    if request.timeLimit != nil || request.idleTimeout != nil { tasks.append(Task { await self.watch() }) }
    let hasEnded = state.withLock { state in
      state.tasks = tasks
      return state.hasEnded
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
      end()
    } catch {
      end(throwing: error as? SessionError ?? SessionError(.failed, underlying: error))
    }
  }

  // MARK: Progress

  /// Notes that bytes of the request's body have been read.
  func didSend(_ count: Int) {
    report { state in
      state.progress.sentBodyByteCount += Int64(count)
      state.metrics.sentByteCount += Int64(count)
    }
  }

  /// Delivers an interim response.
  func didReceive(interim head: HTTPResponse) {
    report { [request] _ in request.observer.didReceive(interim: head) }
  }

  /// Delivers the head of the response.
  func didReceive(_ head: HTTPResponse, bodyByteCount: Int64?) {
    report(atOnce: true) { [request, start] state in
      state.metrics.firstByte = .now - start
      state.metrics.networkProtocol = "http/1.1"
      state.progress.responseBodyByteCount = bodyByteCount
      request.observer.didReceive(head)
    }
    response.deliver(head: .success(ReceivedHead(response: head, bodyByteCount: bodyByteCount)))
  }

  /// Notes that bytes of the response's body have been passed on.
  func didReceive(_ count: Int) {
    report { state in
      state.progress.receivedBodyByteCount += Int64(count)
      state.metrics.receivedByteCount += Int64(count)
    }
  }

  /// Updates the state, and reports the progress, at most every 50 ms unless `atOnce`. Does nothing after the end.
  ///
  /// The observer is called with the lock, so that the end is the last that it hears of.
  private func report(atOnce: Bool = false, _ update: (inout State) -> Void) {
    state.withLock { state in
      guard !state.hasEnded else { return }
      let now = ContinuousClock.now
      state.lastActivity = now
      update(&state)
      report(&state, at: now, atOnce: atOnce)
    }
  }

  private func report(_ state: inout State, at now: ContinuousClock.Instant, atOnce: Bool) {
    guard request.observer.observesProgress else { return }
    if !atOnce, let last = state.lastReport, now - last < .milliseconds(50) { return }
    state.lastReport = now
    response.update(&state.progress)
    request.observer.didProgress(state.progress)
  }

  // MARK: Waiting

  /// Waits for the caller: its time does not count for the idle timeout.
  func waitForCaller(_ wait: () async -> Void) async throws {
    state.withLock { $0.waitsForCaller = true }
    await wait()
    state.withLock { state in
      state.waitsForCaller = false
      state.lastActivity = .now
    }
    try Task.checkCancellation()
  }

  func setSuspended(_ isSuspended: Bool) {
    let signals = state.withLock { state -> [Signal] in
      state.isSuspended = isSuspended
      state.limit.setSuspended(isSuspended, at: .now)
      state.lastActivity = .now
      if isSuspended { return [] }
      defer { state.goOn = [] }
      return state.goOn
    }
    for signal in signals { signal.fire() }
  }

  /// Waits until the exchange is not suspended.
  func waitWhileSuspended() async throws {
    while true {
      try Task.checkCancellation()
      let signal = state.withLock { state -> Signal? in
        guard state.isSuspended else { return nil }
        let signal = Signal()
        state.goOn.append(signal)
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
      let now = ContinuousClock.now
      if state.withLock({ $0.limit.hasPassed(at: now) }) {
        return end(throwing: SessionError(.timedOut, message: "the response took longer than the time limit"))
      }
      let (lastActivity, isIdle, limitEnd) = state.withLock { state in
        let isWaiting = state.waitsForCaller || state.isSuspended
        if isWaiting { state.lastActivity = now }
        return (
          state.lastActivity,
          request.idleTimeout.map { now - state.lastActivity >= $0 && !isWaiting } ?? false,
          state.limit.end
        )
      }
      if isIdle { return end(throwing: SessionError(.timedOut, message: "no progress for too long")) }
      let rests = [
        limitEnd.map { $0 - now }, request.idleTimeout.map { $0 - (now - lastActivity) },
      ]
      let rest = rests.compactMap(\.self).min() ?? Self.longestSleep
      do { try await Task.sleep(for: min(max(rest, .milliseconds(1)), Self.longestSleep)) } catch { return }
    }
  }

  // MARK: The end

  /// Ends the exchange. Only the first call has an effect.
  ///
  /// - Parameter error: The error, for the task that waits for the head or reads the body; `nil` for a complete body.
  func end(throwing error: (any Error)? = nil) {
    let error = (error as? SessionError)?.at(request.url.redacted) ?? error
    let tasks = state.withLock { state -> [Task<Void, Never>]? in
      guard !state.hasEnded else { return nil }
      if error == nil { report(&state, at: .now, atOnce: true) }
      state.hasEnded = true
      state.metrics.total = .now - start
      response.didMeasure(state.metrics)
      request.observer.didEnd(state.metrics, error: error)
      return state.tasks
    }
    guard let tasks else { return }
    response.pipe.finish(throwing: error)
    if let error { response.deliver(head: .failure(error)) }
    for task in tasks { task.cancel() }
    onEnd()
  }
}
