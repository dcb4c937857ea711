import FoundationEssentials
import HTTPTypes
import Sluice
import SluiceTestSupport
import SluiceTesting
import Testing

@testable import SluiceOutbox

/// Failures that say nothing against a request, after which it waits.
@Suite(.timeLimit(.minutes(5))) struct WaitingTests {
  /// The seconds until the only entry is due.
  private func delay(_ outbox: Outbox) async throws -> TimeInterval {
    let entries = try await outbox.entries().collected()
    #expect(entries.count == 1)
    return try #require(entries.first?.due).timeIntervalSinceNow
  }

  @Test(arguments: [false, true]) func `an idle run ends when its session is invalidated`(
    isBefore: Bool
  ) async throws {
    let fixture = try OutboxFixture()
    let outbox = try fixture.outbox()
    if isBefore { await fixture.session.invalidate() }
    let run = Task {
      for try await _ in outbox.run(with: fixture.session) {}
    }
    try await Task.sleep(for: .milliseconds(100))
    if !isBefore { await fixture.session.invalidate() }
    let result = await run.result
    let error = #expect(throws: SessionError.self) { try result.get() }
    #expect(error?.code == .invalidated)
    let idle = await #expect(throws: SessionError.self) {
      for try await _ in outbox.run(with: fixture.session, untilIdle: true) {}
    }
    #expect(idle?.code == .invalidated)
  }

  @Test(arguments: [401, 403, 407]) func `a request waits for a login, however often it is refused`(
    code: Int
  ) async throws {
    let isLoggedIn = Lock(false)
    let fixture = try OutboxFixture(retries: 2, delay: .seconds(1)) { _ in
      .status(isLoggedIn.withLock { $0 } ? .ok : .init(code: code))
    }
    let outbox = try fixture.outbox {
      $0.retries.methods = [.get]
      $0.retries.maximumDuration = .seconds(1)
      $0.waitingDelay = .milliseconds(1)
    }
    try await outbox.enqueue(.post("a"), key: "k")
    try await outbox.enqueue(.post("b"), key: "k")
    var events: [String] = []
    for try await event in outbox.run(with: fixture.session) {
      events.append(event.text)
      if events.count == 6 { isLoggedIn.withLock { $0 = true } }
      if events.count == 8 { break }
    }
    for (number, event) in events.prefix(6).enumerated() {
      #expect(event.hasPrefix("failed /events \(number + 1): unacceptable-status: \(code) "))
    }
    #expect(events.suffix(2).allSatisfy { $0 == "delivered /events 200" } && events.count == 8)
    #expect(fixture.bodies == Array(repeating: "a", count: 7) + ["b"])
  }

  @Test(arguments: [(407, true), (403, true), (502, false)])
  func `a request waits for a proxy that refuses to connect`(status: Int, isWait: Bool) async throws {
    let error = SessionError(.proxyRefused, proxyStatus: status)
    let next = try await Outbox.Configuration().next(
      after: FailedAttempt(error: error, response: nil), of: .post(""), EntryState(), since: .now)
    #expect(next?.isWait == isWait)
    #expect(try #require(next).retry.delay >= .seconds(isWait ? 30 : 0.5))
  }

  @Test(arguments: [ErrorCode.redirectRefused, .tooManyRedirects, .invalidResponse])
  func `a request waits for the end of a redirect that is refused`(code: ErrorCode) async throws {
    let failure = FailedAttempt(error: SessionError(code), response: nil)
    var configuration = Outbox.Configuration()
    configuration.retries.maximumCount = 0
    let next = try await configuration.next(after: failure, of: .post(""), EntryState(), since: .now)
    #expect(next?.isWait == (code == .invalidResponse ? nil : true))
    configuration.waitingStatuses = [401]
    #expect(try await configuration.next(after: failure, of: .post(""), EntryState(), since: .now) == nil)
  }

  @Test func `waits do not use up the retries`() async throws {
    let statuses = Lock<[HTTPResponse.Status]>([])
    let list: [HTTPResponse.Status] = [
      .unauthorized, .unauthorized, .serviceUnavailable, .forbidden, .serviceUnavailable, .serviceUnavailable,
    ]
    statuses.withLock { $0 = list }
    let fixture = try OutboxFixture(retries: 2) { _ in .status(statuses.withLock { $0.removeFirst() }) }
    let outbox = try fixture.outbox { $0.waitingDelay = .zero }
    try await outbox.enqueue(.post(""))
    var events: [String] = []
    for try await event in outbox.run(with: fixture.session) {
      events.append("\(event.text.prefix(16))")
      if case .died = event { break }
    }
    #expect(events == (1...5).map { "failed /events \($0)" } + ["died /events 6: "])
  }

  @Test func `the first wait is a minute, and later ones are longer`() async throws {
    let fixture = try OutboxFixture { _ in .status(.unauthorized) }
    let outbox = try fixture.outbox { $0.retries.jitter = 0 }
    let entry = try await outbox.enqueue(.post(""))
    for seconds in [60.0, 120, 240] {
      _ = try await fixture.run(outbox)
      let found = try await delay(outbox)
      #expect(found > seconds - 30 && found <= seconds)
      // As if the time had passed.
      let file = try #require(try outbox.store.open(entry.id.name, in: .pending))
      var state = try file.state()
      state.due = nil
      _ = try file.write(state)
    }
  }

  @Test func `a Retry-After above a day is a wait of a day, which is not counted`() async throws {
    let fixture = try OutboxFixture(retries: 0) { _ in
      .status(.serviceUnavailable, fields: [.retryAfter: "9000000000000000000"])
    }
    let outbox = try fixture.outbox()
    try await outbox.enqueue(.post(""))
    #expect(try await fixture.run(outbox).map { $0.prefix(6) } == ["failed"])
    let found = try await delay(outbox)
    #expect(found > 86_000 && found <= 86_400)
  }

  @Test(arguments: ["no statuses", "a decision"]) func `a policy can let a refused login be final`(
    kind: String
  ) async throws {
    let fixture = try OutboxFixture { _ in .status(.forbidden) }
    let outbox = try fixture.outbox {
      if kind == "no statuses" { $0.waitingStatuses = [] } else { $0.retries.decide = { _ in .stop } }
    }
    try await outbox.enqueue(.post(""))
    #expect(try await fixture.run(outbox).map { $0.prefix(4) } == ["died"])
  }

  @Test func `a request that waits for a login dies at its expiry`() async throws {
    let fixture = try OutboxFixture { _ in .status(.unauthorized) }
    let outbox = try fixture.outbox { $0.waitingDelay = .milliseconds(1) }
    try await outbox.enqueue(.post(""), expiresAfter: .milliseconds(50))
    var last = ""
    for try await event in outbox.run(with: fixture.session) {
      last = event.text
      if case .died = event { break }
    }
    #expect(last.contains(": expired: "))
  }

  @Test func `the number of waits of a damaged state is not believed`() throws {
    var state = EntryState().failing("", at: Timestamp(1), due: Timestamp(2), isWait: true)
    state.revision = 1
    var file = [UInt8](repeating: 0x20, count: EntryFile.headByteCount)
    file.replaceSubrange(..<16, with: Array("sluice-outbox 1\n".utf8))
    for (waits, isValid) in [(nil, true), (0, true), (1, true), (2, false), (-1, false)] as [(Int?, Bool)] {
      state.waits = waits
      let (bytes, offset) = try EntryFile.slot(of: state)
      file.replaceSubrange(Int(offset)..<Int(offset) + bytes.count, with: bytes)
      #expect((try? EntryFile.state(of: file)) == (isValid ? state : nil))
    }
  }
}
