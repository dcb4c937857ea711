public import HTTPTypes

/// An observer of a session's transfers, for logs, metrics and activity indicators.
///
/// ```swift
/// struct Counter: EventMonitor {
///   func completed(_ transfer: TransferID, error: (any Error)?) {
///     print("\(transfer): \(error == nil ? "succeeded" : "failed")")
///   }
/// }
/// configuration.monitors = [Counter()]
/// ```
///
/// All methods have empty default implementations. Events are delivered in order, one at a time, and never on the
/// thread that runs the transfers: a slow monitor delays other events, but no transfers. The events of a call are
/// delivered before the call returns.
///
/// Events hold no secrets: credentials, cookies, sensitive fields, and data that may contain some (the user-info and
/// query of a URL, fields with URLs) are removed or replaced by `(hidden)`.
public protocol EventMonitor: Sendable {
  /// Called when a transfer begins.
  func created(_ transfer: TransferID, request: HTTPRequest)
  /// Called before a request is sent: the first one, or another after a redirect, a challenge or a failure.
  func sent(_ transfer: TransferID, request: HTTPRequest)
  /// Called when the transfer is suspended through its handle.
  func suspended(_ transfer: TransferID)
  /// Called when the transfer is resumed through its handle.
  func resumed(_ transfer: TransferID)
  /// Called when the head of a response has arrived.
  func received(_ transfer: TransferID, response: HTTPResponse)
  /// Called when a redirect is followed.
  ///
  /// - Parameters:
  ///   - transfer: The transfer.
  ///   - redirect: The request, and the response that redirects it.
  ///   - request: The next request.
  func redirected(_ transfer: TransferID, by redirect: Session.Redirect, to request: HTTPRequest)
  /// Called when a challenge of a server or a proxy is answered with a credential.
  ///
  /// - Parameters:
  ///   - transfer: The transfer.
  ///   - response: The response with the challenge; `nil` for a proxy's response to CONNECT, whose head is not
  ///     available.
  func challenged(_ transfer: TransferID, by response: HTTPResponse?)
  /// Called when a request will be sent again after a delay.
  func retried(_ transfer: TransferID, _ retry: Session.Retry)
  /// Called every 50 ms while bytes move. A slower monitor gets the newest progress only.
  func progressed(_ transfer: TransferID, _ progress: TransferProgress)
  /// Called when an exchange of a request and a response has ended.
  func measured(_ transfer: TransferID, _ metrics: TransferMetrics)
  /// Called when the transfer has ended. This is its last event.
  ///
  /// - Parameters:
  ///   - transfer: The transfer.
  ///   - error: The error that ended it; `nil` if it succeeded.
  func completed(_ transfer: TransferID, error: (any Error)?)
}

/// The identifier of a transfer, unique within its session.
public struct TransferID: Sendable, Hashable, CustomStringConvertible {
  let number: Int

  /// The number as text.
  public var description: String { "\(number)" }
}

extension EventMonitor {
  /// Does nothing.
  public func created(_ transfer: TransferID, request: HTTPRequest) {}
  /// Does nothing.
  public func sent(_ transfer: TransferID, request: HTTPRequest) {}
  /// Does nothing.
  public func suspended(_ transfer: TransferID) {}
  /// Does nothing.
  public func resumed(_ transfer: TransferID) {}
  /// Does nothing.
  public func received(_ transfer: TransferID, response: HTTPResponse) {}
  /// Does nothing.
  public func redirected(_ transfer: TransferID, by redirect: Session.Redirect, to request: HTTPRequest) {}
  /// Does nothing.
  public func challenged(_ transfer: TransferID, by response: HTTPResponse?) {}
  /// Does nothing.
  public func retried(_ transfer: TransferID, _ retry: Session.Retry) {}
  /// Does nothing.
  public func progressed(_ transfer: TransferID, _ progress: TransferProgress) {}
  /// Does nothing.
  public func measured(_ transfer: TransferID, _ metrics: TransferMetrics) {}
  /// Does nothing.
  public func completed(_ transfer: TransferID, error: (any Error)?) {}
}
