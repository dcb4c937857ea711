internal import CCurl
internal import HTTPTypes
internal import SluiceBody

/// A running exchange: reports libcurl's callbacks to an ``ExchangeMachine``, and performs its actions. Used on the
/// loop thread only.
///
/// ```
///  libcurl ── callback ──► Exchange ── event ──► ExchangeMachine
///     ▲                       │ ▲                      │
///     └── bytes, pause, end ──┘ └────── action ────────┘
/// ```
///
/// Only the rates that exchanges share are not the machine's: a direction without a turn waits for
/// `.takeSendingTurn` or `.takeReceivingTurn`.
///
/// SAFETY: the exclusivity of accesses to its properties is not checked at run time. They belong to the loop thread,
/// and no access spans a call of libcurl, of the body's reader or of the observer, which might lead back here.
final class Exchange: CurlEasyDelegate {
  let easy: CurlEasy
  private let id: Int
  let start = MonotonicInstant.now
  let request: ExchangeRequest
  private let response: ResponseChannel
  private unowned let loop: CurlLoop
  private let deliveries: Deliveries
  private let stalls: StallGuard
  private let isObserved: Bool
  /// The maximum number of bytes that libcurl gets at once.
  private let readByteCount: Int
  @safe @exclusivity(unchecked) var machine: ExchangeMachine
  @safe @exclusivity(unchecked) private var reader: (any BodyReader)?
  @safe @exclusivity(unchecked) var parser = ResponseHeadParser()
  /// The decoder of a chunked body, or `nil` for any other.
  @safe @exclusivity(unchecked) var chunks: ChunkDecoder?
  /// The number of bytes of the body that were taken although libcurl passes them again.
  @safe @exclusivity(unchecked) private var takenByteCount = 0
  @safe @exclusivity(unchecked) private var setCookies = SetCookieDetector()
  @safe @exclusivity(unchecked) private var flushes = FlushClock()
  /// The exchange's use of the rates that it shares, or `nil` for no limit.
  @safe @exclusivity(unchecked) private var sendShare: RateShare?
  @safe @exclusivity(unchecked) var receiveShare: RateShare?
  /// Whether the machine keeps the time limit. libcurl does until the transfer is suspended for the first time.
  @safe @exclusivity(unchecked) var keepsLimit = false
  /// Whether the progress of the head is reported with its delivery. That of a small response is reported once then, at
  /// its end.
  @safe @exclusivity(unchecked) private var isHeadDue = false
  /// Whether libcurl closes the connection at the end, because it has not read the whole body of the request.
  @safe @exclusivity(unchecked) private var endsConnection = false
  /// Tells whether a request that must not be sent twice has arrived over a kept connection. `nil` for any other
  /// request, and after the response's head.
  @safe @exclusivity(unchecked) private var receipt: Receipt?
  /// Whether the exchange is among the ``Deliveries``.
  @safe @exclusivity(unchecked) var isDue = false

  init(
    id: Int, easy: CurlEasy, request: ExchangeRequest, response: ResponseChannel, loop: CurlLoop,
    deliveries: Deliveries, budgets: RateBudgets, stalls: StallGuard
  ) throws(SessionError) {
    self.stalls = stalls
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
    isObserved = request.observer.observesProgress
    readByteCount = request.maximumReadByteCount
    machine = ExchangeMachine(for: request, isSendRateShared: budgets.sending != nil, at: start)
    easy.delegate = self
    easy.configure(for: request)
    if let refusal = easy.refusal { throw SessionError(CurlFailure(result: refusal)) }
    if request.byteCount == 0 { try checkThatBodyIsEmpty() }
  }

  var origin: RequestURL.Origin { request.url.origin }
  /// Whether another exchange can use the easy handle after this one has succeeded.
  var isPlain: Bool { request.isPlain }
  /// The time, or `nil` if the progress is not observed.
  private var now: MonotonicInstant? { isObserved ? .now : nil }

  // MARK: The request's body

  var announcedRest: Int64? { machine.rest }

