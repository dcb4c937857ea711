internal import SluiceBody
package import SluiceTransport

/// The time by which a call must have its result; never, if the call has no time limit.
///
/// Pauses of the transfer postpone it, unless their time counts:
///
/// ```
///  the limit                      ├──────────────────────┤
///  the transfer       ├─ runs ─┤ suspended ├─ runs ──────┼───────────┤
///                     instant - limit                 instant     the deadline
/// ```
///
/// Code of the caller that the call runs, such as middleware or a credential provider, is limited by it, too. It is
/// cancelled when the time has passed or the session is invalidated, and abandoned if it does not return.
package struct Deadline: Sendable {
  /// The time, without the pauses, or `nil` for never.
  private let instant: MonotonicInstant?
  /// The limit, or `nil` if there is none.
  private let limit: Duration?
  /// The pauses that postpone the deadline, or `nil` if there are none.
  private let pauses: Pauses?
  /// The duration of the pauses before this deadline was set.
  private let earlierPauses: Duration
  /// The invalidation of the session, which ends the call as well, or `nil` if there is no session.
  let invalidation: Invalidation?

  /// No time limit.
  package static let never = Deadline(after: nil)
  /// More than a century. Longer limits could overflow the clock, and the Swift runtime traps on the longest sleeps.
  private static let longest = Duration.seconds(1 << 32)

  /// Creates a deadline.
  ///
  /// - Parameters:
  ///   - limit: The time from now, or `nil` for no limit.
  ///   - pauses: The pauses that postpone the deadline. Defaults to `nil`, for none.
  ///   - invalidation: The invalidation of the session. Defaults to `nil`, for none.
  package init(after limit: Duration?, pauses: Pauses? = nil, invalidation: Invalidation? = nil) {
    self.limit = limit
    instant = limit.map { .now + min($0, Self.longest) }
    self.pauses = pauses
    earlierPauses = pauses?.total ?? .zero
    self.invalidation = invalidation
  }

  /// The error of the deadline, if it has passed.
  package var error: SessionError { .timedOut(.timeout, after: limit ?? .zero) }

  /// Whether there is no time limit.
  package var isNever: Bool { instant == nil }

  /// The time, postponed by the pauses until now, or `nil` for never.
  private var current: MonotonicInstant? {
    instant.map { $0 + (pauses.map { $0.total - earlierPauses } ?? .zero) }
  }

  /// Waits until the deadline has passed; without a time limit, it returns at once.
  ///
  /// - Throws: A `CancellationError` if the task is cancelled.
  package func wait() async throws {
    while let end = current, end > .now {
      await pauses?.wait()
      try await Task.sleep(until: end)
    }
  }

  /// Returns the time that is left, or `nil` if there is no limit.
  ///
  /// - Throws: A ``SessionError`` with the code `timed-out` if none is left.
  func timeLeft() throws(SessionError) -> Duration? {
    guard let current else { return nil }
    let left = current - MonotonicInstant.now
    guard left > .zero else { throw error }
    return left
  }

  /// - Throws: A ``SessionError`` with the code `timed-out` or `invalidated` if the call must end.
  package func check() throws(SessionError) {
    try invalidation?.check()
    _ = try timeLeft()
  }

  /// Runs code of the caller until the deadline at most.
  ///
  /// - Throws: The errors of the code; a ``SessionError`` with the code `timed-out` or `invalidated`; a
  ///   `CancellationError` as soon as the task is cancelled.
  package func limiting<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    try check()
    return try await SharedTask(work).value(until: self)
  }

  /// Waits for work until the deadline, or for another 250 ms if it has passed. The work then continues without
  /// the waiting task, whose cancellation has no effect.
  func waiting(_ work: @escaping @Sendable () async -> Void) async {
    guard let current else { return await work() }
    let end = max(current, .now + .milliseconds(250))
    // Cancelling the waiting task does not reach this one, which ends with the work or the deadline.
    let timer = Task<Void, Never> { try? await Task.sleep(until: end) }
    Task {
      await work()
      timer.cancel()
    }
    await timer.value
  }
}
