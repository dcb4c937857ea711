import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession
@testable import SluiceTransport

/// The exchanges of a loop step by step, without its thread, so that a test decides which events coincide.
@Suite(.timeLimit(.minutes(5))) final class RunningExchangesTests {
  private let requests = Record<LoopbackRequest>()
  private let server: LoopbackServer
  private let loop = CurlLoop(limits: ConnectionLimits(perHost: 1), budgets: RateBudgets())
  private var exchanges: RunningExchanges

  init() throws {
    try #require(CurlLibrary.failure == nil)
    server = try LoopbackServer.http { [requests] in
      requests.append($0)
      $1.waitForClose()
    }
    let sockets = try EventQueue()
    exchanges = RunningExchanges(
      sockets: sockets, limits: ConnectionLimits(perHost: 1), budgets: RateBudgets(), loop: loop,
      stalls: StallGuard(sockets))
  }

  deinit {
    exchanges.endAll()
    server.stop()
  }

  private func start(
    _ id: Int, body: (any BodySource)? = nil, responseTimeout: Duration? = nil, timeLimit: Duration? = nil,
    observer: (any ExchangeObserver)? = nil
  ) throws -> ResponseChannel {
    var configuration = Session.Configuration.test()
    configuration.responseTimeout = responseTimeout
    let url = try RequestURL(server.url)
    let request = SessionRequest(
      HTTPRequest(method: .post, scheme: nil, authority: nil, path: nil), body: body)
    var step = PreparedRequest(
      request, to: url,
      settings: TransferSettings(configuration, defaultFields: [:]))
    step.message.byteCount = try body?.byteCount
    let observer = observer ?? TransferContext(Call(request)).beginExchange()
    let response = ResponseChannel()
    var policy = step.policy.exchange
    policy.timeLimit = timeLimit
    let exchange = ExchangeRequest(
      step.message, policy, settings: step.settings.transport, observer: observer)
    exchanges.handle(.start(id, exchange, response))
    return response
  }

  /// Steps until the condition holds.
  private func step(until isDone: () -> Bool) -> Bool {
    eventuallyOnThread {
      if !isDone() { exchanges.perform(waitingUntil: .now + .milliseconds(5)) }
      return isDone()
    }
  }

  @Test func `an exchange that times out as its turn comes keeps no connection`() throws {
    let short = Duration.milliseconds(50)
    let first = try start(1, responseTimeout: short)
    // The limit begins with the request.
    #expect(step { requests.count == 1 })
    let second = try start(2, timeLimit: short)
    let third = try start(3, responseTimeout: short)
    // So that, in a single step, the first ends and the second has waited too long.
    let due = MonotonicInstant.now + short * 2
    while MonotonicInstant.now < due {}
    exchanges.perform(waitingUntil: .now)
    #expect(first.metrics != nil)
    #expect(step { second.metrics != nil && third.metrics != nil })
  }

  @Test func `an exchange suspended while it waits reads nothing in its turn`() throws {
    let reads = Record<Int>()
    let body = ScriptedSource([.run { reads.append(1) }, .bytes([1])])
    _ = try start(1)
    _ = try start(2, body: body)
    exchanges.handle(.setSuspended(2, true))
    exchanges.handle(.cancel(1))
    #expect(step { requests.count == 1 })
    for _ in 0..<10 { exchanges.perform(waitingUntil: .now + .milliseconds(1)) }
    #expect(reads.count == 0)
    exchanges.handle(.setSuspended(2, false))
    #expect(step { reads.count == 1 })
  }

  @Test func `an exchange with a new priority takes its turn before earlier ones`() throws {
    let reads = Record<Int>()
    _ = try start(1)
    for id in [2, 3] { _ = try start(id, body: ScriptedSource([.run { reads.append(id) }, .bytes([1])])) }
    exchanges.handle(.setPriority(3, .high))
    exchanges.handle(.cancel(1))
    #expect(step { reads.count == 1 })
    #expect(reads.all == [3])
  }

  @Test func `an exchange reports when it has been resumed`() throws {
    final class Observer: ExchangeObserver {
      let resumptions = Record<Int>()
      var observesProgress: Bool { true }
      func observe(_ event: ExchangeEvent) {
        if case .didResume = event { resumptions.append(1) }
      }
    }
    let observer = Observer()
    _ = try start(1, observer: observer)
    for (isSuspended, count) in [
      (false, 0), (true, 0), (true, 0), (false, 1), (false, 1), (true, 1), (false, 2),
    ] {
      exchanges.handle(.setSuspended(1, isSuspended))
      #expect(observer.resumptions.count == count)
    }
  }

  @Test func `an exchange that cannot start fails with its URL`() async throws {
    let grown = ScriptedSource(byteCount: 0, [.bytes([1])])
    let response = try start(1, body: grown)
    exchanges.endAll()
    let error = await #expect(throws: SessionError.self) { try await response.head() }
    #expect(error?.code == .bodyFailed && error?.url == "\(server.url)/")
  }
}
