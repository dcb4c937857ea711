// The snippets of "Progress objects and notifications", formatted as in the README.
// swift-format-ignore-file

import Foundation
import Sluice
import SluiceFoundation

private func foundation(
  transfer: Transfer<Receipt>, parent: Progress, bar: ProgressBar, lamp: Lamp,
  show: @escaping @Sendable (Result<Receipt, any Error>) -> Void
) async {
  var configuration = Session.Configuration()
  // README
  parent.addChild(transfer.makeProgress(), withPendingUnitCount: 1)       // `parent.cancel()` cancels the transfer
  transfer.start(on: .main, progress: { bar.show($0) }) { result in show(result) }

  let activity = NetworkActivity()                                        // does not flicker
  configuration.monitors += [activity, NotificationMonitor()]
  let observer = NotificationCenter.default.addObserver(
    forName: TransferNotification.didComplete, object: nil, queue: nil
  ) { notification in
    guard let transfer = TransferNotification(notification) else { return }
    print(transfer.response?.status.code ?? 0, transfer.filePath ?? "", transfer.error ?? "succeeded")
  }
  for await isActive in activity.updates { lamp.isOn = isActive }
  // end
  _ = observer
}

private struct ProgressBar {
  func show(_ progress: TransferProgress) {}
}

private final class Lamp {
  var isOn = false
}
