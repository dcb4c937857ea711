package import FoundationEssentials
public import HTTPTypes
internal import SluiceBody
internal import SluiceCoding
package import SluiceSerialization
internal import SluiceSupport
public import SluiceTransport

extension Session {
  /// The policy for sending failed requests again.
  ///
  /// ```swift
  /// configuration.retries = .standard
  /// configuration.retries.maximumCount = 5
  /// ```
  ///
  /// A request is retried only if its method is listed and its body can be sent again. A failure of a kept connection
  /// that the server has closed does not count as a retry: the request is sent over a new connection at once. One whose
  /// method is not idempotent, such as POST, fails with `connection-lost` instead if the server may have received it
  /// (RFC 9110 §9.2.2). Over HTTP/2, only libcurl decides.
  ///
  /// A closure can decide otherwise:
  ///
  /// ```swift
  /// configuration.retries.decide = { failure in
  ///   failure.response?.status == .conflict ? .retry(after: .seconds(1)) : .standard
  /// }
  /// ```
  public struct RetryPolicy: Sendable {
    /// A failed attempt, about which a policy decides.
    public struct Failure: Sendable {
      /// The head of the request, before middleware.
      public let request: HTTPRequest
      /// The head of the response, or `nil` if the attempt failed without one.
      public let response: HTTPResponse?
      /// The error of the transport, or `nil` if there is a response.
      public let error: SessionError?
      /// The number of retries before this attempt: 0 for the first attempt.
      public let retryCount: Int
      /// The time since the beginning of the first attempt.
      public let elapsed: Duration
      /// Whether the body can be sent again. `true` without a body. If it is `false`, there is no retry.
      public let isBodyReplayable: Bool
      /// The delay after which the values of the policy retry the request, or `nil` if they do not.
      public let proposedDelay: Duration?

      /// Creates the failure of an attempt, for a policy to decide about.
      ///
      /// - Parameters:
      ///   - request: The request, before middleware.
      ///   - result: The head of the response, or the error of the transport.
      ///   - retryCount: The number of retries before this attempt. Defaults to 0.
      ///   - elapsed: The time since the start of the first attempt. Defaults to zero.
      package init(
        of request: SessionRequest, with result: Result<HTTPResponse, SessionError>, retryCount: Int = 0,
        elapsed: Duration = .zero
      ) {
        self.request = request.head
        isBodyReplayable = request.body?.isReplayable ?? true
        (response, error) =
          switch result {
          case .success(let response): (response, nil)
          case .failure(let error): (nil, error)
          }
        (self.retryCount, self.elapsed, proposedDelay) = (retryCount, elapsed, nil)
      }

      fileprivate init(_ other: Failure, proposing delay: Duration?) {
        (request, response, error) = (other.request, other.response, other.error)
        (retryCount, elapsed) = (other.retryCount, other.elapsed)
        (isBodyReplayable, proposedDelay) = (other.isBodyReplayable, delay)
      }
    }

    /// The decision about a failed attempt.
    public enum Decision: Sendable {
      /// Retries, or does not, as the values of the policy say.
      case standard
      /// Sends the request again after a delay, whatever its method, the status or the error.
      case retry(after: Duration)
      /// Returns the response, or throws the error.
      case stop
    }

    /// The maximum number of retries. Defaults to 3.
    public var maximumCount = 3
    /// The maximum time from the first attempt to the start of a retry. Defaults to `nil`, no limit.
    public var maximumDuration: Duration?
    /// The methods that are retried, or `nil` for all of them.
    ///
    /// Defaults to the idempotent ones (RFC 9110 §9.2.2): GET, HEAD, PUT, DELETE, OPTIONS and TRACE. Add POST only if
    /// the server recognizes a repetition, or doing its work twice is harmless.
    public var methods: Set<HTTPRequest.Method>? = Set(HTTPRequest.Method.idempotent)
    /// The statuses that are retried, of responses, and of a proxy that refuses to connect to the host
    /// (``SessionError/proxyStatus``). Defaults to 408, 429, 500, 502, 503 and 504.
    public var statuses: Set<Int> = ResponseError.retryableStatuses
    /// The codes of transport errors that are retried. Defaults to `unknown-host`, `connection-failed`,
    /// `connection-lost` and `timed-out`.
    public var errors: Set<ErrorCode> = SessionError.retryableCodes
    /// The delay before the first retry, doubled for each further one. Defaults to 500 ms.
    public var initialDelay = Duration.milliseconds(500)
    /// The maximum of the doubled delay. Defaults to 30 s.
    public var maximumDelay = Duration.seconds(30)
    /// The random part of a delay, from 0 to 1, so that clients that failed together do not return together. Defaults
    /// to 0.5: between half the delay and all of it.
    public var jitter = 0.5
    /// The maximum delay that a `Retry-After` field (RFC 9110 §10.2.3) may request. Defaults to 60 s.
    ///
    /// If the field requests more, the response is returned instead of retried. Zero ignores the field.
    public var maximumRetryAfter = Duration.seconds(60)
    /// The maximum time that a retry waits for the network if it was the reason: the host's name could not be looked
    /// up, or there was no route to the host. Defaults to `nil`: the delay decides alone.
    ///
    /// The request is sent again as soon as there is a route, or after this time, in both cases without the delay. A
    /// host that is not known, or does not respond, is retried after the delay as usual. With a Unix socket, no retry
    /// waits for the network; with a proxy, it waits for a route to the proxy.
    public var maximumNetworkWait: Duration?
    /// Decides about each failed attempt: a status outside of 200 to 299, or an error of the transport. Defaults to
    /// `nil`, the values of the policy.
    ///
    /// ``maximumCount`` and ``maximumDuration`` hold for its decisions, too. The time limit of the request includes its
    /// time; about an error, it may take as long again. It is cancelled when this time has passed, which is the error
    /// `timed-out`, or the transfer is cancelled.
    public var decide: (@Sendable (_ failure: Failure) async -> Decision)?

