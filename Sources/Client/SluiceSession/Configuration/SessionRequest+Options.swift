package import HTTPTypes
public import SluiceSerialization
public import SluiceTransport

extension SessionRequest {
  /// The settings of a single request, instead of the session's.
  ///
  /// ```swift
  /// let options = SessionRequest.Options(timeout: .after(.seconds(5)), retries: .never)
  /// let order: Order = try await session.get("orders/1", options: options)
  ///
  /// var request = try session.request(.post, "orders", order)
  /// request.options.idleTimeout = .unlimited
  /// ```
  ///
  /// A setting is inherited from the session's ``Session/Configuration`` by default: a ``Limit`` is `.inherited`, and a
  /// policy is `nil`.
  public struct Options: Sendable {
    /// A limit of a single request: a `Duration`, or a number of bytes as `Int`.
    public struct Limit<Value: Hashable & Sendable>: Hashable, Sendable {
      private enum Kind: Hashable, Sendable { case inherited, unlimited, value(Value) }

      private let kind: Kind

      /// The limit of the session's configuration.
      public static var inherited: Limit { Limit(kind: .inherited) }

      /// No limit, whatever the session's configuration is.
      public static var unlimited: Limit { Limit(kind: .unlimited) }

      /// Returns a limit of time.
      ///
      /// - Parameter duration: The time after which the request fails with the code `timed-out`.
      public static func after(_ duration: Duration) -> Limit where Value == Duration {
        Limit(kind: .value(duration))
      }

      /// Returns a limit of bytes.
      ///
      /// - Parameter count: The maximum number of bytes.
      public static func bytes(_ count: Int) -> Limit where Value == Int { Limit(kind: .value(count)) }

      /// Returns the limit that applies, or `nil` for none.
      ///
      /// - Parameter inherited: The limit of the configuration, or `nil` for none.
      package func value(inheriting inherited: Value?) -> Value? {
        switch kind {
        case .inherited: inherited
        case .unlimited: nil
        case .value(let value): value
        }
      }
    }

    /// The time limit of each attempt. See ``Session/Configuration/timeout``.
    public var timeout: Limit<Duration>
    /// The time limit without progress. See ``Session/Configuration/idleTimeout``.
    public var idleTimeout: Limit<Duration>
    /// The time limit from the request to the head of the response. See ``Session/Configuration/responseTimeout``.
    public var responseTimeout: Limit<Duration>
    /// The maximum number of bytes of the response's body that are collected for decoding. See
    /// ``Session/Configuration/maximumBodyByteCount``. For a download, use its own limit.
    public var maximumBodyByteCount: Limit<Int>
    /// The policy for retries, or `nil` for that of the session. `.never` turns them off.
    public var retries: Session.RetryPolicy?
    /// The policy for redirects, or `nil` for that of the session.
    public var redirects: Session.Redirects?
    /// The priority. ``Transfer/priority`` can change it later.
    public var priority: TransportSettings.Priority
    /// Whether the time for which the caller suspends a ``Transfer`` counts toward ``timeout``.
    public var countsSuspendedTime: Bool
    /// Whether a successful response may precede the end of the request's body.
    ///
    /// By default, a response with a status of 2xx is delivered when the body has been sent, or when 1 MiB of the
    /// response waits for its reader. If the server ends the exchange before, it cannot have the whole body, and the
    /// request fails with the code `early-response`. So it does if a redirect to a GET without a body arrives before
    /// the body has been sent.
    ///
    /// If this is `true`, the response is delivered when its head arrives, as a program needs that reads the response
    /// while it sends the request. If the server then ends the exchange before it has the whole body, the request
    /// succeeds nevertheless. ``TransferProgress/sentBodyByteCount`` is the number of bytes that were read of the body.
    public var acceptsEarlyResponse: Bool
    /// Whether a redirect that drops the body is followed even before the body was sent. The caller checks it.
    package var leavesBodyEarly = false
    /// Whether the response is decoded while it arrives, and may have no end.
    package var isStream = false
    /// The settings for layers around the transport.
    package var layers = LayerSettings()
    /// Receives interim responses (1xx), and the URL of the request, on the thread that runs the transfers.
    package var didReceiveInterim: (@Sendable (HTTPResponse, RequestURL) -> Void)?
    /// The secret fields that the policy for redirects has set for an origin that a response has named.
    package var decidedSecrets = HTTPFields()

