internal import SluiceBody
internal import SluiceSession

/// Sends the requests of an outbox. It looks for lanes that can be sent in passes over the folder, and has a task for
/// each of them.
///
/// ```
///  pass over all lanes ──► wait until ──► entries are added or changed, here or in another process ──► pass
///        │                           ├──► a lane is due, or a missing route has appeared ────────────► pass
///        │                           └──► a task ends, and has left or delayed entries ──────────────► pass
///        └── for each lane that can be sent: wait until there is room for a task, start it
/// ```
///
/// Other processes are noticed by the mark of the ``ControlFile``, which is read twice a second.
final class DeliveryRun: Sendable {
  /// Wakes the run when entries have changed.
  let wakeUp: WakeUp
  private let worker: LaneWorker
  private let endsWhenIdle: Bool
  private let state: Lock<State>

  private struct State {
    /// The lanes that have a task.
    var active: Set<UInt64> = []
    /// The time of the earliest lane that waits.
    var due: Timestamp?
    /// The lanes that this pass has left out, because they have a task.
    var leftOut: Set<UInt64> = []
    /// Whether there are entries that the last pass has not seen.
    var needsPass = false
    /// Whether another process, or another run, has locked a lane.
    var hasBusyLane = false
    var failure: (any Error)?
  }

  private static let pollInterval = Duration.milliseconds(500)
  /// The time after which a lane that another process has locked is tried again, as that process may have died.
  private static let busyInterval = Duration.seconds(1)

  init(
    from store: EntryStore, _ configuration: Outbox.Configuration, with session: Session, endsWhenIdle: Bool,
    stop: Signal?, events: BoundedQueue<Outbox.Event>
  ) {
    self.endsWhenIdle = endsWhenIdle
    let (wakeUp, state) = (WakeUp(), Lock(State()))
    (self.wakeUp, self.state) = (wakeUp, state)
    var configuration = configuration
    configuration.maximumConcurrentCount = max(1, configuration.maximumConcurrentCount)
    worker = LaneWorker(for: store, configuration, with: session, stop: stop, events: events) {
      state.withLock { $0.needsPass = true }
      wakeUp.fire()
    }
  }

  /// Sends requests until the task is cancelled, the signal fires or, if so desired, none is due.
  ///
  /// - Throws: A `CancellationError`; the error of a session or of locks that cannot be used, or of `whenReady`.
  func run() async throws {
    let invalidation = worker.session.runner.invalidation
    let callback = invalidation.whenOccurred { [wakeUp] in wakeUp.fire() }
    defer {
      if let callback { invalidation.removeCallback(callback) }
      worker.missingRoutes.cancel()
      worker.rests.cancel()
    }
    let result = await withDiscardingTaskGroup { group -> Result<Void, any Error> in
      do {
        while try await runPass(in: &group) {}
        return .success(())
      } catch {
        group.cancelAll()
        return .failure(error)
      }
    }
    try result.get()
    await worker.rests.finish()
  }

  /// Passes over all lanes once, and waits until another pass is necessary.
  ///
  /// - Returns: Whether another pass is necessary.
  private func runPass(in group: inout DiscardingTaskGroup) async throws -> Bool {
    let mark = try await currentMark()
    state.withLock { state in
      state.due = nil
      state.needsPass = false
      state.leftOut = []
      state.hasBusyLane = false
    }
    let start = MonotonicInstant.now
    let scanTime = try await pass(in: &group)
    let end = MonotonicInstant.now
    // With many entries that wait, looking for others takes at most a fifth of the time.
    try await waitUntil(start + scanTime * 5)
    return try await waitForWork(after: mark, end)
  }