    /// A policy with three retries.
    public static let standard = RetryPolicy()

    /// A policy without retries.
    public static let never = RetryPolicy(maximumCount: 0)

    /// Creates a policy.
    ///
    /// - Parameter maximumCount: The maximum number of retries. Defaults to 3.
    public init(maximumCount: Int = 3) { self.maximumCount = maximumCount }
  }
}

extension Session.RetryPolicy {
  /// Returns the retry that follows an attempt, or `nil` if there is none.
  ///
  /// - Parameters:
  ///   - failure: The attempt. A success is none unless its status is retried.
  ///   - deadline: The time until which ``decide`` may take. Defaults to no limit.
  ///   - now: The current time. Defaults to that of the system.
  ///   - chance: A random number from 0 to 1. Defaults to one.
  /// - Throws: While ``decide`` runs, a ``SessionError`` with the code `timed-out` or `invalidated`, or a
  ///   `CancellationError`.
  package func retry(
    after failure: Failure, until deadline: Deadline = .never, now: Date = .now,
    chance: Double = .random(in: 0..<1)
  ) async throws -> Session.Retry? {
    guard failure.retryCount < maximumCount, let reason = failure.reason else { return nil }
    var delay: Duration?
    var networkWait = failure.error?.mayBeMissingNetwork == true ? maximumNetworkWait : nil
    if failure.isBodyReplayable, methods?.contains(failure.request.method) ?? true, covers(reason) {
      delay = standardDelay(after: failure.retryCount, failure.response, now: now, chance: chance)
    }
    if let decide, failure.response?.status.kind != .successful {
      let proposal = Failure(failure, proposing: delay)
      switch try await deadline.limiting({ await decide(proposal) }) {
      case .standard: break
      case .retry(let wanted):
        delay = failure.isBodyReplayable ? max(wanted, .zero) : nil
        networkWait = nil
      case .stop: delay = nil
      }
    }
    guard let delay = delay.map({ min($0, Self.longestDelay) }) else { return nil }
    if let maximumDuration, failure.elapsed + delay > maximumDuration { return nil }
    if let maximumDuration { networkWait = networkWait.map { min($0, maximumDuration - failure.elapsed) } }
    return Session.Retry(
      number: failure.retryCount + 1, delay: delay, reason: reason, networkWait: networkWait)
  }

  /// Whether an attempt with a status may be retried. Most that succeed may not.
  func mayRetry(_ status: HTTPResponse.Status) -> Bool {
    status.kind != .successful || statuses.contains(status.code)
  }

  /// Returns the delay before a retry, or `nil` if `Retry-After` requests more than the policy allows.
  private func standardDelay(
    after count: Int, _ response: HTTPResponse?, now: Date, chance: Double
  ) -> Duration? {
    let delay = backoff(count, chance: chance)
    guard maximumRetryAfter > .zero, let wanted = response?.retryAfter(now: now) else { return delay }
    return wanted <= maximumRetryAfter ? max(delay, wanted) : nil
  }

  /// More than a century. The Swift runtime traps on sleeps of the longest durations, which a server could request if
  /// ``maximumRetryAfter`` allows them.
  static let longestDelay = Duration.seconds(1 << 32)

  private func covers(_ reason: Session.Retry.Reason) -> Bool {
    switch reason {
    case .status(let status): statuses.contains(status.code)
    case .error(let error):
      errors.contains(error.code) || error.proxyStatus.map(statuses.contains) ?? false
    }
  }

  /// Returns a delay, doubled `count` times and shortened by a random part.
  func backoff(_ count: Int, chance: Double) -> Duration {
    var whole = max(.zero, min(initialDelay, maximumDelay))
    for _ in 0..<min(count, 64) where whole < maximumDelay { whole = min(whole + whole, maximumDelay) }
    // A jitter that is no number is none.
    let jitter = jitter > 0 ? min(jitter, 1) : 0
    return whole * (1 - jitter * min(max(chance, 0), 1))
  }
}

extension SessionError {
  /// Whether the error may mean that there is no network: the attempt has failed before anything was sent.
  fileprivate var mayBeMissingNetwork: Bool {
    code == .unknownHost || code == .connectionFailed
  }
}

extension Session.RetryPolicy.Failure {
  /// The reason of a retry after the failure.
  fileprivate var reason: Session.Retry.Reason? {
    error.map { .error($0) } ?? response.map { .status($0.status) }
  }
}

extension HTTPResponse {
  /// The delay of the `Retry-After` field, a number of seconds or a date (RFC 9110 §10.2.3), or `nil` if the field is
  /// missing or malformed.
  package func retryAfter(now: Date) -> Duration? {
    guard let text = headerFields[.retryAfter] else { return nil }
    if !text.isEmpty, text.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) {
      return .seconds(Int64(text) ?? .max)
    }
    return HTTPDate(text).map { .seconds(max(0, $0.date.timeIntervalSince(now))) }
  }
}