    /// Creates settings of a request. Those that are not given are the session's.
    ///
    /// - Parameters:
    ///   - timeout: The time limit of each attempt. Defaults to that of the session.
    ///   - idleTimeout: The time limit without progress. Defaults to that of the session.
    ///   - responseTimeout: The time limit from the request to the head of the response. Defaults to that of the
    ///     session.
    ///   - maximumBodyByteCount: The maximum number of bytes that are collected for decoding. Defaults to that of the
    ///     session.
    ///   - retries: The policy for retries. Defaults to that of the session.
    ///   - redirects: The policy for redirects. Defaults to that of the session.
    ///   - priority: The priority. Defaults to `.normal`.
    ///   - countsSuspendedTime: Whether the time for which the caller suspends a ``Transfer`` counts toward `timeout`.
    ///     Defaults to `false`.
    ///   - acceptsEarlyResponse: Whether a successful response may precede the end of the request's body. Defaults to
    ///     `false`.
    public init(
      timeout: Limit<Duration> = .inherited, idleTimeout: Limit<Duration> = .inherited,
      responseTimeout: Limit<Duration> = .inherited, maximumBodyByteCount: Limit<Int> = .inherited,
      retries: Session.RetryPolicy? = nil, redirects: Session.Redirects? = nil,
      priority: TransportSettings.Priority = .normal, countsSuspendedTime: Bool = false,
      acceptsEarlyResponse: Bool = false
    ) {
      self.timeout = timeout
      self.idleTimeout = idleTimeout
      self.responseTimeout = responseTimeout
      self.maximumBodyByteCount = maximumBodyByteCount
      self.retries = retries
      self.redirects = redirects
      self.priority = priority
      self.countsSuspendedTime = countsSuspendedTime
      self.acceptsEarlyResponse = acceptsEarlyResponse
    }
  }

  /// The settings of this request, instead of the session's. Not part of the encoded request.
  public var options: Options {
    get { sessionOptions as? Options ?? Options() }
    set { sessionOptions = newValue }
  }

  /// The priority of the options, which are not copied for it.
  var priority: TransportSettings.Priority { (sessionOptions as? Options)?.priority ?? .normal }
}

/// The settings that a request may override: the request's own, and otherwise the session's.
///
/// A class, because the tasks of a request would hold many copies of a structure of this size.
package final class RequestPolicy: Sendable {
  /// The part that the transport applies, without the rest of the time limit.
  let exchange: ExchangeRequest.Policy
  let retries: Session.RetryPolicy
  let redirects: Session.Redirects
  let leavesBodyEarly: Bool
  let maximumBodyByteCount: Int?
  let didReceiveInterim: (@Sendable (HTTPResponse, RequestURL) -> Void)?

  init(_ configuration: Session.Configuration, _ options: SessionRequest.Options = SessionRequest.Options()) {
    var exchange = ExchangeRequest.Policy()
    exchange.timeout = options.timeout.value(inheriting: configuration.timeout)
    exchange.idleTimeout = options.idleTimeout.value(inheriting: configuration.idleTimeout)
    exchange.responseTimeout = options.responseTimeout.value(inheriting: configuration.responseTimeout)
    exchange.priority = options.priority
    exchange.countsSuspendedTime = options.countsSuspendedTime
    exchange.acceptsEarlyResponse = options.acceptsEarlyResponse
    exchange.isStream = options.isStream
    exchange.layers = options.layers
    self.exchange = exchange
    retries = options.retries ?? configuration.retries
    redirects = options.redirects ?? configuration.redirects
    leavesBodyEarly = options.leavesBodyEarly
    maximumBodyByteCount = options.maximumBodyByteCount.value(
      inheriting: configuration.maximumBodyByteCount)
    didReceiveInterim = options.didReceiveInterim
  }
}
