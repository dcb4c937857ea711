internal import HTTPTypes
internal import SluiceSerialization
internal import SluiceTransport

/// The settings that a request may override: the request's own, and otherwise the session's.
///
/// A class, because the tasks of a request would hold many copies of a structure of this size.
package final class RequestPolicy: Sendable {
  let timeout: Duration?
  let idleTimeout: Duration?
  let responseTimeout: Duration?
  let retries: Session.RetryPolicy
  let redirects: Session.Redirects
  let maximumBodyByteCount: Int?
  let priority: Session.Priority
  let countsSuspendedTime: Bool
  let acceptsEarlyResponse: Bool
  let isStream: Bool
  let layerSettings: [any Sendable]
  let didReceiveInterim: (@Sendable (HTTPResponse, RequestURL) -> Void)?

  init(_ configuration: Session.Configuration, _ options: Request.Options = Request.Options()) {
    timeout = options.timeout ?? configuration.timeout
    idleTimeout = options.idleTimeout ?? configuration.idleTimeout
    responseTimeout = options.responseTimeout ?? configuration.responseTimeout
    retries = options.retries ?? configuration.retries
    redirects = options.redirects ?? configuration.redirects
    maximumBodyByteCount = options.maximumBodyByteCount ?? configuration.maximumBodyByteCount
    priority = options.priority
    countsSuspendedTime = options.countsSuspendedTime
    acceptsEarlyResponse = options.acceptsEarlyResponse
    isStream = options.isStream
    layerSettings = options.layerSettings
    didReceiveInterim = options.didReceiveInterim
  }
}
