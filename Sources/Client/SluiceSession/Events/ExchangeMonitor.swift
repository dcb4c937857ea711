package import HTTPTypes
package import SluiceTransport

/// A monitor that follows each exchange of a request and a response from its beginning to its end.
///
/// Unlike the events of other monitors, which are delivered on another task, the beginning is reported in the task of
/// the call: the monitor sees the task-local values there, and can add fields to the request.
package protocol ExchangeMonitor: EventMonitor {
  /// Called when a request is about to be sent: the first one of a transfer, or another after a redirect, a challenge
  /// or a failure.
  ///
  /// - Parameters:
  ///   - request: The request, without secrets.
  ///   - resendCount: The number of requests that the transfer has sent before.
  /// - Returns: The observer of the exchange.
  func begin(_ request: HTTPRequest, resendCount: Int) -> any ObservedExchange
}

/// An exchange as an ``ExchangeMonitor`` observes it. The methods are called one after the other, in order with the
/// events of the monitors.
package protocol ObservedExchange: Sendable {
  /// The fields to add to the request.
  var fields: HTTPFields { get }
  /// Called when the head of the response has arrived.
  func didReceive(_ response: HTTPResponse)
  /// Called once, when the exchange has ended.
  ///
  /// - Parameters:
  ///   - metrics: The measurements; all zero if the exchange could not start.
  ///   - duration: The time since its beginning.
  ///   - error: The error that ended it, without secrets, or `nil` if it succeeded.
  func didEnd(_ metrics: TransferMetrics, after duration: Duration, error: (any Error)?)
}

extension ObservedExchange {
  /// No fields.
  package var fields: HTTPFields { [:] }
}
