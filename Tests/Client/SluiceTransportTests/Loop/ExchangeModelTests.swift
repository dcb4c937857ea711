import HTTPTypes
import SluiceBody
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// Random events against a model that knows only facts: which bytes the source has, which are on the wire, and which
/// heads have arrived.
@Suite(.timeLimit(.minutes(5))) struct ExchangeModelTests {
  @Test(arguments: 0..<8) func `random events lead to what the facts require`(seed: UInt64) {
    for number in 0..<1000 {
      var exchange = ModelExchange(seed: seed << 32 + UInt64(number))
      if let difference = exchange.run() {
        Issue.record("exchange \(seed << 32 + UInt64(number)): \(difference)")
        return
      }
    }
  }
}

/// One exchange: the machine, its driver, and the facts.
private struct ModelExchange {
  private struct Difference: Error { let text: String }

  private var random: SeededGenerator
  private var machine: ExchangeMachine
  private var now = MonotonicInstant.now
  private let idleLimit = Duration.seconds(1)
  private let responseLimit = Duration.seconds(2)

  // The facts about the request's body.
  private let hasBody: Bool
  private let declared: Int?
  private let content: [UInt8]
  /// The number of bytes that the source has given.
  private var given = 0
  private var hasReportedEnd = false
  private var wire: [UInt8] = []
  private var isWireComplete = false
  /// The number of bytes of the wire that the connection has taken.
  private var taken = 0
  private var waitsForSource = false
  private var failure: String?

  // The facts about the response.
  private let acceptsEarly: Bool
  private var status: Int?
  private var isPassed = false
  private var mayBeRepeated = false
  private var isEarly = false
  private var pipe = 0
  private var received: Int64 = 0
  private var waitsForReader = false

