// The snippets of "Foundation: progress, notifications, XML and encodings", formatted as there.
// swift-format-ignore-file

import Foundation
import FoundationXML
import Sluice
import SluiceFoundation

private struct Lamp { var isOn = false }

private struct ProgressBar {
  func show(_ progress: TransferProgress) {}
}

private func xml(session: Session) async throws {
  // Article
  let titles = try await session.get(
    "feed", decoding: .xml { try $0.nodes(forXPath: "//title").compactMap(\.stringValue) })
  // end
  _ = titles
}

private func text(session: Session) async throws {
  // Article
  let page = try await session.get("old", decoding: .text(encodings: .foundation))
  // end
  _ = page
}

private func progress(parent: Progress, transfer: Transfer<Receipt>) {
  // Article
  parent.addChild(transfer.makeProgress(), withPendingUnitCount: 1)    // `parent.cancel()` cancels the transfer
  // end
}

private func queue(transfer: Transfer<Receipt>, bar: ProgressBar, show: @escaping @Sendable (Any) -> Void) {
  // Article
  transfer.start(on: .main, progress: { bar.show($0) }) { result in show(result) }
  // end
}

private func notifications(configuration: inout Session.Configuration) async {
  var lamp = Lamp()
  // Article
  let activity = NetworkActivity()
  configuration.monitors += [activity, NotificationMonitor()]
  let observer = NotificationCenter.default.addObserver(
    forName: TransferNotification.didComplete, object: nil, queue: nil
  ) { notification in
    guard let transfer = TransferNotification(notification) else { return }
    print(transfer.response?.status.code ?? 0, transfer.filePath ?? "", transfer.error ?? "succeeded")
  }
  for await isActive in activity.updates { lamp.isOn = isActive }
  // end
  _ = (lamp, observer)
}
