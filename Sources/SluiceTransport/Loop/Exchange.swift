internal import CCurl
internal import HTTPTypes
internal import SluiceBody

/// A running exchange: the state between libcurl's callbacks and the waiting task. Used on the loop thread only.
///
/// Two directions move independently. Each is paused while one of its flags is set:
///
/// ```
///             flag              set if                              cleared by
///  sending    isSendPaused      the body's source has no bytes      whenReadable ─► .resumeSending,
///                               for now (readBody)                  a head that arrives, a restart of the body
///  receiving  isReceivePaused   the pipe to the reader is full      whenWritable ─► .resumeReceiving
///  sending    sendShare waits   the shared rate is used up          .takeSendingTurn
///  receiving  receiveShare …    the shared rate is used up          .takeReceivingTurn
///  both       isSuspended       the caller suspends the transfer    the caller resumes it
/// ```
///
/// ```
///  running ── source waits ──► send-paused ── suspend ──► send-paused and suspended
///     ▲                            ▲                                │
///     └──── source is readable ────┴──────────── resume ────────────┘
/// ```
///
/// Time in any of these states does not count for the idle timeout.
final class Exchange: CurlEasyDelegate {
  let easy: CurlEasy
  private let id: Int
  private let request: ExchangeRequest
  private let response: ResponseChannel
  private unowned let loop: CurlLoop
  private let deliveries: Deliveries

  private var reader: (any BodyReader)?
  private var readerHasEnded = false
  /// The bytes that libcurl adds to a body of unknown size.
  private var framing = ChunkFraming()
  /// The last byte of the declared size, kept back until the reader has reported its end.
  private var heldBack: UInt8?
  /// Measures what sending waits for; `nil` unless the progress is observed.
  private var sendingClock: SendingClock?
  private var isSendPaused = false
  private var isReceivePaused = false
  /// Whether the caller has suspended the transfer.
  private var isSuspended = false
  /// The time limit, which libcurl keeps until the transfer is suspended for the first time.
  private var limit: TimeLimit
  private var keepsLimit = false
  /// The exchange's use of the rates that it shares; `nil` for no limit.
  private var sendShare: RateShare?
  private var receiveShare: RateShare?
  private var failure: SessionError?

  private var parser = ResponseHeadParser()
  private var head: ReceivedHead?
  private var isHeadDue = false
  /// Whether a successful head waits until the request's body has been sent.
  private var isHeadHeld = false
  /// Whether a successful head has arrived before the request's body had been sent.
  private var isEarly = false
  private var hasEnded = false
  /// Whether bytes have been written to the pipe since its last flush.
  private var isFlushDue = false
  private var lastFlush: ContinuousClock.Instant?
  private var progress = TransferProgress.zero
  private var lastReport: ContinuousClock.Instant?
  private var lastActivity = ContinuousClock.now
  private var lastMoved: Int64 = 0
  private var headByteCount = 0
  /// The number of bytes of the body that had been sent at the last interim response.
  private var sentAtInterim: Int64 = 0
  private static let cookieField = Array("set-cookie:".utf8)
  /// Whether the head that is arriving sets a cookie.
  private var hasSetCookie = false
  /// Whether the end of the connection marks the end of the response's body. Never over HTTP/2.
  private(set) var endsWithConnection = false
  /// The maximum number of bytes of an exchange's heads, including trailers.
  private static let maximumHeadByteCount = 256 * 1024
  private static let headTooLarge = """
    the response's head and trailers are larger than \(maximumHeadByteCount) bytes, or one of their lines is larger than \
    libcurl accepts (102400 bytes, 4096 in trailers)
    """

  init(
    id: Int, easy: CurlEasy, request: ExchangeRequest, response: ResponseChannel, loop: CurlLoop,
    deliveries: Deliveries, budgets: RateBudgets
  ) throws(SessionError) {
    self.id = id
    self.request = request
    self.response = response
    self.loop = loop
    self.deliveries = deliveries
    sendShare = budgets.sending.map { RateShare(of: $0, for: id) { loop.submit(.takeSendingTurn(id)) } }
    receiveShare = budgets.receiving.map {
      RateShare(of: $0, for: id) { loop.submit(.takeReceivingTurn(id)) }
    }
    self.easy = easy
    limit = TimeLimit(of: request, from: .now)
    easy.delegate = self
    easy.configure(for: request)
    if let refusal = easy.refusal { throw SessionError(CurlFailure(result: refusal)) }
    progress.requestBodyByteCount = request.byteCount ?? (request.body == nil ? 0 : nil)
    if request.observer.observesProgress { sendingClock = SendingClock() }
    if request.byteCount == 0 { try checkThatBodyIsEmpty() }
  }