  private var isSuspended = false
  private var moved: Int64 = 0
  private var checked: (moved: Int64, isAwaiting: Bool, lastActivity: MonotonicInstant)
  private var lastReport: MonotonicInstant?

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    hasBody = Int.random(in: 0..<4, using: &random) > 0
    let count = Int.random(in: 0..<8, using: &random)
    content = hasBody ? (0..<count).map { UInt8($0) } : []
    declared =
      switch Int.random(in: 0..<4, using: &random) {
      case 0: nil
      case 1 where hasBody: max(0, count + Int.random(in: -2...2, using: &random))
      default: hasBody ? count : nil
      }
    acceptsEarly = Bool.random(using: &random)
    checked = (0, !hasBody || declared == 0, now)
    machine = ExchangeMachine(
      hasBody: hasBody, declared: declared.map { Int64($0) }, acceptsEarlyResponse: acceptsEarly,
      idleLimit: idleLimit, responseLimit: responseLimit, at: now)
    _ = machine.willSendRequest(at: now)
  }

  /// Runs the exchange.
  ///
  /// - Returns: The first difference between the machine and the facts; `nil` if there is none.
  mutating func run() -> String? {
    do {
      for _ in 0..<Int.random(in: 1..<60, using: &random) where failure == nil { try step() }
      try finish()
      return nil
    } catch {
      return (error as? Difference)?.text ?? "\(error)"
    }
  }

  private func require(_ isTrue: Bool, _ text: @autoclosure () -> String) throws {
    if !isTrue { throw Difference(text: text()) }
  }

  private mutating func step() throws {
    now = now + .milliseconds(Int.random(in: 0..<200, using: &random))
    switch Int.random(in: 0..<16, using: &random) {
    case 0...5: try readBody()
    case 6: try becomeReadable()
    case 7: try takeFromWire()
    case 8: try receiveHead()
    case 9, 10: try receiveBody()
    case 11: try becomeWritable()
    case 12: try suspend()
    case 13: try checkIdle()
    case 14: try report()
    default: if Int.random(in: 0..<4, using: &random) == 0 { try rewind() }
    }
    try require(machine.isSendingPaused == (isSuspended || waitsForSource), "sending is paused")
    try require(machine.isReceivingPaused == (isSuspended || waitsForReader), "receiving is paused")
    if failure == nil {
      try require(
        machine.rest == declared.map { Int64($0 - wire.count) }, "the rest is \(machine.rest ?? -1)")
    }
    try require((machine.passedHead != nil) == isPassed, "the head is passed: \(machine.passedHead != nil)")
  }

  // MARK: Sending

  /// A source with random pauses, which may report its end late.
  private mutating func source(_ room: Int) -> ([UInt8], BodyReadOutcome) {
    let count = Int.random(in: 0...min(room, content.count - given), using: &random)
    let bytes = Array(content[given..<(given + count)])
    given += count
    if given == content.count, Bool.random(using: &random) {
      hasReportedEnd = true
      return (bytes, .end)
    }
    return (bytes, count > 0 && Bool.random(using: &random) ? .more : .waiting)
  }

  private mutating func readBody() throws {
    let next = machine.nextRead
    if case .wait = next { return try require(isSuspended || waitsForSource, "nothing is read") }
    try require(!isSuspended, "a suspended body is read")
    try require(!waitsForSource, "a body that waits for its source is read")
    if case .end = next { return try require(!hasBody || isWireComplete, "the body has ended") }
    try require(hasBody && !isWireComplete, "an ended body is read")
    machine.willRead(at: now)
    var buffer: [UInt8] = []
    var action = SendingMachine.PassAction.probe
    if case .read = next {
      let room = Int.random(in: 1...4, using: &random)
      let (bytes, outcome) = source(min(room, max(1, Int(machine.rest ?? .max))))
      buffer = bytes
      action = machine.didRead(bytes.count, outcome, at: now)
    }
    if case .probe = action {
      let (excess, outcome) = source(SendingMachine.probeByteCount)
      action = machine.didProbe(excess.count, outcome, after: buffer.span, at: now)
    }
    switch action {
    case .pass: break
    case .probe: throw Difference(text: "a probe after a probe")
    case .hold:
      buffer.removeLast()
      try require(!buffer.isEmpty, "nothing is passed")
    case .wait(let removesLast):
      if removesLast { buffer.removeLast() }
      try require(buffer.isEmpty, "bytes are lost")
      waitsForSource = true
    case .end(let held):
      if let held { buffer.append(held) }
      isWireComplete = true
      try require(hasReportedEnd || declared == 0, "the source has not ended")
    case .fail(let error): failure = "\(error)"
    }
    let isWrong = declared.map { given > $0 || (hasReportedEnd && given < $0) } ?? false
    try require(isWrong == (failure != nil), "the failure is \(failure ?? "none")")
    if isWrong {
      let expected = SessionError(
        .bodyFailed,
        underlying: BodyError(
          .byteCountMismatch, expected: declared.map { Int64($0) }, actual: Int64(given)))
      return try require(failure == "\(expected)", "the failure is \(failure ?? "none")")
    }
    wire += buffer
    moved += Int64(buffer.count)
    try require(wire.elementsEqual(content.prefix(wire.count)), "the wire has \(wire)")
    if let declared, wire.count == declared { try require(hasReportedEnd || declared == 0, "the last byte") }
    if isWireComplete { try require(wire.count == content.count || declared == 0, "the wire is short") }
  }

  private mutating func becomeReadable() throws {
    try require(machine.didBecomeReadable(at: now) == waitsForSource, "it has waited for the source")
    waitsForSource = false
  }

  private mutating func rewind() throws {
    guard status == nil else { return }
    let isStarted = given > 0 || hasReportedEnd || waitsForSource || !wire.isEmpty
    if case .restart = machine.rewind(isReplayable: true, proxyStatus: nil) {
      (given, hasReportedEnd, wire, isWireComplete, taken) = (0, false, [], false, 0)
      waitsForSource = false
    } else {
      try require(!isStarted || !hasBody || declared == 0, "the body does not restart")
    }
  }

  private var isSent: Bool { !hasBody || declared == 0 || (isWireComplete && taken == wire.count) }
  private var passed: SendingMachine.Passed { .init(byteCount: Int64(taken), isChunked: false) }

  private mutating func takeFromWire() throws {
    taken = Int.random(in: taken...wire.count, using: &random)
    guard isEarly else { return }
    switch machine.checkRequest(passed) {
    case .wait: try require(!isSent, "the request has been sent")
    case .sent: try require(isSent && isPassed, "the request has been sent")
    case .pass:
      try require(isSent && !isPassed, "the head is passed")
      isPassed = true
    case .ended: throw Difference(text: "the exchange has ended")
    }
    if isSent { isEarly = false }
  }

  // MARK: Receiving

  private mutating func receiveHead() throws {
    let arrived = [200, 204, 404, 401].randomElement(using: &random) ?? 200
    let mayRepeat = arrived == 401 && Bool.random(using: &random)
    let action = machine.didReceive(
      HTTPResponse(status: .init(code: arrived)), toRequest: .put, passed: passed, mayRepeat: mayRepeat)
    if status != nil, !mayBeRepeated {
      guard case .ignore = action else { throw Difference(text: "a second head") }
      return
    }
    (status, mayBeRepeated) = (arrived, mayRepeat)
    isEarly = !mayRepeat && arrived < 300 && !isSent
    isPassed = !mayRepeat && (!isEarly || acceptsEarly)
    switch action {
    case .decideLater: try require(mayRepeat, "the head is undecided")
    case .hold: try require(isEarly && !acceptsEarly, "the head is held")
    case .passEarly: try require(isEarly && acceptsEarly, "the head is early")
    case .pass: try require(!isEarly && !mayRepeat, "the head is passed")
    case .ignore, .fail: throw Difference(text: "the head is ignored")
    }
  }

  private mutating func receiveBody() throws {
    var action = machine.willReceiveBody()
    if case .pass = action {
      try require(mayBeRepeated && !isPassed, "the head is passed")
      (isPassed, mayBeRepeated) = (true, false)
      action = machine.willReceiveBody()
    }
    switch action {
    case .pass: throw Difference(text: "the head is passed again")
    case .discard: try require(status == nil, "bytes are ignored")
    case .wait: try require(isSuspended, "bytes wait")
    case .take:
      try require(!isSuspended && status != nil, "bytes are taken")
      if pipe < 3 {
        pipe += 1
        received += 1
        moved += 1
        machine.didReceive(1)
      } else if case .passEarly = machine.didFill() {
        try require(!isPassed && isEarly, "the head is passed")
        (isPassed, waitsForReader) = (true, true)
      } else {
        try require(isPassed, "the head is held")
        waitsForReader = true
      }
    }
  }

  private mutating func becomeWritable() throws {
    pipe = 0
    try require(machine.didBecomeWritable() == waitsForReader, "it has waited for the reader")
    waitsForReader = false
  }

  // MARK: Time and end

  private mutating func suspend() throws {
    let wish = Bool.random(using: &random)
    try require(machine.setSuspended(wish, at: now) == (wish != isSuspended), "the suspension changes")
    if wish != isSuspended { checked.lastActivity = now }
    isSuspended = wish
  }

  private mutating func checkIdle() throws {
    let isUndecided = status != nil && mayBeRepeated && !isPassed
    let isAwaiting = isUndecided || isSent && status == nil
    // What arrives before the head that counts is no progress.
    let hasMoved = moved != checked.moved && !isAwaiting
    if isSuspended || waitsForSource || waitsForReader || hasMoved || isAwaiting != checked.isAwaiting {
      checked.lastActivity = now
    }
    (checked.moved, checked.isAwaiting) = (moved, isAwaiting)
    let isLate = now - checked.lastActivity >= (isAwaiting ? responseLimit : idleLimit)
    let error = machine.idleError(at: now, moved: moved, passed)
    try require((error != nil) == isLate, "it is late: \(isLate)")
    if let error {
      try require(error.message.contains("responseTimeout") == isAwaiting, "another limit: \(error)")
    }
  }

  private mutating func report() throws {
    let atOnce = Bool.random(using: &random)
    let isDue = atOnce || lastReport.map { now - $0 >= .milliseconds(50) } ?? true
    let progress = machine.report(at: now, atOnce: atOnce)
    try require((progress != nil) == isDue, "a report")
    guard let progress else { return }
    lastReport = now
    try require(progress.sentBodyByteCount == Int64(given), "\(progress.sentBodyByteCount) bytes are sent")
    try require(progress.receivedBodyByteCount == received, "\(received) bytes are received")
    try require(
      progress.requestBodyByteCount == (hasBody ? declared.map { Int64($0) } : 0), "the size of the body")
  }

  private mutating func finish() throws {
    let lost = SessionError(.connectionLost)
    let choice = Int.random(in: 0..<5, using: &random)
    let ending: ExchangeMachine.Ending =
      switch choice {
      case 0: .closed(lost)
      case 1: .failed(SessionError(.timedOut))
      case 2: .complete(isWithinHead: true, isCut: false)
      case 3: .complete(isWithinHead: false, isCut: true)
      default: .complete(isWithinHead: false, isCut: false)
      }
    var expected = failure
    if choice == 1 { expected = expected ?? "\(SessionError(.timedOut))" }
    if isEarly, !acceptsEarly, !isSent { expected = expected ?? "early-response" }
    if choice == 0 { expected = expected ?? "\(lost)" }
    if choice == 2 { expected = expected ?? "connection-lost: the response's head is incomplete" }
    if status == nil { expected = expected ?? "invalid-response: the response has no head" }
    if choice == 3 { expected = expected ?? "connection-lost: the connection was closed" }
    switch machine.finish(ending, passed) {
    case .fail(let error):
      try require(
        expected.map { "\(error)".hasPrefix($0) } ?? false, "\(error) instead of \(expected ?? "success")")
    case .complete(let head, let isNew):
      try require(expected == nil, "success instead of \(expected ?? "")")
      try require(head.response.status.code == status && isNew == !isPassed, "another head")
    }
    try require(machine.hasEnded, "it has not ended")
  }
}
