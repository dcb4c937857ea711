public import HTTPTypes
public import Logging
internal import SluiceBody
internal import SluiceSupport
internal import SluiceTransport

/// A monitor that logs transfers: heads, redirects, challenges, retries, and how each transfer ends, with its duration.
///
/// A message is one line. Control characters and characters that change the writing direction are escaped in it, so
/// that a peer cannot write to a terminal or add a line. Secrets are shown as `(hidden)`, such as the credential that
/// the session adds to a request.
///
/// ```swift
/// configuration.monitors = [LogMonitor(Logger(label: "api"), queries: .withoutValues)]
/// ```
///
/// Failures and retries have levels of their own, so that they are logged where the other messages are not:
///
/// ```
///  debug    > GET https://api.example.com/users/1
///  debug    > Authorization: (hidden)
///  debug    < 503 Service Unavailable
///  info     * retry 1 in 0.5 seconds: 503 Service Unavailable
///  warning  * failed after 9 seconds: timed-out: no progress for 9 seconds (idleTimeout) (https://api.example.com/a)
/// ```
public struct LogMonitor: EventMonitor {
  /// The visible part of the queries of URLs.
  public let queries: Session.QueryVisibility
  private let logger: Logger
  private let level: Logger.Level
  private let failureLevel: Logger.Level
  /// The times at which the transfers that run were created.
  private let starts = Lock<[TransferID: MonotonicInstant]>([:])

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - logger: The logger to write to. Each message has the metadata `transfer`.
  ///   - level: The level of messages. Defaults to `.debug`. That of a retry is `.info` or higher.
  ///   - failureLevel: The level of a failed transfer; at least `level`. Defaults to `.warning`. Cancelling a transfer
  ///     is no failure.
  ///   - queries: The part of the queries of URLs to log. Defaults to `.none`, because queries may hold secrets.
  public init(
    _ logger: Logger, level: Logger.Level = .debug, failureLevel: Logger.Level = .warning,
    queries: Session.QueryVisibility = .none
  ) {
    self.queries = queries
    self.logger = logger
    self.level = level
    self.failureLevel = max(level, failureLevel)
  }

  /// Notes the time.
  public func didCreate(_ transfer: TransferID, request: HTTPRequest) {
    starts.withLock { $0[transfer] = .now }
  }

  /// Logs the request's method, URL and fields.
  public func willSend(_ transfer: TransferID, request: HTTPRequest) {
    log(transfer, "> \(request.method.rawValue) \(Self.url(of: request))")
    log(transfer, request.headerFields, after: ">")
  }

  /// Logs the response's status and fields.
  public func didReceive(_ transfer: TransferID, response: HTTPResponse) {
    log(transfer, "< \(response.status)")
    log(transfer, response.headerFields, after: "<")
  }

  /// Logs the suspension.
  public func didSuspend(_ transfer: TransferID) { log(transfer, "* suspended") }

  /// Logs the resumption.
  public func didResume(_ transfer: TransferID) { log(transfer, "* resumed") }

  /// Logs the method and the URL of the next request.
  public func willRedirect(_ transfer: TransferID, by redirect: Session.Redirect, to request: HTTPRequest) {
    log(transfer, "* redirected to \(request.method.rawValue) \(Self.url(of: request))")
  }

  /// Logs that the request is sent again with a credential.
  public func willAuthenticate(_ transfer: TransferID, after response: HTTPResponse?) {
    log(transfer, "* sent again with a credential")
  }

  /// Logs the number, the delay and the reason of the retry.
  public func willRetry(_ transfer: TransferID, _ retry: Session.Retry) {
    log(
      transfer, "* retry \(retry.number) in \(retry.delay.inSeconds): \(retry.reason.text)",
      at: max(level, .info))
  }

  /// Logs the duration of the transfer, and the error if it has failed.
  public func didComplete(_ transfer: TransferID, error: (any Error)?) {
    let start = starts.withLock { $0.removeValue(forKey: transfer) }
    let duration = (start.map { .now - $0 } ?? .zero).inSeconds
    switch error {
    case nil: log(transfer, "* completed after \(duration)")
    case is CancellationError: log(transfer, "* cancelled after \(duration)")
    case let error?: log(transfer, "* failed after \(duration): \(error)", at: failureLevel)
    }
  }

  private func log(_ transfer: TransferID, _ text: String, at level: Logger.Level? = nil) {
    logger.log(level: level ?? self.level, "\(text.escapingControls)", metadata: ["transfer": "\(transfer)"])
  }

  private func log(_ transfer: TransferID, _ fields: HTTPFields, after mark: String) {
    for field in fields { log(transfer, "\(mark) \(field.name): \(field.value)") }
  }

  private static func url(of request: HTTPRequest) -> String {
    "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
  }
}

extension Session.Retry.Reason {
  /// The status or the error.
  fileprivate var text: String {
    switch self {
    case .status(let status): "\(status)"
    case .error(let error): "\(error)"
    }
  }
}