  var origin: RequestURL.Origin { request.url.origin }
  /// Whether another exchange can use the easy handle after this one has succeeded.
  var isPlain: Bool { request.isPlain }

  // MARK: The request's body

  var announcedRest: Int64? {
    request.byteCount.map { max(0, $0 - progress.sentBodyByteCount) + (heldBack == nil ? 0 : 1) }
  }

  func readBody(into output: inout OutputSpan<UInt8>) -> CurlEasy.ReadResult {
    // libcurl forgets the pause when it opens another connection.
    if isSuspended { return .waiting }
    guard let body = request.body, !readerHasEnded else { return .bytes }
    let room = output.freeCapacity
    let limit = sendShare?.allowance(upTo: max(room, 1), isWhole: false) ?? room
    if sendShare?.isWaiting == true { return .waiting }
    sendingClock?.didBeginReading(at: .now)
    do {
      let reader = if let open = self.reader { open } else { try body.makeReader() }
      self.reader = reader
      let outcome = try output.append(upTo: limit) { try read(reader, into: &$0) }
      sendShare?.didMove(output.count)
      framing.didRead(output.count)
      return try take(outcome, from: reader, count: output.count)
    } catch {
      failure = SessionError(.bodyFailed, underlying: error)
      return .failed
    }
  }

  /// Checks the result of a read against the declared size, and returns the result for libcurl.
  ///
  /// - Throws: A ``BodyError`` with the code `byte-count-mismatch` if the body is shorter or longer than declared.
  private func take(_ outcome: BodyReadOutcome, from reader: any BodyReader, count: Int) throws
    -> CurlEasy.ReadResult
  {
    if let byteCount = request.byteCount {
      let isShort = outcome == .end && progress.sentBodyByteCount < byteCount
      if isShort || progress.sentBodyByteCount > byteCount {
        throw BodyError(.byteCountMismatch, expected: byteCount, actual: progress.sentBodyByteCount)
      }
    }
    switch outcome {
    case .more where count == 0: throw BodyError(.readFailed)
    case .more: break
    case .end:
      readerHasEnded = true
      self.reader = nil
    case .waiting where count == 0:
      isSendPaused = true
      reader.whenReadable { [loop, id] in loop.submit(.resumeSending(id)) }
      return .waiting
    case .waiting: break
    }
    reportSending()
    return .bytes
  }

  /// Reports the progress after a read of the body.
  private func reportSending() {
    guard sendingClock != nil else { return }
    let now = ContinuousClock.now
    if readerHasEnded { sendingClock?.didReadLast(at: now) } else { sendingClock?.didRead(at: now) }
    progress.sourceTime = sendingClock?.sourceTime
    // While the rate is limited, it is unknown whether the connection would take bytes.
    let isSendRateLimited = request.settings.maximumSendRate != nil || sendShare != nil
    progress.networkTime = isSendRateLimited ? nil : sendingClock?.networkTime
    report(at: now)
  }

  /// Checks that a body with the declared size 0 is empty, because libcurl does not read it.
  private func checkThatBodyIsEmpty() throws(SessionError) {
    do {
      if let body = request.body { _ = try probe(body.makeReader()) }
      if progress.sentBodyByteCount > 0 {
        throw BodyError(.byteCountMismatch, expected: 0, actual: progress.sentBodyByteCount)
      }
    } catch {
      throw SessionError(.bodyFailed, underlying: error)
    }
  }

