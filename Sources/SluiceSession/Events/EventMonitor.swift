public import HTTPTypes

/// Told what happens to a session's transfers, for logs, metrics and indicators of activity. Every method does nothing
/// unless it is written.
///
/// Events come in order, one at a time, never on the thread that runs the transfers: a monitor that takes long holds up
/// other events, not transfers. Those of a call have been told when the call returns. They hold no secrets: credentials,
/// cookies, fields marked as sensitive, and what may have some (a URL's user-info and query, fields that hold URLs), are
/// left out or read `(hidden)`.
public protocol EventMonitor: Sendable {
  /// A call has begun.
  func created(_ transfer: TransferID, request: HTTPRequest)
  /// A request is about to go out: the first, or one more after a redirect, a challenge or a failure.
  func sent(_ transfer: TransferID, request: HTTPRequest)
  /// The transfer was suspended through its handle.
  func suspended(_ transfer: TransferID)
  /// The transfer goes on.
  func resumed(_ transfer: TransferID)
  /// A response's head has arrived.
  func received(_ transfer: TransferID, response: HTTPResponse)
  /// A response redirects, and is followed.
  func redirected(_ transfer: TransferID, by redirect: Redirect, to request: HTTPRequest)
  /// A server or a proxy asks for a credential, and there is one.
  func challenged(_ transfer: TransferID, by response: HTTPResponse?)
  /// The request will be sent again after a delay.
  func retried(_ transfer: TransferID, _ retry: Retry)
  /// Bytes have moved. Told every 50 ms; to a monitor that is slower, the newest.
  func progressed(_ transfer: TransferID, _ progress: TransferProgress)
  /// One exchange of a request and a response has ended.
  func measured(_ transfer: TransferID, _ metrics: TransferMetrics)
  /// The transfer has ended: last of its events.
  ///
  /// - Parameter error: nil where it succeeded.
  func completed(_ transfer: TransferID, error: (any Error)?)
}

/// Tells a session's transfers apart.
public struct TransferID: Sendable, Hashable, CustomStringConvertible {
  let number: Int

  public var description: String { "\(number)" }
}

extension EventMonitor {
  public func created(_ transfer: TransferID, request: HTTPRequest) {}
  public func sent(_ transfer: TransferID, request: HTTPRequest) {}
  public func suspended(_ transfer: TransferID) {}
  public func resumed(_ transfer: TransferID) {}
  public func received(_ transfer: TransferID, response: HTTPResponse) {}
  public func redirected(_ transfer: TransferID, by redirect: Redirect, to request: HTTPRequest) {}
  public func challenged(_ transfer: TransferID, by response: HTTPResponse?) {}
  public func retried(_ transfer: TransferID, _ retry: Retry) {}
  public func progressed(_ transfer: TransferID, _ progress: TransferProgress) {}
  public func measured(_ transfer: TransferID, _ metrics: TransferMetrics) {}
  public func completed(_ transfer: TransferID, error: (any Error)?) {}
}
