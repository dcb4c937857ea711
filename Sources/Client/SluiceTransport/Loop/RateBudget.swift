internal import SluiceBody

/// The rate that all exchanges of a session share in one direction, on any number of loops.
final class RateBudget: Sendable {
  private struct State {
    var queue: RateQueue
    var resumes: [Int: @Sendable () -> Void] = [:]
  }

  private let state: Lock<State>
  /// The number of bytes that an exchange requests at once, if it can.
  let sliceByteCount: Int

  init(rate: Int64) {
    state = Lock(State(queue: RateQueue(rate: rate, at: .now)))
    sliceByteCount = state.withLock { $0.queue.sliceByteCount }
  }

  /// Takes bytes, or calls `resume` from any loop when they have been taken.
  ///
  /// - Returns: Whether they were taken at once.
  func take(_ count: Int, for id: Int, orResume resume: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      if state.queue.take(count, for: id, at: .now) { return true }
      state.resumes[id] = resume
      return false
    }
  }

  /// Corrects the number of bytes that were taken.
  func correct(by count: Int) {
    if count != 0 { state.withLock { $0.queue.correct(by: count, at: .now) } }
  }

  /// Removes an exchange that waits.
  func remove(_ id: Int) {
    state.withLock { state in
      state.queue.remove(id)
      state.resumes[id] = nil
    }
  }

  /// The time at which a loop should call ``serve()``, or `nil` if no exchange waits.
  var next: MonotonicInstant? { state.withLock { $0.queue.next } }

  /// Resumes the exchanges that have their turns.
  func serve() {
    let resumes = state.withLock { state in
      state.queue.serve(at: .now).compactMap { state.resumes.removeValue(forKey: $0) }
    }
    for resume in resumes { resume() }
  }
}

/// The rates that the exchanges of a session share; `nil` without a limit.
struct RateBudgets: Sendable {
  var sending: RateBudget?
  var receiving: RateBudget?

  /// The time at which a loop should call ``serve()``, or `nil` if no exchange waits.
  var next: MonotonicInstant? { (sending?.next).earlier(receiving?.next) }

  func serve() {
    sending?.serve()
    receiving?.serve()
  }
}

/// The use of a shared rate by one exchange.
///
/// ```
///  idle ── allowance: taken at once ──► granted ── didMove ──► idle
///    └──── allowance: must wait ──► waiting ── didGetTurn ──► granted
/// ```
struct RateShare {
  private enum State {
    case idle
    case waiting(Int)
    case granted(Int)
  }

  private let budget: RateBudget
  private let id: Int
  private let resume: @Sendable () -> Void
  private var state = State.idle

  /// Creates the share of an exchange.
  ///
  /// - Parameters:
  ///   - budget: The rate.
  ///   - id: The number of the exchange.
  ///   - resume: Called from any loop when the exchange has its turn.
  init(of budget: RateBudget, for id: Int, resume: @escaping @Sendable () -> Void) {
    self.budget = budget
    self.id = id
    self.resume = resume
  }

  var isWaiting: Bool { if case .waiting = state { true } else { false } }

  /// Returns the number of bytes that may be moved, at most `count`; 0 if the exchange has to wait for its turn.
  ///
  /// - Parameters:
  ///   - count: The number of bytes that could be moved, at least 1.
  ///   - isWhole: Whether they can only be moved together.
  mutating func allowance(upTo count: Int, isWhole: Bool) -> Int {
    switch state {
    case .waiting: return 0
    case .granted(let granted): return isWhole ? count : min(count, granted)
    case .idle:
      let wanted = isWhole ? count : min(count, budget.sliceByteCount)
      let isGranted = budget.take(wanted, for: id, orResume: resume)
      state = isGranted ? .granted(wanted) : .waiting(wanted)
      return isGranted ? wanted : 0
    }
  }

  /// Notes that the exchange has its turn.
  mutating func didGetTurn() {
    if case .waiting(let count) = state { state = .granted(count) }
  }

  /// Notes the number of bytes that were moved, which may be more or fewer than were granted.
  mutating func didMove(_ count: Int) {
    guard case .granted(let granted) = state else { return }
    budget.correct(by: count - granted)
    state = .idle
  }

  /// Returns what the exchange has not used, at its end.
  mutating func end() {
    didMove(0)
    if isWaiting { budget.remove(id) }
    state = .idle
  }
}
