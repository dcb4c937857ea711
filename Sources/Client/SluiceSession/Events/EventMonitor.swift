public import HTTPTypes
public import SluiceTransport
internal import Synchronization

/// An observer of a session's transfers, for logs, metrics and activity indicators.
///
/// ```swift
/// struct Counter: EventMonitor {
///   func didComplete(_ transfer: TransferID, error: (any Error)?) {
///     print("\(transfer): \(error == nil ? "succeeded" : "failed")")
///   }
/// }
/// configuration.monitors = [Counter()]
/// ```
///
/// All methods have empty default implementations. `will…` is posted before something happens, `did…` after it has
/// happened. Events are delivered in order, one at a time, and never on the thread that runs the transfers: a slow
/// monitor delays other events, but no transfers. The events of a call are delivered before the call returns.
///
/// Events hold no secrets: credentials, cookies and sensitive fields are replaced by `(hidden)`, and so are the fields
/// `Link` and `Refresh`. URLs, also those in `Location`, `Content-Location` and `Referer`, have no user-info, no
/// fragment, and no query unless ``queries`` shows it. No event quotes a body (see ``didComplete(_:error:)``), except
/// ``didProduce(_:value:decoder:)``, which passes on the value that was decoded from it.
public protocol EventMonitor: Sendable {
  /// The part of the queries of URLs that the monitor sees, read for each event. Defaults to `.none`, because queries
  /// may hold secrets.
  var queries: Session.QueryVisibility { get }
  /// Called when a transfer has been created, before its first request.
  func didCreate(_ transfer: TransferID, request: HTTPRequest)
  /// Called before a request is sent: the first one, or another after a redirect, a challenge or a failure.
  func willSend(_ transfer: TransferID, request: HTTPRequest)
  /// Called when the transfer has been suspended through its handle.
  func didSuspend(_ transfer: TransferID)
  /// Called when the transfer has been resumed through its handle.
  func didResume(_ transfer: TransferID)
  /// Called when the head of a response has arrived.
  func didReceive(_ transfer: TransferID, response: HTTPResponse)
  /// Called before a redirect is followed.
  ///
  /// - Parameters:
  ///   - transfer: The transfer.
  ///   - redirect: The request, and the response that redirects it.
  ///   - request: The next request.
  func willRedirect(_ transfer: TransferID, by redirect: Session.Redirect, to request: HTTPRequest)
  /// Called before a request is sent again with a credential, after a challenge of a server or a proxy.
  ///
  /// - Parameters:
  ///   - transfer: The transfer.
  ///   - response: The response with the challenge, or `nil` for a proxy's response to CONNECT, whose head is not
  ///     available.
  func willAuthenticate(_ transfer: TransferID, after response: HTTPResponse?)
  /// Called before the delay after which a request is sent again. Its reason is reported as in
  /// ``didComplete(_:error:)``.
  func willRetry(_ transfer: TransferID, _ retry: Session.Retry)
  /// Called every 50 ms while bytes move. A slower monitor gets the newest progress only.
  func didProgress(_ transfer: TransferID, _ progress: TransferProgress)
  /// Called when an exchange of a request and a response has ended.
  func didMeasure(_ transfer: TransferID, _ metrics: TransferMetrics)
  /// Called when the transfer has its value: what was decoded from the response, the ``DownloadedFile``, or the list of
  /// ``UploadedPart``. Streams and responses that are not decoded have none.
  ///
  /// The value is the caller's own, with everything that the server sent in it.
  ///
  /// - Parameters:
  ///   - transfer: The transfer.
  ///   - value: The value.
  ///   - decoder: The name of the decoder's type, such as `ResponseDecoder<User>`, or `nil` for a download and an
  ///     upload in parts.
  func didProduce(_ transfer: TransferID, value: any Sendable, decoder: String?)
  /// Called when the transfer has ended. This is its last event.
  ///
  /// The error is the one that the caller gets, without secrets and without text of a body:
  ///
  /// | the caller's error | the monitor's |
  /// | --- | --- |
  /// | ``SessionError``, ``ResponseError`` | the same, with an underlying error as in this table |
  /// | `BodyError`, `GzipError` and the errors of other codings, `CancellationError` | the same |
  /// | any other, such as one of middleware | a ``HiddenError`` with its type |
  ///
  /// A ``ResponseError`` has an empty body, a response without secrets, and a coding path in which `(hidden)` replaces
  /// the keys of dictionaries. Its code, status, URL and byte offset are the same. A `DecodingError` and the failure
  /// of `decoding(failure:)` are hidden.
  ///
  /// - Parameters:
  ///   - transfer: The transfer.
  ///   - error: The error that ended it, or `nil` if it succeeded.
  func didComplete(_ transfer: TransferID, error: (any Error)?)
}

/// The identifier of a transfer, unique within the process.
public struct TransferID: Sendable, Hashable, CustomStringConvertible {
  let number: Int
  private static let last = Atomic(0)

  /// Returns the identifier of a new transfer.
  static func next() -> TransferID { TransferID(number: last.add(1, ordering: .relaxed).newValue) }

  /// The number as text.
  public var description: String { "\(number)" }
}

extension EventMonitor {
  /// No part of a query.
  public var queries: Session.QueryVisibility { .none }
  /// Does nothing.
  public func didCreate(_ transfer: TransferID, request: HTTPRequest) {}
  /// Does nothing.
  public func willSend(_ transfer: TransferID, request: HTTPRequest) {}
  /// Does nothing.
  public func didSuspend(_ transfer: TransferID) {}
  /// Does nothing.
  public func didResume(_ transfer: TransferID) {}
  /// Does nothing.
  public func didReceive(_ transfer: TransferID, response: HTTPResponse) {}
  /// Does nothing.
  public func willRedirect(_ transfer: TransferID, by redirect: Session.Redirect, to request: HTTPRequest) {}
  /// Does nothing.
  public func willAuthenticate(_ transfer: TransferID, after response: HTTPResponse?) {}
  /// Does nothing.
  public func willRetry(_ transfer: TransferID, _ retry: Session.Retry) {}
  /// Does nothing.
  public func didProgress(_ transfer: TransferID, _ progress: TransferProgress) {}
  /// Does nothing.
  public func didMeasure(_ transfer: TransferID, _ metrics: TransferMetrics) {}
  /// Does nothing.
  public func didProduce(_ transfer: TransferID, value: any Sendable, decoder: String?) {}
  /// Does nothing.
  public func didComplete(_ transfer: TransferID, error: (any Error)?) {}
}

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
