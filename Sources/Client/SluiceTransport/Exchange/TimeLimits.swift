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

/// The limits of time in the phases of an exchange.
///
/// ```
///  connecting ── the request begins ──► moving ── its last byte ──► awaitingResponse ── the final head ──► moving
///  libcurl's limit                      idle                        response                               idle
/// ```
///
/// While bytes move, each byte of a body starts the idle limit anew. Nothing extends the limit of a response: neither
/// the bytes of a head, nor interim responses, nor the body of a challenge that the transport answers. The limits do
/// not run while the exchange waits for its caller.
///
/// Progress and phases are noticed at checks only, so an exchange may end late, by up to a quarter of the shorter
/// limit, or 1 ms. With a limited rate, it ends later by one step of libcurl's.
struct PhaseLimits: Sendable {
  enum Phase: Sendable {
    /// There is no connection yet, whose limit the transport keeps.
    case connecting
    /// The request is being sent, or the body of the response is being received.
    case moving
    /// The request has been sent, and the head of the final response has not arrived.
    case awaitingResponse
  }

  private let idle: Duration?
  private let response: Duration?
  /// The time in which the transport moves nothing because of a limited rate.
  private let step: Duration
  /// The time between checks, or `nil` if there is no limit.
  private let interval: Duration?
  private(set) var phase = Phase.connecting
  /// The time of the last progress, or of the beginning of the phase.
  private var start: MonotonicInstant
  private var lastMoved: Int64 = 0

  /// Creates the limits of an exchange that begins to connect.
  ///
  /// - Parameters:
  ///   - idle: The limit without progress, or `nil` for no limit.
  ///   - response: The limit from the last byte of the request to the end of the final head, or `nil` for no limit.
  ///   - step: The time in which the transport moves nothing because of a limited rate. It comes on top of the limits,
  ///     but errors name these as given. Defaults to 0.
  ///   - start: The time.
  init(idle: Duration?, response: Duration?, step: Duration = .zero, from start: MonotonicInstant) {
    (self.idle, self.response, self.step, self.start) = (idle, response, step, start)
    let shorter = if let idle, let response { min(idle, response) } else { idle ?? response }
    // A shift, because dividing 128 bits takes hundreds of instructions.
    interval = shorter.map { max(Self.leastInterval, Duration(attoseconds: ($0 + step).attoseconds >> 2)) }
  }

  /// The loop has to do something else between checks, also with a limit of 0.
  private static let leastInterval = Duration.milliseconds(1)

  /// Starts the limit of a phase.
  mutating func begin(_ phase: Phase, at now: MonotonicInstant) { (self.phase, start) = (phase, now) }

  /// Starts the limit of the phase anew.
  mutating func restart(at now: MonotonicInstant) { start = now }

  /// Returns the error of the limit that has passed, or `nil` if none has.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - current: The current phase.
  ///   - moved: The number of bytes of bodies that have been moved so far.
  ///   - isWaiting: Whether the exchange waits for its caller, which does not count.
  mutating func error(
    at now: MonotonicInstant, in current: Phase, moved: Int64, isWaiting: Bool
  ) -> SessionError? {
    let hasMoved = moved != lastMoved && current != .awaitingResponse
    if current != phase || hasMoved || isWaiting { begin(current, at: now) }
    lastMoved = moved
    guard let limit, now - start >= limit + step else { return nil }
    return switch phase {
    case .awaitingResponse: .timedOut(.responseTimeout, after: limit)
    case .connecting, .moving: .timedOut(.idleTimeout, after: limit)
    }
  }

  /// The limit of the phase, or `nil` if it has none.
  private var limit: Duration? {
    switch phase {
    case .connecting: nil
    case .moving: idle
    case .awaitingResponse: response
    }
  }

  /// Returns the time of the next check, or `nil` for never.
  func nextCheck(after now: MonotonicInstant) -> MonotonicInstant? {
    guard let interval else { return nil }
    return limit.map { min(now + interval, max(start + $0 + step, now)) } ?? now + interval
  }
}