  func readBody(into output: inout OutputSpan<UInt8>) -> CurlEasy.ReadResult {
    guard let body = request.body else { return .bytes }
    let isCalled = stalls.beginCallback()
    defer { stalls.endCallback(of: isCalled) }
    let next = machine.nextRead
    switch next {
    // libcurl 7.88 sometimes reads during a pause, and forgets the pause when it opens another connection.
    case .wait: return .waiting
    case .end: return .bytes
    case .read, .probe: break
    }
    let room = min(output.freeCapacity, readByteCount)
    let limit = sendShare?.allowance(upTo: max(room, 1), isWhole: false) ?? room
    if sendShare?.isWaiting == true { return .waiting }
    machine.willRead(at: now)
    do {
      let reader = if let open = self.reader { open } else { try body.makeReader() }
      self.reader = reader
      var action = SendingMachine.PassAction.probe
      if case .read = next {
        let outcome = try output.append(upTo: limit) { try reader.read(into: &$0) }
        action = machine.didRead(output.count, outcome, at: now)
      }
      if case .probe = action {
        let (excess, outcome) = try probe(reader)
        action = machine.didProbe(excess, outcome, after: output.span, at: now)
      }
      return perform(action, reader, &output)
    } catch {
      _ = machine.didFailToRead(error)
      return .failed
    }
  }

  /// Passes the bytes that were read to libcurl, as the machine decides.
  private func perform(
    _ action: SendingMachine.PassAction, _ reader: any BodyReader, _ output: inout OutputSpan<UInt8>
  ) -> CurlEasy.ReadResult {
    switch action {
    case .pass, .probe: break
    case .hold: _ = output.removeLast()
    case .wait(let removesLast):
      if removesLast { _ = output.removeLast() }
      sendShare?.didMove(0)
      reader.whenReadable { [loop, id] in loop.submit(.resumeSending(id)) }
      return .waiting
    case .end(let held):
      if let held { output.append(held) }
      self.reader = nil
      if endsConnection {
        endsConnection = false
        easy.setKeepsConnection(chunks?.hasSurplus != true)
      }
    case .fail: return .failed
    }
    sendShare?.didMove(output.count)
    report(at: now)
    return .bytes
  }

  /// Reads past the declared size.
  private func probe(_ reader: any BodyReader) throws -> (excess: Int, BodyReadOutcome) {
    var outcome = BodyReadOutcome.end
    let excess = try [UInt8](capacity: SendingMachine.probeByteCount) {
      outcome = try reader.read(into: &$0)
    }
    return (excess.count, outcome)
  }

  /// Checks that a body with the declared size 0 is empty, because libcurl does not read it.
  private func checkThatBodyIsEmpty() throws(SessionError) {
    guard let body = request.body else { return }
    let action: SendingMachine.PassAction
    do {
      let (excess, outcome) = try probe(body.makeReader())
      action = machine.didProbe(excess, outcome, after: [UInt8]().span, at: nil)
    } catch {
      throw machine.didFailToRead(error)
    }
    if case .fail(let error) = action { throw error }
  }

  func maySendRequest(over connection: Receipt.UsedConnection?, afterRefusal isRefused: Bool) -> Bool {
    // Without a response, the first connection has ended.
    if let receipt, receipt.mayHaveArrived(isRefused: isRefused) {
      machine.didLoseRequest()
      return false
    }
    receipt = request.method.isIdempotent ? nil : connection.map { Receipt(over: $0) }
    // libcurl begins again in the middle of the body if the bytes that it has read have not reached a connection, or if
    // the server refuses HTTP/2.
    return machine.willSendRequest(at: .now) && rewindBody()
  }

  /// Whether the exchange may start over, because the connection had unexpected input. Kept connections are few, but a
  /// server may send surplus bytes after each of its challenges.
  func mayStartOver() -> Bool {
    guard easy.surplusCount > Self.maximumSurplusCount else { return true }
    machine.didReceiveSurplus()
    return false
  }

  private static let maximumSurplusCount = 20

  func rewindBody() -> Bool {
    guard let body = request.body else { return true }
    switch machine.rewind(isReplayable: body.isReplayable, proxyStatus: easy.refusingProxyStatus) {
    case .none: return true
    case .fail: return false
    case .restart:
      reader = nil
      request.observer.observe(.didRestart)
      return true
    }
  }

