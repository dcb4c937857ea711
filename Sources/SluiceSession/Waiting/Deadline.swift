internal import SluiceBody

/// The time by which a call must have its result; never, if the call has no time limit.
///
/// Code of the caller that runs on behalf of the call, such as an adaptor or a credential provider, runs within it. It
/// is cancelled when the time has passed, and left behind if it does not return.
struct Deadline: Sendable {
  /// The time; `nil` for never.
  let instant: ContinuousClock.Instant?

  /// No time limit.
  static let never = Deadline(instant: nil)
  static let message = "the time limit has passed"
  /// More than a century. Longer limits could overflow the clock, and the Swift runtime traps on the longest sleeps.
  private static let longest = Duration.seconds(1 << 32)

  private init(instant: ContinuousClock.Instant?) { self.instant = instant }

  /// Creates a deadline.
  ///
  /// - Parameter limit: The time from now; `nil` for no limit.
  init(after limit: Duration?) {
    self.init(instant: limit.map { .now + min($0, Self.longest) })
  }

  /// Returns the time that is left; `nil` if there is no limit.
  ///
  /// - Throws: A ``SessionError`` with the code `timed-out` if none is left.
  func timeLeft() throws(SessionError) -> Duration? {
    guard let instant else { return nil }
    let left = ContinuousClock.now.duration(to: instant)
    guard left > .zero else { throw SessionError(.timedOut, message: Self.message) }
    return left
  }

  /// Runs code of the caller until the deadline at most.
  ///
  /// - Throws: The errors of the code; a ``SessionError`` with the code `timed-out`; a `CancellationError` as soon as
  ///   the task is cancelled.
  func limiting<Value: Sendable>(
    _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    _ = try timeLeft()
    return try await SharedTask(work).value(until: self)
  }

  /// Waits for work until the deadline, or for another 250 ms if it has passed. The work then goes on without the
  /// waiting task, whose cancellation has no effect.
  func waiting(_ work: @escaping @Sendable () async -> Void) async {
    guard let instant else { return await work() }
    let end = max(instant, .now + .milliseconds(250))
    await withCheckedContinuation { continuation in
      let waiting = Lock<CheckedContinuation<Void, Never>?>(continuation)
      let resume = { @Sendable in waiting.withLock { $0.take() }?.resume() }
      let timer = Task {
        try await Task.sleep(until: end, clock: .continuous)
        resume()
      }
      Task {
        await work()
        timer.cancel()
        resume()
      }
    }
  }
}
