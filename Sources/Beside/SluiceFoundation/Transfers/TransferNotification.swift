public import Foundation
public import HTTPTypes
internal import SluiceBody
public import SluiceSession
internal import SluiceTransfers

/// The content of a notification about a transfer. A ``NotificationMonitor`` posts them.
///
/// ```swift
/// configuration.monitors = [NotificationMonitor()]
/// let observer = NotificationCenter.default.addObserver(
///   forName: TransferNotification.didComplete, object: nil, queue: nil
/// ) { notification in
///   guard let transfer = TransferNotification(notification) else { return }
///   print(transfer.response?.status.code ?? 0, transfer.filePath ?? "", transfer.error ?? "succeeded")
/// }
/// ```
public struct TransferNotification: Sendable {
  /// The name of the notification that a transfer has started, or has been resumed through its handle.
  public static let didResume = Notification.Name("SluiceTransferDidResume")
  /// The name of the notification that a transfer has been suspended through its handle.
  public static let didSuspend = Notification.Name("SluiceTransferDidSuspend")
  /// The name of the notification that a transfer has ended.
  public static let didComplete = Notification.Name("SluiceTransferDidComplete")

  /// The key of the notification's only entry in `userInfo`.
  private static let key = "SluiceTransfer"

  /// The identifier of the transfer.
  public let transfer: TransferID
  /// The head of the request, without secrets: see `EventMonitor`.
  public let request: HTTPRequest
  /// The head of the last response, without secrets, or `nil` before its arrival.
  public internal(set) var response: HTTPResponse?
  /// The value that was decoded from the response, or the `DownloadedFile`. It is `nil` before it is known, after an
  /// error, and for a stream or a response that is not decoded.
  public internal(set) var value: (any Sendable)?
  /// The name of the decoder's type, such as `ResponseDecoder<User>`, or `nil` without a value, and for a download.
  public internal(set) var decoder: String?
  /// The error that ended the transfer, without secrets, or `nil` if there is none.
  public internal(set) var error: (any Error)?

  /// The path of the file after a download; otherwise, `nil`.
  public var filePath: String? { (value as? DownloadedFile)?.path }

  init(_ transfer: TransferID, _ request: HTTPRequest) {
    self.transfer = transfer
    self.request = request
  }

  /// Reads the content of a notification. The result is `nil` if it is about something else.
  public init?(_ notification: Notification) {
    guard let content = notification.userInfo?[Self.key] as? TransferNotification else { return nil }
    self = content
  }

  func post(_ name: Notification.Name, from monitor: NotificationMonitor, to center: NotificationCenter) {
    center.post(name: name, object: monitor, userInfo: [Self.key: self])
  }
}

/// A monitor that posts a ``TransferNotification`` when a transfer starts, is suspended or resumed, and ends.
///
/// The notification's `object` is the monitor: a monitor for each session tells them apart. The observers are called on
/// a thread that may block, before the call of the transfer returns. Events of a session are posted in order.
///
/// Each segment of a download is a separate transfer without a value.
public final class NotificationMonitor: EventMonitor {
  /// The visible part of the queries of URLs.
  public let queries: Session.QueryVisibility
  private let center: NotificationCenter
  private let transfers = Lock<[TransferID: TransferNotification]>([:])

  /// Creates a monitor.
  ///
  /// - Parameters:
  ///   - center: The center to post to. Defaults to the process's.
  ///   - queries: The part of the queries of URLs in the notifications. Defaults to `.none`, because queries may hold
  ///     secrets.
  public init(_ center: NotificationCenter = .default, queries: Session.QueryVisibility = .none) {
    self.center = center
    self.queries = queries
  }

  /// Posts ``TransferNotification/didResume``.
  public func didCreate(_ transfer: TransferID, request: HTTPRequest) {
    let content = TransferNotification(transfer, request)
    transfers.withLock { $0[transfer] = content }
    content.post(TransferNotification.didResume, from: self, to: center)
  }

  /// Posts ``TransferNotification/didSuspend``.
  public func didSuspend(_ transfer: TransferID) { post(TransferNotification.didSuspend, transfer) }

  /// Posts ``TransferNotification/didResume``.
  public func didResume(_ transfer: TransferID) { post(TransferNotification.didResume, transfer) }

  /// Notes the response.
  public func didReceive(_ transfer: TransferID, response: HTTPResponse) {
    transfers.withLock { $0[transfer]?.response = response }
  }

  /// Notes the value.
  public func didProduce(_ transfer: TransferID, value: any Sendable, decoder: String?) {
    transfers.withLock { transfers in
      transfers[transfer]?.value = value
      transfers[transfer]?.decoder = decoder
    }
  }

  /// Posts ``TransferNotification/didComplete``.
  public func didComplete(_ transfer: TransferID, error: (any Error)?) {
    guard var content = transfers.withLock({ $0.removeValue(forKey: transfer) }) else { return }
    content.error = error
    content.post(TransferNotification.didComplete, from: self, to: center)
  }

  /// Posts a notification about a transfer that has started.
  private func post(_ name: Notification.Name, _ transfer: TransferID) {
    transfers.withLock { $0[transfer] }?.post(name, from: self, to: center)
  }
}
