package import HTTPTypes
package import SluiceBody

/// The rules of one exchange of a request and a response, without a clock and without a connection.
///
/// A transport reports events and performs the actions that they return. libcurl's callbacks and a stub drive the same
/// machine. Three parts move independently:
///
/// ```
///  phase      running ── fail ──► failed ── finish, end ──► ended
///                └──────────────────────────────────────────┘
///  sending    see SendingMachine
///  receiving  see ReceivingMachine
/// ```
///
/// Each direction is paused in the state `waiting` or `paused`, and both are while the caller suspends the exchange:
///
/// ```
///  running ── source waits ──► waiting ──── suspend ────► waiting and suspended
///     ▲                           │                                │
///     └──── source is readable ───┴──────────── resume ────────────┘
/// ```
///
/// Time in any of these states does not count for the limits of `PhaseLimits`.
///
/// Events take the time as an argument. Those that need it for the progress only take `nil` if no one observes it.
package struct ExchangeMachine: Sendable {
  private enum Phase {
    case running
    case failed(SessionError)
    case ended
  }

  /// The reason that the transport has ended the exchange.
  package enum Ending: Sendable {
    /// It has received a whole response.
    ///
    /// - Parameters:
    ///   - isWithinHead: Whether a head has begun but not ended.
    ///   - isCut: Whether the end of the connection is the end of the body, but anyone on the path may have ended it
    ///     (RFC 8446 §6.1).
    case complete(isWithinHead: Bool, isCut: Bool)
    /// The peer has closed the connection or reset the stream.
    case closed(SessionError)
    /// Anything else has failed.
    case failed(SessionError)
  }

  /// The result of the exchange.
  package enum EndAction: Sendable {
    /// It has succeeded.
    ///
    /// - Parameter isNew: Whether the head has not been passed to the waiting task.
    case complete(ReceivedHead, isNew: Bool)
    /// It has failed.
    indirect case fail(SessionError)
  }

  private var phase = Phase.running
  private var sending: SendingMachine
  private var receiving = ReceivingMachine()
  /// Whether the caller has suspended the exchange.
  package private(set) var isSuspended = false
  private var limit: TimeLimit
  private var phaseLimits: PhaseLimits
  private var throttle = ProgressThrottle()
  private let acceptsEarlyResponse: Bool
  /// Whether the rate of sending is limited. Then it is unknown whether the connection would take bytes.
  private let isSendRateLimited: Bool

  /// Creates the machine of an exchange that begins.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - isSendRateShared: Whether the session limits the rate of sending. Defaults to `false`.
  ///   - now: The time.
  package init(for request: ExchangeRequest, isSendRateShared: Bool = false, at now: MonotonicInstant) {
    self.init(
      sending: SendingMachine(hasBody: request.hasBody, declared: request.byteCount),
      limit: TimeLimit(of: request, from: now),
      phaseLimits: PhaseLimits(
        idle: request.idleLimit, response: request.responseLimit, step: request.sendingStep, from: now),
      acceptsEarlyResponse: request.policy.acceptsEarlyResponse,
      isSendRateLimited: isSendRateShared || request.settings.values.maximumSendRate != nil)
  }

  init(
    sending: SendingMachine, limit: TimeLimit, phaseLimits: PhaseLimits, acceptsEarlyResponse: Bool,
    isSendRateLimited: Bool
  ) {
    self.sending = sending
    self.limit = limit
    self.phaseLimits = phaseLimits
    self.acceptsEarlyResponse = acceptsEarlyResponse
    self.isSendRateLimited = isSendRateLimited
  }

  /// Notes that there is a connection, and that the request is about to be sent over it.
  ///
  /// - Returns: `false` to end the exchange, because its response has begun. Another one would be joined to it.
  mutating func willSendRequest(at now: MonotonicInstant) -> Bool {
    guard receiving.isAwaitingHead else {
      fail(
        SessionError(
          .connectionLost, message: "the response ended, and the server asked for the request again"))
      return false
    }
    phaseLimits.begin(phase(.init(byteCount: 0, isChunked: false)), at: now)
    return true
  }

  // MARK: The request's body

  /// The number of bytes of the body that are still to be passed, by its declared size, or `nil` if it is unknown.
  package var rest: Int64? { sending.rest }
  /// Whether the connection has read the whole body.
  var hasReadBody: Bool { sending.hasEnded }
  /// Whether sending waits for the body's source.
  var isWaitingForSource: Bool { sending.isWaiting }

  /// The action when the connection requests bytes.
  @inline(__always) package var nextRead: SendingMachine.ReadAction {
    isSuspended ? .wait : sending.nextRead
  }

  /// Notes that the next read begins.
  @inline(__always) package mutating func willRead(at now: MonotonicInstant?) {
    sending.willRead(at: now)
  }

  /// Takes the result of a read for the connection.
  @inline(__always)
  package mutating func didRead(_ count: Int, _ outcome: BodyReadOutcome, at now: MonotonicInstant?)
    -> SendingMachine.PassAction
  {
    let action = sending.didRead(count, outcome, at: now)
    if case .fail(let error) = action { fail(error) }
    return action
  }

  /// Takes the result of a read past the declared size.
  ///
  /// - Parameters:
  ///   - excess: The number of bytes that were read.
  ///   - outcome: The state of the body after them.
  ///   - bytes: The bytes that were read for the connection before.
  ///   - now: The time, or `nil` if the progress is not observed.
  package mutating func didProbe(
    _ excess: Int, _ outcome: BodyReadOutcome, after bytes: borrowing Span<UInt8>,
    at now: MonotonicInstant?
  ) -> SendingMachine.PassAction {
    let action = sending.didProbe(excess, outcome, after: bytes, at: now)
    if case .fail(let error) = action { fail(error) }
    return action
  }

  /// Takes the error of a read.
  ///
  /// - Returns: The error that ends the exchange.
  package mutating func didFailToRead(_ error: any Error) -> SessionError {
    fail(SessionError(.bodyFailed, underlying: error))
  }

  /// Notes that the source is readable again.
  ///
  /// - Returns: Whether sending has waited for it.
  package mutating func didBecomeReadable(at now: MonotonicInstant?) -> Bool {
    sending.didBecomeReadable(at: now)
  }

  /// Begins the body again at its first byte.
  ///
  /// - Parameters:
  ///   - isReplayable: Whether it can be read again.
  ///   - proxyStatus: The status of a proxy's response that asks for it, or `nil` if there is none.
  mutating func rewind(isReplayable: Bool, proxyStatus: Int?) -> SendingMachine.RewindAction {
    let status = receiving.head?.response.status.code ?? proxyStatus
    let action = sending.rewind(isReplayable: isReplayable, after: status)
    if case .fail(let error) = action { fail(error) }
    return action
  }

  /// Notes that the connection has ended after a request that must not be sent twice may have arrived.
  mutating func didLoseRequest() {
    fail(
      SessionError(
        .connectionLost,
        message: "the connection ended without a response, and the server may have received the request"))
  }

  /// Each connection had bytes that are no response to the request that was about to be sent.
  mutating func didReceiveSurplus() {
    fail(SessionError(.invalidResponse, message: "the server sends bytes after its responses"))
  }

  // MARK: The response

  /// The head of the response, if it has arrived.
  var head: ReceivedHead? { receiving.head }
  /// The head that has been passed to the waiting task, if one has.
  var passedHead: ReceivedHead? { receiving.passedHead }
  /// Whether an interim response has arrived.
  var hasReceivedInterim: Bool { receiving.hasReceivedInterim }
  /// Whether the end of the connection marks the end of the response's body. Never over HTTP/2.
  var endsWithConnection: Bool { receiving.head?.endsWithConnection ?? false }

  /// Counts the bytes of a line of a head.
  ///
  /// - Returns: `false` to end the exchange.
  mutating func didReceive(headByteCount: Int) -> Bool {
    guard let error = receiving.didReceive(headByteCount: headByteCount) else { return true }
    fail(error)
    return false
  }

  /// Notes that a head is malformed, or has too many fields.
  mutating func didReceiveMalformedHead(hasTooManyFields: Bool) {
    fail(hasTooManyFields ? ReceivingMachine.tooManyFields : ReceivingMachine.malformedHead)
  }

  /// Notes that the framing of a body is malformed.
  mutating func didReceiveMalformedBody(_ error: SessionError) { fail(error) }

  /// Notes an interim response.
  package mutating func didReceiveInterim() { receiving.didReceiveInterim(sent: sending.byteCount) }

  /// Takes the head of a final response.
  ///
  /// - Parameters:
  ///   - response: The head.
  ///   - method: The method of the request.
  ///   - httpVersion: The version in the status line. Defaults to `1.1`.
  ///   - passed: The number of bytes of the request's body that have been passed to the connection.
  ///   - isOfProbe: Whether the transport has sent the request without its body, to get a challenge. Defaults to
  ///     `false`.
  ///   - mayRepeat: Whether the transport may repeat the request by itself. Defaults to `false`.
  ///   - countsLate: Whether `passed` may lack bytes that have been passed. Defaults to `false`.
  package mutating func didReceive(
    _ response: HTTPResponse, toRequest method: HTTPRequest.Method, httpVersion: String = "1.1",
    passed: SendingMachine.Passed, isOfProbe: Bool = false, mayRepeat: Bool = false, countsLate: Bool = false
  ) -> ReceivingMachine.HeadAction {
    let length = BodyLength(of: response, toRequest: method)
    if case .invalid(let reason) = length {
      return .fail(fail(SessionError(.invalidResponse, message: reason)))
    }
    // A response to a request without its body does not count.
    let isSent = isOfProbe || sending.isSent(passed, isEarly: false)
    let isEarly = !isSent && !(countsLate && sending.isSent(.all, isEarly: false))
    return receiving.didReceive(
      ReceivedHead(
        response: response, length: length, httpVersion: httpVersion, isOfProbe: isOfProbe,
        earlyByteCount: isEarly ? min(passed.byteCount, sending.byteCount) : nil),
      isSent: isSent, acceptsEarly: acceptsEarlyResponse, mayRepeat: mayRepeat
    )
  }

  /// Checks whether the request's body has been sent, after an early response.
  mutating func checkRequest(_ passed: SendingMachine.Passed) -> ReceivingMachine.RequestAction {
    if hasEnded { return .ended }
    return sending.isSent(passed, isEarly: true) ? receiving.didSendRequest() : .wait
  }

  /// The action for bytes of the response's body.
  @inline(__always) package mutating func willReceiveBody() -> ReceivingMachine.BodyAction {
    receiving.willReceiveBody(isSuspended: isSuspended)
  }

  /// Counts bytes that were written to the pipe.
  @inline(__always) package mutating func didReceive(_ count: Int) { receiving.didReceive(count) }
  /// The number of bytes that were written to the pipe.
  var receivedBodyByteCount: Int64 { receiving.byteCount }

  /// Notes that the pipe to the body's reader is full.
  package mutating func didFill() -> ReceivingMachine.FullAction { receiving.didFill() }

  /// Notes that the pipe is writable again.
  ///
  /// - Returns: Whether receiving has waited for it.
  package mutating func didBecomeWritable() -> Bool { receiving.didBecomeWritable() }

  // MARK: Suspension and time

  /// Whether the connection must not request bytes.
  var isSendingPaused: Bool { isSuspended || sending.isWaiting }
  /// Whether the connection must not receive bytes.
  var isReceivingPaused: Bool { isSuspended || receiving.isPaused }

  /// Suspends the exchange, or resumes it.
  ///
  /// - Returns: Whether this changes anything.
  package mutating func setSuspended(_ isSuspended: Bool, at now: MonotonicInstant) -> Bool {
    guard isSuspended != self.isSuspended else { return false }
    self.isSuspended = isSuspended
    limit.setSuspended(isSuspended, at: now)
    phaseLimits.restart(at: now)
    sending.setSuspended(isSuspended, at: now)
    return true
  }

  /// The time at which the time limit has passed, or `nil` for never, and while it does not run.
  package var limitEnd: MonotonicInstant? { limit.end }

  /// The error of the time limit, if it has passed.
  package var limitError: SessionError { limit.error }

  /// Returns the error for an exchange that has not moved a byte of a body for longer than the idle limit, or has not
  /// received the response's head within its limit, or `nil` for any other.
  ///
  /// Waiting for the body's source or for the response's reader does not count, because these are the caller's. Call
  /// this at the times that ``nextIdleCheck(after:)`` returns.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - moved: The number of bytes of both bodies that the connection has moved so far.
  ///   - passed: The number of bytes of the request's body that have been passed to the connection.
  ///   - isWaitingForRate: Whether a shared rate allows no bytes now. Defaults to `false`.
  package mutating func idleError(
    at now: MonotonicInstant, moved: Int64, _ passed: SendingMachine.Passed, isWaitingForRate: Bool = false
  ) -> SessionError? {
    let error = phaseLimits.error(
      at: now, in: phaseLimits.phase == .connecting ? .connecting : phase(passed), moved: moved,
      isWaiting: isSendingPaused || isReceivingPaused || isWaitingForRate)
    return error.map { earlyResponse(passed) ?? $0 }
  }

  /// The error of a success that came before the request's body was sent, or `nil` if there is none.
  private func earlyResponse(_ passed: SendingMachine.Passed) -> SessionError? {
    guard receiving.isEarly, !acceptsEarlyResponse, !sending.isSent(passed, isEarly: true) else { return nil }
    return sending.earlyResponse(receiving.head?.response.status.code ?? 0, passed)
  }

  private func phase(_ passed: SendingMachine.Passed) -> PhaseLimits.Phase {
    receiving.isUndecided || receiving.isAwaitingHead && sending.isSent(passed, isEarly: false)
      ? .awaitingResponse : .moving
  }

  /// Returns the time of the next check, or `nil` for never.
  package func nextIdleCheck(after now: MonotonicInstant) -> MonotonicInstant? {
    phaseLimits.nextCheck(after: now)
  }

  // MARK: Progress

  /// Returns the progress if it is time to report it: every 50 ms at most, unless `atOnce`.
  ///
  /// - Parameters:
  ///   - now: The time, or `nil` if the progress is not observed.
  ///   - atOnce: Whether to report it whenever the last report was. Defaults to `false`.
  @inline(__always)
  package mutating func report(at now: MonotonicInstant?, atOnce: Bool = false) -> TransferProgress? {
    guard let now, throttle.admits(at: now, atOnce: atOnce) else { return nil }
    return progress
  }

  private var progress: TransferProgress {
    var progress = TransferProgress.zero
    progress.sentBodyByteCount = sending.byteCount
    progress.requestBodyByteCount = sending.total
    progress.receivedBodyByteCount = receiving.byteCount
    progress.responseBodyByteCount = receiving.head?.bodyByteCount
    progress.sourceTime = sending.clock.sourceTime
    progress.networkTime = isSendRateLimited ? nil : sending.clock.networkTime
    return progress
  }

  // MARK: The end

  package var hasEnded: Bool {
    if case .ended = phase { true } else { false }
  }

  /// Records the error that ends the exchange, unless there is one.
  ///
  /// - Returns: The first error.
  @discardableResult private mutating func fail(_ error: SessionError) -> SessionError {
    if case .failed(let first) = phase { return first }
    phase = .failed(error)
    return error
  }

  /// Ends the exchange from outside: it is cancelled, late or invalidated.
  package mutating func end() { phase = .ended }

  /// Ends the exchange, and determines its result.
  ///
  /// The transport's result is not enough: it may stop sending without an error if a response ends and the server
  /// closes the connection.
  package mutating func finish(_ ending: Ending, _ passed: SendingMachine.Passed) -> EndAction {
    defer { phase = .ended }
    if case .failed(let error) = phase { return .fail(error) }
    if case .failed(let error) = ending { return .fail(error) }
    if let error = earlyResponse(passed) { return .fail(error) }
    switch ending {
    case .closed(let error), .failed(let error): return .fail(error)
    case .complete(isWithinHead: true, isCut: _):
      return .fail(SessionError(.connectionLost, message: "the response's head is incomplete"))
    case .complete(isWithinHead: false, let isCut):
      guard let head = receiving.head else {
        return .fail(SessionError(.invalidResponse, message: "the response has no head"))
      }
      if isCut {
        return .fail(
          SessionError(
            .connectionLost, message: "the connection was closed without TLS's close_notify"))
      }
      // Coded, even an empty body has bytes, so the end of the connection has cut this one.
      if head.endsWithConnection, receiving.byteCount == 0, head.isCoded {
        return .fail(
          SessionError(.connectionLost, message: "the connection ended before the response's body"))
      }
      return .complete(head, isNew: receiving.passedHead == nil)
    }
  }
}
