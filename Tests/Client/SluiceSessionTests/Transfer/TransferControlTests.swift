import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The states of a transfer, against a model, and from several threads at once.
@Suite(.timeLimit(.minutes(5))) struct TransferControlTests {
  private enum Step: CaseIterable {
    case start, suspend, resume, finish, fail, cancel
  }

  /// Records when its only exchange is suspended.
  private final class Recorder: ExchangeControl {
    let suspensions = Lock<[Bool]>([])
    let priorities = Lock<[TransportSettings.Priority]>([])

    func cancel(_ id: Int) {}
    func setSuspended(_ id: Int, _ isSuspended: Bool) { suspensions.withLock { $0.append(isSuspended) } }
    func setPriority(_ id: Int, _ priority: TransportSettings.Priority) {
      priorities.withLock { $0.append(priority) }
    }
  }

  /// The expected states of a transfer: the table of transitions, with the suspensions as a separate count.
  private struct Model {
    var state = TransferState.created
    var count = 0

    mutating func take(_ step: Step) {
      switch (step, state) {
      case (_, .finished), (_, .failed), (_, .cancelled): break
      case (.start, .created): state = count > 0 ? .suspended : .running
      case (.start, _): break
      case (.suspend, _):
        count += 1
        if state == .running { state = .suspended }
      case (.resume, _):
        count = max(0, count - 1)
        if state == .suspended, count == 0 { state = .running }
      case (.finish, _): state = .finished
      case (.fail, _): state = .failed
      case (.cancel, _): state = .cancelled
      }
    }
  }

  private func take(_ step: Step, on control: TransferControl) -> Bool {
    switch step {
    case .start: return control.start()
    case .suspend: control.suspend {}
    case .resume: control.resume {}
    case .finish: control.end(.finished)
    case .fail: control.end(.failed)
    case .cancel: control.end(.cancelled)
    }
    return false
  }

  @Test func `random steps lead to the states of the model`() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<2000 {
      let control = TransferControl()
      let transport = Recorder()
      control.attach(StartedExchange(7, of: transport), .normal, at: nil)
      var model = Model()
      var wasSuspended: [Bool] = []
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        // Ends are rare, since nothing happens after them.
        let steps =
          Int.random(in: 0..<4, using: &generator) == 0 ? Step.allCases : [.start, .suspend, .resume]
        let step = steps[Int.random(in: steps.indices, using: &generator)]
        let before = model.state
        model.take(step)
        _ = take(step, on: control)
        #expect(control.current == model.state)
        if !model.state.isFinal, (before == .suspended) != (model.state == .suspended) {
          wasSuspended.append(model.state == .suspended)
        }
      }
      #expect(transport.suspensions.withLock { $0 } == wasSuspended)
    }
  }

  /// The states that can follow a state, after any number of transitions.
  private func canFollow(_ next: TransferState, _ state: TransferState) -> Bool {
    switch state {
    case .created: true
    case .running, .suspended: next != .created
    case .finished, .failed, .cancelled: next == state
    }
  }

  @Test func `the progress is that of the call, and the last one stays`() async {
    let control = TransferControl()
    #expect(control.hub.progress.sentBodyByteCount == 0 && control.hub.progress.attempt == 1)
    var call: TransferContext? = TransferContext(
      Call(
        SessionRequest(HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil)), control: control))
    weak let released = call
    var exchange = call?.beginExchange()
    exchange?.observe(.didProgress(TransferProgress(sentBodyByteCount: 10, requestBodyByteCount: 30)))
    #expect(control.hub.progress.sentBodyByteCount == 10)
    var updates = control.hub.updates().makeAsyncIterator()
    #expect(await updates.next()?.sentBodyByteCount == 10)
    exchange?.observe(.didProgress(TransferProgress(sentBodyByteCount: 20, requestBodyByteCount: 30)))
    #expect(await updates.next()?.sentBodyByteCount == 20)
    control.end(.failed)
    (call, exchange) = (nil, nil)
    #expect(control.hub.progress.sentBodyByteCount == 20 && control.hub.progress.requestBodyByteCount == 30)
    #expect(await updates.next() == nil)
    #expect(released == nil)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func `eight threads make legal transitions only`(seed: UInt64) async {
    let control = TransferControl()
    let transport = Recorder()
    control.attach(StartedExchange(7, of: transport), .normal, at: nil)
    let starts = Record<Int>()
    let ends = Record<TransferState>()
    let notices = Record<Bool>()
    control.announce {}
    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask {
          var generator = SeededGenerator(seed: seed * 8 + UInt64(thread))
          var last = TransferState.created
          for number in 0..<2000 {
            let isLast = number == 1999
            switch isLast ? 3 : Int.random(in: 0..<3, using: &generator) {
            case 0: if control.start() { starts.append(thread) }
            case 1: control.suspend { notices.append(true) }
            case 2: control.resume { notices.append(false) }
            default: ends.append(control.end([.finished, .failed, .cancelled][thread % 3]))
            }
            let state = control.current
            #expect(canFollow(state, last))
            last = state
          }
        }
      }
    }
    #expect(starts.count == 1)
    #expect(Set(ends.all).count == 1 && ends.all.first == control.current)
    let suspensions = transport.suspensions.withLock { $0 }
    #expect(suspensions.enumerated().allSatisfy { $0.element == ($0.offset % 2 == 0) }, "they alternate")
    #expect(notices.all.enumerated().allSatisfy { $0.element == ($0.offset % 2 == 0) }, "in order")
  }

  @Test func `a new priority reaches the exchange, whenever it is set`() {
    let transport = Recorder()
    let control = TransferControl(priority: .low)
    control.attach(StartedExchange(7, of: transport), .low, at: nil)
    control.priority = .high
    control.priority = .high
    #expect(transport.priorities.withLock { $0 } == [.high] && control.priority == .high)
    // It was set after the exchange had been started with the earlier one.
    control.attach(StartedExchange(8, of: transport), .low, at: 0)
    #expect(transport.priorities.withLock { $0 } == [.high, .high])
  }

  @Test func `all exchanges of a transfer are suspended, but none that were replaced`() {
    let transport = Recorder()
    let control = TransferControl()
    _ = control.start()
    control.attach(StartedExchange(1, of: transport), .normal, at: nil)
    control.attach(StartedExchange(2, of: transport), .normal, at: nil)
    control.attach(StartedExchange(3, of: transport), .normal, at: 1)
    control.suspend {}
    #expect(transport.suspensions.withLock { $0 } == [true, true])
    // One that starts meanwhile is suspended, too.
    control.attach(StartedExchange(4, of: transport), .normal, at: nil)
    #expect(transport.suspensions.withLock { $0.count } == 3)
  }

  @Test func `monitors are notified before the exchange goes on`() {
    let transport = Recorder()
    let control = TransferControl()
    _ = control.start()
    control.attach(StartedExchange(7, of: transport), .normal, at: nil)
    let notices = Record<String>()
    control.suspend { notices.append("unknown") }
    control.announce { notices.append("suspended") }
    control.resume {
      notices.append("resumed")
      #expect(transport.suspensions.withLock { $0 } == [true])
    }
    #expect(transport.suspensions.withLock { $0 } == [true, false])
    control.announceEnd { notices.append("ended") }
    control.suspend { notices.append("too late") }
    control.resume { notices.append("too late") }
    #expect(notices.all == ["suspended", "resumed", "ended"])
  }

  @Test func `pauses postpone a deadline, and only they`() async throws {
    let pauses = Pauses()
    let deadline = Deadline(after: patience, pauses: pauses)
    let start = ContinuousClock.now
    let before = try #require(try deadline.timeLeft())
    pauses.begin()
    try await Task.sleep(for: .milliseconds(20))
    pauses.end()
    let after = try #require(try deadline.timeLeft())
    let time = ContinuousClock.now - start
    #expect(pauses.total >= .milliseconds(20))
    #expect(after < before && before - after <= time - pauses.total)
  }

  @Test func `a deadline passes after the pause in which it was set, and not within it`() async throws {
    let (pauses, hasEnded) = (Pauses(), Event())
    pauses.begin()
    let limit = Duration.milliseconds(20)
    let deadline = Deadline(after: limit, pauses: pauses)
    let waiting = Task {
      try await deadline.wait()
      #expect(hasEnded.hasHappened)
    }
    try await Task.sleep(for: limit * 2)
    #expect(try deadline.timeLeft() ?? .zero > .zero)
    hasEnded.happen()
    pauses.end()
    try await waiting.value
    #expect(throws: SessionError.self) { try deadline.timeLeft() }
    // A deadline that is set after a pause is not postponed by it.
    let later = Deadline(after: .milliseconds(1), pauses: pauses)
    try await later.wait()
    #expect(throws: SessionError.self) { try later.timeLeft() }
  }
}

extension TransferControl {
  /// A control of a transfer without work.
  convenience init(priority: TransportSettings.Priority = .normal) {
    var request = SessionRequest(HTTPRequest(method: .get, scheme: nil, authority: nil, path: nil))
    request.options.priority = priority
    self.init(
      .request, request, among: LiveTransfers(), until: Invalidation(), .init(dependencies: []) { _ in 0 })
  }

  /// Starts the transfer without a task.
  ///
  /// - Returns: Whether it was in the state `created`.
  func start() -> Bool { start(nil, in: TransferWorker()) != nil }
}
