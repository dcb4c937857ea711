public import SluiceSession
internal import SluiceTransport

extension Outbox {
  /// The settings of an outbox.
  ///
  /// ```swift
  /// var configuration = Outbox.Configuration()
  /// configuration.maximumConcurrentCount = 2
  /// configuration.retries.maximumCount = 10
  /// ```
  public struct Configuration: Sendable {
    /// The maximum number of requests that a run sends at the same time. Defaults to 8; at least 1.
    public var maximumConcurrentCount = 8
    /// The policy for requests that fail. Its counts and times hold across processes, and its
    /// ``Session/RetryPolicy/decide`` decides as in a session.
    ///
    /// Defaults to 100 retries of any method: after 1 s, doubled up to 1 h, at random between half of this and all of
    /// it. Covered are the statuses of a session's policy, all errors of the transport except a failure of the
    /// request's own body and an unusable URL, files of the body that cannot be read, and the errors of middleware,
    /// which have the code `failed` here.
    ///
    /// A `Retry-After` field of up to a day is honored. If a covered response asks for more, the request waits for a
    /// day, and the attempt does not count as a retry. ``Session/RetryPolicy/maximumRetryAfter`` sets another limit.
    ///
    /// With ``Session/RetryPolicy/maximumNetworkWait``, a request that fails because there is no route waits for one
    /// instead of the delay. Meanwhile, the run does not attempt other requests to the same host and port. Another run
    /// attempts them at once. Defaults to `nil`, as in a session.
    ///
    /// The policy of the session does not apply.
    public var retries = Self.standardRetries
    /// The statuses after which a request waits, whatever ``retries`` says about its count, time and method. They mean
    /// that a login is necessary, and say nothing against the request. Defaults to 401, 403, 407 and the redirects 301,
    /// 302, 303, 307 and 308.
    ///
    /// A redirect counts if it is not followed, or if it would change the method, as the redirect of a POST to a login
    /// page does: the response to another method never delivers a request. The status with which a proxy refuses to
    /// connect to the host counts, too.
    ///
    /// The request is sent again after ``waitingDelay``, until it is accepted or expires.
    /// ``Session/RetryPolicy/decide`` may stop it.
    public var waitingStatuses: Set<Int> = [301, 302, 303, 307, 308, 401, 403, 407]
    /// The delay after the first response with one of the ``waitingStatuses``, doubled for each further one up to
    /// ``Session/RetryPolicy/maximumDelay``. Defaults to 1 min.
    public var waitingDelay = Duration.seconds(60)
    /// Waits until requests can be sent, for example for the network. Called before each entry. Defaults to `nil`.
    ///
    /// An error ends the run.
    public var whenReady: (@Sendable () async throws -> Void)?

    /// Returns whether the response to an entry may be downloaded to a path. Otherwise, the attempt fails. May block.
    package var mayWrite: @Sendable (String) -> Bool = { _ in true }
    /// The maximum number of bytes of a file that a response is downloaded to, or `nil` for no limit. Defaults to
    /// `nil`.
    package var maximumFileByteCount: Int64?

    /// Creates the default settings.
    public init() {}

    private static let standardRetries: Session.RetryPolicy = {
      var policy = Session.RetryPolicy(maximumCount: 100)
      policy.methods = nil
      policy.errors.formUnion([
        .failed, .invalidResponse, .outOfResources, .tlsFailed, .untrusted, .unsupportedCoding, .bodyTooLarge,
        .earlyResponse, .redirectRefused, .tooManyRedirects, .proxyRefused, .credentialsFailed,
      ])
      policy.initialDelay = .seconds(1)
      policy.maximumDelay = .seconds(3600)
      policy.maximumRetryAfter = .seconds(86_400)
      return policy
    }()
  }
}
