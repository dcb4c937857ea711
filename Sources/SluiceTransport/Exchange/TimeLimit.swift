/// The time limit of an exchange. It does not run while the exchange is suspended, unless that time counts.
package struct TimeLimit: Sendable {
  package static let message = "the time limit has passed"
  private let countsSuspendedTime: Bool
  /// The time at which the limit has passed; `nil` for never, and while it does not run.
  package private(set) var end: ContinuousClock.Instant?
  /// The rest of the limit, while it does not run.
  private var rest: Duration?

  /// Starts the limit of an exchange at a time.
  package init(of request: ExchangeRequest, from start: ContinuousClock.Instant) {
    countsSuspendedTime = request.countsSuspendedTime
    end = request.timeLimit.map { start + $0 }
  }

  /// Notes that the exchange is suspended or resumed.
  package mutating func setSuspended(_ isSuspended: Bool, at now: ContinuousClock.Instant) {
    if countsSuspendedTime { return }
    if isSuspended {
      rest = end.take().map { $0 - now } ?? rest
    } else {
      end = rest.take().map { now + $0 } ?? end
    }
  }

  /// Returns the rest of the limit; `nil` for no limit.
  func left(at now: ContinuousClock.Instant) -> Duration? { rest ?? end.map { $0 - now } }

  /// Whether the limit has passed.
  package func hasPassed(at now: ContinuousClock.Instant) -> Bool { end.map { $0 <= now } ?? false }
}
