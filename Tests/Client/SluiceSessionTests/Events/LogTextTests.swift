import Logging
import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

@testable import SluiceTransport

/// The messages of logs: their levels, and text of a server, whose control characters would reach a terminal.
@Suite(.timeLimit(.minutes(5))) struct LogTextTests {
  @Test func `messages and errors escape the control characters of a response`() async throws {
    let log = CapturingLog()
    let error = try await withRawServer {
      _ = try $0.readHead()
      let attack = "\u{9B}2J\u{202E}"
      try $0.write("HTTP/1.1 404 \(attack)\r\nX: \(attack)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    } configure: {
      $0.monitors = [LogMonitor(log.logger)]
    } test: { session, server in
      await #expect(throws: ResponseError.self) { try await session.get(.init(server.url), decoding: .bytes) }
    }
    #expect(error?.description.hasPrefix("unacceptable-status: 404 \\u{9B}2J\\u{202E} (") == true)
    #expect(error?.head.status.reasonPhrase == "\u{9B}2J\u{202E}", "the property is as it came")
    #expect(log.lines.all.contains { $0.hasPrefix("< X: \\u{9B}2J\\u{202E}") }, "\(log.lines.all)")
    #expect(!log.lines.all.joined().unicodeScalars.contains("\u{9B}"))
    #expect(SessionError(.tlsFailed, message: "a\u{9B}\n").description == "tls-failed: a\\u{9B}\\u{A}")
  }

  @Test func `an error without a message is described by its code alone`() {
    #expect("\(SessionError(.invalidated))" == "invalidated")
    #expect("\(SessionError(.invalidated).at("http://h/"))" == "invalidated (http://h/)")
    #expect("\(SessionError.invalidated)" == "invalidated: the session was invalidated")
  }

  @Test func `an empty media type is called missing`() async throws {
    try await withRawServer {
      _ = try $0.readHead()
      try $0.write("HTTP/1.1 200 OK\r\nContent-Type:\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}")
    } test: { session, _ in
      let error = await #expect(throws: ResponseError.self) { try await session.get("") as [String: Int] }
      #expect(error?.description.hasPrefix("unacceptable-media-type: no media type (GET http") == true)
    }
  }

  @Test func `a log tells failures and retries from other messages, and has their durations`() async throws {
    let log = CapturingLog()
    try await withServer {
      try $1.respond(503)
    } configure: {
      $0.monitors = [LogMonitor(log.logger)]
      $0.retries.maximumCount = 1
      $0.retries.initialDelay = .zero
    } test: { session, _ in
      _ = await #expect(throws: ResponseError.self) { try await session.get("", decoding: .bytes) }
    }
    #expect(log.levels(of: "* retry 1 in 0 seconds: 503") == [.info])
    #expect(log.levels(of: "* failed after ") == [.warning])
    #expect(log.levels(of: "> ").allSatisfy { $0 == .debug })
    let failure = log.lines.all.first { $0.hasPrefix("* failed after ") } ?? ""
    #expect(failure.contains(#/^\* failed after [0-9.]+ seconds?: unacceptable-status: 503 /#), "\(failure)")
  }

  @Test(arguments: [true, false]) func `the end of a transfer that has not failed is no failure`(
    isCancelled: Bool
  )
    async throws
  {
    let (log, isReceived, mayEnd) = (CapturingLog(), Event(), Event())
    defer { mayEnd.happen() }
    try await withServer {
      isReceived.happen()
      if isCancelled { return $1.waitForClose() }
      try $1.respond(200)
      _ = $0
    } configure: {
      $0.monitors = [LogMonitor(log.logger, level: .trace, failureLevel: .critical)]
    } test: { session, _ in
      let task = Task { try await session.get("", decoding: .bytes) }
      try await isReceived.wait()
      if isCancelled { task.cancel() }
      _ = await task.result
    }
    #expect(log.levels(of: isCancelled ? "* cancelled after " : "* completed after ") == [.trace])
  }

  @Test func `a log shows that a credential was sent, but not which`() async throws {
    let log = CapturingLog()
    let received = Record<ReceivedRequest>()
    try await withServer {
      received.append(try ReceivedRequest($0, $1))
      try $1.respond(200)
    } configure: {
      $0.monitors = [LogMonitor(log.logger)]
      $0.credentials = .fixed(.bearer("SECRET"))
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
    }
    #expect(received.only?["Authorization"] == [AuthorizationField.bearer("SECRET")])
    #expect(log.levels(of: "> Authorization: (hidden) ") == [.debug])
    #expect(!log.lines.all.joined().contains("SECRET"))
  }

  @Test(arguments: [
    (Duration.seconds(60), "60 seconds"), (.seconds(1), "1 second"), (.milliseconds(250), "0.25 seconds"),
    (.zero, "0 seconds"), (.seconds(Int64.max), "9.223372036854776e+18 seconds"),
  ]) func `a duration is written in seconds`(duration: Duration, text: String) {
    #expect(duration.inSeconds == text)
  }
}
