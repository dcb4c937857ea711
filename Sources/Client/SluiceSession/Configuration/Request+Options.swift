package import HTTPTypes
public import SluiceSerialization
public import SluiceTransport

extension Request {
  /// The settings of a single request, instead of the session's.
  ///
  /// ```swift
  /// var request = try session.request(.post, "orders", order, as: .json)
  /// request.options.timeout = .seconds(5)
  /// request.options.retries = .standard
  /// request.options.retries?.methods = nil
  /// let receipt = try await session.send(request, decoding: .json(Receipt.self))
  /// ```
  ///
  /// Each one is `nil` by default, which means the setting of the session's ``Session/Configuration``. `.some(nil)` is
  /// no limit, for a limit that can be lifted.
  public struct Options: Sendable {
    /// The time limit of each attempt. See ``Session/Configuration/timeout``. An adaptor cannot change it.
    public var timeout: Duration??
    /// Whether the time for which the caller suspends a ``Transfer`` counts toward ``timeout``. Defaults to `false`.
    public var countsSuspendedTime = false
    /// The time limit without progress. See ``Session/Configuration/idleTimeout``.
    public var idleTimeout: Duration??
    /// The time limit from the request to the head of the response. See ``Session/Configuration/responseTimeout``.
    public var responseTimeout: Duration??
    /// The policy for retries.
    public var retries: Session.RetryPolicy?
    /// The policy for redirects.
    public var redirects: Session.Redirects?
    /// The maximum number of bytes of the response's body that are collected for decoding. See
    /// ``Session/Configuration/maximumBodyByteCount``. For a download, use its own limit.
    public var maximumBodyByteCount: Int??
    /// The priority. Defaults to `.normal`. ``Transfer/priority`` can change it later.
    public var priority = Session.Priority.normal
    /// Whether a successful response may precede the end of the request's body. Defaults to `false`.
    ///
    /// By default, a response with a status of 2xx is delivered when the body has been sent, or when 1 MiB of the
    /// response waits for its reader. If the server ends the exchange before, it cannot have the whole body, and the
    /// request fails with the code `early-response`. So it does if a redirect to a GET without a body arrives before
    /// the body has been sent.
    ///
    /// If this is `true`, the response is delivered when its head arrives, as a program needs that reads the response
    /// while it sends the request. If the server then ends the exchange before it has the whole body, the request
    /// succeeds nevertheless. ``TransferProgress/sentBodyByteCount`` is the number of bytes that were read of the body.
    public var acceptsEarlyResponse = false
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

    /// Creates options that leave the session's settings in place.
    public init() {}
  }

  /// The settings of this request, instead of the session's. Not part of the encoded request.
  public var options: Options {
    get { sessionOptions as? Options ?? Options() }
    set { sessionOptions = newValue }
  }

  /// The priority of the options, which are not copied for it.
  var priority: Session.Priority { (sessionOptions as? Options)?.priority ?? .normal }
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

  init(_ configuration: Session.Configuration, _ options: Request.Options = Request.Options()) {
    var exchange = ExchangeRequest.Policy()
    exchange.timeout = options.timeout ?? configuration.timeout
    exchange.idleTimeout = options.idleTimeout ?? configuration.idleTimeout
    exchange.responseTimeout = options.responseTimeout ?? configuration.responseTimeout
    exchange.priority = options.priority
    exchange.countsSuspendedTime = options.countsSuspendedTime
    exchange.acceptsEarlyResponse = options.acceptsEarlyResponse
    exchange.isStream = options.isStream
    exchange.layers = options.layers
    self.exchange = exchange
    retries = options.retries ?? configuration.retries
    redirects = options.redirects ?? configuration.redirects
    leavesBodyEarly = options.leavesBodyEarly
    maximumBodyByteCount = options.maximumBodyByteCount ?? configuration.maximumBodyByteCount
    didReceiveInterim = options.didReceiveInterim
  }
}
