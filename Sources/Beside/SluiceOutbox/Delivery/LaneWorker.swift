internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession
internal import SluiceTransport

/// Entries with the same key, in order. The first one can be sent.
struct Lane {
  let number: UInt64
  let names: ArraySlice<EntryName>
  /// Whether the lane may have more entries after these.
  let isCut: Bool
}

/// The lanes of a page.
struct LanePage {
  private(set) var lanes: [Lane] = []
  /// The earliest time at which a lane that waits can be sent, or `nil` if none waits.
  private(set) var due: Timestamp?

  /// Finds the lanes that can be sent. The page begins with the first entry of a lane. Blocks.
  init(_ page: EntryPage, in store: EntryStore) {
    let now = Timestamp.now
    var rest = page.names[...]
    while let first = rest.first {
      let names = rest.prefix { $0.lane == first.lane }
      rest = rest[names.endIndex...]
      // An entry that cannot be read is left to the lane's worker.
      if let wait = try? store.open(first, in: .pending)?.state().wait(at: now) {
        due = min(due ?? wait, wait)
      } else {
        lanes.append(Lane(number: first.lane, names: names, isCut: page.isCut && rest.isEmpty))
      }
    }
  }
}

/// Sends the entries of a lane that it has locked, in order, until one has to wait.
///
/// ```
///  open ─► damaged ─────────────────────────────────► set aside ─► next
///   ├────► gone, as another process has sent it ─────────────────► next
///   ├────► delivered, but not removed ──────────────► removed ───► next
///   ├────► dead, expired, or a changed file ────────► died ──────► next
///   ├────► not due ──────────────────────────────────────────────► wait
///   ├────► no route, as an earlier attempt has found ────────────► wait
///   └────► send ─► accepted ─► removed ─────────────► delivered ─► next
///            ├───► retried ──► a state with a time ─► failed ────► wait
///            └───► otherwise ► a dead state, moved ─► died ──────► next
///
///  any step, if a file cannot be used ──────────────► skipped ───► wait; next if it is delivered
/// ```
struct LaneWorker {
  let store: EntryStore
  let configuration: Outbox.Configuration
  let session: Session
  let missingRoutes: MissingRoutes
  let skippedFiles: SkippedFiles
  let rests: ResponseRests
  /// Fires when no other entry is to be sent, or `nil` for never.
  let stop: Signal?
  let events: BoundedQueue<Outbox.Event>

  /// - Parameter routeMayExist: Called when requests to a destination need not wait for a route any longer.
  init(
    for store: EntryStore, _ configuration: Outbox.Configuration, with session: Session, stop: Signal?,
    events: BoundedQueue<Outbox.Event>, routeMayExist: @escaping @Sendable () -> Void
  ) {
    (self.store, self.configuration, self.session) = (store, configuration, session)
    (self.stop, self.events) = (stop, events)
    missingRoutes = MissingRoutes(of: session.network, didEnd: routeMayExist)
    skippedFiles = SkippedFiles(events: events)
    rests = ResponseRests(limit: configuration.maximumConcurrentCount)
  }

  /// The end of the work on a lane.
  struct LaneEnd {
    /// The earliest time at which the lane has to be read again, or `nil` for never.
    var due: Timestamp?
    /// Whether an entry waits, and those after it were not sent.
    var isWaiting = false
  }

  /// The end of the work on an entry.
  private enum Step {
    case next
    /// The request is settled, and its file is left for a time.
    case nextLeaving(until: Timestamp)
    case wait(until: Timestamp)
  }

  /// An entry that can be sent.
  private struct Ready {
    let file: OpenEntry
    let summary: EntryContent.Summary
    let state: EntryState
    let request: SessionRequest

    func entry(_ state: EntryState) -> Outbox.Entry {
      Outbox.Entry(file.name, summary.head, summary.requestHead, state)
    }
  }

  /// The result of opening an entry.
  private enum Opened {
    case gone
    case waiting(until: Timestamp)
    case damaged(path: String, OutboxError)
    case dead(Outbox.Entry, any Error)
    case ready(Ready)
  }

  /// A file could not be read, written, moved or removed.
  private struct FileFailure: Error {
    let error: any Error
    var isDelivered = false
  }

  /// Sends the entries of a lane.
  ///
  /// - Throws: A `CancellationError`; the error of a session that cannot be used, or of `whenReady`.
  func send(_ lane: Lane) async throws -> LaneEnd {
    var end = LaneEnd()
    for name in lane.names where stop?.hasFired != true {
      try Task.checkCancellation()
      switch try await send(name) {
      case .next: break
      case .nextLeaving(let time): end.due = min(end.due ?? time, time)
      case .wait(let time): return LaneEnd(due: min(end.due ?? time, time), isWaiting: true)
      }
    }
    return end
  }

  private func send(_ name: EntryName) async throws -> Step {
    let path = store.path(of: name, in: .pending)
    if let time = skippedFiles.wait(for: path) {
      return skippedFiles.isDelivered(path) ? .nextLeaving(until: time) : .wait(until: time)
    }
    try await configuration.whenReady?()
    do {
      let step = try await step(name)
      skippedFiles.end(path)
      return step
    } catch let failure as FileFailure {
      let time = await skippedFiles.skip(path, after: failure.error, isDelivered: failure.isDelivered)
      return failure.isDelivered ? .nextLeaving(until: time) : .wait(until: time)
    }
  }

