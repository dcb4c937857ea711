import Dispatch
import Foundation
import Sluice
import SluiceBody
import SluiceFoundation
import SluiceTestSupport
import SluiceTesting
import Testing

/// `Progress` objects of transfers. The tests use each progress only on its queue.
@Suite(.timeLimit(.minutes(5))) struct TransferProgressTests {
  private let queue = DispatchQueue(label: "TransferProgressTests")

  /// A session whose responses have a body in steps, or fail.
  private func session(
    _ steps: [ScriptedSource.Step], byteCount: Int64? = nil
  ) -> Session {
    // Progress is reported every 50 ms: without the pause, the first bytes would be reported with later ones.
    let body = ScriptedSource(byteCount: byteCount, [.pause(.milliseconds(60))] + steps)
    let stub = StubTransport { request in
      if request.path == "/fails" { return .status(.internalServerError) }
      return .body(body)
    }
    var configuration = Session.Configuration(baseURL: "https://api.example.com/")
    configuration.retries = .never
    return Session(configuration, transport: stub)
  }

  private func transfer(_ session: Session, _ path: String = "a") throws -> Transfer<[UInt8]> {
    session.transfer(try session.request(.get, .init(path)), decoding: ResponseDecoder.bytes)
  }

  private func progress(
    of transfer: some TransferHandle, _ direction: TransferDirection? = nil
  ) -> Progress {
    queue.sync { transfer.makeProgress(of: direction, on: queue) }
  }

  /// Waits until a condition holds on the queue.
  private func expectEventually(
    _ progress: Progress, _ condition: (Progress) -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let holds = await eventually { queue.sync { condition(progress) } }
    #expect(holds, "\(queue.sync { describe(progress) })", sourceLocation: sourceLocation)
  }

  private func describe(_ progress: Progress) -> String {
    "\(progress.completedUnitCount)/\(progress.totalUnitCount)"
      + (progress.isIndeterminate ? " indeterminate" : "") + (progress.isFinished ? " finished" : "")
      + (progress.isPaused ? " paused" : "") + (progress.isCancelled ? " cancelled" : "")
  }

  @Test func `a progress counts the bytes, and is finished when the transfer is`() async throws {
    let goOn = Event()
    let session = session([.bytes(count: 60), .wait(goOn), .bytes(count: 40)], byteCount: 100)
    let transfer = try transfer(session)
    let progress = progress(of: transfer)
    #expect(queue.sync { describe(progress) } == "0/-1 indeterminate")
    #expect(queue.sync { progress.isCancellable && progress.isPausable })
    transfer.start()
    await expectEventually(progress) { describe($0) == "60/100" }
    #expect(queue.sync { progress.fractionCompleted } == 0.6)
    goOn.happen()
    #expect(try await transfer.value.count == 100)
    await expectEventually(progress) { describe($0) == "100/100 finished" }
    #expect(queue.sync { !progress.isCancellable && !progress.isPausable })
    #expect(queue.sync { progress.userInfo[.throughputKey] == nil && progress.kind == .file })
  }

  @Test func `all bytes are not the end`() async throws {
    let goOn = Event()
    let session = session([.bytes(count: 100), .wait(goOn)], byteCount: nil)
    let upload = session.transfer(
      try session.request(.post, "a", body: .bytes([UInt8](repeating: 1, count: 50))),
      decoding: ResponseDecoder.bytes)
    let (main, sent, received) = (
      progress(of: upload), progress(of: upload, .sending), progress(of: upload, .receiving)
    )
    upload.start()
    await expectEventually(main) { describe($0) == "49/50" }
    await expectEventually(sent) { describe($0) == "49/50" }
    await expectEventually(received) { describe($0) == "100/-1 indeterminate" }
    goOn.happen()
    await expectEventually(main) { describe($0) == "50/50 finished" }
    await expectEventually(sent) { describe($0) == "50/50 finished" }
    await expectEventually(received) { describe($0) == "100/100 finished" }
  }

  @Test func `a transfer without bytes finishes with a single unit`() async throws {
    let session = session([], byteCount: 0)
    let transfer = try transfer(session)
    let progress = progress(of: transfer)
    _ = try await transfer.value
    await expectEventually(progress) { describe($0) == "1/1 finished" && $0.fractionCompleted == 1 }
    let late = self.progress(of: transfer)
    await expectEventually(late) { describe($0) == "1/1 finished" }
  }

  @Test func `a progress suspends and resumes its transfer once, whatever the others do`() async throws {
    let goOn = Event()
    let session = session([.bytes(count: 1), .wait(goOn)])
    let transfer = try transfer(session)
    let progress = progress(of: transfer)
    transfer.start()
    await expectEventually(progress) { $0.completedUnitCount == 1 }
    queue.sync {
      progress.pause()
      progress.pause()
      #expect(transfer.state == .suspended)
      progress.resume()
      #expect(transfer.state == .running && !progress.isPaused)
      progress.resume()
      // Foundation's handlers would be called in any order here.
      for _ in 0..<100 {
        progress.pause()
        progress.resume()
      }
      #expect(transfer.state == .running)
    }
    transfer.suspend()
    await expectEventually(progress) { $0.isPaused }
    queue.sync {
      progress.resume()
      #expect(transfer.state == .suspended, "the suspension of another is not undone")
      progress.pause()
    }
    transfer.resume()
    #expect(transfer.state == .suspended, "the pause of the progress is not undone")
    queue.sync { progress.resume() }
    #expect(transfer.state == .running)
    transfer.suspend()
    await expectEventually(progress) { $0.isPaused }
    transfer.resume()
    await expectEventually(progress) { !$0.isPaused }
    goOn.happen()
    #expect(try await transfer.value.count == 1)
  }

  @Test func `cancelling either one cancels the other`() async throws {
    let session = session([.bytes(count: 1), .wait(Event())])
    let transfers = try (0..<3).map { _ in try transfer(session) }
    let all = transfers.map { progress(of: $0) }
    transfers[0].start()
    transfers[1].start()
    queue.sync { all[0].cancel() }
    transfers[1].cancel()
    queue.sync { all[2].cancel() }
    for (transfer, progress) in zip(transfers, all) {
      await #expect(throws: CancellationError.self) { try await transfer.value }
      await expectEventually(progress) { $0.isCancelled && !$0.isCancellable && !$0.isFinished }
    }
  }

  @Test func `a failed transfer leaves its progress unfinished`() async throws {
    let session = session([])
    let transfer = try transfer(session, "fails")
    let progress = progress(of: transfer)
    await #expect(throws: ResponseError.self) { try await transfer.value }
    await expectEventually(progress) { !$0.isCancellable && !$0.isFinished && !$0.isCancelled }
  }

  @Test func `a parent shows and controls its children`() async throws {
    let goOn = Event()
    let session = session([.bytes(count: 50), .wait(goOn), .bytes(count: 50)], byteCount: 100)
    let transfers = try (0..<4).map { _ in try transfer(session) }
    let parent = queue.sync { Progress.discreteProgress(totalUnitCount: 8) }
    queue.sync {
      for transfer in transfers { parent.addChild(transfer.makeProgress(on: queue), withPendingUnitCount: 2) }
    }
    for transfer in transfers { transfer.start() }
    await expectEventually(parent) { $0.fractionCompleted == 0.5 }
    queue.sync { parent.pause() }
    #expect(transfers.allSatisfy { $0.state == .suspended })
    queue.sync { parent.resume() }
    #expect(transfers.allSatisfy { $0.state == .running })
    transfers[3].cancel()
    goOn.happen()
    await expectEventually(parent) { $0.completedUnitCount == 6 }
    #expect(queue.sync { !parent.isFinished })

    let other = try transfer(self.session([.wait(Event())]))
    queue.sync { parent.addChild(other.makeProgress(on: queue), withPendingUnitCount: 0) }
    other.start()
    queue.sync { parent.cancel() }
    #expect(other.state == .cancelled)
  }

  @Test func `a retry that restarts the count is not credited twice`() async throws {
    let (attempts, goOn) = (CallCounter(), Event())
    let stub = StubTransport { _ in
      if attempts.add() == 1 { return .status(.serviceUnavailable) }
      try await goOn.wait()
      return .text("x")
    }
    var configuration = Session.Configuration(baseURL: "https://api.example.com/")
    configuration.retries = .standard
    configuration.retries.initialDelay = .zero
    let session = Session(configuration, transport: stub)
    let transfer = session.transfer(
      try session.request(.put, "a", body: .bytes([1, 2, 3, 4])), decoding: ResponseDecoder.bytes)
    let parent = queue.sync { Progress.discreteProgress(totalUnitCount: 10) }
    queue.sync { parent.addChild(transfer.makeProgress(on: queue), withPendingUnitCount: 5) }
    transfer.start()
    await expectEventually(parent) { _ in attempts.count == 2 && transfer.progress.attempt == 2 }
    #expect(queue.sync { parent.completedUnitCount } == 0)
    goOn.happen()
    _ = try await transfer.value
    await expectEventually(parent) { $0.completedUnitCount == 5 && $0.fractionCompleted == 0.5 }
  }

  @Test func `a download has the URL of its file`() async throws {
    let folder = try TemporaryDirectory(inMemory: true)
    let session = session([.bytes(count: 10)], byteCount: 10)
    let transfer = session.transfer(try session.request(.get, "a"), to: .file(folder.path("file")))
    let progress = progress(of: transfer)
    _ = try await transfer.value
    await expectEventually(progress) { describe($0) == "10/10 finished" }
    queue.sync {
      #expect((progress.userInfo[.fileURLKey] as? URL)?.path == folder.path("file"))
      #expect(progress.userInfo[.fileOperationKindKey] as? Progress.FileOperationKind == .downloading)
    }
  }

  @Test func `throughput and the time that remains are those of the transfer`() async throws {
    let goOn = Event()
    let session = session(
      [
        .bytes(count: 1000), .pause(.milliseconds(150)), .bytes(count: 1000), .wait(goOn),
        .bytes(count: 8000),
      ], byteCount: 10_000)
    let transfer = try transfer(session)
    let progress = progress(of: transfer)
    let other = self.progress(of: transfer, .sending)
    transfer.start()
    await expectEventually(progress) { $0.userInfo[.throughputKey] != nil }
    let (rate, left) = queue.sync {
      (
        progress.userInfo[.throughputKey] as? NSNumber,
        progress.userInfo[.estimatedTimeRemainingKey] as? NSNumber
      )
    }
    #expect((rate?.doubleValue ?? 0) > 0 && (left?.doubleValue ?? 0) > 0)
    #expect(queue.sync { other.userInfo[.throughputKey] == nil })
    goOn.happen()
    _ = try await transfer.value
    await expectEventually(progress) { $0.isFinished && $0.userInfo[.estimatedTimeRemainingKey] == nil }
  }

  @Test func `neither keeps the other`() async throws {
    let goOn = Event()
    let session = session([.bytes(count: 1), .wait(goOn)])

    // A progress without other owners is released while its transfer runs.
    let transfer = try transfer(session)
    transfer.start()
    weak var unused: Progress?
    queue.sync { unused = transfer.makeProgress(on: queue) }
    #expect(await eventually { unused == nil })

    // A transfer that has ended is released though its progress is used.
    weak var released: Transfer<[UInt8]>?
    var used: Progress?
    do {
      let other = try self.transfer(session)
      released = other
      used = progress(of: other)
      other.start()
    }
    goOn.happen()
    _ = try await transfer.value
    let kept = try #require(used)
    await expectEventually(kept) { describe($0) == "1/1 finished" }
    #expect(await eventually { released == nil })

    // A transfer that has never started is released with its progress.
    weak var forgotten: Transfer<[UInt8]>?
    do {
      let other = try self.transfer(session)
      forgotten = other
      _ = progress(of: other)
    }
    #expect(await eventually { forgotten == nil })
  }

  @Test func `the progress of a batch counts its transfers`() async throws {
    let session = session([.bytes(count: 1)])
    let batch = session.batch(
      try ["a", "b", "fails", "c"].map { try session.request(.get, .init($0)) },
      decoding: ResponseDecoder.bytes,
      maximumConcurrentCount: 2)
    let progress = queue.sync { batch.makeProgress(on: queue) }
    #expect(queue.sync { describe(progress) } == "0/4" && queue.sync { !progress.isPausable })
    var count = 0
    for try await _ in batch { count += 1 }
    #expect(count == 4)
    await expectEventually(progress) { describe($0) == "4/4 finished" }

    let other = session.batch(
      [try session.request(.get, "a")], decoding: ResponseDecoder.bytes, maximumConcurrentCount: 2)
    let cancelled = queue.sync { other.makeProgress(on: queue) }
    queue.sync { cancelled.cancel() }
    await #expect(throws: CancellationError.self) { try await other.values() }
    await expectEventually(cancelled) { $0.isCancelled && !$0.isCancellable && !$0.isFinished }
  }

  @Test func `a queue of the caller's receives the progress and the result`() async throws {
    let key = DispatchSpecificKey<Int>()
    queue.setSpecific(key: key, value: 1)
    let session = session([.bytes(count: 3)], byteCount: 3)
    let (calls, done) = (Lock<[String]>([]), Signal())
    let add = { @Sendable (text: String) in
      calls.withLock { $0.append(DispatchQueue.getSpecific(key: key) == 1 ? text : "elsewhere") }
    }
    try transfer(session).start(on: queue, progress: { _ in add("progress") }) {
      add("\((try? $0.get())?.count ?? 0)")
      done.fire()
    }
    await done.wait()
    #expect(calls.withLock { $0.last } == "3" && Set(calls.withLock { $0 }) == ["progress", "3"])
  }
}
