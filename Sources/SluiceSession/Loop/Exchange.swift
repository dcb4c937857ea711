internal import CCurl
internal import HTTPTypes
internal import SluiceBody

/// One exchange while it runs: the state between libcurl's callbacks and the task that waits. Lives on the loop thread.
final class Exchange: CurlEasyDelegate {
  let easy: CurlEasy
  private let id: Int
  private let request: ExchangeRequest
  private let response: ResponseChannel
  private unowned let loop: CurlLoop
  private let heads: DueHeads

  private var reader: (any BodyReader)?
  private var readerHasEnded = false
  /// The last of the announced bytes, until the reader says that it is the last.
  private var heldBack: UInt8?
  private var isSendPaused = false
  private var isReceivePaused = false
  /// The caller wants nothing to move.
  private var isSuspended = false
  private var failure: SessionError?

  private var parser = ResponseHeadParser()
  private var head: ReceivedHead?
  private var isHeadDue = false
  private var progress = TransferProgress()
  private var lastReport: ContinuousClock.Instant?
  private var lastActivity = ContinuousClock.now
  private var lastMoved: Int64 = 0
  private var headByteCount = 0
  /// Whether the response's body ends when its connection does. Over HTTP/2 none does.
  private(set) var endsWithConnection = false
  /// The most bytes of heads, trailers among them, that an exchange takes.
  private static let headLimit = 256 * 1024
  private static let headTooLarge = """
    the response's head and trailers are larger than \(headLimit) bytes, or a line of them is larger than libcurl takes \
    (102400 bytes, 4096 in trailers)
    """

  init(
    id: Int, request: ExchangeRequest, response: ResponseChannel, loop: CurlLoop, heads: DueHeads
  ) throws(SessionError) {
    self.id = id
    self.request = request
    self.response = response
    self.loop = loop
    self.heads = heads
    easy = try CurlEasy(id: id)
    easy.delegate = self
    easy.configure(for: request)
    if let refusal = easy.refusal { throw SessionError(CurlFailure(result: refusal)) }
    progress.totalToSend = request.byteCount ?? (request.body == nil ? 0 : nil)
    if request.byteCount == 0 { try checkThatBodyIsEmpty() }
  }

  var origin: RequestURL.Origin { request.url.origin }

  // MARK: The request's body

  var announcedRest: Int64? {
    request.byteCount.map { max(0, $0 - progress.sent) + (heldBack == nil ? 0 : 1) }
  }

  func readBody(into output: inout OutputSpan<UInt8>) -> CurlEasy.ReadResult {
    // libcurl forgets that it is paused where it connects anew.
    if isSuspended { return .waiting }
    guard let body = request.body, !readerHasEnded else { return .bytes }
    do {
      let reader = if let open = self.reader { open } else { try Self.reader(of: body) }
      self.reader = reader
      let outcome = try read(reader, into: &output)
      return try take(outcome, from: reader, count: output.count)
    } catch {
      failure = SessionError(.bodyFailed, underlying: error)
      return .failed
    }
  }

