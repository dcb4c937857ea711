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

/// The turns of exchanges that share a rate in one direction.
///
/// An exchange that requests many bytes gets them slice by slice, and moves to the end of the queue after each slice,
/// so all exchanges that wait get the same rate. It has its turn when all of its bytes have been taken from the bucket.
/// With slices of 1000 bytes:
///
/// ```
/// take(2500, for: 1), take(800, for: 2)    queue 1: 2500, 2: 800
/// serve, with 1000 bytes available         queue 2: 800, 1: 1500
/// serve, with 1000 bytes available         queue 1: 1500           2 has its turn
/// ```
struct RateQueue {
  /// The number of bytes of a slice: those of 10 ms, but at least 1 KiB if the rate allows that in a second.
  let sliceByteCount: Int
  private var bucket: TokenBucket
  private var order = Fifo<Int>()
  /// The exchange that is served next, or `nil` if it is the first in `order`.
  private var first: Int?
  /// The number of bytes that each waiting exchange still needs.
  private var needs: [Int: Int] = [:]

  init(rate: Int64, at now: MonotonicInstant) {
    sliceByteCount = Int(clamping: max(rate / 100, min(rate, 1024), 1))
    bucket = TokenBucket(
      rate: rate, burstOfAtLeast: sliceByteCount, and: .milliseconds(100), at: now)
    // A session begins without a burst.
    bucket.consume(bucket.available(at: now) - sliceByteCount, at: now)
  }

  /// Takes bytes, or makes an exchange wait that is not waiting yet.
  ///
  /// - Returns: Whether the exchange has its turn at once.
  mutating func take(_ count: Int, for id: Int, at now: MonotonicInstant) -> Bool {
    if needs.isEmpty, bucket.available(at: now) >= count {
      bucket.consume(count, at: now)
      return true
    }
    needs[id] = count
    order.append(id)
    return false
  }

  /// Corrects the number of bytes that were taken, which may be wrong in both directions.
  mutating func correct(by count: Int, at now: MonotonicInstant) { bucket.consume(count, at: now) }

  /// Removes an exchange if it waits.
  mutating func remove(_ id: Int) { needs[id] = nil }

  /// The time at which ``serve(at:)`` should be called, or `nil` if no exchange waits.
  var next: MonotonicInstant? {
    needs.isEmpty ? nil : bucket.time(of: first.flatMap { needs[$0] }.map { min($0, sliceByteCount) } ?? 1)
  }

  /// Returns the exchanges that have their turns now.
  ///
  /// - Complexity: O(*n*) for *n* slices.
  mutating func serve(at now: MonotonicInstant) -> [Int] {
    var served: [Int] = []
    while let id = first ?? order.popFirst() {
      first = nil
      guard let need = needs[id] else { continue }
      let slice = min(need, sliceByteCount)
      guard bucket.available(at: now) >= slice else {
        first = id
        break
      }
      bucket.consume(slice, at: now)
      if need > slice {
        needs[id] = need - slice
        order.append(id)
      } else {
        needs[id] = nil
        served.append(id)
      }
    }
    return served
  }
}
