import Dispatch
import Sluice
import SluiceBody
import SluiceClientTestSupport
import SluiceLoopback
import SluiceTestSupport
import Testing

/// Closures that code without async receives progress and results with.
@Suite(.timeLimit(.minutes(5))) struct TransferCompletionTests {
  private let queue = DispatchQueue(label: "TransferCompletionTests")
  private let key = DispatchSpecificKey<Int>()

  private var isOnQueue: Bool { DispatchQueue.getSpecific(key: key) == 1 }

  private func run(_ work: @escaping @Sendable () -> Void) { queue.async(execute: work) }

  private func text(_ result: Result<[UInt8], any Error>?) throws -> String? {
    try result.map { String(decoding: try $0.get(), as: UTF8.self) }
  }

  @Test func `the result arrives once, after all progress, on the caller's queue`() async throws {
    queue.setSpecific(key: key, value: 1)
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond(200, body: "\(request.body.count)")
    } test: { session, _ in
      let (calls, done) = (Record<String>(), Event())
      let last = Lock(TransferProgress?.none)
      let transfer = session.transfer(
        try session.request(.post, "", body: .bytes(patternedBytes(300_000))), decoding: ResponseDecoder.bytes
      )
      transfer.start(on: run) { progress in
        calls.append(isOnQueue ? "progress" : "elsewhere")
        last.withLock { $0 = progress }
      } completion: { result in
        calls.append(isOnQueue ? (try? text(result)) ?? "failed" : "elsewhere")
        done.happen()
      }
      try await done.wait()
      // Anything that was called a second time would be on the queue by now, or follow soon.
      _ = try await session.upload(.text("x"), to: "", decoding: .bytes)
      run {}
      #expect(calls.last == "300000" && calls.all.filter { $0 != "progress" } == ["300000"])
      #expect(last.withLock { $0 } == transfer.progress, "the last progress is complete")
      #expect(transfer.state == .finished)
    }
  }

  @Test func `every caller has a completion, also after the end`() async throws {
    try await withServer {
      try $1.respond(200, body: $0.target)
    } test: { session, _ in
      let transfer = session.transfer(try session.request(.get, "a"), decoding: ResponseDecoder.bytes)
      for _ in 0..<3 {
        let (results, done) = (Record<Result<[UInt8], any Error>>(), Event())
        transfer.start(on: run) {
          results.append($0)
          done.happen()
        }
        try await done.wait()
        #expect(try text(results.only) == "/a")
      }
    }
  }

  @Test func `errors and cancellation are results`() async throws {
    try await withServer { _, connection in
      connection.stall()
    } test: { session, _ in
      let (results, done) = (Record<any Error>(), Event())
      let request = try session.request(.get, "")
      var malformed = request
      malformed.head.scheme = "ftp"
      let transfers = (0..<2).map { _ in session.transfer(request, decoding: ResponseDecoder.bytes) }
      transfers[0].cancel()
      for transfer in transfers {
        transfer.start(on: run) {
          if case .failure(let error) = $0 { results.append(error) }
          if results.count == 3 { done.happen() }
        }
      }
      transfers[1].cancel()
      let unknown = session.transfer(malformed, decoding: ResponseDecoder.bytes)
      unknown.start(on: run) {
        if case .failure(let error) = $0 { results.append(error) }
        if results.count == 3 { done.happen() }
      }
      try await done.wait()
      #expect(results.all.count { $0 is CancellationError } == 2)
      #expect(results.all.compactMap { ($0 as? SessionError)?.code } == [.invalidURL])
    }
  }

  @Test func `a slow progress closure receives the newest progress, one call at a time`() async throws {
    let (gate, isHalfway) = (Event(), Event())
    let body = ScriptedSource([
      .bytes(patternedBytes(100_000)), .run { isHalfway.happen() }, .wait(gate),
      .bytes(patternedBytes(100_000)),
    ])
    try await withServer {
      let request = try ReceivedRequest($0, $1)
      try $1.respond(200, body: "\(request.body.count)")
    } test: { session, _ in
      let (counts, active, most, done) = (Record<Int64>(), Lock(0), Lock(0), Event())
      let transfer = session.transfer(
        try session.request(.post, "", body: body), decoding: ResponseDecoder.bytes)
      // A concurrent queue: only the order of the calls keeps them apart.
      let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
      transfer.start(on: { concurrent.async(execute: $0) }) { progress in
        let now = active.withLock { count in
          count += 1
          return count
        }
        most.withLock { $0 = max($0, now) }
        counts.append(progress.sentBodyByteCount)
        if counts.count == 1 { try? gate.waitOnThread() }
        active.withLock { $0 -= 1 }
      } completion: { _ in
        done.happen()
      }
      try await isHalfway.wait()
      gate.happen()
      try await done.wait()
      #expect(most.withLock { $0 } == 1)
      #expect(counts.all == counts.all.sorted() && counts.last == 200_000)
    }
  }

  @Test func `the elements of a stream are passed on while the body arrives`() async throws {
    let (goOn, hasEnded) = (Event(), Event())
    try await withServer {
      _ = $0
      try $1.write("HTTP/1.1 200 OK\r\nContent-Length: 8\r\n\r\none\n")
      try goOn.waitOnThread()
      try $1.write("two\n")
    } test: { session, _ in
      let lines = Record<String>()
      let transfer = session.transfer(try session.request(.get, ""), streaming: .lines())
      transfer.start(on: run, progress: { _ in }) { result in
        Task {
          for try await line in try result.get() {
            lines.append(line)
            goOn.happen()
          }
          hasEnded.happen()
        }
      }
      try await hasEnded.wait()
      #expect(lines.all == ["one", "two"])
    }
  }

  @Test func `nothing keeps a transfer after its completion`() async throws {
    try await withServer {
      try $1.respond(200, body: $0.target)
    } test: { session, _ in
      let done = Event()
      weak var released: Transfer<[UInt8]>?
      do {
        let transfer = session.transfer(try session.request(.get, ""), decoding: ResponseDecoder.bytes)
        released = transfer
        transfer.start(on: run, progress: { _ in }) { _ in done.happen() }
      }
      try await done.wait()
      #expect(await eventually { released == nil })
    }
  }
}