  private func step(_ name: EntryName) async throws -> Step {
    switch try await files({ try open(name) }) {
    case .gone: return .next
    case .waiting(let time): return .wait(until: time)
    case .damaged(let path, let error): await events.append(.setAside(path: path, error))
    case .dead(let entry, let error): await events.append(.died(entry, error))
    case .ready(let ready): return try await send(ready)
    }
    return .next
  }

  private func send(_ ready: Ready) async throws -> Step {
    let hop = session.hop(of: try? RequestURL(of: ready.request.head))
    if let time = hop.flatMap({ missingRoutes.wait(for: $0) }) { return .wait(until: time) }
    let destination = ready.summary.head.destination
    let result: AttemptResult
    if let destination, await !mayDownload(to: destination) {
      result = .failed(FailedAttempt(error: BodyError(.fileInUse, path: destination), response: nil))
    } else {
      result = try await AttemptResult(
        of: ready.request, toFile: destination, upTo: configuration.maximumFileByteCount,
        ifAllowed: { destination.map(mayWrite) ?? true }, in: session)
    }
    switch result {
    case .accepted(let response, let rest):
      if let rest { rests.read(rest) }
      let failure = await deliver(ready)
      await events.append(.delivered(ready.entry(ready.state), response))
      if let failure { throw failure }
      return .next
    case .failed(let attempt):
      let next = try await configuration.next(
        after: attempt, of: ready.request, ready.state, since: ready.summary.head.added)
      var routeWait: Timestamp?
      if let hop, let limit = next?.retry.networkWait {
        routeWait = try await missingRoutes.begin(hop, atMost: limit)
      }
      let now = Timestamp.now
      let due = next.map { routeWait == nil ? now + $0.retry.delay : now }
      let failed = ready.state.failing(attempt.text, at: now, due: due, isWait: next?.isWait ?? false)
      let state = try await files {
        let state = try ready.file.write(failed)
        if state.isDead { try store.move(ready.file.name, from: .pending, to: .dead) }
        return state
      }
      guard let time = routeWait ?? due else {
        await events.append(.died(ready.entry(state), attempt.error))
        return .next
      }
      await events.append(.failed(ready.entry(state), attempt.error, retryAt: time.date))
      return .wait(until: time)
    }
  }

  private func mayDownload(to destination: String) async -> Bool {
    await withTaskExecutorPreference(BlockingExecutor.shared) { mayWrite(destination) }
  }

  /// Whether a response may be downloaded to a path: it is not in the folder of the outbox, which may have had another
  /// path when the entry was added, it has no body of an entry, and it is allowed. Blocks.
  private func mayWrite(_ destination: String) -> Bool {
    !store.contains(destination) && configuration.mayWrite(destination)
      && (try? store.hasBody(at: destination)) == false
  }

  // MARK: Files

  /// Uses files, on a thread that may block.
  ///
  /// - Throws: A ``FileFailure``.
  private func files<Result: Sendable>(_ work: () throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(BlockingExecutor.shared) {
      do {
        return try work()
      } catch {
        throw error as? FileFailure ?? FileFailure(error: error)
      }
    }
  }

  /// Removes an entry that was delivered.
  ///
  /// - Returns: The failure, or `nil` on success.
  private func deliver(_ ready: Ready) async -> FileFailure? {
    do {
      try await files { try remove(ready.file, ready.state) }
      return nil
    } catch {
      return error as? FileFailure
    }
  }

  /// Removes the file of an entry that was delivered. If that fails, the file says so, and no other run sends it again.
  private func remove(_ file: OpenEntry, _ state: EntryState) throws {
    do {
      _ = try store.remove(file.name, from: .pending)
    } catch {
      if state.isDelivered != true { _ = try? file.write(state.delivered()) }
      throw FileFailure(error: error, isDelivered: true)
    }
  }

  /// Opens an entry, and moves or removes it if it will not be sent.
  private func open(_ name: EntryName) throws -> Opened {
    do {
      guard let file = try store.open(name, in: .pending) else { return .gone }
      return try check(file)
    } catch let error as OutboxError where error.code == .damagedEntry {
      return try store.move(name, from: .pending, to: .damaged).map { .damaged(path: $0, error) } ?? .gone
    }
  }

  private func check(_ file: OpenEntry) throws -> Opened {
    let state = try file.state()
    if state.isDelivered == true || skippedFiles.isDelivered(file.path) {
      try remove(file, state)
      return .gone
    }
    let now = Timestamp.now
    if !state.isDead, let time = state.wait(at: now) { return .waiting(until: time) }
    let bytes = try file.bytes()
    let summary = try file.summary(of: bytes)
    do {
      // The process that has written the state ended before it could move the file.
      if state.isDead { throw OutboxError(.undeliverable, state.error ?? "") }
      if let expires = summary.head.expires, expires <= now {
        throw OutboxError(
          .expired, "not delivered after \(state.attempts) attempt\(state.attempts == 1 ? "" : "s")")
      }
      let content: EntryContent.Files = try EntryFile.content(of: bytes)
      for file in content.files { try file.check() }
    } catch let error as OutboxError where error.code != .damagedEntry {
      let dead = state.isDead ? state : try file.write(state.dying("\(error)"))
      try store.move(file.name, from: .pending, to: .dead)
      return .dead(Outbox.Entry(file.name, summary.head, summary.requestHead, dead), error)
    }
    let body: EntryContent.Body = try EntryFile.content(of: bytes)
    return .ready(Ready(file: file, summary: summary, state: state, request: body.request))
  }
}
