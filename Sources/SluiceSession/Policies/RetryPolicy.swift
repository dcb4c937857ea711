package import FoundationEssentials
public import HTTPTypes
internal import SluiceCoding

extension Session {
  /// When a request that failed is sent again, and how long to wait before.
  ///
  /// ```swift
  /// configuration.retries = .standard
  /// configuration.retries.maximumCount = 5
  /// ```
  ///
  /// Only requests whose method is listed and whose body can be sent again are. A connection that was kept and turns out to
  /// be dead is another matter: the request goes over a new one at once.
  public struct RetryPolicy: Sendable {
    /// How often a request is sent again. 3 by default.
    public var maximumCount = 3
    /// How long after the first try a retry may begin. No limit by default.
    public var maximumDuration: Duration?
    /// Those that may be repeated without harm (RFC 9110 §9.2.2) by default: GET, HEAD, PUT, DELETE, OPTIONS and TRACE. nil
    /// for all: where what a POST does may be done twice, or the server knows a repetition.
    public var methods: Set<HTTPRequest.Method>? = [.get, .head, .put, .delete, .options, .trace]
    /// 408, 429, 500, 502, 503 and 504 by default.
    public var statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
    /// Transport errors: `unknown-host`, `connection-failed`, `connection-lost` and `timed-out` by default.
    public var errors: Set<SessionError.Code> = [.unknownHost, .connectionFailed, .connectionLost, .timedOut]
    /// The wait before the first retry; each further one waits twice as long. Half a second by default.
    public var initialDelay = Duration.milliseconds(500)
    /// The longest wait of that kind. 30 s by default.
    public var maximumDelay = Duration.seconds(30)
    /// The part of a wait that is left to chance, so that clients that failed together do not come back together. 0.5 by
    /// default: between half the delay and all of it.
    public var jitter = 0.5
    /// The longest wait that a `Retry-After` field (RFC 9110 §10.2.3) may ask for; when it asks for more, the response is
    /// the answer. 60 s by default; zero to pay no heed to the field.
    public var maximumRetryAfter = Duration.seconds(60)

    /// Three retries.
    public static let standard = RetryPolicy()

    /// No retries.
    public static let none = RetryPolicy(maximumCount: 0)

    public init(maximumCount: Int = 3) { self.maximumCount = maximumCount }
  }
}

/// That a request is sent again, and why.
public struct Retry: Sendable {
  /// What failed.
  public enum Reason: Sendable {
    case status(HTTPResponse.Status)
    case error(SessionError)
  }

  /// 1 for the first.
  public let number: Int
  public let delay: Duration
  public let reason: Reason
}

extension Session.RetryPolicy {
  /// How many retries and how much time are gone.
  struct Spent {
    var count = 0
    var time = Duration.zero
  }

  /// The retry that follows a failure; nil where none does.
  ///
  /// - Parameters:
  ///   - response: the response's head, where it is one that failed.
  ///   - chance: between 0 and 1.
  func retry(
    _ request: HTTPRequest, hasReplayableBody: Bool, after reason: Retry.Reason,
    response: HTTPResponse? = nil,
    spent: Spent, now: @autoclosure () -> Date, chance: @autoclosure () -> Double
  ) -> Retry? {
    guard spent.count < maximumCount, hasReplayableBody,
      methods?.contains(request.method) ?? true, covers(reason)
    else {
      return nil
    }
    var delay = backoff(spent.count, chance: chance())
    if maximumRetryAfter > .zero, let wanted = response?.retryAfter(now: now()) {
      guard wanted <= maximumRetryAfter else { return nil }
      delay = max(delay, wanted)
    }
    if let maximumDuration, spent.time + delay > maximumDuration { return nil }
    return Retry(number: spent.count + 1, delay: min(delay, Self.longestDelay), reason: reason)
  }

  /// More than a century. The language's runtime traps on a sleep of the longest durations, which a server could ask for where
  /// ``maximumRetryAfter`` allows any.
  private static let longestDelay = Duration.seconds(1 << 32)

  private func covers(_ reason: Retry.Reason) -> Bool {
    switch reason {
    case .status(let status): statuses.contains(status.code)
    case .error(let error): errors.contains(error.code)
    }
  }

  private func backoff(_ count: Int, chance: Double) -> Duration {
    var whole = min(initialDelay, maximumDelay)
    for _ in 0..<min(count, 64) where whole < maximumDelay { whole = min(whole + whole, maximumDelay) }
    return whole * (1 - min(max(jitter, 0), 1) * min(max(chance, 0), 1))
  }
}

extension HTTPResponse {
  /// How long the server asks to wait: seconds, or a date (RFC 9110 §10.2.3). Nil where it does not say, or nonsense.
  package func retryAfter(now: Date) -> Duration? {
    guard let text = headerFields[.retryAfter] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
      return .seconds(Int64(text) ?? .max)
    }
    return HTTPDate.date(text).map { .seconds(max(0, $0.timeIntervalSince(now))) }
  }
}
