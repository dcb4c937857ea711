import Sluice
import SluiceLoopback
import Testing

/// The progress that is reported during a transfer.
@Suite(.timeLimit(.minutes(5))) struct ProgressTests {
  @Test func `the last update is complete and comes before the result`() async throws {
    let form = MultipartForm {
      Field("a", "b")
      File("f", .bytes(patternedBytes(3_000_000)), fileName: "f")
    }
    let total = try #require(try form.byteCount)
    let updates = Record<TransferProgress>()
    try await withServer {
      try $1.readBody { _ in }
      try $1.respond(200, body: patternedBytes(500_000))
    } test: { session, _ in
      _ = try await session.upload(form, to: "", decoding: .bytes) { updates.append($0) }
      let count = updates.count
      let last = try #require(updates.last)
      #expect(last.sentBodyByteCount == total && last.requestBodyByteCount == total)
      #expect(last.receivedBodyByteCount == 500_000 && last.responseBodyByteCount == 500_000)
      try await Task.sleep(for: .milliseconds(60))
      #expect(updates.count == count, "nothing is reported after the end")
    }
    for (earlier, later) in zip(updates.all, updates.all.dropFirst()) {
      #expect(
        earlier.sentBodyByteCount <= later.sentBodyByteCount
          && earlier.receivedBodyByteCount <= later.receivedBodyByteCount)
    }
  }

  @Test func `each attempt restarts the progress`() async throws {
    let content = patternedBytes(200_000)
    let updates = Record<TransferProgress>()
    try await withServer(
      {
        try $1.readBody { _ in }
        if $0.target == "/" { return try $1.redirect(307, to: "/next", body: "") }
        guard $0["Authorization"] != nil else {
          return try $1.respond(401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")], body: "who?")
        }
        try $1.respond(200, body: "ok")
      }, configure: { $0.credentials = .fixed(.password(user: "u", password: "p")) }
    ) { session, _ in
      _ = try await session.upload(.bytes(content), to: "", decoding: .bytes) { updates.append($0) }
    }
    #expect(updates.all.allSatisfy { $0.sentBodyByteCount <= 200_000 && $0.requestBodyByteCount == 200_000 })
    #expect(updates.last?.sentBodyByteCount == 200_000 && updates.last?.receivedBodyByteCount == 2)
  }

  @Test func `an unknown total is nil`() async throws {
    let updates = Record<TransferProgress>()
    try await withServer { _, connection in
      try connection.readBody { _ in }
      try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n")
    } test: { session, _ in
      _ = try await session.upload(ScriptedSource([.bytes([1, 2])]), to: "", decoding: .bytes) {
        updates.append($0)
      }
      _ = try await session.get("", decoding: .bytes) { updates.append($0) }
    }
    #expect(
      updates.all.contains {
        $0.sentBodyByteCount == 2 && $0.requestBodyByteCount == nil && $0.receivedBodyByteCount == 3
          && $0.responseBodyByteCount == nil
      })
    #expect(
      updates.last?.sentBodyByteCount == 0 && updates.last?.requestBodyByteCount == 0
        && updates.last?.receivedBodyByteCount == 3)
  }

  @Test func `all sent bytes are reported when the head has arrived`() async throws {
    let updates = Record<TransferProgress>()
    try await withServer { _, connection in
      try connection.readBody { _ in }
      try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n")
      connection.waitForClose()
    } test: { session, _ in
      let body = BytesSource(patternedBytes(3_000_000))
      let response = try await session.send(session.request(.post, "", body: body)) { updates.append($0) }
      #expect(updates.last?.sentBodyByteCount == 3_000_000 && updates.last?.responseBodyByteCount == 5)
      withExtendedLifetime(response) {}
    }
  }

  @Test func `a callback that blocks does not delay other transfers`() async throws {
    let (isTold, mayReturn) = (Event(), Gate())
    let (callbackThreads, loopThreads) = (Record<String>(), Record<String>())
    try await withServer {
      try $1.readBody { _ in }
      try $1.respond(200)
    } test: { session, _ in
      let noting = ScriptedSource([
        .run { loopThreads.append(try ProcessResources.currentThread()) }, .bytes([1]),
      ])
      // Off the threads that async code shares: the callback blocks its own.
      try await withTaskExecutorPreference(BlockingExecutor.shared) {
        async let first = session.upload(noting, to: "", decoding: .bytes) { _ in
          callbackThreads.append((try? ProcessResources.currentThread()) ?? "")
          isTold.happen()
          try? mayReturn.pass()
        }
        try await isTold.wait()
        for _ in 0..<3 { _ = try await session.upload(noting, to: "", decoding: .bytes) }
        for _ in 0..<10 { mayReturn.open() }
        _ = try await first
      }
    }
    #expect(Set(loopThreads.all).count == 1)
    #expect(Set(callbackThreads.all).isDisjoint(with: loopThreads.all))
  }

  @Test func `a failed transfer reports no more progress`() async throws {
    let updates = Record<TransferProgress>()
    try await withServer { _, connection in
      try connection.readBody { _ in }
      connection.reset()
    } test: { session, _ in
      await #expect(throws: SessionError.self) {
        try await session.upload(.text("body"), to: "", decoding: .bytes) { updates.append($0) }
      }
      let count = updates.count
      try await Task.sleep(for: .milliseconds(60))
      #expect(updates.count == count)
    }
  }
}
