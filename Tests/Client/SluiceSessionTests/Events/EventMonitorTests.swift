import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The events that monitors receive, and their order.
@Suite(.timeLimit(.minutes(5))) struct EventMonitorTests {
  /// Records events, a line each, except progress, whose amount varies.
  private struct Recorder: EventMonitor {
    let lines = Record<String>()
    let transfers = Record<TransferID>()
    let values = Record<String>()
    let threads = Record<String>()

    private func add(_ transfer: TransferID, _ line: String) {
      lines.append(line)
      transfers.append(transfer)
    }

    func didCreate(_ transfer: TransferID, request: HTTPRequest) {
      add(transfer, "created \(request.method)")
    }
    func willSend(_ transfer: TransferID, request: HTTPRequest) {
      add(transfer, "sent \(request.path ?? "") \(request.headerFields[.authorization] ?? "-")")
    }
    func didSuspend(_ transfer: TransferID) { add(transfer, "suspended") }
    func didResume(_ transfer: TransferID) { add(transfer, "resumed") }
    func didReceive(_ transfer: TransferID, response: HTTPResponse) {
      add(transfer, "received \(response.status.code)")
    }
    func willRedirect(_ transfer: TransferID, by redirect: Session.Redirect, to request: HTTPRequest) {
      add(transfer, "redirected \(redirect.request.path ?? "") to \(request.path ?? "")")
    }
    func willAuthenticate(_ transfer: TransferID, after response: HTTPResponse?) {
      add(transfer, "challenged \(response?.status.code ?? 0)")
    }
    func willRetry(_ transfer: TransferID, _ retry: Session.Retry) {
      add(transfer, "retried \(retry.number)")
    }
    func didMeasure(_ transfer: TransferID, _ metrics: TransferMetrics) { add(transfer, "measured") }
    func didProduce(_ transfer: TransferID, value: any Sendable, decoder: String?) {
      let value = (value as? DownloadedFile).map { $0.path } ?? "\(value)"
      values.append("\(value) by \(decoder ?? "none")")
    }
    func didComplete(_ transfer: TransferID, error: (any Error)?) {
      add(transfer, "completed" + (error.map { " \(type(of: $0))" } ?? ""))
    }
  }

  @Test func `a monitor receives the events of a transfer from start to end`() async throws {
    let (recorder, received) = (Recorder(), Record<Int>())
    try await withServer {
      received.append(1)
      switch received.count {
      case 1: try $1.redirect(307, to: "/b?SECRET")
      case 2: try $1.respond(401, headers: [("WWW-Authenticate", "Bearer")])
      case 3: try $1.respond(503)
      default: try $1.respond(200, body: "x")
      }
      _ = $0
    } configure: {
      $0.monitors = [recorder]
      $0.retries.maximumCount = 1
      $0.retries.initialDelay = .zero
      $0.credentials = CredentialProvider { _ in .bearer("SECRET") }
    } test: { session, _ in
      _ = try await session.get("a?SECRET", decoding: .bytes)
      // All events were delivered, in order, when the call returns.
      #expect(
        recorder.lines.all == [
          "created GET", "sent /a -", "received 307", "measured", "redirected /a to /b", "sent /b -",
          "received 401",
          "measured", "challenged 401", "sent /b (hidden)", "received 503", "measured", "retried 1",
          "sent /a (hidden)", "received 200", "measured", "completed",
        ])
      #expect(Set(recorder.transfers.all).count == 1)
    }
  }

  @Test func `a transfer that is suspended before its start is reported as such, after its creation`()
    async throws
  {
    let recorder = Recorder()
    try await withServer {
      _ = $0
      try $1.respond(200)
    } configure: {
      $0.monitors = [recorder]
    } test: { session, _ in
      let transfer = session.transfer(try session.request(.get, "a"), decoding: ResponseDecoder.bytes)
      transfer.suspend()
      transfer.resume()
      transfer.suspend()
      transfer.start()
      #expect(await eventually { recorder.lines.all.contains("suspended") })
      transfer.resume()
      _ = try await transfer.value
      #expect(
        recorder.lines.all == [
          "created GET", "suspended", "resumed", "sent /a -", "received 200", "measured", "completed",
        ])
    }
  }

  @Test func `values are reported, but no stream, and no response that is not decoded`() async throws {
    let recorder = Recorder()
    let folder = try TemporaryDirectory()
    try await withServer {
      if $0.target == "/fails" { return try $1.respond(500) }
      let type = $0.target == "/b" ? "application/json" : "text/plain"
      try $1.respond(200, headers: [("Content-Type", type)], body: "[1]")
    } configure: {
      $0.monitors = [recorder]
      $0.retries = .never
    } test: { session, _ in
      _ = try await session.get("a", decoding: .text())
      let transfer = session.transfer(try session.request(.get, "b"), decoding: .json([Int].self))
      _ = try await transfer.value
      let path = folder.path("file")
      _ = try await session.download("c", to: .file(path))
      _ = try? await session.get("fails", decoding: .bytes)
      let response = try await session.send(session.request(.get, ""))
      await response.discard()
      for try await _ in session.stream("d", decoding: .lines()) {}
      await session.invalidate()
      #expect(
        recorder.values.all == [
          "[1] by ResponseDecoder<String>", "[1] by ResponseDecoder<Array<Int>>", "\(path) by none",
        ])
    }
  }

  @Test func `a streamed response is complete when it has been read`() async throws {
    let recorder = Recorder()
    try await withServer {
      _ = $0
      try $1.respond(200, body: "body")
    } configure: {
      $0.monitors = [recorder]
    } test: { session, _ in
      let response = try await session.send(session.request(.get, ""))
      _ = try await response.body.collect(upTo: 10)
      try await expectEventually { recorder.lines.last == "completed" }
      #expect(recorder.lines.all.count { $0 == "completed" } == 1)
      let metrics = try #require(response.metrics)
      #expect(
        metrics.receivedByteCount > 4 && metrics.sentByteCount > 10 && metrics.networkProtocol == "http/1.1")
      #expect(!metrics.isConnectionReused && metrics.total >= metrics.firstByte && metrics.firstByte > .zero)
      let second = try await session.send(session.request(.get, ""))
      _ = try await second.body.collect(upTo: 10)
      #expect(second.metrics?.isConnectionReused == true)
    }
  }

  @Test func `a failure is reported once`() async throws {
    let recorder = Recorder()
    try await withRawServer {
      $0.reset()
    } configure: {
      $0.monitors = [recorder]
    } test: { session, _ in
      _ = try? await session.get("", decoding: .bytes)
      #expect(recorder.lines.all.suffix(3) == ["sent / -", "measured", "completed SessionError"])
      _ = try? await session.send(session.request(.head, "", body: .text("x")))
      #expect(recorder.lines.last == "completed SessionError")
      #expect(Set(recorder.transfers.all).count == 2)
    }
  }

  @Test func `a cancelled transfer is reported with its error`() async throws {
    let (recorder, isAsked) = (Recorder(), Event())
    try await withServer {
      _ = $0
      isAsked.happen()
      $1.stall()
    } configure: {
      $0.monitors = [recorder]
    } test: { session, _ in
      let task = Task { try await session.get("", decoding: .bytes) }
      try await isAsked.wait()
      task.cancel()
      _ = await task.result
      #expect(recorder.lines.last == "completed CancellationError")
    }
  }

  @Test func `a slow monitor does not delay a transfer`() async throws {
    struct Slow: EventMonitor {
      let gate = Gate()
      func didCreate(_ transfer: TransferID, request: HTTPRequest) { try? gate.pass() }
    }
    let slow = Slow()
    let received = Record<Int>()
    try await withServer {
      _ = $0
      received.append(1)
      try $1.respond(200)
    } configure: {
      $0.monitors = [slow]
    } test: { session, _ in
      let task = Task { try await session.get("", decoding: .bytes) }
      // The server has responded while the monitor still blocks.
      try await expectEventually { received.count == 1 }
      slow.gate.open()
      _ = try await task.value
    }
  }
}