  /// Reads the next bytes of the body.
  ///
  /// libcurl stops reading at the declared size, so any excess must be detected before it gets the last byte. For a
  /// body with a declared size of 5 and a source that is not ready to report its end:
  ///
  /// ```
  ///  source      abcde, then waiting     then end
  ///  to libcurl  abcd                    e
  ///  heldBack        e                   nil
  /// ```
  private func read(_ reader: any BodyReader, into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome
  {
    var outcome = BodyReadOutcome.waiting
    if heldBack == nil {
      outcome = try reader.read(into: &output)
      progress.sentBodyByteCount += Int64(output.count)
    }
    guard let byteCount = request.byteCount, progress.sentBodyByteCount >= byteCount, outcome != .end
    else {
      return outcome
    }
    outcome = try probe(reader)
    if outcome != .waiting {
      if let byte = heldBack.take() { output.append(byte) }
    } else if heldBack == nil, !output.isEmpty {
      heldBack = output.removeLast()
    }
    return outcome
  }

  /// Reads past the declared size, and counts the excess.
  private func probe(_ reader: any BodyReader) throws -> BodyReadOutcome {
    var outcome = BodyReadOutcome.end
    let excess = try [UInt8](capacity: 256) { outcome = try reader.read(into: &$0) }
    progress.sentBodyByteCount += Int64(excess.count)
    return outcome
  }

  func rewindBody() -> Bool {
    guard let body = request.body, reader != nil || readerHasEnded else { return true }
    guard body.isReplayable else {
      failure = .notReplayable(after: head?.response.status.code ?? easy.refusingProxyStatus)
      return false
    }
    reader = nil
    readerHasEnded = false
    framing = ChunkFraming()
    heldBack = nil
    isSendPaused = false
    progress.sentBodyByteCount = 0
    sendingClock?.restart()
    (progress.sourceTime, progress.networkTime) = (nil, nil)
    request.observer.didRestart()
    return true
  }

  func resumeSending() {
    guard isSendPaused || sendShare?.isWaiting == true else { return }
    isSendPaused = false
    sendingClock?.didRead(at: .now)
    applyPauses()
  }

  func takeSendingTurn() {
    sendShare?.didGetTurn()
    applyPauses()
  }

  func takeReceivingTurn() {
    receiveShare?.didGetTurn()
    applyPauses()
  }

  /// Whether a rate that is shared allows no bytes now.
  private var isWaitingForRate: Bool { sendShare?.isWaiting == true || receiveShare?.isWaiting == true }

  func leaveBudgets() {
    sendShare?.end()
    receiveShare?.end()
  }

  func setSuspended(_ isSuspended: Bool) {
    guard isSuspended != self.isSuspended else { return }
    self.isSuspended = isSuspended
    setLimitSuspended(isSuspended)
    sendingClock?.setSuspended(isSuspended, at: .now)
    if !isSuspended { request.observer.didResume() }
    applyPauses()
  }

  /// Stops or starts the time limit. libcurl's would run during the pause.
  private func setLimitSuspended(_ isSuspended: Bool) {
    limit.setSuspended(isSuspended, at: .now)
    if keepsLimit || request.countsSuspendedTime { return }
    keepsLimit = true
    easy.removeTimeLimit()
  }

  /// The end of the time limit, if libcurl does not keep it; `nil` for never.
  var limitEnd: ContinuousClock.Instant? { keepsLimit ? limit.end : nil }

  /// Sets libcurl's pauses from the flags.
  private func applyPauses() {
    easy.pause(sending: isSendPaused || isSuspended, receiving: isReceivePaused || isSuspended)
  }

  /// Whether libcurl has passed the whole body to the connection. It stops sending without an error if a response ends
  /// and the server closes the connection.
  private var isBodySent: Bool {
    guard request.body != nil, request.byteCount != 0 else { return true }
    guard readerHasEnded else { return false }
    // Only an early response ends while chunks are being sent. Otherwise, the count does not depend on how libcurl
    // divides them.
    let isChunked = isEarly && request.byteCount == nil && !easy.isMultiplexed
    return easy.sentBodyByteCount >= progress.sentBodyByteCount + (isChunked ? framing.byteCount : 0)
  }

  /// Whether the server has reported success for a body that was not sent, which the caller does not accept.
  private var isCut: Bool { isEarly && !request.acceptsEarlyResponse && !isBodySent }

  // MARK: The response

  func receive(headLine: borrowing Span<UInt8>) -> Bool {
    headByteCount += headLine.count
    guard headByteCount <= Self.maximumHeadByteCount else { return refuse(Self.headTooLarge) }
    noteCookies(headLine)
    guard let head = parser.take(headLine) else {
      if let interim = parser.interim { receive(interim) }
      return parser.isMalformed ? refuse("the response's head is malformed") : true
    }
    let length = BodyLength(of: head, inAnswerTo: request.method)
    if case .invalid(let reason) = length { return refuse(reason) }
    endsWithConnection = length == .untilClose
    self.head = ReceivedHead(
      response: head, bodyByteCount: length.byteCount, httpVersion: parser.httpVersion)
    // libcurl stops sending a body that the server has refused, but not while it is paused.
    if isSendPaused || sendShare?.isWaiting == true { loop.submit(.resumeSending(id)) }
    progress.responseBodyByteCount = length.byteCount
    if let count = length.byteCount { response.pipe.reserveCapacity(count) }
    // If libcurl repeats the request after a 401 by itself, another head follows. If it does not, the body or the end
    // shows it.
    if !easy.mayAnswer(head.status, of: request) {
      isEarly = head.status.kind == .successful && !isBodySent
      isHeadHeld = isEarly && !request.acceptsEarlyResponse
      if isEarly { deliveries.awaitRequest(of: self) }
      if isEarly, !isHeadHeld { response.awaitRequest() }
      setHeadDue()
      report(atOnce: true)
    }
    return true
  }

  /// Schedules a head that was held for delivery, if the request's body has been sent.
  ///
  /// - Returns: Whether the exchange does not wait for the request's body any longer.
  func checkRequest() -> Bool {
    if hasEnded { return true }
    guard isBodySent else { return false }
    releaseHead()
    response.didSendRequest()
    return true
  }

  private func releaseHead() {
    isHeadHeld = false
    setHeadDue()
  }

  /// Reports an interim response. While the body is being sent, there may be any number of them.
  private func receive(_ interim: HTTPResponse) {
    if progress.sentBodyByteCount > sentAtInterim { headByteCount = 0 }
    sentAtInterim = progress.sentBodyByteCount
    request.observer.didReceive(interim: interim)
  }

  /// Notes that a head sets cookies: at its last line, because libcurl may store a cookie after it has passed its line.
  private func noteCookies(_ headLine: borrowing Span<UInt8>) {
    guard let cookies = request.settings.cookies, cookies.hasFile else { return }
    let name = Self.cookieField
    if headLine.count > name.count {
      if name.indices.allSatisfy({ headLine[$0] | 0x20 == name[$0] }) { hasSetCookie = true }
    } else if hasSetCookie, headLine.count <= 2 {
      hasSetCookie = false
      cookies.noteChange(easy.cookieLines)
    }
  }

  /// Records why the response is invalid.
  ///
  /// - Returns: `false`, which ends the exchange.
  private func refuse(_ reason: String) -> Bool {
    failure = SessionError(.invalidResponse, message: reason)
    return false
  }

  func receive(body: borrowing Span<UInt8>) -> Bool {
    setHeadDue()
    if isSuspended { return false }
    if receiveShare?.allowance(upTo: max(body.count, 1), isWhole: true) == 0 { return false }
    switch response.pipe.append(body) {
    case .full:
      receiveShare?.didMove(0)
      isReceivePaused = true
      if isHeadHeld {
        // Only the reader of the body makes room, and a server that sends while it receives may wait for this.
        response.awaitRequest()
        releaseHead()
      }
      response.pipe.whenWritable { [loop, id] in loop.submit(.resumeReceiving(id)) }
      return false
    case .written, .cancelled:
      receiveShare?.didMove(body.count)
      progress.receivedBodyByteCount += Int64(body.count)
      setFlushDue()
      report()
      return true
    }
  }

  func resumeReceiving() {
    guard isReceivePaused else { return }
    isReceivePaused = false
    applyPauses()
  }

  /// Schedules the head for delivery, once.
  private func setHeadDue() {
    guard !isHeadDue, !isHeadHeld, let head else { return }
    isHeadDue = true
    deliveries.append(self)
    request.observer.didReceive(head.response)
  }

  /// Schedules the bytes in the pipe for delivery.
  private func setFlushDue() {
    if !isFlushDue { deliveries.append(self) }
    isFlushDue = true
  }

  /// Delivers the head, and wakes the body's reader.
  ///
  /// A reader is woken every millisecond at most, or by the pipe when it has enough bytes: fast bodies arrive in small
  /// pieces, and waking a thread for each would take longer than receiving it.
  ///
  /// - Returns: The time from which on the reader may be woken; `nil` if everything is delivered.
  func deliver(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    if isFlushDue {
      if let lastFlush, lastFlush + .milliseconds(1) > now { return lastFlush + .milliseconds(1) }
      isFlushDue = false
      lastFlush = now
      response.pipe.flush()
    }
    if isHeadDue { deliverHead() }
    return nil
  }

  /// Delivers the head to the waiting task, if there is one.
  private func deliverHead() {
    if let head { response.deliver(head: .success(head)) }
  }

  // MARK: Time and end

  /// Whether nothing has moved for longer than the limit.
  ///
  /// Waiting for the body's source or for the response's reader does not count, because these are the caller's. Called
  /// at the times that ``nextIdleCheck(after:)`` returns.
  func isIdle(at now: ContinuousClock.Instant) -> Bool {
    guard let limit = request.idleLimit else { return false }
    let moved = easy.bytesMoved + Int64(headByteCount)
    let isWaiting = isSendPaused || isReceivePaused || isSuspended || isWaitingForRate
    if moved != lastMoved || isWaiting {
      lastMoved = moved
      lastActivity = now
    }
    return now - lastActivity >= limit
  }

  /// Returns the time of the next check; `nil` for never. Activity is noticed at checks only, so an exchange may end up
  /// to a quarter of the limit late.
  func nextIdleCheck(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let limit = request.idleLimit else { return nil }
    return min(now + limit / 4, lastActivity + limit)
  }

  /// Ends the exchange with libcurl's result.
  func finish(_ result: CURLcode) {
    if let failure {
      finish(throwing: failure)
    } else if isCut, isEnd(result) {
      finish(throwing: earlyResponse)
    } else if result == CURLE_OK, head != nil, !parser.isWithinHead {
      guard !isTruncated else {
        return finish(
          throwing: SessionError(
            .connectionLost, message: "the connection was closed without TLS's close_notify"))
      }
      if isHeadHeld { releaseHead() }
      report(atOnce: true)
      hasEnded = true
      measure(error: nil)
      response.pipe.finish()
      deliverHead()
    } else if result == CURLE_OK, parser.isWithinHead {
      finish(throwing: SessionError(.connectionLost, message: "the response's head is incomplete"))
    } else if result == CURLE_OK {
      finish(throwing: SessionError(.invalidResponse, message: "the response has no head"))
    } else if result == SLUICE_CURLE_TOO_LARGE || (result == CURLE_OUT_OF_MEMORY && isWithinHead) {
      // The results of newer and older versions of libcurl for a line that is too long.
      finish(throwing: SessionError(.invalidResponse, message: Self.headTooLarge))
    } else {
      finish(throwing: SessionError(easy.failure(result)))
    }
  }

  /// Whether the peer has ended the exchange: with the response, by closing the connection or by resetting the stream.
  private func isEnd(_ result: CURLcode) -> Bool {
    result == CURLE_OK || result == CURLE_HTTP2_STREAM || easy.failure(result).code == .connectionLost
  }

  /// The error for a server that reports success before it can have the whole body.
  private var earlyResponse: SessionError {
    let sent = min(easy.sentBodyByteCount, progress.sentBodyByteCount)
    let count = request.byteCount.map { "\(sent) of \($0)" } ?? "the first \(sent)"
    let status = head?.response.status.code ?? 0
    return SessionError(
      .earlyResponse, message: "the server responded \(status) after \(count) bytes of the request's body",
      underlying: BodyError(.byteCountMismatch, expected: request.byteCount, actual: sent))
  }

  /// Whether the response's body may have been cut short: anyone on the path can close a TLS connection, but only the
  /// peer can send `close_notify` (RFC 8446 §6.1).
  private var isTruncated: Bool {
    endsWithConnection && !easy.isMultiplexed && easy.hasCloseNotify == false
  }

  /// Whether a response has begun but its head has not ended. libcurl passes whole lines only.
  private var isWithinHead: Bool {
    parser.isWithinHead || (head == nil && easy.metrics.firstByte > .zero)
  }

  /// Ends the exchange with an error. A head that is due is delivered before it.
  func finish(throwing error: any Error) {
    let error = (error as? SessionError)?.at(request.url.redacted) ?? error
    hasEnded = true
    reader = nil
    measure(error: error)
    response.pipe.finish(throwing: error)
    if isHeadDue { deliverHead() }
    response.deliver(head: .failure(error))
  }

  private func measure(error: (any Error)?) {
    let metrics = easy.metrics
    response.didMeasure(metrics)
    request.observer.didEnd(metrics, error: error)
  }

  /// Reports the progress, at most every 50 ms unless `atOnce`.
  ///
  /// - Parameters:
  ///   - atOnce: Whether to report it whenever the last report was. Defaults to `false`.
  ///   - time: The current time; `nil`, the default, reads it.
  private func report(atOnce: Bool = false, at time: ContinuousClock.Instant? = nil) {
    guard request.observer.observesProgress else { return }
    // Often enough for a progress bar, and rare enough to cost nothing.
    let now = time ?? .now
    if !atOnce, let lastReport, now - lastReport < .milliseconds(50) { return }
    lastReport = now
    response.update(&progress)
    request.observer.didProgress(progress)
  }
}