  private func currentMark() async throws -> UInt64 {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try worker.store.control.mark }
  }

  private var isStopping: Bool { worker.stop?.hasFired ?? false }

  private func waitUntil(_ time: MonotonicInstant) async throws {
    while !isStopping, case let left = time - MonotonicInstant.now, left > .milliseconds(50) {
      try check()
      await wakeUp.wait(atMost: left)
    }
  }

  /// - Returns: `false` if the run ends.
  private func waitForWork(after mark: UInt64, _ end: MonotonicInstant) async throws -> Bool {
    while true {
      try check()
      let (needsPass, isActive, due, hasBusyLane) = state.withLock { state in
        (state.needsPass, !state.active.isEmpty, state.due, state.hasBusyLane)
      }
      if isStopping {
        guard isActive else { return false }
        await wakeUp.wait()
        continue
      }
      let now = Timestamp.now
      if needsPass || due.map({ $0 <= now }) ?? false { return true }
      if try await currentMark() != mark { return true }
      if endsWhenIdle, !isActive { return false }
      if hasBusyLane, MonotonicInstant.now - end > Self.busyInterval { return true }
      let wait = due.map { $0 - now } ?? Self.pollInterval
      await wakeUp.wait(atMost: min(wait, Self.pollInterval))
    }
  }

  private func check() throws {
    try Task.checkCancellation()
    // A run that stops waits only for requests, which end with the session.
    if !isStopping { try worker.session.runner.invalidation.check() }
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  // MARK: A pass

  /// Starts a task for each lane that can be sent.
  ///
  /// - Returns: The time that it took to list and read entries.
  private func pass(in group: inout DiscardingTaskGroup) async throws -> Duration {
    var cursor = EntryCursor(over: .pending)
    var scanTime = Duration.zero
    while !isStopping {
      try check()
      let start = MonotonicInstant.now
      let from = cursor
      let (page, next, failure) = await withTaskExecutorPreference(BlockingExecutor.shared) {
        var cursor = from
        do throws(BodyError) {
          return (try self.page(at: &cursor), cursor, BodyError?.none)
        } catch {
          cursor.skipFolder()
          return (nil, cursor, error)
        }
      }
      scanTime += MonotonicInstant.now - start
      cursor = next
      if let failure, let folder = failure.path {
        if let time = worker.skippedFiles.wait(for: folder) {
          wait(until: time)
        } else {
          wait(until: await worker.skippedFiles.skip(folder, after: failure))
        }
        continue
      }
      guard let page else { return scanTime }
      if let due = page.due { wait(until: due) }
      for lane in page.lanes { try await self.start(lane, in: &group) }
    }
    return scanTime
  }

  /// Returns the lanes of the next page, or `nil` after the last one. Blocks.
  private func page(at cursor: inout EntryCursor) throws(BodyError) -> LanePage? {
    let control = worker.store.control
    let (mark, last) = (try control.mark, try control.lastSequence)
    guard var names = try cursor.next(in: worker.store) else { return nil }
    cursor.skipLane()
    // A listing may lack an entry that is added meanwhile, but not the one after it. The next pass sees both.
    if try control.mark != mark { names.removeAll(after: last) }
    return LanePage(names, in: worker.store)
  }

  private func start(_ lane: Lane, in group: inout DiscardingTaskGroup) async throws {
    while state.withLock({ $0.active.count >= worker.configuration.maximumConcurrentCount }) {
      await wakeUp.wait()
      try check()
    }
    if isStopping { return }
    let isNew = state.withLock { state in
      let isNew = state.active.insert(lane.number).inserted
      if !isNew { state.leftOut.insert(lane.number) }
      return isNew
    }
    guard isNew else { return }
    group.addTask { await self.send(lane) }
  }

  /// Sends the entries of a lane, unless it is locked.
  private func send(_ lane: Lane) async {
    let control = worker.store.control
    var (end, isBusy, failure): (LaneWorker.LaneEnd, Bool, (any Error)?) = (.init(), false, nil)
    do {
      isBusy = try await !withTaskExecutorPreference(BlockingExecutor.shared) {
        try control.claim(lane.number)
      }
      if !isBusy {
        defer { control.release(lane.number) }
        end = try await worker.send(lane)
      }
    } catch {
      failure = error
    }
    state.withLock { state in
      state.active.remove(lane.number)
      state.hasBusyLane = state.hasBusyLane || isBusy
      // An entry that waits delays all after it until its time.
      let hasMore = lane.isCut || state.leftOut.contains(lane.number)
      if hasMore, !isBusy, !end.isWaiting { state.needsPass = true }
      if let due = end.due { state.due = min(state.due ?? due, due) }
      state.failure = state.failure ?? failure
    }
    wakeUp.fire()
  }

  private func wait(until time: Timestamp) {
    state.withLock { $0.due = min($0.due ?? time, time) }
  }
}

/// An event that occurs repeatedly, and that a single task waits for. Events before the wait are merged into one.
struct WakeUp: Sendable {
  private let events: AsyncStream<Void>
  private let sender: AsyncStream<Void>.Continuation

  init() { (events, sender) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

  /// Resumes the waiting task, or lets the next wait return at once.
  func fire() { sender.yield() }

  /// Suspends until the event occurs, the time has passed, or the task is cancelled.
  ///
  /// - Parameter limit: The maximum time to wait. Defaults to `nil`, for no limit.
  func wait(atMost limit: Duration? = nil) async {
    let timer = limit.map { limit in
      Task {
        try await Task.sleep(for: limit)
        fire()
      }
    }
    defer { timer?.cancel() }
    var iterator = events.makeAsyncIterator()
    await iterator.next()
  }
}
