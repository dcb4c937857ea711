import HTTPTypes
import SluiceBody
import SluiceTestSupport
import Testing

@testable import SluiceTransport

extension ExchangeMachine {
  /// A machine without a request, at a time.
  init(
    hasBody: Bool = false, declared: Int64? = nil, acceptsEarlyResponse: Bool = false,
    isSendRateLimited: Bool = false, idleLimit: Duration? = nil, responseLimit: Duration? = nil,
    timeLimit: Duration? = nil, at start: MonotonicInstant
  ) {
    self.init(
      sending: SendingMachine(hasBody: hasBody, declared: declared),
      limit: TimeLimit(timeLimit, countsSuspendedTime: false, from: start),
      phaseLimits: PhaseLimits(idle: idleLimit, response: responseLimit, from: start),
      acceptsEarlyResponse: acceptsEarlyResponse, isSendRateLimited: isSendRateLimited)
  }
}

/// The rules of an exchange step by step, at given times and without a connection.
@Suite(.timeLimit(.minutes(5))) struct ExchangeMachineTests {
  private let start = MonotonicInstant.now
  private func after(_ milliseconds: Int) -> MonotonicInstant { start + .milliseconds(milliseconds) }

  private static func head(_ status: Int, _ fields: HTTPFields = [:]) -> HTTPResponse {
    HTTPResponse(status: .init(code: status), headerFields: fields)
  }

  /// The text of an action, with the number of each byte and without the fields of heads.
  private static func text(_ action: Any) -> String {
    switch action {
    case SendingMachine.PassAction.fail(let error), SendingMachine.RewindAction.fail(let error),
      ReceivingMachine.HeadAction.fail(let error), ExchangeMachine.EndAction.fail(let error):
      "\(error)"
    case ReceivingMachine.HeadAction.pass(let head), ReceivingMachine.BodyAction.pass(let head),
      ReceivingMachine.RequestAction.pass(let head):
      "pass \(head.response.status.code)"
    case ReceivingMachine.HeadAction.passEarly(let head), ReceivingMachine.FullAction.passEarly(let head):
      "passEarly \(head.response.status.code)"
    case ExchangeMachine.EndAction.complete(let head, let isNew):
      "complete \(head.response.status.code)\(isNew ? " new" : "")"
    case SendingMachine.PassAction.end(let byte): "end" + (byte.map { " \($0)" } ?? "")
    case SendingMachine.PassAction.wait(let removesLast): removesLast ? "wait without last" : "wait"
    default: "\(action)"
    }
  }

  /// Reads for the connection.
  private func read(
    _ machine: inout ExchangeMachine, _ count: Int, _ outcome: BodyReadOutcome,
    at now: MonotonicInstant? = nil
  ) -> String {
    machine.willRead(at: now)
    return Self.text(machine.didRead(count, outcome, at: now))
  }

  private func probe(
    _ machine: inout ExchangeMachine, _ excess: Int, _ outcome: BodyReadOutcome, after bytes: [UInt8] = []
  ) -> String {
    machine.willRead(at: nil)
    return Self.text(machine.didProbe(excess, outcome, after: bytes.span, at: nil))
  }

  private func receive(
    _ machine: inout ExchangeMachine, _ status: Int, _ fields: HTTPFields = [:], passed: Int64 = .max,
    mayRepeat: Bool = false
  ) -> String {
    Self.text(
      machine.didReceive(
        Self.head(status, fields), toRequest: .put, passed: .init(byteCount: passed, isChunked: true),
        mayRepeat: mayRepeat))
  }

  private func finish(
    _ machine: inout ExchangeMachine, _ ending: ExchangeMachine.Ending? = nil, passed: Int64 = .max
  ) -> String {
    Self.text(
      machine.finish(
        ending ?? .complete(isWithinHead: false, isCut: false), .init(byteCount: passed, isChunked: true)))
  }

  /// Takes a line of a head.
  private func line(_ machine: inout ExchangeMachine, _ byteCount: Int) -> Bool {
    machine.didReceive(headByteCount: byteCount)
  }

  /// Whether a limit has passed, at a time at which the request's body has not been passed to the connection.
  private func isIdle(
    _ machine: inout ExchangeMachine, _ milliseconds: Int, moved: Int64, isWaitingForRate: Bool = false
  ) -> Bool {
    lateLimit(&machine, milliseconds, moved: moved, passed: 0, isWaitingForRate: isWaitingForRate) != nil
  }

  /// The name of the limit that has passed, or `nil` if none has.
  private func lateLimit(
    _ machine: inout ExchangeMachine, _ milliseconds: Int, moved: Int64 = 0, passed: Int64 = .max,
    isWaitingForRate: Bool = false
  ) -> String? {
    machine.idleError(
      at: after(milliseconds), moved: moved, .init(byteCount: passed, isChunked: true),
      isWaitingForRate: isWaitingForRate)?.message
  }

  // MARK: The request's body

  @Test func `the last byte of the declared size waits for the end of the source`() {
    var machine = ExchangeMachine(hasBody: true, declared: 5, at: start)
    #expect(machine.rest == 5)
    #expect(read(&machine, 2, .more) == "pass" && machine.rest == 3)
    #expect(read(&machine, 3, .waiting) == "probe")
    #expect(probe(&machine, 0, .waiting, after: [3, 4, 5]) == "hold" && machine.rest == 1)
    #expect(probe(&machine, 0, .waiting) == "wait" && machine.isSendingPaused && machine.rest == 1)
    #expect("\(machine.nextRead)" == "wait")
    #expect(machine.didBecomeReadable(at: nil) && !machine.isSendingPaused)
    #expect("\(machine.nextRead)" == "probe")
    #expect(probe(&machine, 0, .end) == "end 5" && machine.rest == 0)
    #expect("\(machine.nextRead)" == "end")
  }

  @Test func `a connection that reads during a pause gets nothing until the source is readable`() {
    var machine = ExchangeMachine(hasBody: true, at: start)
    #expect(read(&machine, 0, .waiting) == "wait")
    #expect("\(machine.nextRead)" == "wait" && machine.isSendingPaused)
    #expect(machine.didBecomeReadable(at: nil) == true && !machine.isSendingPaused)
    #expect("\(machine.nextRead)" == "read")
    #expect(read(&machine, 3, .end) == "end")
    #expect(machine.didBecomeReadable(at: nil) == false)
  }

  @Test func `a single byte that has to wait for the end is not passed`() {
    var machine = ExchangeMachine(hasBody: true, declared: 1, at: start)
    #expect(read(&machine, 1, .more) == "probe")
    #expect(probe(&machine, 0, .waiting, after: [7]) == "wait without last" && machine.isSendingPaused)
    #expect(machine.didBecomeReadable(at: nil) == true)
    #expect(probe(&machine, 0, .end) == "end 7")
  }

  @Test(arguments: [(3, false), (5, true), (5, false), (9, true)])
  func `a body of another size than declared is an error`(count: Int, isMore: Bool) {
    var machine = ExchangeMachine(hasBody: true, declared: 4, at: start)
    var text = read(&machine, min(count, 4), count < 4 ? .end : .more)
    if count > 4 {
      #expect(text == "probe")
      text = probe(&machine, count - 4, isMore ? .more : .waiting, after: [1, 2, 3, 4])
    }
    let error = SessionError(
      .bodyFailed, underlying: BodyError(.byteCountMismatch, expected: 4, actual: Int64(count)))
    #expect(text == "\(error)")
    #expect(finish(&machine, .failed(SessionError(.failed))) == "\(error)")
  }

  @Test func `an empty body is checked with one read past its end`() {
    for (excess, outcome) in [(0, BodyReadOutcome.end), (0, .waiting), (1, .more)] {
      var machine = ExchangeMachine(hasBody: true, declared: 0, at: start)
      #expect("\(machine.nextRead)" == "probe")
      let text = probe(&machine, excess, outcome)
      #expect(excess == 0 ? text == "end" : text.hasPrefix("body-failed"))
      if excess == 0 { #expect("\(machine.nextRead)" == "end") }
    }
  }

  @Test func `a reader that promises more bytes has to append some`() {
    let error = "\(SessionError(.bodyFailed, underlying: BodyError(.readFailed)))"
    var machine = ExchangeMachine(hasBody: true, at: start)
    #expect(read(&machine, 0, .more) == error)
    machine = ExchangeMachine(hasBody: true, declared: 1, at: start)
    #expect(read(&machine, 1, .more) == "probe")
    #expect(probe(&machine, 0, .more, after: [1]) == error)
  }

  @Test func `the first error is the result`() {
    var machine = ExchangeMachine(hasBody: true, at: start)
    let error = machine.didFailToRead(BodyError(.fileMissing))
    #expect("\(error)" == "\(SessionError(.bodyFailed, underlying: BodyError(.fileMissing)))")
    _ = machine.didFailToRead(BodyError(.readFailed))
    #expect(finish(&machine, .failed(SessionError(.failed))) == "\(error)")
  }

  @Test func `a rewound body is read from its start, if it can be`() {
    var machine = ExchangeMachine(hasBody: true, declared: 5, at: start)
    #expect("\(machine.rewind(isReplayable: false, proxyStatus: nil))" == "none")
    _ = read(&machine, 5, .more, at: start)
    _ = probe(&machine, 0, .waiting, after: [1, 2, 3, 4, 5])
    #expect("\(machine.rewind(isReplayable: true, proxyStatus: nil))" == "restart")
    #expect(machine.rest == 5)
    let progress = machine.report(at: start)
    #expect(progress?.sentBodyByteCount == 0 && progress?.sourceTime == nil)
    #expect("\(machine.nextRead)" == "read")
    #expect(read(&machine, 5, .end) == "end")
  }

  @Test(arguments: [(nil, nil), (401, nil), (nil, 407), (401, 407)])
  func `a body that cannot be read again names the status that asks for it`(status: Int?, proxyStatus: Int?) {
    var machine = ExchangeMachine(hasBody: true, at: start)
    _ = read(&machine, 5, .more)
    if let status { _ = receive(&machine, status, passed: 0, mayRepeat: true) }
    let text = Self.text(machine.rewind(isReplayable: false, proxyStatus: proxyStatus))
    #expect(text == "\(SessionError.notReplayable(after: status ?? proxyStatus))")
    #expect(finish(&machine) == text)
  }

  // MARK: The response

  @Test func `a head that may be followed by another one waits for its body`() {
    var machine = ExchangeMachine(at: start)
    #expect(receive(&machine, 401, mayRepeat: true) == "decideLater")
    #expect(machine.passedHead == nil)
    #expect(receive(&machine, 401, mayRepeat: true) == "decideLater")
    #expect(Self.text(machine.willReceiveBody()) == "pass 401")
    #expect(Self.text(machine.willReceiveBody()) == "take")
    #expect(receive(&machine, 200) == "ignore")
    #expect(finish(&machine) == "complete 401")
    machine = ExchangeMachine(at: start)
    #expect(receive(&machine, 401, mayRepeat: true) == "decideLater")
    #expect(receive(&machine, 200) == "pass 200")
    machine = ExchangeMachine(at: start)
    #expect(receive(&machine, 401, mayRepeat: true) == "decideLater")
    #expect(finish(&machine) == "complete 401 new")
  }

  @Test func `success before the request was sent is held until it was`() {
    var machine = ExchangeMachine(hasBody: true, declared: 5, at: start)
    _ = read(&machine, 4, .more)
    #expect(receive(&machine, 200, passed: 4) == "hold")
    #expect(Self.text(machine.willReceiveBody()) == "take")
    #expect(read(&machine, 1, .end) == "end")
    #expect(Self.text(machine.checkRequest(.init(byteCount: 4, isChunked: true))) == "wait")
    #expect(Self.text(machine.checkRequest(.init(byteCount: 5, isChunked: true))) == "pass 200")
    #expect(finish(&machine, passed: 0) == "complete 200")
  }

  @Test func `a held head is passed if only the body's reader can make room`() {
    var machine = ExchangeMachine(hasBody: true, at: start)
    #expect(receive(&machine, 200, passed: 0) == "hold")
    #expect(Self.text(machine.didFill()) == "passEarly 200" && machine.isReceivingPaused)
    #expect(Self.text(machine.didFill()) == "pause")
    #expect(machine.didBecomeWritable() && !machine.isReceivingPaused && !machine.didBecomeWritable())
    #expect(finish(&machine, passed: 0).hasPrefix("early-response"))
  }

  @Test func `chunks of an early response's request count with their framing`() {
    var machine = ExchangeMachine(hasBody: true, acceptsEarlyResponse: true, at: start)
    _ = read(&machine, 300, .more)
    #expect(receive(&machine, 201, passed: 300) == "passEarly 201")
    _ = read(&machine, 0, .end)
    #expect(Self.text(machine.checkRequest(.init(byteCount: 311, isChunked: true))) == "wait")
    #expect(Self.text(machine.checkRequest(.init(byteCount: 300, isChunked: false))) == "sent")
    #expect(Self.text(machine.checkRequest(.init(byteCount: 312, isChunked: true))) == "sent")
    machine.end()
    #expect(Self.text(machine.checkRequest(.all)) == "ended")
  }

  @Test(arguments: [
    (Int64?(9), false, "early-response: the server responded 200 after 3 of 9 bytes of the request's body"),
    (nil, false, "early-response: the server responded 200 after the first 3 bytes of the request's body"),
    (9, true, "complete 200"),
  ])
  func `success for a body that was not sent is an error unless it is accepted`(
    declared: Int64?, accepts: Bool, result: String
  ) {
    for isClosed in [false, true] {
      var machine = ExchangeMachine(
        hasBody: true, declared: declared, acceptsEarlyResponse: accepts, at: start)
      _ = read(&machine, 4, .more)
      #expect(receive(&machine, 200, passed: 3) == (accepts ? "passEarly 200" : "hold"))
      let lost = SessionError(.connectionLost)
      #expect(
        finish(&machine, isClosed ? .closed(lost) : nil, passed: 3)
          == (accepts && isClosed ? "\(lost)" : result))
    }
  }

  @Test func `a refusal, or another failure, of a body that was not sent is what it is`() {
    var machine = ExchangeMachine(hasBody: true, declared: 9, at: start)
    _ = read(&machine, 4, .more)
    #expect(receive(&machine, 413, passed: 3) == "pass 413")
    #expect(finish(&machine, passed: 3) == "complete 413")
    machine = ExchangeMachine(hasBody: true, declared: 9, at: start)
    _ = receive(&machine, 200, passed: 3)
    let late = SessionError(.timedOut)
    #expect(finish(&machine, .failed(late), passed: 3) == "\(late)")
  }

  @Test func `a response without a whole head, or without its end, is an error`() {
    var machine = ExchangeMachine(at: start)
    #expect(Self.text(machine.willReceiveBody()) == "discard")
    #expect(finish(&machine) == "invalid-response: the response has no head")
    machine = ExchangeMachine(at: start)
    #expect(
      finish(&machine, .complete(isWithinHead: true, isCut: false))
        == "connection-lost: the response's head is incomplete")
    machine = ExchangeMachine(at: start)
    _ = receive(&machine, 200)
    #expect(machine.endsWithConnection)
    #expect(
      finish(&machine, .complete(isWithinHead: false, isCut: true))
        == "connection-lost: the connection was closed without TLS's close_notify")
    machine = ExchangeMachine(at: start)
    _ = receive(&machine, 200, [.contentLength: "1"])
    #expect(!machine.endsWithConnection)
  }

  @Test func `a contradictory or malformed head is an error`() {
    var machine = ExchangeMachine(at: start)
    let text = receive(&machine, 200, [.contentLength: "1, 2"])
    #expect(text.hasPrefix("invalid-response: the response's Content-Length"))
    #expect(finish(&machine, .failed(SessionError(.failed))) == text)
    machine = ExchangeMachine(at: start)
    machine.didReceiveMalformedHead(hasTooManyFields: false)
    #expect(finish(&machine) == "invalid-response: the response's head is malformed")
    machine = ExchangeMachine(at: start)
    machine.didReceiveMalformedHead(hasTooManyFields: true)
    #expect(finish(&machine) == "invalid-response: the response's head has more than 5000 fields")
  }

  @Test func `interim responses are limited together unless the body moves between them`() {
    var machine = ExchangeMachine(hasBody: true, at: start)
    for _ in 0..<10 {
      #expect(line(&machine, 100 * 1024))
      _ = read(&machine, 1, .more)
      machine.didReceiveInterim()
    }
    for byteCount in [256 * 1024, 1] {
      #expect(line(&machine, byteCount))
      machine.didReceiveInterim()
    }
    #expect(!line(&machine, 1))
    #expect(finish(&machine) == "\(ReceivingMachine.interimsTooLarge)")
  }

  @Test func `each head is limited`() {
    var machine = ExchangeMachine(hasBody: true, at: start)
    for _ in 0..<2 {
      _ = read(&machine, 1, .more)
      #expect(line(&machine, 256 * 1024))
      machine.didReceiveInterim()
    }
    #expect(line(&machine, 256 * 1024))
    #expect(!line(&machine, 1))
    #expect(finish(&machine) == "\(ReceivingMachine.headTooLarge)")
  }

  // MARK: Suspension, time and progress

  @Test func `a suspended exchange moves no bytes`() {
    var machine = ExchangeMachine(hasBody: true, at: start)
    _ = receive(&machine, 401, mayRepeat: true)
    #expect(machine.setSuspended(true, at: start) && !machine.setSuspended(true, at: start))
    #expect(machine.isSendingPaused && machine.isReceivingPaused && "\(machine.nextRead)" == "wait")
    #expect(Self.text(machine.willReceiveBody()) == "pass 401")
    #expect(Self.text(machine.willReceiveBody()) == "wait")
    #expect(machine.setSuspended(false, at: start) && "\(machine.nextRead)" == "read")
    #expect(Self.text(machine.willReceiveBody()) == "take")
  }

  @Test func `the time limit and the idle limit do not run while the exchange is suspended`() {
    var machine = ExchangeMachine(
      hasBody: true, idleLimit: .seconds(1), timeLimit: .seconds(10), at: start)
    _ = machine.willSendRequest(at: start)
    #expect(machine.limitEnd == after(10_000))
    _ = machine.setSuspended(true, at: after(4_000))
    #expect(machine.limitEnd == nil && !isIdle(&machine, 60_000, moved: 0))
    _ = machine.setSuspended(false, at: after(90_000))
    #expect(machine.limitEnd == after(96_000))
    #expect(!isIdle(&machine, 90_999, moved: 0) && isIdle(&machine, 91_000, moved: 0))
  }

  @Test func `only waiting for the connection is idle`() {
    var machine = ExchangeMachine(hasBody: true, idleLimit: .milliseconds(100), at: start)
    _ = machine.willSendRequest(at: start)
    #expect(machine.nextIdleCheck(after: after(10)) == after(35))
    #expect(machine.nextIdleCheck(after: after(90)) == after(100))
    #expect(!isIdle(&machine, 90, moved: 1))
    #expect(!isIdle(&machine, 180, moved: 1))
    #expect(!isIdle(&machine, 189, moved: 1))
    #expect(!isIdle(&machine, 500, moved: 1, isWaitingForRate: true))
    #expect(read(&machine, 0, .waiting) == "wait")
    #expect(!isIdle(&machine, 900, moved: 1))
    #expect(machine.didBecomeReadable(at: nil) == true)
    _ = receive(&machine, 404)
    _ = machine.didFill()
    #expect(!isIdle(&machine, 1300, moved: 1))
    #expect(machine.didBecomeWritable() == true)
    #expect(!isIdle(&machine, 1399, moved: 1) && isIdle(&machine, 1400, moved: 1))
    #expect(ExchangeMachine(at: start).nextIdleCheck(after: start) == nil)
  }

  private static let idle = "no progress for 0.1 seconds (idleTimeout)"
  private static let response =
    "no complete response head within 1 second after the request (responseTimeout)"

  @Test func `each phase has its own limit`() {
    var machine = ExchangeMachine(
      hasBody: true, idleLimit: .milliseconds(100), responseLimit: .seconds(1), at: start)
    #expect(lateLimit(&machine, 60_000) == nil, "libcurl limits the time to connect")
    #expect(machine.nextIdleCheck(after: after(60_000)) == after(60_025))
    _ = machine.willSendRequest(at: after(60_000))
    #expect(lateLimit(&machine, 60_099, passed: 0) == nil)
    #expect(lateLimit(&machine, 60_100, passed: 0) == Self.idle, "the body is not sent")
    #expect(read(&machine, 9, .end) == "end")
    #expect(lateLimit(&machine, 60_100, moved: 3, passed: 3) == nil)
    #expect(lateLimit(&machine, 60_200, moved: 3, passed: 3) == Self.idle, "9 bytes were read, and 3 passed")
    #expect(lateLimit(&machine, 61_000, moved: 9, passed: 9) == nil)
    #expect(lateLimit(&machine, 61_999, moved: 9) == nil)
    #expect(lateLimit(&machine, 62_000, moved: 9) == Self.response)
    #expect(receive(&machine, 200) == "pass 200")
    #expect(lateLimit(&machine, 62_000, moved: 9) == nil, "the head has arrived")
    #expect(lateLimit(&machine, 62_100, moved: 9) == Self.idle)
    #expect(lateLimit(&machine, 62_150, moved: 10) == nil)
  }

  @Test func `a limited rate extends the limits by one step, and errors name them as given`() {
    let message = { (limits: inout PhaseLimits, phase: PhaseLimits.Phase, milliseconds: Int) in
      limits.error(at: after(milliseconds), in: phase, moved: 0, isWaiting: false)?.message
    }
    for (phase, text) in [(PhaseLimits.Phase.moving, Self.idle), (.awaitingResponse, Self.response)] {
      var limits = PhaseLimits(
        idle: .milliseconds(100), response: .seconds(1), step: .milliseconds(500), from: start)
      limits.begin(phase, at: start)
      let end: Int = phase == .moving ? 600 : 1500
      #expect(limits.nextCheck(after: after(end - 10)) == after(end))
      #expect(message(&limits, phase, end - 1) == nil && message(&limits, phase, end) == text)
    }
  }

  @Test func `neither interim responses nor lines of a head are progress`() {
    for hasBody in [false, true] {
      var machine = ExchangeMachine(
        hasBody: hasBody, idleLimit: .milliseconds(100), responseLimit: .seconds(1), at: start)
      _ = machine.willSendRequest(at: start)
      for milliseconds in stride(from: 10, to: hasBody ? 100 : 1000, by: 10) {
        #expect(line(&machine, 20))
        machine.didReceiveInterim()
        #expect(lateLimit(&machine, milliseconds, passed: 0) == nil)
      }
      #expect(lateLimit(&machine, 1000, passed: 0) == (hasBody ? Self.idle : Self.response))
    }
  }

  @Test func `a challenge that libcurl answers starts the limit of the response anew`() {
    var machine = ExchangeMachine(responseLimit: .seconds(1), at: start)
    _ = machine.willSendRequest(at: start)
    _ = receive(&machine, 401, mayRepeat: true)
    #expect(lateLimit(&machine, 999) == nil && lateLimit(&machine, 1000) == Self.response)
    _ = machine.willSendRequest(at: after(1000))
    #expect(lateLimit(&machine, 1999) == nil && lateLimit(&machine, 2000) == Self.response)
  }

  @Test func `progress is due every 50 ms, and at once on demand`() {
    var machine = ExchangeMachine(hasBody: true, declared: 9, at: start)
    #expect(machine.report(at: nil, atOnce: true) == nil)
    #expect(read(&machine, 3, .more, at: start) == "pass")
    #expect(machine.report(at: start)?.sentBodyByteCount == 3)
    #expect(machine.report(at: after(49)) == nil)
    #expect(machine.report(at: after(50)) != nil)
    #expect(receive(&machine, 404, [.contentLength: "7"]) == "pass 404")
    machine.didReceive(2)
    let progress = machine.report(at: after(51), atOnce: true)
    #expect(progress?.receivedBodyByteCount == 2 && progress?.responseBodyByteCount == 7)
    #expect(progress?.requestBodyByteCount == 9)
    #expect(machine.report(at: after(100)) == nil && machine.report(at: after(101)) != nil)
    var empty = ExchangeMachine(at: start)
    #expect(empty.report(at: start)?.requestBodyByteCount == 0)
  }

  @Test(arguments: [false, true])
  func `progress divides the time of sending unless the rate is limited`(isLimited: Bool) {
    var machine = ExchangeMachine(hasBody: true, isSendRateLimited: isLimited, at: start)
    machine.willRead(at: start)
    _ = machine.didRead(3, .more, at: after(10))
    machine.willRead(at: after(30))
    _ = machine.didRead(0, .waiting, at: after(31))
    _ = machine.didBecomeReadable(at: after(35))
    machine.willRead(at: after(36))
    _ = machine.didRead(0, .end, at: after(37))
    let progress = machine.report(at: after(90))
    #expect(progress?.sourceTime == .milliseconds(16))
    #expect(progress?.networkTime == (isLimited ? nil : .milliseconds(21)))
  }
}
