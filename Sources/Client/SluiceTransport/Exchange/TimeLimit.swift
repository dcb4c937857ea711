internal import SluiceBody

/// The time limit of an exchange. It does not run while the exchange is suspended, unless that time counts.
package struct TimeLimit: Sendable {
  /// The limit of the whole call, of which this one may be the rest.
  private let whole: Duration
  private let countsSuspendedTime: Bool
  /// The time at which the limit has passed, or `nil` for never, and while it does not run.
  private(set) var end: MonotonicInstant?
  /// The rest of the limit, while it does not run.
  private var rest: Duration?

  /// Starts the limit of an exchange at a time.
  init(of request: ExchangeRequest, from start: MonotonicInstant) {
    let policy = request.policy
    self.init(
      policy.timeLimit, of: policy.timeout, countsSuspendedTime: policy.countsSuspendedTime, from: start)
  }

  init(
    _ limit: Duration?, of whole: Duration? = nil, countsSuspendedTime: Bool, from start: MonotonicInstant
  ) {
    self.whole = whole ?? limit ?? .zero
    self.countsSuspendedTime = countsSuspendedTime
    end = limit.map { start + $0 }
  }

  /// Notes that the exchange is suspended or resumed.
  mutating func setSuspended(_ isSuspended: Bool, at now: MonotonicInstant) {
    if countsSuspendedTime { return }
    if isSuspended {
      rest = end.take().map { $0 - now } ?? rest
    } else {
      end = rest.take().map { now + $0 } ?? end
    }
  }

  /// The error of the limit, if it has passed.
  var error: SessionError { .timedOut(.timeout, after: whole) }

  /// The error of the limit, if it has passed before there was a connection to use.
  var errorWithoutConnection: SessionError {
    SessionError(.timedOut, message: "no connection became free within \(whole.inSeconds) (timeout)")
  }

  /// Returns the rest of the limit, or `nil` for no limit.
  func left(at now: MonotonicInstant) -> Duration? { rest ?? end.map { $0 - now } }
}
