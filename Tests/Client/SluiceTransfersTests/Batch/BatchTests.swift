import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Batches of transfers.
@Suite(.timeLimit(.minutes(5))) struct BatchTests {
  /// Responds with the target; 500 for `/fails`, never for `/hangs`.
  private static let respond: @Sendable (LoopbackRequest, LoopbackConnection) throws -> Void = {
    switch $0.target {
    case "/fails": try $1.respond(500)
    case "/hangs": $1.stall()
    default: try $1.respond(200, body: $0.target)
    }
  }

  private func requests(_ targets: [String], _ session: Session) throws -> [SessionRequest] {
    try targets.map { try session.request(.get, .init($0)) }
  }

  private func text(_ member: TransferBatch<[UInt8]>.Member) throws -> String {
    String(decoding: try member.result.get(), as: UTF8.self)
  }

  @Test(arguments: [1, 3, 100, .max]) func `every transfer has its result`(limit: Int) async throws {
    try await withServer(Self.respond) { session, _ in
      let targets = (0..<50).map { "\($0)" }
      let batch = session.batch(
        try requests(targets, session), decoding: ResponseDecoder.bytes, maximumConcurrentCount: limit)
      var seen: Set<Int> = []
      for try await member in batch {
        #expect(try text(member) == "/\(member.index)")
        #expect(member.transfer.state == .finished)
        seen.insert(member.index)
      }
      #expect(seen == Set(0..<50) && session.transfers.isEmpty)
      let progress = batch.progress
      #expect(progress.finishedCount == 50 && progress.failedCount == 0 && progress.totalCount == 50)
      #expect(progress.fractionCompleted == 1 && progress.startedCount == 50)
      let byteCount = targets.reduce(0) { $0 + Int64($1.utf8.count) + 1 }
      #expect(progress.transferredByteCount == byteCount && progress.totalByteCount == byteCount)
    }
  }

  @Test(arguments: [true, false]) func `an error of making a transfer is the result of its member`(
    stopsAtFirstError: Bool
  ) async throws {
    try await withServer(Self.respond) { session, _ in
      let batch = session.batch(
        ["a", "ftp://h/", "b"], maximumConcurrentCount: 1, keepsOrder: true,
        stopsAtFirstError: stopsAtFirstError
      ) { url in session.transfer(try session.request(.get, .init(url)), decoding: ResponseDecoder.bytes) }
      var codes: [ErrorCode?] = []
      do {
        for try await member in batch {
          if case .failure(let error as SessionError) = member.result {
            codes.append(error.code)
            #expect(member.transfer.state == .failed)
          } else {
            codes.append(nil)
          }
        }
        #expect(codes == [nil, .invalidURL, nil] && !stopsAtFirstError)
        #expect(batch.progress.failedCount == 1)
      } catch let error as SessionError {
        #expect(error.code == .invalidURL && stopsAtFirstError)
      }
    }
  }

  @Test func `at most as many run as allowed, and others start only then`() async throws {
    let (running, most, made) = (Lock(0), Lock(0), Record<Int>())
    try await withServer {
      let now = running.withLock { count in
        count += 1
        return count
      }
      most.withLock { $0 = max($0, now) }
      // Before the response: once it is sent, another request may come.
      running.withLock { $0 -= 1 }
      try $1.respond(200, body: $0.target)
    } test: { session, _ in
      let batch = session.batch(0..<1000, maximumConcurrentCount: 4) { number in
        made.append(number)
        return session.transfer(try session.request(.get, "\(number)"), decoding: ResponseDecoder.bytes)
      }
      #expect(batch.progress.totalCount == 1000)
      var iterator = batch.makeAsyncIterator()
      for _ in 0..<10 { _ = try await iterator.next() }
      // Those that were read, that run, that wait for the reader, and the one for which there is no room.
      try await expectEventually { made.count >= 14 }
      #expect(made.count <= 10 + 4 + 4 + 4)
      while try await iterator.next() != nil {}
      #expect(made.count == 1000 && batch.progress.finishedCount == 1000)
    }
    #expect((1...4).contains(most.withLock { $0 }))
  }

  @Test func `results come in the order of the sequence if wanted`() async throws {
    let gate = Gate()
    try await withServer {
      if $0.target == "/0" { try gate.pass() }
      if $0.target == "/5" { gate.open() }
      try $1.respond(200, body: $0.target)
    } test: { session, _ in
      let batch = session.batch(
        try requests((0..<30).map { "\($0)" }, session), decoding: ResponseDecoder.bytes,
        maximumConcurrentCount: 3,
        keepsOrder: true)
      var indices: [Int] = []
      for try await member in batch { indices.append(member.index) }
      #expect(indices == Array(0..<30))
    }
  }

  @Test func `the values are in order, and the first error ends the batch`() async throws {
    try await withServer(Self.respond) { session, _ in
      let all = session.batch(
        try requests((0..<20).map { "\($0)" }, session), decoding: ResponseDecoder.bytes,
        maximumConcurrentCount: 5)
      let values = try await all.values()
      #expect(values.map { String(decoding: $0, as: UTF8.self) } == (0..<20).map { "/\($0)" })
      let failing = session.batch(
        try requests(["hangs", "fails"] + Array(repeating: "hangs", count: 20), session),
        decoding: ResponseDecoder.bytes, maximumConcurrentCount: 5)
      await #expect(throws: ResponseError.self) { try await failing.values() }
      #expect(session.transfers.isEmpty)
    }
  }

  @Test func `errors are collected, or stop the batch`() async throws {
    try await withServer(Self.respond) { session, _ in
      let targets = ["a", "fails", "b", "fails", "c"]
      let batch = session.batch(
        try requests(targets, session), decoding: ResponseDecoder.bytes, maximumConcurrentCount: 2)
      var failed: Set<Int> = []
      for try await member in batch {
        if case .failure(let error) = member.result {
          failed.insert(member.index)
          #expect(error is ResponseError)
        }
      }
      #expect(failed == [1, 3] && batch.progress.failedCount == 2 && batch.progress.finishedCount == 3)

      let stopping = session.batch(
        try requests(["fails", "hangs", "hangs"], session), decoding: ResponseDecoder.bytes,
        maximumConcurrentCount: 3,
        stopsAtFirstError: true)
      await #expect(throws: ResponseError.self) { for try await _ in stopping {} }
      #expect(session.transfers.isEmpty && stopping.progress.finishedCount == 0)
    }
  }

  @Test(arguments: ["cancel", "task", "break"])
  func `cancelling a batch cancels what runs, and starts no more`(way: String) async throws {
    let made = Record<Int>()
    try await withServer(Self.respond) { session, server in
      let transfers = (0..<100).lazy.map { number in
        made.append(number)
        // The references are valid.
        return try! session.transfer(
          session.request(.get, number == 0 ? "a" : "hangs"), decoding: ResponseDecoder.bytes)
      }
      let batch = session.batch(transfers, maximumConcurrentCount: 3)
      let (isFirst, isRead) = (Event(), Lock(0))
      let task = Task {
        for try await _ in batch {
          isRead.withLock { $0 += 1 }
          isFirst.happen()
          if way == "break" { break }
        }
      }
      try await isFirst.wait()
      if way == "cancel" { batch.cancel() }
      if way == "task" { task.cancel() }
      if way == "break" {
        try await task.value
      } else {
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      #expect(session.transfers.isEmpty && isRead.withLock { $0 } == 1)
      #expect(made.count <= 1 + 3 + 1)
    }
  }

  /// A cancelled member must not take with it the one that follows in its place, even if it ends at the same time.
  @Test(arguments: [1, 4]) func `cancelling a member cancels no other`(limit: Int) async throws {
    let members = Record<Transfer<[UInt8]>>()
    try await withServer {
      let index = Int($0.target.dropFirst()) ?? 0
      let member = members.all[index]
      switch index % 3 {
      case 0:
        member.cancel()
        $1.stall()
      case 1:
        try $1.respond(200, body: $0.target)
        member.cancel()
      default: try $1.respond(200, body: $0.target)
      }
    } test: { session, _ in
      for request in try requests((0..<150).map { "\($0)" }, session) {
        members.append(session.transfer(request, decoding: ResponseDecoder.bytes))
      }
      var seen: Set<Int> = []
      for try await member in session.batch(members.all, maximumConcurrentCount: limit) {
        seen.insert(member.index)
        switch member.result {
        case .success: #expect(member.index % 3 != 0 && member.transfer.state == .finished)
        case .failure(let error):
          #expect(member.index % 3 != 2 && error is CancellationError && member.transfer.state == .cancelled)
        }
      }
      #expect(seen.count == 150 && session.transfers.isEmpty)
    }
  }

  @Test func `a batch also has the results of transfers that were started or cancelled before`() async throws
  {
    try await withServer(Self.respond) { session, _ in
      let transfers = try requests(["a", "b", "c"], session).map {
        session.transfer($0, decoding: ResponseDecoder.bytes)
      }
      transfers[0].start()
      transfers[1].cancel()
      _ = try await transfers[2].value
      var results: [String?] = []
      for try await member in session.batch(transfers, maximumConcurrentCount: 1, keepsOrder: true) {
        results.append(try? text(member))
      }
      #expect(results == ["/a", nil, "/c"])
    }
  }

  @Test func `the progress ends with that of all`() async throws {
    try await withServer {
      try $1.respond(200, body: String(repeating: "x", count: $0.target.utf8.count * 1000))
    } test: { session, _ in
      let batch = session.batch(
        try requests(Array(repeating: "a", count: 30), session), decoding: ResponseDecoder.bytes,
        maximumConcurrentCount: 2)
      async let all = batch.progressUpdates.reduce(into: [BatchProgress]()) { $0.append($1) }
      _ = try await batch.values()
      let updates = await all
      #expect(updates.last == batch.progress && updates.last?.transferredByteCount == 60_000)
      #expect(
        zip(updates, updates.dropFirst()).allSatisfy { $0.transferredByteCount <= $1.transferredByteCount })
    }
  }

  @Test func `the progress of a batch that is not iterated ends with it`() async throws {
    try await withServer(Self.respond) { session, server in
      var batch: TransferBatch<[UInt8]>? = session.batch(
        try requests(["a"], session), decoding: ResponseDecoder.bytes, maximumConcurrentCount: 1)
      let updates = try #require(batch).progressUpdates
      batch = nil
      for await _ in updates {}
      #expect(server.acceptedConnections == 0)
    }
  }

  @Test func `an empty batch ends at once`() async throws {
    try await withServer(Self.respond) { session, _ in
      let batch = session.batch(
        [SessionRequest](), decoding: ResponseDecoder.bytes, maximumConcurrentCount: 3)
      let values = try await batch.values()
      #expect(values.isEmpty)
      #expect(batch.progress.fractionCompleted == 1)
    }
  }
}
