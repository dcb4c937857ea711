import Sluice
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// The progress that is reported during a transfer.
@Suite(.timeLimit(.minutes(5))) struct ProgressTests {
  @Test func `the last update is complete and comes before the result`() async throws {
    let form = MultipartForm {
      FormField("a", "b")
      FormFile("f", .bytes(patternedBytes(3_000_000)), fileName: "f")
    }
    let total = try #require(try form.byteCount)
    let updates = Record<TransferProgress>()
    try await withServer {
      try $1.readBody { _ in }
      try $1.respond(200, body: patternedBytes(500_000))
    } test: { session, _ in
      let count = try await afterLastReport { observer in
        _ = try await session.upload(form, to: "", decoding: .bytes) {
          observer.note()
          updates.append($0)
        }
        return updates.count
      }
      #expect(updates.count == count, "nothing is reported after the end")
      let last = try #require(updates.last)
      #expect(last.sentBodyByteCount == total && last.requestBodyByteCount == total)
      #expect(last.receivedBodyByteCount == 500_000 && last.responseBodyByteCount == 500_000)
    }
    for (earlier, later) in zip(updates.all, updates.all.dropFirst()) {
      #expect(
        earlier.sentBodyByteCount <= later.sentBodyByteCount
          && earlier.receivedBodyByteCount <= later.receivedBodyByteCount)
    }
  }

  @Test func `the progress names the part of a form that is being sent`() async throws {
    let form = MultipartForm {
      FormField("title", "Holiday")
      FormFile("video", .bytes(patternedBytes(3_000_000)), fileName: "holiday.mov")
      FormFile("empty", .bytes([]), fileName: "empty.txt")
    }
    let updates = Record<TransferProgress>()
    try await withServer {
      try $1.readBody { _ in }
      try $1.respond(200)
    } test: { session, _ in
      try await session.upload(form, to: "", decoding: .ignored) { updates.append($0) }
    }
    let parts = updates.all.compactMap(\.part)
    #expect(parts.count == updates.count)
    #expect(
      zip(parts, parts.dropFirst()).allSatisfy {
        ($0.index, $0.sentByteCount) <= ($1.index, $1.sentByteCount)
      })
    let last = try #require(parts.last)
    #expect(last.index == 2 && last.name == "empty" && last.fileName == "empty.txt")
    #expect(last.sentByteCount == 0 && last.byteCount == 0)
    try await withServer {
      try $1.readBody { _ in }
      try $1.respond(200)
    } test: { session, _ in
      try await session.upload(.gzip(form), to: "", decoding: .ignored) { #expect($0.part == nil) }
      try await session.upload(.text("text"), to: "", decoding: .ignored) { #expect($0.part == nil) }
    }
  }

  /// Checks that no count decreases within an attempt, and that the attempts are in order.
  private func expectOrder(_ updates: [TransferProgress], at location: SourceLocation = #_sourceLocation) {
    for (earlier, later) in zip(updates, updates.dropFirst()) {
      let isInOrder =
        earlier.attempt < later.attempt
        || earlier.attempt == later.attempt && earlier.sentBodyByteCount <= later.sentBodyByteCount
          && earlier.receivedBodyByteCount <= later.receivedBodyByteCount
          && earlier.decodedByteCount <= later.decodedByteCount
          && earlier.fractionCompleted ?? 0 <= later.fractionCompleted ?? 0
          && earlier.sourceTime ?? .zero <= later.sourceTime ?? .zero
          && earlier.networkTime ?? .zero <= later.networkTime ?? .zero
      #expect(isInOrder, "\(earlier), then \(later)", sourceLocation: location)
    }
  }

  /// An observer that exists as long as anything can still report to it.
  private final class Observer: Sendable {
    func note() {}
  }

  /// Makes a call with an observer, and returns its result when nothing can report to the observer any longer.
  private func afterLastReport<Result>(_ call: (Observer) async throws -> Result) async throws -> Result {
    weak var observer: Observer?
    let result: Result
    do {
      let strong = Observer()
      observer = strong
      result = try await call(strong)
    }
    #expect(await eventually { observer == nil })
    return result
  }

  private struct Monitor: EventMonitor {
    let updates = Record<TransferProgress>()
    func didProgress(_ transfer: TransferID, _ progress: TransferProgress) { updates.append(progress) }
  }

  @Test(arguments: [1, 3]) func `each attempt restarts the progress, with its number`(loops: Int) async throws
  {
    let content = patternedBytes(2_000_000)
    let (updates, monitor) = (Record<TransferProgress>(), Monitor())
    let failures = Record<Int>()
    try await withServer(
      {
        try $1.readBody { _ in }
        if $0.target == "/" { return try $1.redirect(307, to: "/next", body: "") }
        guard $0["Authorization"] != nil else {
          return try $1.respond(401, headers: [("WWW-Authenticate", "Basic realm=\"x\"")], body: "who?")
        }
        failures.append(1)
        try $1.respond(failures.count == 1 ? 503 : 200, body: patternedBytes(400_000))
      },
      configure: {
        $0.credentials = .fixed(.password(user: "u", password: "p"))
        $0.monitors = [monitor]
        $0.loops = loops
        $0.retries.maximumCount = 1
        $0.retries.initialDelay = .zero
        $0.retries.methods?.insert(.post)
      }
    ) { session, _ in
      _ = try await session.upload(.bytes(content), to: "", decoding: .bytes) { updates.append($0) }
    }
    for updates in [updates, monitor.updates] {
      expectOrder(updates.all)
      #expect(updates.all.allSatisfy { $0.sentBodyByteCount <= 2_000_000 && $0.totalByteCount == 2_000_000 })
    }
    // The redirect, the challenge, the failure, and the second try, which is redirected once more.
    #expect(
      monitor.updates.all.map(\.attempt).reduce(into: []) { if $0.last != $1 { $0.append($1) } } == [
        1, 2, 3, 4, 5,
      ])
    let last = try #require(updates.last)
    #expect(last.attempt == 5 && last.sentBodyByteCount == 2_000_000 && last.fractionCompleted == 1)
    #expect(last.receivedBodyByteCount == 400_000 && last.decodedByteCount == 400_000)
  }

  @Test func `the attempt is counted for a handle's progress`() async throws {
    try await withServer {
      _ = $0
      try $0.target == "/" ? $1.redirect(302, to: "/next") : $1.respond(200, body: "abc")
    } test: { session, _ in
      let transfer = session.transfer(try session.request(.get, ""), decoding: ResponseDecoder.bytes)
      _ = try await transfer.value
      let last = transfer.progress
      #expect(last.attempt == 2 && last.transferredByteCount == 3 && last.fractionCompleted == 1)
    }
  }

  @Test func `a body that is sent again over another connection is another attempt`() async throws {
    let requests = Record<Int>()
    let monitor = Monitor()
    try await withRawServer { connection in
      while let head = try connection.readHead() {
        _ = try ReceivedRequest(head, connection)
        requests.append(1)
        // The second request finds a kept connection, whose end makes libcurl send it again.
        if requests.count == 2 { return connection.reset() }
        try connection.respond(200)
      }
    } configure: {
      $0.monitors = [monitor]
    } test: { session, _ in
      _ = try await session.get("", decoding: .bytes)
      let updates = Record<TransferProgress>()
      let body = BytesSource(patternedBytes(10_000))
      _ = try await session.send(session.request(.put, "", body: body)) { updates.append($0) }
      #expect(requests.count == 3)
      #expect(updates.last?.attempt == 2 && updates.last?.sentBodyByteCount == 10_000)
      expectOrder(updates.all)
    }
    let put = monitor.updates.all.filter { $0.requestBodyByteCount == 10_000 }
    #expect(put.first?.attempt == 1 && put.last?.attempt == 2)
    expectOrder(put)
  }

  @Test func `a rate and the time left become known`() async throws {
    let updates = Record<TransferProgress>()
    // A rate is known after 100 ms.
    let body = ScriptedSource(
      byteCount: 2000,
      [.bytes(patternedBytes(1000)), .pause(.milliseconds(150)), .bytes(patternedBytes(1000))])
    try await withServer {
      try $1.readBody { _ in }
      try $1.respond(200)
    } test: { session, _ in
      _ = try await session.upload(body, to: "", decoding: .bytes) { updates.append($0) }
    }
    let last = try #require(updates.last)
    #expect(try #require(last.rate) > 0 && last.timeLeft == .zero && last.fractionCompleted == 1)
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
    try await withServer { _, connection in
      try connection.readBody { _ in }
      connection.reset()
    } test: { session, _ in
      let updates = Record<TransferProgress>()
      let count = try await afterLastReport { observer in
        await #expect(throws: SessionError.self) {
          try await session.upload(.text("body"), to: "", decoding: .bytes) {
            observer.note()
            updates.append($0)
          }
        }
        return updates.count
      }
      #expect(updates.count == count)
    }
  }
}
