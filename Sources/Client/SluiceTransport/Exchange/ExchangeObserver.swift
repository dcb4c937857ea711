package import HTTPTypes

/// An observer of one exchange. The transport reports the events one after the other; observing must not block.
package protocol ExchangeObserver: AnyObject, Sendable {
  /// Whether the progress is observed.
  var observesProgress: Bool { get }
  func observe(_ event: ExchangeEvent)
}

/// An event of an exchange.
package enum ExchangeEvent: Sendable {
  /// The head of an interim response (1xx) has arrived.
  case didReceiveInterim(HTTPResponse)
  /// The head of the response has arrived.
  case didReceive(HTTPResponse)
  /// Bytes have moved; reported every 50 ms, and at the end.
  case didProgress(TransferProgress)
  /// The request's body is sent again from its start, over another connection.
  case didRestart
  /// The exchange has been resumed after the caller had suspended it.
  case didResume
  /// The exchange has ended: its measurements, and the error that ended it, or `nil` if it succeeded.
  case didEnd(TransferMetrics, error: (any Error)?)
}