  func resumeSending() {
    if machine.didBecomeReadable(at: now) || sendShare?.isWaiting == true { applyPauses() }
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
  var isWaitingForRate: Bool { sendShare?.isWaiting == true || receiveShare?.isWaiting == true }

  func leaveBudgets() {
    sendShare?.end()
    receiveShare?.end()
  }

  func setSuspended(_ isSuspended: Bool) {
    guard machine.setSuspended(isSuspended, at: .now) else { return }
    if !keepsLimit, !request.policy.countsSuspendedTime {
      // libcurl's limit would run during the pause.
      keepsLimit = true
      easy.removeTimeLimit()
    }
    if !isSuspended { request.observer.observe(.didResume) }
    applyPauses()
  }

  /// The end of the time limit, if libcurl does not keep it, or `nil` for never.
  var limitEnd: MonotonicInstant? { keepsLimit ? machine.limitEnd : nil }

  /// Sets libcurl's pauses.
  private func applyPauses() {
    easy.pause(sending: machine.isSendingPaused, receiving: machine.isReceivingPaused)
  }

  /// The number of bytes of the body that libcurl has passed to the connection.
  var passed: SendingMachine.Passed {
    guard request.hasBody else { return .all }
    return SendingMachine.Passed(byteCount: easy.sentBodyByteCount, isChunked: !easy.isMultiplexed)
  }

  // MARK: The response

  var endsWithConnection: Bool { machine.endsWithConnection }

  func receive(headLine: borrowing Span<UInt8>) -> Bool {
    // libcurl 8.18 to 8.22 also passes the line within which a connection has ended.
    guard !headLine.isEmpty, headLine[headLine.count - 1] == UInt8(ascii: "\n") else { return true }
    let isCalled = stalls.beginCallback()
    defer { stalls.endCallback(of: isCalled) }
    guard machine.didReceive(headByteCount: headLine.count) else { return false }
    if let cookies = request.cookies, setCookies.isEnd(headLine) {
      cookies.noteChange(easy.cookieLines)
    }
    if let head = parser.parse(headLine) { return receive(head) }
    if let interim = parser.interim {
      machine.didReceiveInterim()
      if interim.status.code != 100 { easy.endWaitForContinue() }
      request.observer.observe(.didReceiveInterim(interim))
    }
    if parser.isMalformed { machine.didReceiveMalformedHead(hasTooManyFields: parser.hasTooManyFields) }
    return !parser.isMalformed
  }

  private func receive(_ head: HTTPResponse) -> Bool {
    if receipt != nil { receipt = nil }
    easy.noteHead()
    let probed = easy.probed(by: request, after: machine.head?.response.status.code)
    if let probed, easy.mayEnd(probed, with: head) { easy.setKeepsConnection(false) }
    let action = machine.didReceive(
      head, toRequest: request.method, httpVersion: parser.httpVersion, passed: passed,
      isOfProbe: probed != nil,
      mayRepeat: easy.repeatsRequest(after: head, probed: probed, of: request))
    switch action {
    case .fail: return false
    case .ignore: return true
    case .pass, .passEarly, .hold, .decideLater: break
    }
    chunks = machine.head?.isChunked == true ? ChunkDecoder() : nil
    // libcurl stops sending a body that the server has refused, but not while it is paused.
    if machine.isWaitingForSource || sendShare?.isWaiting == true { loop.submit(.resumeSending(id)) }
    if let count = machine.head?.bodyByteCount { response.pipe.reserveCapacity(count) }
    switch action {
    case .fail, .ignore, .decideLater: return true
    case .hold:
      mayLeaveBody()
      deliveries.awaitRequest(of: self)
      report(at: now, atOnce: true)
    case .pass(let head):
      if head.response.status == .expectationFailed {
        mayLeaveBody()
        easy.preventRepetition()
      }
      pass(head)
    case .passEarly(let head):
      mayLeaveBody()
      deliveries.awaitRequest(of: self)
      response.awaitRequest()
      pass(head)
    }
    return true
  }

  /// Prepares for an exchange that ends before libcurl has read the whole body of the request.
  ///
  /// The server may still wait for the body, so it could take the next request on the connection for a part of it (RFC
  /// 9110 §10.1.1). libcurl keeps the connection after success, or 417, instead of 100 (Continue). Over HTTP/2, each
  /// request has its own stream.
  private func mayLeaveBody() {
    guard !machine.hasReadBody, !easy.isMultiplexed else { return }
    endsConnection = true
    easy.setKeepsConnection(false)
  }

  /// Schedules a head for delivery.
  private func pass(_ head: ReceivedHead) {
    deliveries.append(self)
    isHeadDue = true
    request.observer.observe(.didReceive(head.response))
  }

  /// Delivers a head that was held, if the request's body has been sent.
  ///
  /// - Returns: Whether the exchange does not wait for the request's body any longer.
  func checkRequest() -> Bool {
    switch machine.checkRequest(passed) {
    case .wait: return false
    case .ended: return true
    case .sent: break
    case .pass(let head): pass(head)
    }
    response.didSendRequest()
    return true
  }

  func receive(body: borrowing Span<UInt8>) -> CurlEasy.WriteResult {
    let isCalled = stalls.beginCallback()
    defer { stalls.endCallback(of: isCalled) }
    switch machine.willReceiveBody() {
    case .take: break
    case .wait: return .paused
    case .discard: return .taken
    case .pass(let head):
      pass(head)
      return receive(body: body)
    }
    if receiveShare?.allowance(upTo: max(body.count, 1), isWhole: true) == 0 { return .paused }
    let isTaken: Bool
    do throws(SessionError) {
      isTaken = chunks == nil ? write(body) : try writeData(of: body)
    } catch {
      machine.didReceiveMalformedBody(error)
      return .failed
    }
    guard isTaken else {
      receiveShare?.didMove(0)
      if case .passEarly(let head) = machine.didFill() {
        response.awaitRequest()
        pass(head)
      }
      response.pipe.whenWritable { [loop, id] in loop.submit(.resumeReceiving(id)) }
      return .paused
    }
    receiveShare?.didMove(body.count)
    if flushes.didWrite() { deliveries.append(self) }
    if !isHeadDue { report(at: now) }
    return .taken
  }

  /// Writes bytes to the pipe.
  ///
  /// - Returns: `false` if it is full.
  private func write(_ bytes: borrowing Span<UInt8>) -> Bool {
    if case .full = response.pipe.append(bytes) { return false }
    machine.didReceive(bytes.count)
    return true
  }

  /// Writes the data of chunks to the pipe.
  ///
  /// - Returns: `false` if it is full. libcurl passes all of the bytes again then, also those that were taken.
  private func writeData(of body: borrowing Span<UInt8>) throws(SessionError) -> Bool {
    var position = min(takenByteCount, body.count)
    takenByteCount -= position
    while let data = try chunks?.nextData(in: body, from: &position) {
      guard write(body.extracting(data)) else {
        takenByteCount = position
        return false
      }
      chunks?.didTake(data.count)
      position = data.upperBound
    }
    // libcurl would drop them, and keep the connection.
    if chunks?.hasSurplus == true { easy.setKeepsConnection(false) }
    return true
  }

  func resumeReceiving() { if machine.didBecomeWritable() { applyPauses() } }

  /// Delivers the head, and wakes the body's reader.
  ///
  /// - Returns: The time from which on the reader may be woken, or `nil` if everything is delivered.
  func deliver(at now: MonotonicInstant) -> MonotonicInstant? {
    // Its end has delivered everything.
    if machine.hasEnded { return nil }
    if isHeadDue {
      isHeadDue = false
      report(at: isObserved ? now : nil, atOnce: true)
    }
    if flushes.isDue {
      if let next = flushes.flush(at: now) { return next }
      response.pipe.flush()
    }
    if let head = machine.passedHead { response.deliver(head: .success(head)) }
    return nil
  }

  // MARK: Time and end

  /// Ends the exchange with libcurl's result.
  func finish(_ result: CURLcode) {
    var ending = ending(result)
    if case .closed = ending, receiveUnread() { ending = .complete(isWithinHead: false, isCut: false) }
    switch machine.finish(ending, passed) {
    case .fail(let error): finish(throwing: error)
    case .complete(let head, let isNew):
      if isNew { request.observer.observe(.didReceive(head.response)) }
      report(at: now, atOnce: true)
      measure(error: nil)
      response.pipe.finish()
      response.deliver(head: .success(head))
    }
  }

  /// Ends the exchange with an error. A head that is due is delivered before it.
  func finish(throwing error: any Error) {
    let error = (error as? SessionError)?.at(request.url.redacted) ?? error
    machine.end()
    reader = nil
    measure(error: error)
    response.pipe.finish(throwing: error)
    if let head = machine.passedHead { response.deliver(head: .success(head)) }
    response.deliver(head: .failure(error))
  }

  private func measure(error: (any Error)?) {
    var metrics = easy.metrics
    // Some versions of libcurl count the framing, which they do not decode.
    if chunks != nil { metrics.receivedBodyByteCount = machine.receivedBodyByteCount }
    response.didMeasure(metrics)
    request.observer.observe(.didEnd(metrics, error: error))
  }

  /// Reports the progress if it is time to.
  private func report(at now: MonotonicInstant?, atOnce: Bool = false) {
    guard var progress = machine.report(at: now, atOnce: atOnce) else { return }
    progress.decodedByteCount = response.decodedByteCount
    request.observer.observe(.didProgress(progress))
  }
}
