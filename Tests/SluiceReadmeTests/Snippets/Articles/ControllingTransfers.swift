// The snippets of "Controlling transfers", formatted as there.
// swift-format-ignore-file

import Sluice

private struct Queue {
  func async(execute work: @escaping @Sendable () -> Void) {}
}

private struct ProgressBar {
  func show(_ progress: TransferProgress) {}
  func show(_ fraction: Double) {}
}

private func hold(session: Session, request: SessionRequest, bar: ProgressBar) async throws {
  // Article
  let transfer = session.transfer(request, decoding: .json(Receipt.self), label: "holiday.mov")
  transfer.start()
  transfer.suspend()                  // no bytes move, and no time limit runs
  transfer.priority = .high
  transfer.resume()
  for await progress in transfer.progressUpdates { bar.show(progress) }
  let receipt = try await transfer.value
  print(transfer.state)               // finished
  for other in session.transfers { print(other.label ?? "", other.state, other.progress.fractionCompleted ?? 0) }
  // end
  _ = receipt
}

private func complete(transfer: Transfer<Receipt>, queue: Queue, show: @escaping @Sendable (Any) -> Void) {
  // Article
  transfer.start(on: { queue.async(execute: $0) }) { result in
    switch result {
    case .success(let receipt): show(receipt)
    case .failure(let error): show(error)
    }
  }
  // end
}

private func batch(session: Session, urls: [String], requests: [SessionRequest], bar: ProgressBar) async throws {
  // Article
  let downloads = session.batch(urls, maximumConcurrentCount: 8, keepsOrder: true) { url in
    session.transfer(try session.request(.get, .init(url)), to: .folder("/data/photos"))
  }
  Task { for await progress in downloads.progressUpdates { bar.show(progress.fractionCompleted ?? 0) } }
  for try await member in downloads {
    print(member.index, member.result)
  }
  let profiles = session.batch(requests, decoding: .json(User.self), maximumConcurrentCount: 8)
  let users = try await profiles.values()    // in order
  // end
  _ = users
}