  private func take(_ outcome: BodyReadOutcome, from reader: any BodyReader, count: Int) throws
    -> CurlEasy.ReadResult
  {
    if let byteCount = request.byteCount {
      let isShort = outcome == .end && progress.sent < byteCount
      if isShort || progress.sent > byteCount {
        throw BodyError(.byteCountMismatch, expected: byteCount, actual: progress.sent)
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
    report()
    return .bytes
  }

  private static func reader(of body: any BodySource) throws -> any BodyReader {
    body.needsOwnThread ? ThreadReader(over: body) : try body.makeReader()
  }

  /// libcurl does not ask for a body of no bytes.
  private func checkThatBodyIsEmpty() throws(SessionError) {
    do {
      if let body = request.body { _ = try probe(body.makeReader()) }
      if progress.sent > 0 { throw BodyError(.byteCountMismatch, expected: 0, actual: progress.sent) }
    } catch {
      throw SessionError(.bodyFailed, underlying: error)
    }
  }

  /// libcurl asks no more once it has what was announced: whether there is more must be known before.
  private func read(_ reader: any BodyReader, into output: inout OutputSpan<UInt8>) throws -> BodyReadOutcome
  {
    var outcome = BodyReadOutcome.waiting
    if heldBack == nil {
      outcome = try reader.read(into: &output)
      progress.sent += Int64(output.count)
    }
    guard let byteCount = request.byteCount, progress.sent >= byteCount, outcome != .end else {
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

  /// Reads past the announced end.
  private func probe(_ reader: any BodyReader) throws -> BodyReadOutcome {
    var outcome = BodyReadOutcome.end
    let excess = try [UInt8](capacity: 256) { outcome = try reader.read(into: &$0) }
    progress.sent += Int64(excess.count)
    return outcome
  }

  func rewindBody() -> Bool {
    guard let body = request.body, reader != nil || readerHasEnded else { return true }
    guard body.isReplayable else {
      failure = SessionError(.bodyFailed, underlying: BodyError(.notReplayable))
      return false
    }
    reader = nil
    readerHasEnded = false
    heldBack = nil
    isSendPaused = false
    progress.sent = 0
    return true
  }

  func resumeSending() {
    guard isSendPaused else { return }
    isSendPaused = false
    applyPauses()
  }

  func setSuspended(_ isSuspended: Bool) {
    guard isSuspended != self.isSuspended else { return }
    self.isSuspended = isSuspended
    applyPauses()
  }

  private func applyPauses() {
    easy.pause(sending: isSendPaused || isSuspended, receiving: isReceivePaused || isSuspended)
  }

  // MARK: The response

  func receive(headLine: borrowing Span<UInt8>) -> Bool {
    headByteCount += headLine.count
    guard headByteCount <= Self.headLimit else { return refuse(Self.headTooLarge) }
    guard let head = parser.take(headLine) else {
      return parser.isMalformed ? refuse("the response's head is malformed") : true
    }
    let length = BodyLength(of: head, inAnswerTo: request.method)
    if case .invalid(let reason) = length { return refuse(reason) }
    endsWithConnection = length == .untilClose
    self.head = ReceivedHead(response: head, bodyByteCount: length.byteCount)
    // libcurl gives up a body that was refused, but not while it is paused.
    if isSendPaused { loop.submit(.resumeSending(id)) }
    progress.totalToReceive = length.byteCount
    // A 401 that libcurl answers itself is followed by another head; that it does not, the body or the end tells.
    if !easy.mayAnswer(head.status, of: request) {
      setHeadDue()
      report(atOnce: true)
    }
    return true
  }

  private func refuse(_ reason: String) -> Bool {
    failure = SessionError(.invalidResponse, message: reason)
    return false
  }

  func receive(body: borrowing Span<UInt8>) -> Bool {
    setHeadDue()
    if isSuspended { return false }
    switch response.pipe.write(body) {
    case .full:
      isReceivePaused = true
      response.pipe.whenWritable { [loop, id] in loop.submit(.resumeReceiving(id)) }
      return false
    case .written, .cancelled:
      progress.received += Int64(body.count)
      report()
      return true
    }
  }

  func resumeReceiving() {
    guard isReceivePaused else { return }
    isReceivePaused = false
    applyPauses()
  }

  private func setHeadDue() {
    guard !isHeadDue, let head else { return }
    isHeadDue = true
    heads.append(self)
    request.transfer.post(head.response.redacted) { $0.received($1, response: $2) }
  }

  func deliverHead() {
    if let head { response.deliver(head: .success(head)) }
  }

  // MARK: Time and end

  /// Whether nothing has moved for longer than is allowed. Waiting for the body's source or the response's reader does
  /// not count: they are the caller's. Asked at ``nextIdleCheck(after:)``.
  func isIdle(at now: ContinuousClock.Instant) -> Bool {
    guard let limit = request.idleLimit else { return false }
    let moved = easy.bytesMoved + Int64(headByteCount)
    if moved != lastMoved || isSendPaused || isReceivePaused || isSuspended {
      lastMoved = moved
      lastActivity = now
    }
    return now - lastActivity >= limit
  }

  /// When to ask next; nil for never. What has moved is known to a quarter of the limit: so much later it may end.
  func nextIdleCheck(after now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    guard let limit = request.idleLimit else { return nil }
    return min(now + limit / 4, lastActivity + limit)
  }

  func finish(_ result: CURLcode) {
    if let failure {
      finish(throwing: failure)
    } else if result == CURLE_OK, head != nil, !parser.isWithinHead {
      guard !isTruncated else {
        return finish(
          throwing: SessionError(
            .connectionLost, message: "the connection was closed without TLS's close_notify"))
      }
      report(atOnce: true)
      measure(error: nil)
      response.pipe.finish()
      deliverHead()
    } else if result == CURLE_OK, parser.isWithinHead {
      finish(throwing: SessionError(.connectionLost, message: "closed within the response's head"))
    } else if result == CURLE_OK {
      finish(throwing: SessionError(.invalidResponse, message: "the response has no head"))
    } else if result == SLUICE_CURLE_TOO_LARGE || (result == CURLE_OUT_OF_MEMORY && isWithinHead) {
      // How newer and older versions of libcurl end an exchange whose response has a larger line than they take.
      finish(throwing: SessionError(.invalidResponse, message: Self.headTooLarge))
    } else {
      finish(throwing: SessionError(easy.failure(result)))
    }
  }

  /// Whether the end of the response's body may not be the one that the peer meant: somebody else can close a TLS
  /// connection, but only the peer can send `close_notify` (RFC 8446 §6.1).
  private var isTruncated: Bool {
    endsWithConnection && request.url.origin.scheme == "https" && !easy.isMultiplexed
      && !CurlFeature.truncationAlert.isAvailable && CurlEasy.canTellTruncation && !easy.hasCloseNotify
  }

  /// Whether a response has begun and its head has not ended. libcurl reports whole lines.
  private var isWithinHead: Bool {
    parser.isWithinHead || (head == nil && easy.metrics.firstByte > .zero)
  }

  func finish(throwing error: any Error) {
    let error = (error as? SessionError)?.at(request.url.redacted) ?? error
    reader = nil
    measure(error: error)
    response.pipe.finish(throwing: error)
    if isHeadDue { deliverHead() }
    response.deliver(head: .failure(error))
  }

  private func measure(error: (any Error)?) {
    let metrics = easy.metrics
    response.measured(metrics)
    request.transfer.ended(exchange: request.number, metrics, error: error)
  }

  private func report(atOnce: Bool = false) {
    guard request.transfer.isObserved else { return }
    // Often enough for a bar, too seldom to cost anything.
    let now = ContinuousClock.now
    if !atOnce, let lastReport, now - lastReport < .milliseconds(50) { return }
    lastReport = now
    response.update(&progress)
    request.transfer.report(progress)
  }
}
