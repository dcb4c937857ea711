import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Transfers with a handle.
@Suite(.timeLimit(.minutes(5))) struct TransferTests {
  @Test func `the value of a transfer is the decoded response`() async throws {
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond(200, body: request.text)
    } test: { session, _ in
      let transfer = session.transfer(
        try session.request(.post, "", body: .text("body")), decoding: ResponseDecoder.bytes)
      #expect(try await transfer.value == Array("body".utf8))
      #expect(try await transfer.value == Array("body".utf8))
      let last = transfer.progress
      #expect(last.sentBodyByteCount == 4 && last.receivedBodyByteCount == 4 && last.decodedByteCount == 4)
    }
  }

  @Test func `a value may be nil`() async throws {
    try await withServer {
      try $1.respond(
        200, headers: [("Content-Type", "application/json")], body: $0.target == "/none" ? "null" : "1")
    } test: { session, _ in
      let transfers = try ["none", "one"].map {
        session.transfer(try session.request(.get, .init($0)), decoding: .json(Int?.self))
      }
      #expect(try await transfers[0].value == nil)
      #expect(try await transfers[1].value == 1)
      #expect(try await session.batch(transfers, maximumConcurrentCount: 2).values() == [nil, 1])
    }
  }

  @Test func `a suspended upload pauses until it is resumed`() async throws {
    let (isHalfway, goOn) = (Event(), Event())
    let readerSteps = Record<Int>()
    let body = ScriptedSource([
      .bytes(patternedBytes(100)), .run { isHalfway.happen() }, .wait(goOn), .run { readerSteps.append(1) },
      .bytes(patternedBytes(100)),
    ])
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond(200, body: "\(request.body.count)")
    } test: { session, _ in
      let transfer = session.transfer(
        try session.request(.post, "", body: body), decoding: ResponseDecoder.bytes)
      transfer.start()
      try await isHalfway.wait()
      transfer.suspend()
      // Once another transfer of the session has ended, the loop has seen the suspension.
      _ = try await session.upload(.text("x"), to: "", decoding: .bytes)
      goOn.happen()
      _ = try await session.upload(.text("x"), to: "", decoding: .bytes)
      #expect(readerSteps.count == 0, "nothing is read while it is suspended")
      transfer.resume()
      #expect(try await transfer.value == Array("200".utf8))
    }
  }

  @Test func `a download that was suspended and resumed is complete`() async throws {
    let (isHalfway, isSuspended) = (Event(), Event())
    try await withServer {
      _ = $0
      try $1.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf")
      isHalfway.happen()
      guard eventuallyHappens(isSuspended) else { return }
      try $1.write("half")
    } test: { session, _ in
      let transfer = session.transfer(try session.request(.get, ""), decoding: ResponseDecoder.bytes)
      transfer.start()
      try await isHalfway.wait()
      transfer.suspend()
      isSuspended.happen()
      transfer.resume()
      #expect(try await transfer.value == Array("halfhalf".utf8))
    }
  }

  /// Waits for an event on a server's own thread.
  private func eventuallyHappens(_ event: Event) -> Bool {
    let gate = Gate()
    event.whenHappened { gate.open() }
    return (try? gate.pass()) != nil
  }

  @Test func `a transfer suspended before it starts waits until it is resumed`() async throws {
    let isCalled = Event()
    let goOn = Event()
    try await withServer {
      _ = $0
      try $1.respond(200)
    } configure: {
      $0.middleware = [
        { request, next in
          isCalled.happen()
          try await goOn.wait()
          return try await next(request)
        }
      ]
    } test: { session, server in
      let transfer = session.transfer(try session.request(.get, ""), decoding: ResponseDecoder.bytes)
      transfer.start()
      try await isCalled.wait()
      transfer.suspend()
      goOn.happen()
      let other = session.transfer(try session.request(.get, ""), decoding: ResponseDecoder.bytes)
      _ = try await other.value
      #expect(server.acceptedConnections == 1)
      transfer.resume()
      _ = try await transfer.value
    }
  }

  @Test func `a cancelled task waits for the value of a transfer, which goes on`() async throws {
    let (isAsked, goOn) = (Event(), Event())
    try await withServer {
      _ = $0
      isAsked.happen()
      guard eventuallyHappens(goOn) else { return }
      try $1.respond(200, body: "done")
    } test: { session, _ in
      let transfer = session.transfer(try session.request(.get, ""), decoding: ResponseDecoder.bytes)
      let task = Task { try await transfer.value }
      try await isAsked.wait()
      task.cancel()
      #expect(transfer.state == .running)
      goOn.happen()
      #expect(try await task.value == Array("done".utf8))
    }
  }

  @Test(arguments: [false, true])
  func `cancelling ends a transfer, suspended or not`(isSuspended: Bool) async throws {
    let isAsked = Event()
    try await withServer {
      _ = $0
      isAsked.happen()
      $1.stall()
    } test: { session, _ in
      let transfer = session.transfer(try session.request(.get, ""), decoding: ResponseDecoder.bytes)
      transfer.start()
      try await isAsked.wait()
      if isSuspended { transfer.suspend() }
      transfer.cancel()
      await #expect(throws: CancellationError.self) { try await transfer.value }
    }
  }
}
