internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceTransport

/// The settings that a request may override: the request's own, and otherwise the session's.
///
/// A class, because the tasks of a request would hold many copies of a structure of this size.
package final class RequestPolicy: Sendable {
  /// The part that the transport applies, without the rest of the time limit.
  let exchange: ExchangeRequest.Policy
  let retries: Session.RetryPolicy
  let redirects: Session.Redirects
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
    exchange.layerSettings = options.layerSettings
    self.exchange = exchange
    retries = options.retries ?? configuration.retries
    redirects = options.redirects ?? configuration.redirects
    maximumBodyByteCount = options.maximumBodyByteCount ?? configuration.maximumBodyByteCount
    didReceiveInterim = options.didReceiveInterim
  }
}
