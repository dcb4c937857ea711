internal import Glibc
internal import HTTPTypes
internal import SluiceBody
internal import SluiceSerialization
internal import SluiceSession

/// Sends the entries of a lane that it has locked, in order, until one has to wait.
///
/// ```
///  open ─► damaged ─────────────────────────────────► set aside ─► next
///   ├────► gone, as another process has sent it ─────────────────► next
///   ├────► dead, expired, or a changed file ────────► died ──────► next
///   ├────► not due ──────────────────────────────────────────────► wait
///   ├────► no route, as an earlier attempt has found ────────────► wait
///   └────► send ─► accepted ─► removed ─────────────► delivered ─► next
///            ├───► retried ──► a state with a time ─► failed ────► wait
///            └───► otherwise ► a dead state, moved ─► died ──────► next
/// ```
struct LaneWorker {
  let outbox: Outbox
  let session: Session
  let missingRoutes: MissingRoutes
  let events: BoundedQueue<Outbox.Event>

  private var store: EntryStore { outbox.store }
  private var retries: Session.RetryPolicy { outbox.configuration.retries }

  /// The end of the work on an entry.
  private enum Step {
    case next
    case wait(until: Milliseconds)
  }

  /// An entry that can be sent.
  private struct Ready {
    let file: OpenEntry
    let summary: EntryContent.Summary
    let state: EntryState
    let request: Request

    func entry(_ state: EntryState) -> Outbox.Entry {
      Outbox.Entry(file.name, summary.head, summary.requestHead, state)
    }
  }

  /// The result of opening an entry.
  private enum Opened {
    case gone
    case waiting(until: Milliseconds)
    case damaged(path: String, OutboxError)
    case dead(Outbox.Entry, any Error)
    case ready(Ready)
  }

  /// Sends the entries of a lane.
  ///
  /// - Returns: The time until which the lane waits; `nil` if none of its entries is left.
  /// - Throws: A `CancellationError`; the error of a session or a folder that cannot be used.
  func send(_ lane: Lane) async throws -> Milliseconds? {
    for name in lane.names {
      try Task.checkCancellation()
      if case .wait(let time) = try await send(name) { return time }
    }
    return nil
  }

  private func send(_ name: EntryName) async throws -> Step {
    try await outbox.configuration.whenReady?()
    switch try await blocking({ try open(name) }) {
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
    switch try await Outcome(of: ready.request, toFile: ready.summary.head.destination, in: session) {
    case .accepted(let response):
      _ = try await blocking { try store.remove(ready.file.name, from: .pending) }
      await events.append(.delivered(ready.entry(ready.state), response))
      return .next
    case .failed(let error):
      let retry = retries.retry(after: error, of: ready.request, ready.state, since: ready.summary.head.added)
      var routeWait: Milliseconds?
      if let hop, let limit = retry?.networkWait {
        routeWait = try await missingRoutes.begin(hop, atMost: limit)
      }
      let now = Milliseconds.now
      let due = retry.map { routeWait == nil ? now + $0.delay : now }
      let failed = ready.state.failing("\(error.redacted)", at: now, due: due)
      let state = try await blocking {
        let state = try ready.file.write(failed)
        if state.isDead { try store.move(ready.file.name, from: .pending, to: .dead) }
        return state
      }
      guard let time = routeWait ?? due else {
        await events.append(.died(ready.entry(state), error))
        return .next
      }
      await events.append(.failed(ready.entry(state), error, retryAt: time.date))
      return .wait(until: time)
    }
  }

  // MARK: Files

  private func blocking<Result: Sendable>(_ work: () throws -> Result) async throws -> Result {
    try await withTaskExecutorPreference(BlockingExecutor.shared) { try work() }
  }

  /// Opens an entry, and moves it if it cannot be sent.
  private func open(_ name: EntryName) throws -> Opened {
    do {
      guard let file = try store.open(name, in: .pending) else { return .gone }
      return try check(file)
    } catch let error as OutboxError where error.code == .damagedEntry {
      return try setAside(name, error)
    } catch let error as BodyError where error.code == .fileUnreadable {
      if Self.passing.contains(error.systemErrorNumber ?? 0) { throw error }
      return try setAside(name, OutboxError(.damagedEntry, error.message, underlying: error))
    }
  }

  /// The errors of the system that say nothing about a file.
  private static let passing: Set<CInt> = [EMFILE, ENFILE, ENOMEM, EROFS]

  private func setAside(_ name: EntryName, _ error: OutboxError) throws -> Opened {
    let isMoved = try store.move(name, from: .pending, to: .damaged)
    return isMoved ? .damaged(path: store.path(of: name, in: .damaged), error) : .gone
  }

  private func check(_ file: OpenEntry) throws -> Opened {
    let state = try file.state()
    let now = Milliseconds.now
    if !state.isDead, let time = state.wait(at: now) { return .waiting(until: time) }
    let bytes = try file.bytes()
    let summary = try file.summary(of: bytes)
    do {
      // The process that has written the state ended before it could move the file.
      if state.isDead { throw OutboxError(.undeliverable, state.error ?? "") }
      if let expires = summary.head.expires, expires <= now {
        throw OutboxError(.expired, "not delivered after \(state.attempts) attempts")
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
