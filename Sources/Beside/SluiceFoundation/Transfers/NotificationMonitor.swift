public import Foundation
public import HTTPTypes
internal import SluiceBody
public import SluiceSession

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
