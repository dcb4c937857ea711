import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The states, the lists and the priorities of transfers.
@Suite(.timeLimit(.minutes(5))) struct TransferStateTests {
  private func bytes(_ session: Session, _ target: String = "", label: String? = nil) throws -> Transfer<
    [UInt8]
  > {
    session.transfer(try session.request(.get, .init(target)), decoding: .bytes, label: label)
  }

  @Test func `a transfer runs from its start to its end`() async throws {
    let gate = Gate()
    try await withServer {
      try gate.pass()
      try $1.respond(200, body: $0.target)
    } test: { session, server in
      let transfer = try bytes(session, "a", label: "first")
      #expect(transfer.state == .created && transfer.kind == .request && transfer.label == "first")
      #expect(session.transfers.isEmpty)
      transfer.start()
      transfer.start()
      #expect(transfer.state == .running)
      #expect(session.transfers.map(\.id) == [transfer.id] && session.transfers.first?.label == "first")
      gate.open()
      #expect(try await transfer.value == Array("/a".utf8))
      #expect(transfer.state == .finished && session.transfers.isEmpty)
      transfer.cancel()
      transfer.suspend()
      #expect(transfer.state == .finished)
      #expect(try await transfer.value == Array("/a".utf8))
      #expect(server.acceptedConnections == 1)
    }
  }

  @Test func `a failure is a state`() async throws {
    try await withServer {
      _ = $0
      try $1.respond(500)
    } test: { session, _ in
      let transfer = try bytes(session)
      await #expect(throws: ResponseError.self) { try await transfer.value }
      #expect(transfer.state == .failed && session.transfers.isEmpty)
    }
  }

  @Test func `a transfer that is cancelled before its start never starts`() async throws {
    try await withServer {
      _ = $0
      try $1.respond(200)
    } test: { session, server in
      let transfer = try bytes(session)
      transfer.cancel()
      transfer.start()
      #expect(transfer.state == .cancelled)
      await #expect(throws: CancellationError.self) { try await transfer.value }
      for await _ in transfer.progressUpdates {}
      #expect(server.acceptedConnections == 0)
    }
  }

  @Test func `a transfer comes after others, which its start starts`() async throws {
    let order = Record<String>()
    try await withServer {
      order.append($0.target)
      try $1.respond($0.target == "/fails" ? 500 : 200, body: $0.target)
    } test: { session, _ in
      let first = [try bytes(session, "a"), try bytes(session, "b")]
      let second = session.transfer(
        try session.request(.get, "c"), decoding: ResponseDecoder.bytes, after: first)
      let third = session.transfer(
        try session.request(.get, "d"), decoding: ResponseDecoder.bytes, after: [second])
      #expect(try await third.value == Array("/d".utf8))
      #expect(Set(order.all.prefix(2)) == ["/a", "/b"] && order.all.suffix(2) == ["/c", "/d"])
      #expect(await first[0].waitForEnd() == .finished)

      let failing = session.transfer(
        try session.request(.get, "fails"), decoding: ResponseDecoder.bytes, label: "the first")
      let next = session.transfer(
        try session.request(.get, "e"), decoding: ResponseDecoder.bytes, after: [failing])
      let error = await #expect(throws: SessionError.self) { try await next.value }
      #expect(error?.code == .dependencyFailed && error?.description.contains("the first has failed") == true)

      // Whoever waits can leave, and a batch of one at a time does not hang.
      let chain = (0..<10).reduce(into: [Transfer<[UInt8]>]()) { chain, number in
        // The reference is valid.
        let request = try! session.request(.get, "\(number)")
        chain.append(session.transfer(request, decoding: .bytes, after: chain.suffix(1)))
      }
      var numbers: [Int] = []
      for try await member in session.batch(chain.reversed(), maximumConcurrentCount: 1) {
        numbers.append(member.index)
      }
      #expect(numbers.count == 10)
      let hanging = try bytes(session, "never started")
      let waiting = Task { await hanging.waitForEnd() }
      waiting.cancel()
      #expect(await waiting.value == .created)
    }
  }

  @Test func `suspensions are counted`() async throws {
    try await withServer {
      try $1.respond(200, body: $0.target)
    } test: { session, server in
      let transfer = try bytes(session)
      transfer.suspend()
      transfer.suspend()
      transfer.resume()
      transfer.start()
      #expect(transfer.state == .suspended)
      _ = try await session.get("other", decoding: .bytes)
      #expect(server.acceptedConnections == 1)
      transfer.resume()
      // One too many has no effect.
      transfer.resume()
      #expect(try await transfer.value == Array("/".utf8))
    }
  }

  @Test func `all transfers of a kind are suspended, resumed and cancelled`() async throws {
    try await withServer {
      if $0.target == "/hangs" { return $1.stall() }
      _ = try ReceivedRequest($0, $1)
      try $1.respond(200)
    } test: { session, _ in
      let requests = try (0..<3).map { _ in try bytes(session) }
      let uploads = try (0..<3).map { _ in
        session.transfer(try session.request(.put, "", body: .text("x")), decoding: .bytes)
      }
      let other = try bytes(session, "hangs")
      for transfer in requests + uploads + [other] {
        transfer.suspend()
        transfer.start()
      }
      #expect(session.transfers.count == 7)
      #expect(uploads.allSatisfy { $0.kind == .upload })
      session.suspendAll(.upload)
      session.resumeAll()
      #expect(uploads.allSatisfy { $0.state == .suspended })
      for transfer in requests { _ = try await transfer.value }
      session.cancelAll(.request)
      #expect(other.state == .cancelled)
      session.resumeAll(.upload)
      for transfer in uploads { _ = try await transfer.value }
      #expect(session.transfers.isEmpty)
    }
  }

  @Test func `every reader of the progress gets the newest, and the last is complete`() async throws {
    try await withServer {
      _ = $0
      try $1.respond(200, body: String(repeating: "a", count: 500_000))
    } test: { session, _ in
      let transfer = try bytes(session)
      let readers = (0..<3).map { _ in
        Task { [updates = transfer.progressUpdates] in
          var all: [TransferProgress] = []
          for await progress in updates { all.append(progress) }
          return all
        }
      }
      _ = try await transfer.value
      for reader in readers {
        let all = await reader.value
        #expect(all.last?.fractionCompleted == 1 && all.last?.decodedByteCount == 500_000)
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.transferredByteCount <= $1.transferredByteCount })
      }
      var late: [TransferProgress] = []
      for await progress in transfer.progressUpdates { late.append(progress) }
      #expect(late == [transfer.progress] && transfer.progress.fractionCompleted == 1)
    }
  }

  @Test func `a download is a transfer`() async throws {
    let folder = try TemporaryDirectory()
    try await withServer {
      _ = $0
      try $1.respond(200, body: String(repeating: "a", count: 100_000))
    } test: { session, _ in
      let transfer = session.transfer(
        try session.request(.get, "a.txt"), to: .folder(folder.path), label: "a")
      #expect(transfer.kind == .download)
      let file = try await transfer.value
      #expect(file.path == "\(folder.path)/a.txt" && file.byteCount == 100_000)
      #expect(transfer.state == .finished && transfer.progress.fractionCompleted == 1)
    }
  }

  @Test func `a stream is finished when its body has arrived`() async throws {
    let gate = Gate()
    try await withServer {
      _ = $0
      try $1.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\na\n")
      try gate.pass()
      try $1.write("b\n")
    } test: { session, _ in
      let transfer = session.transfer(try session.request(.get, ""), streaming: .lines())
      var lines: [String] = []
      let stream = try await transfer.value
      #expect(transfer.kind == .stream && transfer.state == .running)
      gate.open()
      for try await line in stream { lines.append(line) }
      #expect(lines == ["a", "b"])
      #expect(await eventually { transfer.state == .finished && session.transfers.isEmpty })
    }
  }

  @Test(arguments: ["left", "failed", "cancelled"])
  func `a stream ends when the loop over it does`(way: String) async throws {
    try await withServer {
      _ = $0
      let lines = way == "failed" ? "1\nx\n" : "1\n"
      try $1.write("HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\n\r\n\(lines)")
      $1.stall()
    } test: { session, _ in
      let transfer = session.transfer(
        try session.request(.get, ""), streaming: .jsonLines(Int.self))
      let stream = try await transfer.value
      let hasRead = Event()
      let reading = Task {
        for try await _ in stream {
          hasRead.happen()
          if way == "left" { break }
        }
      }
      try await hasRead.wait()
      if way == "cancelled" { reading.cancel() }
      _ = await reading.result
      #expect(await eventually { session.transfers.isEmpty && transfer.state != .running })
    }
  }

  @Test func `a stream that is cancelled ends for its reader`() async throws {
    try await withServer {
      _ = $0
      try $1.write("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n\r\na\n")
      $1.stall()
    } test: { session, _ in
      let transfer = session.transfer(try session.request(.get, ""), streaming: .lines())
      var lines: [String] = []
      await #expect(throws: CancellationError.self) {
        for try await line in try await transfer.value {
          lines.append(line)
          transfer.cancel()
        }
      }
      #expect(lines == ["a"] && transfer.state == .cancelled)
    }
  }

  /// Starts a transfer, and waits for an event of its server, or for its end: a short time limit may pass before the
  /// server is asked.
  private func start(_ transfer: Transfer<[UInt8]>, until event: Event) async throws {
    transfer.start()
    let end = Task {
      await transfer.waitForEnd()
      event.happen()
    }
    defer { end.cancel() }
    try await event.wait()
  }

  @Test func `the time limit does not run while a transfer is suspended`() async throws {
    try await withTimeLimit { limit in
      let (isHalfway, goOn) = (Event(), Gate())
      try await withServer {
        _ = $0
        try $1.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf")
        isHalfway.happen()
        try goOn.pass()
        try $1.write("half")
      } configure: {
        $0.timeout = limit
      } test: { session, _ in
        // Also after a failure, so that the server ends.
        defer { goOn.open() }
        let transfer = try bytes(session)
        try await start(transfer, until: isHalfway)
        transfer.suspend()
        // Longer than the limit.
        try await Task.sleep(for: limit * 2)
        let state = transfer.state
        goOn.open()
        transfer.resume()
        #expect(try await transfer.value == Array("halfhalf".utf8))
        // Checked last, because the limit may have passed before the suspension. Then, the value throws the error.
        #expect(state == .suspended)
      }
    }
  }

  @Test func `the rest of the time limit runs after a suspension`() async throws {
    try await withTimeLimit { limit in
      let isHalfway = Event()
      try await withServer {
        _ = $0
        try $1.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\nhalf")
        isHalfway.happen()
        $1.stall()
      } configure: {
        $0.timeout = limit
      } test: { session, _ in
        let transfer = try bytes(session)
        try await start(transfer, until: isHalfway)
        transfer.suspend()
        transfer.resume()
        let error = await #expect(throws: SessionError.self) { try await transfer.value }
        #expect(error?.code == .timedOut && transfer.state == .failed)
      }
    }
  }
}
