package import HTTPTypes

/// An observer of one exchange. The transport calls its methods one after the other; they must not block.
package protocol ExchangeObserver: AnyObject, Sendable {
  /// Whether the progress is observed.
  var observesProgress: Bool { get }
  /// Called when the head of an interim response (1xx) has arrived.
  func didReceive(interim response: HTTPResponse)
  /// Called when the head of the response has arrived.
  func didReceive(_ response: HTTPResponse)
  /// Called every 50 ms while bytes move, and at the end.
  func didProgress(_ progress: TransferProgress)
  /// Called when the request's body is sent again from its start, over another connection.
  func didRestart()
  /// Called when the exchange has been resumed after the caller had suspended it.
  func didResume()
  /// Called when the exchange has ended.
  ///
  /// - Parameters:
  ///   - metrics: The measurements of the exchange.
  ///   - error: The error that ended it, or `nil` if it succeeded.
  func didEnd(_ metrics: TransferMetrics, error: (any Error)?)
}

extension ExchangeObserver {
  /// Ignores interim responses.
  package func didReceive(interim response: HTTPResponse) {}
}
