import Glibc
import HTTPTypes
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceSession

/// Event streams over connections that a server ends, cuts and refuses: the cases of the standard's `EventSource`.
@Suite(.timeLimit(.minutes(5))) struct EventStreamTests {
  private typealias Event = ServerSentEvent

  private static let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

  /// Sends a response whose body ends with the connection.
  private static func respond(_ connection: LoopbackConnection, _ body: [UInt8]) throws {
    try connection.write(head + "\r\n")
    try connection.write(body)
    connection.finishWriting()
  }

  private static func respond(_ connection: LoopbackConnection, _ body: String) throws {
    try respond(connection, Array(body.utf8))
  }

  /// Iterates over a stream whose server ends with the status 204 after its scripted connections.
  ///
  /// - Returns: The events, the requests, and the times that were waited.
  private func play(
    _ connections: [@Sendable (LoopbackConnection) throws -> Void],
    _ make: (Session) throws -> EventStream = { $0.events("live") }
  ) async throws -> (events: [ServerSentEvent], requests: [ReceivedRequest], delays: [Duration]) {
    let (requests, delays) = (Record<ReceivedRequest>(), Record<Duration>())
    let events = Record<ServerSentEvent>()
    try await withServer { request, connection in
      requests.append(try ReceivedRequest(request, connection))
      guard requests.count <= connections.count else { return try connection.respond(204) }
      try connections[requests.count - 1](connection)
    } test: { session, _ in
      var stream = try make(session)
      stream.wait = { delays.append($0) }
      for try await event in stream { events.append(event) }
      #expect(stream.state.phase == .closed)
    }
    return (events.all, requests.all, delays.all)
  }

  private func play(_ bodies: String...) async throws -> (
    events: [ServerSentEvent], requests: [ReceivedRequest], delays: [Duration]
  ) {
    try await play(bodies.map { body in { try Self.respond($0, body) } })
  }

  // MARK: Reconnecting

  @Test func `the half event of a connection is dropped, and its ID is not sent`() async throws {
    let (events, requests, delays) = try await play(
      "\u{FEFF}retry: 2000\nid: 1\ndata: one\n\nid: 2\ndata: ha", "\u{FEFF}id: 2\ndata: full\n\n")
    #expect(events.map(\.data) == ["one", "full"])
    #expect(events.map(\.id) == ["1", "2"])
    #expect(requests.map { $0["Last-Event-ID"] } == [[], ["1"], ["2"]])
    #expect(requests.allSatisfy { $0["Accept"] == ["text/event-stream"] })
    #expect(requests.allSatisfy { $0["Cache-Control"] == ["no-store"] })
    #expect(delays == [.milliseconds(2000), .milliseconds(2000)])
  }

  @Test(
    arguments: [
      "reset": { connection in
        try connection.write(Self.head + "\r\nid:1\ndata:a\n\nda")
        connection.reset()
      },
      "shorter than its length": { connection in
        try connection.write(Self.head + "Content-Length: 99\r\n\r\nid:1\ndata:a\n\ndata:b\n")
        connection.finishWriting()
      },
      "chunk that is cut": { connection in
        try connection.write(
          Self.head + "Transfer-Encoding: chunked\r\n\r\n10\r\nid:1\ndata:a\n\ndat\r\n63\r\na:b")
        connection.finishWriting()
      },
      "broken chunks": { connection in
        try connection.write(
          Self.head + "Transfer-Encoding: chunked\r\n\r\nd\r\nid:1\ndata:a\n\n\r\nzz\r\n")
        connection.finishWriting()
      },
      "whole length": { connection in
        try connection.write(Self.head + "Content-Length: 14\r\n\r\nid:1\ndata:a\n\nda")
      },
    ] as NamedCases<@Sendable (LoopbackConnection) throws -> Void>)
  func `a stream that ends in any way continues`(
    ending: NamedCase<@Sendable (LoopbackConnection) throws -> Void>
  ) async throws {
    let (events, requests, delays) = try await play([
      ending.value, { try Self.respond($0, "data:b\n\n") },
    ])
    #expect(events == [Event(data: "a", id: "1"), Event(data: "b", id: "1")])
    #expect(requests.map { $0["Last-Event-ID"] } == [[], ["1"], ["1"]])
    #expect(delays == [.seconds(3), .seconds(3)])
  }

  @Test(arguments: [
    ("non-ASCII", "id: …ü😀\ndata\n\n", "…ü😀"), ("NUL", "id: 1\ndata\n\nid: 2\u{0}3\ndata\n\n", "1"),
    ("empty", "id: 1\ndata\n\nid\ndata\n\n", nil), ("empty value", "id: 1\ndata\n\nid:\n\n", nil),
    ("no data", "id: 1\n\n", "1"), ("no blank line", "id: 1\ndata\n\nid: 2\n", "1"),
    ("two in an event", "id: 1\nid: 2\ndata\n\n", "2"), ("kept", "id: 1\ndata\n\ndata\n\n", "1"),
    ("CR", "id: 1\rdata\r\r", "1"), ("CRLF", "id: 1\r\ndata\r\n\r\n", "1"),
    ("spaces", "id:  \ndata\n\n", nil),
    ("colon", "id: a:b\n\n", "a:b"), ("comment", ":id: 1\ndata\n\n", nil), ("case", "ID: 1\ndata\n\n", nil),
    ("outer blanks", "id:  \t a\tb  c \t\n\n", "a\tb  c"),
    ("not UTF-8", "id: \u{FFFD}\n\n", "\u{FFFD}"),
  ]) func `the last ID is sent`(name: String, body: String, id: String?) async throws {
    let (_, requests, _) = try await play(body)
    #expect(requests.map { $0["Last-Event-ID"] } == [[], id.map { [$0] } ?? []], "\(name)")
  }

  @Test(arguments: [
    ("digits", "retry: 5000", Duration.seconds(5)), ("without a space", "retry:5000", .seconds(5)),
    ("zero", "retry: 0", .milliseconds(500)), ("leading zeros", "retry: 00700", .milliseconds(700)),
    ("less than the least", "retry: 499", .milliseconds(500)),
    ("fraction", "retry: 5.5", .seconds(3)), ("sign", "retry: -5", .seconds(3)),
    ("unit", "retry: 1000x", .seconds(3)), ("hexadecimal", "retry: 0x5", .seconds(3)),
    ("empty", "retry", .seconds(3)), ("other digits", "retry: ٣", .seconds(3)),
    ("out of range", "retry: 99999999999999999999", .seconds(3)),
    ("two", "retry: 5000\nretry: 600", .milliseconds(600)),
    ("bogus after a time", "retry: 5000\nretry: x", .seconds(5)),
    ("in a comment", ": retry: 5", .seconds(3)), ("space before", " retry: 5", .seconds(3)),
  ]) func `the time of the server is waited`(name: String, line: String, delay: Duration) async throws {
    let (events, _, delays) = try await play(line + "\ndata: a\n\n", "data: b\n\n")
    #expect(events.map(\.data) == ["a", "b"], "\(name)")
    #expect(delays == [delay, delay], "\(name)")
  }

  @Test func `a stream can begin after an earlier event`() async throws {
    let name = try #require(HTTPField.Name("Last-Event-ID"))
    for usesField in [false, true] {
      let (events, requests, _) = try await play([{ try Self.respond($0, "data:a\n\nid\ndata:b\n\n") }]) {
        session in
        var options = EventStream.Options()
        if !usesField { options.lastEventID = "41" }
        return session.events("live", fields: usesField ? [name: "41"] : [:], options: options)
      }
      #expect(events.map(\.id) == ["41", ""])
      #expect(requests.map { $0["Last-Event-ID"] } == [["41"], []])
    }
  }

  /// HTTP/1.1 allows no control characters in values, but browsers send them, and a server may depend on its own IDs.
  @Test(arguments: ["\u{1}a\u{B}b\u{1F}\u{7F}", "\u{C}a\u{A0}", "\u{1B}[0m"])
  func `control characters of an ID are sent byte for byte`(id: String) async throws {
    let lines = Record<[String]>()
    try await withRawServer { connection in
      var head: [String] = []
      while let line = try connection.readLine(), !line.isEmpty { head.append(line) }
      lines.append(head.filter { $0.hasPrefix("Last-Event-ID") })
      if lines.count > 1 { return try connection.write("HTTP/1.1 204 No Content\r\n\r\n") }
      try Self.respond(connection, "id: \(id)\n\n")
    } test: { session, _ in
      var stream = session.events("")
      stream.wait = { _ in }
      for try await _ in stream {}
    }
    #expect(lines.all == [[], ["Last-Event-ID: \(id)"]])
  }

  @Test func `a server whose connections have no event does not get thousands of requests`() async throws {
    let (requests, waited) = (Record<Int>(), Record<Duration>())
    try await withServer { _, connection in
      requests.append(1)
      // As many as fit into an hour.
      let time = waited.all.reduce(.zero, +)
      if time > .seconds(3600) { return try connection.respond(204) }
      try Self.respond(connection, "retry: 0\n\n")
    } test: { session, _ in
      var stream = session.events("live")
      stream.wait = { waited.append($0) }
      for try await _ in stream {}
    }
    #expect(requests.count < 150)
  }

  @Test func `a server that is down is tried again`() async throws {
    try await DeadPort.refusing.with { port in
      let session = Session(.test(baseURL: "http://127.0.0.1:\(port)"))
      var options = EventStream.Options()
      options.maximumFailureCount = 2
      options.reconnectionTime = .zero
      let delays = Record<Duration>()
      var stream = session.events("", options: options)
      stream.wait = { delays.append($0) }
      let error = await #expect(throws: SessionError.self) { for try await _ in stream {} }
      #expect(error?.code == .connectionFailed && delays.count == 2)
      #expect(stream.state.phase == .closed)
      await session.invalidate()
    }
  }

  @Test func `a coded stream is decoded, and continues`() async throws {
    let deflater = try Deflater()
    var output: [UInt8] = []
    deflater.append(Array("id:1\ndata:a\n\n".utf8).span, to: &output)
    deflater.finish(to: &output)
    let gzip = output
    let (ids, hasFirst) = (Record<String?>(), Gate())
    try await withServer { request, connection in
      ids.append(request["last-event-id"])
      if ids.count > 1 { return try connection.respond(204) }
      try connection.write(Self.head + "Content-Encoding: gzip\r\n\r\n")
      try connection.write(Array(gzip.dropLast(8)))
      try hasFirst.pass()
      connection.finishWriting()
    } test: { session, _ in
      var stream = session.events("")
      stream.wait = { _ in }
      for try await event in stream {
        #expect(event == Event(data: "a", id: "1"))
        hasFirst.open()
      }
    }
    #expect(ids.all == [nil, "1"])
  }

  // MARK: Responses

  @Test(arguments: [201, 205, 206, 210, 299, 300, 304, 400, 401, 404, 410, 429, 500, 502, 503, 599])
  func `another status ends the stream with an error, and its body is no event`(status: Int) async throws {
    let count = Record<Int>()
    try await withServer { _, connection in
      count.append(1)
      try connection.respond(
        status, headers: [("Content-Type", "text/event-stream")],
        body: [204, 205, 304].contains(status) ? "" : "data: no event\n\n")
    } test: { session, _ in
      var events = session.events("").makeAsyncIterator()
      for _ in 0..<2 {
        let error = await Result.catching { try await events.next() }
        let refusal = #expect(throws: ResponseError.self) { try error.get() }
        #expect(refusal?.code == .unacceptableStatus && refusal?.head.status.code == status)
      }
    }
    #expect(count.count == 1, "an error is final")
  }

  @Test func `another media type ends the stream with an error`() async throws {
    try await withServer {
      try $1.respond(200, headers: [("Content-Type", "text/html")], body: "data: <html>\n\n")
    } test: { session, _ in
      let stream = session.events("")
      let error = await #expect(throws: ResponseError.self) { for try await _ in stream {} }
      #expect(error?.code == .unacceptableMediaType && error?.body == Array("data: <html>\n\n".utf8))
      #expect(stream.state.phase == .closed)
    }
  }

  @Test func `a type with parameters is UTF-8 nevertheless`() async throws {
    let (events, _, _) = try await play([
      { connection in
        try connection.write(
          "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream;charset=windows-1251\r\n\r\ndata:ok…\n\n")
        connection.finishWriting()
      }
    ])
    #expect(events == [Event(data: "ok…")])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func `a redirect is followed, and each connection begins with the original URL`(status: Int) async throws {
    let targets = Record<String>()
    try await withServer { request, connection in
      targets.append(request.target + (request["last-event-id"] ?? ""))
      if request.target == "/live" { return try connection.redirect(status, to: "/moved") }
      if targets.count > 2 { return try connection.respond(204) }
      try Self.respond(connection, "id:1\ndata:a\n\n")
    } test: { session, _ in
      var stream = session.events("live")
      stream.wait = { _ in }
      var data: [String] = []
      for try await event in stream { data.append(event.data) }
      #expect(data == ["a"])
    }
    #expect(targets.all == ["/live", "/moved", "/live1", "/moved1"])
  }

  @Test func `a status is retried by the session's policy`() async throws {
    let count = Record<Int>()
    try await withServer { _, connection in
      count.append(1)
      switch count.count {
      case 1: try connection.respond(503, headers: [("Retry-After", "0")])
      case 2: try Self.respond(connection, "data:a\n\n")
      default: try connection.respond(204)
      }
    } configure: {
      $0.retries = .standard
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      var stream = session.events("")
      stream.wait = { _ in }
      var data: [String] = []
      for try await event in stream { data.append(event.data) }
      #expect(data == ["a"])
    }
    #expect(count.count == 3)
  }

  @Test func `an event above the limit ends the stream`() async throws {
    let (events, requests) = (Record<ServerSentEvent>(), Record<Int>())
    try await withServer { _, connection in
      requests.append(1)
      try Self.respond(connection, "data:1234\n\ndata:12345\n\n")
    } test: { session, _ in
      var options = EventStream.Options()
      options.maximumEventByteCount = 9
      let error = await #expect(throws: StreamError.self) {
        for try await event in session.events("", options: options) { events.append(event) }
      }
      #expect(error?.code == .eventTooLarge)
    }
    #expect(events.count == 1 && requests.count == 1)
  }

  // MARK: Requests

  @Test func `a POST is sent once, with its body`() async throws {
    for isWhole in [true, false] {
      let requests = Record<ReceivedRequest>()
      try await withServer { request, connection in
        requests.append(try ReceivedRequest(request, connection))
        try connection.write(Self.head + "Content-Length: \(isWhole ? 8 : 9)\r\n\r\ndata:a\n\n")
        connection.finishWriting()
      } test: { session, _ in
        let events = Record<ServerSentEvent>()
        let request = try session.request(.post, "chat", body: .text("question"))
        let result = await Result.catching {
          for try await event in session.events(request) { events.append(event) }
        }
        #expect(events.all == [Event(data: "a")])
        switch result {
        case .success: #expect(isWhole)
        case .failure(let error): #expect(!isWhole && (error as? SessionError)?.code == .connectionLost)
        }
      }
      #expect(requests.all.map(\.text) == ["question"])
      #expect(requests.all.map { $0["Last-Event-ID"] } == [[]])
    }
  }

  @Test func `the fields of a request take precedence`() async throws {
    let (_, requests, _) = try await play([]) {
      $0.events("", fields: [.accept: "text/event-stream;q=1", .cacheControl: "no-cache"])
    }
    #expect(requests.map { $0["Accept"] } == [["text/event-stream;q=1"]])
    #expect(requests.map { $0["Cache-Control"] } == [["no-cache"]])
  }

  @Test func `a malformed URL is an error of the iteration`() async throws {
    let session = Session(.test())
    let error = await #expect(throws: SessionError.self) {
      for try await _ in session.events("ftp://h/") {}
    }
    #expect(error?.code == .invalidURL)
    await session.invalidate()
  }

  // MARK: Time

  @Test func `a silent stream stays open, unless its request has a limit`() async throws {
    let requests = Record<Int>()
    let isLost = Gate()
    try await withServer { _, connection in
      requests.append(1)
      if requests.count > 2 { return try connection.respond(204) }
      try connection.write(Self.head + "\r\n: hello\n\n")
      if requests.count == 1 {
        // Four times the limits of the session.
        usleep(400_000)
        try connection.write("data:a\n\n")
        connection.finishWriting()
      } else {
        try isLost.pass()
      }
    } configure: {
      $0.idleTimeout = .milliseconds(100)
      $0.timeout = .milliseconds(100)
    } test: { session, _ in
      for try await event in session.events("") {
        #expect(event.data == "a" && requests.count == 1)
        break
      }
      var request = try session.request(.get, "")
      request.options.idleTimeout = .after(.milliseconds(50))
      var stream = session.events(request)
      stream.wait = { _ in isLost.open() }
      for try await _ in stream {}
    }
    // On a busy machine, an answer can take longer than the limit, too.
    #expect(requests.count >= 3)
  }

  /// Runs a test with a stream whose only connection has ended, and which waits for an hour before the next one.
  private func withWaitingStream(
    _ test: (Session, EventStream, Task<Void, any Error>) async throws -> Void
  ) async throws {
    let isWaiting = SluiceTestSupport.Event()
    try await withServer { _, connection in
      try Self.respond(connection, "retry: 3600000\ndata:a\n\n")
    } test: { session, _ in
      var stream = session.events("")
      let sleep = stream.wait
      stream.wait = { delay in
        isWaiting.happen()
        try await sleep(delay)
      }
      let task = Task { [stream] in for try await _ in stream {} }
      try await isWaiting.wait()
      try await test(session, stream, task)
    }
  }

  @Test func `cancelling ends a stream while it waits`() async throws {
    try await withWaitingStream { _, stream, task in
      #expect(stream.state == .init(phase: .connecting, lastEventID: "", reconnectionTime: .seconds(3600)))
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(stream.state.phase == .closed)
    }
  }

  @Test func `invalidating the session ends a stream while it waits`() async throws {
    try await withWaitingStream { session, _, task in
      await session.invalidate()
      let error = await #expect(throws: SessionError.self) { try await task.value }
      #expect(error?.code == .invalidated)
    }
  }

  @Test(arguments: [false, true]) func `cancelling or leaving an open stream ends the transfer`(
    leaves: Bool
  ) async throws {
    let (hasFirst, wasClosed) = (SluiceTestSupport.Event(), SluiceTestSupport.Event())
    try await withServer { _, connection in
      try connection.write(Self.head + "\r\nid:1\ndata:a\n\n")
      connection.waitForClose()
      wasClosed.happen()
    } test: { session, _ in
      let stream = session.events("")
      #expect(stream.state == .init(phase: .closed, lastEventID: "", reconnectionTime: .seconds(3)))
      let task = Task {
        for try await _ in stream {
          #expect(stream.state == .init(phase: .open, lastEventID: "1", reconnectionTime: .seconds(3)))
          hasFirst.happen()
          if leaves { break }
        }
      }
      try await hasFirst.wait()
      if !leaves { task.cancel() }
      let result = await task.result
      if leaves {
        try result.get()
      } else {
        #expect(throws: CancellationError.self) { try result.get() }
      }
      try await wasClosed.wait()
      #expect(stream.state.phase == .closed)
    }
  }

  @Test func `each iteration begins anew`() async throws {
    let ids = Record<String?>()
    try await withServer { request, connection in
      ids.append(request["last-event-id"])
      try connection.respond(200, headers: [("Content-Type", "text/event-stream")], body: "id:1\ndata:a\n\n")
    } test: { session, _ in
      let stream = session.events("")
      #expect(ids.all.isEmpty, "nothing is sent before an event is requested")
      for _ in 0..<2 { for try await _ in stream { break } }
    }
    #expect(ids.all == [nil, nil])
  }
}
