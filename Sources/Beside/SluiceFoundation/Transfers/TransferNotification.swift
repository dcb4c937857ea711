public import Foundation
public import HTTPTypes
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
