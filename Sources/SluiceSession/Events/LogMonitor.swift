public import HTTPTypes
public import Logging
internal import SluiceSupport

/// A monitor that logs transfers: heads, redirects, challenges, retries and failures.
///
/// A message is one line. Control characters and characters that change the writing direction are escaped in it, so
/// that a peer cannot write to a terminal or add a line.
///
/// ```swift
/// configuration.monitors = [LogMonitor(Logger(label: "api"), queries: .withoutValues)]
/// ```
public struct LogMonitor: EventMonitor {
  /// The visible part of the queries of URLs.
  public let queries: Session.QueryVisibility
  private let logger: Logger
  private let level: Logger.Level

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - logger: The logger to write to. Each message has the metadata `transfer`.
  ///   - level: The level of all messages. Defaults to `.debug`.
  ///   - queries: The part of the queries of URLs to log. Defaults to `.none`, because queries may hold secrets.
  public init(
    _ logger: Logger, level: Logger.Level = .debug, queries: Session.QueryVisibility = .none
  ) {
    self.queries = queries
    self.logger = logger
    self.level = level
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
    log(transfer, "* retry \(retry.number) in \(retry.delay): \(retry.reason)")
  }

  /// Logs the error of a failed transfer.
  public func didComplete(_ transfer: TransferID, error: (any Error)?) {
    if let error { log(transfer, "* failed: \(error)") }
  }

  private func log(_ transfer: TransferID, _ text: String) {
    logger.log(level: level, "\(text.escapingControls)", metadata: ["transfer": "\(transfer)"])
  }

  private func log(_ transfer: TransferID, _ fields: HTTPFields, after mark: String) {
    for field in fields { log(transfer, "\(mark) \(field.name): \(field.value)") }
  }

  private static func url(of request: HTTPRequest) -> String {
    "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "")"
  }
}
