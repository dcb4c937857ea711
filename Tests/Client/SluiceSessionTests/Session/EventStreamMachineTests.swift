import HTTPTypes
import Sluice
import SluiceTestSupport
import Testing

@testable import SluiceSession

/// The rules of an event stream, step by step, without a network and a clock.
@Suite(.timeLimit(.minutes(5))) struct EventStreamMachineTests {
  private static let ok = head(200, "text/event-stream")

  private static func head(_ status: Int, _ contentType: String?) -> HTTPResponse {
    var head = HTTPResponse(status: .init(code: status))
    head.headerFields[.contentType] = contentType
    return head
  }

  private func machine(
    _ method: HTTPRequest.Method = .get, retries: Session.RetryPolicy = .never,
    _ configure: (inout EventStream.Options) -> Void = { _ in }
  ) -> EventStreamMachine {
    var options = EventStream.Options()
    configure(&options)
    var configuration = Session.Configuration()
    configuration.retries = retries
    let head = HTTPRequest(method: method, scheme: "http", authority: "h", path: "/")
    return EventStreamMachine(options, for: SessionRequest(head), in: configuration)
  }

  /// The parser after a body.
  private func parsed(_ text: String) throws -> ServerSentEventParser {
    var parser = ServerSentEventParser()
    var position = 0
    while try parser.next(in: Array(text.utf8).span, from: &position) != nil {}
    return parser
  }

  /// The delays after failures in a row, without a connection.
  private func delays(
    _ count: Int, chance: Double, _ configure: (inout EventStream.Options) -> Void = { _ in }
  ) -> [Duration] {
    var machine = machine(.get, configure)
    _ = machine.start()
    return (0..<count).map { _ in
      defer { _ = machine.didWait() }
      guard
        case .wait(let delay) = machine.didLose(
          .init(.connectionFailed), after: .nothing, lasting: .zero, chance: chance)
      else { return .seconds(-1) }
      return delay
    }
  }

  @Test func `a stream reconnects with the ID and the time of its last event`() throws {
    var machine = machine()
    #expect(machine.state.phase == .closed)
    #expect("\(machine.start())" == #"connect(lastEventID: "")"#)
    #expect(machine.state.phase == .connecting)
    #expect("\(machine.didReceive(Self.ok))" == "read")
    #expect(machine.state.phase == .open)
    machine.didRead(try parsed("retry:1000\nid:7\ndata:a\n\nid:8\ndata:cut"))
    #expect(machine.state == .init(phase: .open, lastEventID: "7", reconnectionTime: .seconds(1)))
    #expect("\(machine.didLose(nil, after: .events, lasting: .zero, chance: 1))" == "wait(1.0 seconds)")
    #expect(machine.state.phase == .connecting)
    #expect("\(machine.didWait())" == #"connect(lastEventID: "7")"#)
    _ = machine.didReceive(Self.ok)
    machine.didRead(try parsed("id\n\n"))
    #expect(machine.state == .init(phase: .open, lastEventID: "", reconnectionTime: .seconds(1)))
    machine.close()
    #expect(machine.state.phase == .closed)
  }

  @Test(
    arguments: [
      (200, "text/event-stream", "read"), (200, "text/event-stream;charset=windows-1251", "read"),
      (200, "Text/Event-Stream; x=\"y;z\"", "read"), (200, "text/event-stream;", "read"),
      (200, nil, "refuse(unacceptable-media-type)"), (200, "text/html", "refuse(unacceptable-media-type)"),
      (200, "text/event_stream", "refuse(unacceptable-media-type)"),
      (200, "x bogus", "refuse(unacceptable-media-type)"), (200, "text/*", "refuse(unacceptable-media-type)"),
      (204, nil, "end"), (204, "text/html", "end"),
      (201, "text/event-stream", "refuse(unacceptable-status)"),
      (205, "text/event-stream", "refuse(unacceptable-status)"),
      (206, "text/event-stream", "refuse(unacceptable-status)"),
      (210, "text/event-stream", "refuse(unacceptable-status)"),
      (299, "text/event-stream", "refuse(unacceptable-status)"),
      (304, nil, "refuse(unacceptable-status)"), (404, "text/event-stream", "refuse(unacceptable-status)"),
      (410, nil, "refuse(unacceptable-status)"), (429, nil, "refuse(unacceptable-status)"),
      (500, "text/event-stream", "refuse(unacceptable-status)"), (503, nil, "refuse(unacceptable-status)"),
    ] as [(Int, String?, String)]) func `a response is read, refused, or ends the stream`(
      status: Int, contentType: String?, action: String
    )
  {
    var machine = machine()
    _ = machine.start()
    #expect("\(machine.didReceive(Self.head(status, contentType)))" == action)
    #expect(machine.state.phase == (action == "read" ? .open : .closed))
  }

  @Test(arguments: [
    (ErrorCode.unknownHost, true, true), (.connectionFailed, true, true), (.timedOut, true, true),
    (.connectionLost, true, true), (.invalidResponse, false, true), (.untrusted, false, false),
    (.tlsFailed, false, false), (.invalidURL, false, false), (.redirectRefused, false, false),
    (.tooManyRedirects, false, false), (.invalidated, false, false), (.invalidConfiguration, false, false),
    (.bodyFailed, false, false), (.bodyTooLarge, false, false), (.unsupportedCoding, false, false),
  ]) func `a failure that may pass is waited for`(
    code: ErrorCode, before: Bool, within: Bool
  ) {
    for isOpen in [false, true] {
      var machine = machine()
      _ = machine.start()
      if isOpen { _ = machine.didReceive(Self.ok) }
      switch machine.didLose(
        SessionError(code), after: isOpen ? .events : .nothing, lasting: .zero, chance: 0)
      {
      case .wait: #expect(isOpen ? within : before)
      case .fail(let error):
        #expect((error as? SessionError)?.code == code && !(isOpen ? within : before))
        #expect(machine.state.phase == .closed)
      default: Issue.record("another action")
      }
    }
  }

  @Test func `the time doubles after failures in a row, up to a limit`() {
    #expect(delays(7, chance: 0) == [3, 6, 12, 24, 48, 60, 60].map { .seconds($0) })
    #expect(delays(4, chance: 1) == [3, 3, 6, 12].map { .seconds($0) })
    #expect(delays(100, chance: 0).last == .seconds(60))
    #expect(
      delays(2, chance: 0) { $0.reconnectionTime = .seconds(90) } == [.seconds(90), .seconds(90)],
      "the time of the server takes precedence")
    #expect(
      delays(3, chance: 0) { $0.reconnectionTime = .zero } == [500, 1000, 2000].map { .milliseconds($0) })
    #expect(
      delays(2, chance: 0) { $0.reconnectionTime = .milliseconds(Int64.max) }.allSatisfy {
        $0 == .seconds(1 << 32)
      }, "the Swift runtime traps on longer sleeps")
  }

  @Test func `a connection that ends without a byte is a failure, and one with a byte is none`() {
    var machine = machine { $0.maximumFailureCount = 2 }
    _ = machine.start()
    for hasEvent in [false, true, false, false] {
      _ = machine.didReceive(Self.ok)
      let action = machine.didLose(nil, after: hasEvent ? .events : .nothing, lasting: .zero, chance: 0)
      #expect("\(action)" == (machine.memory.failureCount == 2 ? "wait(6.0 seconds)" : "wait(3.0 seconds)"))
      _ = machine.didWait()
    }
    _ = machine.didReceive(Self.ok)
    guard
      case .fail(let error as SessionError) = machine.didLose(
        nil, after: .nothing, lasting: .zero, chance: 0)
    else {
      Issue.record("no error")
      return
    }
    #expect(error.code == .connectionLost)
  }

  /// The waits of a stream whose server ends each connection after the same yield and time.
  private func waits(
    after yield: EventStreamMachine.Yield, lasting time: Duration, retry: String = "0"
  ) throws -> [Duration] {
    var machine = machine()
    _ = machine.start()
    return try (0..<8).map { _ in
      _ = machine.didReceive(Self.ok)
      machine.didRead(try parsed("retry:\(retry)\n"))
      guard case .wait(let delay) = machine.didLose(nil, after: yield, lasting: time, chance: 0) else {
        return .seconds(-1)
      }
      _ = machine.didWait()
      return delay
    }
  }

  @Test func `a server that sends no events is asked less and less often`() throws {
    let doubled = [500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000].map { Duration.milliseconds($0) }
    #expect(try waits(after: .bytes, lasting: .zero) == doubled)
    #expect(try waits(after: .nothing, lasting: .zero) == doubled)
    #expect(try waits(after: .events, lasting: .zero) == Array(repeating: .milliseconds(500), count: 8))
    #expect(
      try waits(after: .bytes, lasting: .seconds(60), retry: "3000")
        == Array(repeating: .seconds(3), count: 8), "a silent stream that ends each minute")
    #expect(try waits(after: .bytes, lasting: .seconds(31)).suffix(2) == [.seconds(1), .seconds(29)])
  }

  @Test func `a request that may not be repeated is sent once`() {
    for (method, retries, isRepeated) in [
      (.get, .never, true), (.put, .standard, true), (.post, .standard, false), (.patch, .never, false),
    ] as [(HTTPRequest.Method, Session.RetryPolicy, Bool)] {
      for error in [nil, SessionError(.connectionLost)] {
        var machine = machine(method, retries: retries)
        _ = machine.start()
        _ = machine.didReceive(Self.ok)
        switch machine.didLose(error, after: .events, lasting: .zero, chance: 0) {
        case .wait: #expect(isRepeated)
        case .end: #expect(!isRepeated && error == nil)
        case .fail: #expect(!isRepeated && error != nil)
        default: Issue.record("another action")
        }
      }
    }
    var anyMethod = Session.RetryPolicy.never
    anyMethod.methods = nil
    var machine = machine(.post, retries: anyMethod)
    _ = machine.start()
    #expect(
      "\(machine.didLose(.init(.timedOut), after: .nothing, lasting: .zero, chance: 0))"
        == "wait(3.0 seconds)")
  }
}
