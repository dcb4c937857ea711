// The snippets of "Transfers, batches and the outbox", formatted as there.
// swift-format-ignore-file

import FoundationEssentials
import Sluice
import SluiceOutbox

private struct Queue {
  func async(execute work: @escaping @Sendable () -> Void) {}
}

private struct ProgressBar {
  func show(_ progress: TransferProgress) {}
  func show(_ fraction: Double) {}
}

private func hold(session: Session, request: Request, bar: ProgressBar) async throws {
  // Article
  let transfer = session.transfer(request, decoding: .json(Receipt.self), label: "holiday.mov")
  transfer.start()
  transfer.suspend()                  // no bytes move, and no time limit runs
  transfer.priority = .high
  transfer.resume()
  for await progress in transfer.progressUpdates { bar.show(progress) }
  let receipt = try await transfer.value
  print(transfer.state, session.transfers.count)
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

private func batch(session: Session, urls: [String], requests: [Request], bar: ProgressBar) async throws {
  // Article
  let downloads = session.batch(urls, atMost: 8) { url in
    session.transfer(try session.request(.get, url), to: .folder("/data/photos"))
  }
  Task { for await progress in downloads.progressUpdates { bar.show(progress.fractionCompleted ?? 0) } }
  for try await member in downloads {
    print(member.index, member.result)
  }
  let users = try await session.batch(requests, decoding: .json(User.self), atMost: 8).values()    // in order
  // end
  _ = users
}

private func download(session: Session, digest: String, bar: ProgressBar) async throws {
  // Article
  var options = DownloadOptions()
  options.resumes = true
  options.segments = 4                // ranges of one version, over several connections
  options.expectedSHA256 = digest     // in hexadecimal; another file fails with `digest-mismatch`
  let file = try await session.download("videos/1", to: .file("/data/holiday.mov"), options: options) { bar.show($0) }
  print(file.byteCount, file.resumedByteCount)
  // end
}

private func planDownload(session: Session) async throws {
  // Article
  let plan = try await DownloadPlan(dividing: session.request(.get, "videos/1"), in: session)
  try Data(plan.jsonLines).write(to: URL(filePath: "/data/plan.jsonl"))
  // end
}

private func downloadShare(session: Session) async throws {
  // Article
  let plan = try DownloadPlan(parsing: Array(Data(contentsOf: URL(filePath: "/data/plan.jsonl"))))
  let written = try await session.downloadSegments(1...200, of: plan, to: "/data/holiday.mov") { segment in
    print(String(decoding: try segment.jsonLine, as: UTF8.self), terminator: "")
  }
  // end
  _ = written
}

private func completeDownload(plan: DownloadPlan, results: [DownloadedSegment]) async throws {
  // Article
  try await plan.complete(results, at: "/data/holiday.mov")
  // end
}

private func store(session: Session, form: MultipartForm) async throws {
  // Article
  let request = try session.request(.post, "videos", form, as: .multipart)
  print(request.curlCommand())                    // curl https://… -F 'video=@"/data/holiday.mov";…'
  let stored = try JSON.Encoder().encode(request)
  let response = try await session.send(JSON.Decoder().decode(Request.self, from: stored))
  // end
  _ = response
}

private func keep(session: Session, event: [String: Int]) async throws {
  // Article
  let outbox = try Outbox(folder: "/var/lib/app/outbox")
  try await outbox.enqueue(session.request(.post, "events", event), key: "events")    // on the disk when it returns
  for try await event in outbox.run(with: session) {
    switch event {
    case .delivered(let entry, let response): print(entry.url, response.status)
    case .failed(let entry, let error, let time): print(entry.url, error, "again at \(time)")
    case .died(let entry, let error): print(entry.url, error)         // kept, until `retry` or `drop`
    case .setAside(let path, let error): print(path, error)           // a damaged file, which blocks no other
    case .skipped(let path, let error, let time): print(path, error, "again at \(time)")     // a file that cannot be used
    }
  }
  // end
}

private func list(outbox: Outbox, session: Session) async throws {
  // Article
  for try await event in outbox.run(with: session, untilIdle: true) { print(event) }
  for try await entry in outbox.entries(.dead) {
    print(entry.url, entry.lastError ?? "")
    try await outbox.retry(entry.id)
  }
  // end
}

private func network() async throws {
  // Article
  for try await status in NetworkStatus.updates { print(status.isReachable, status.families) }
  // end
}

private func route() async throws {
  // Article
  if case .found(let family, _) = try await NetworkStatus.route(to: "example.com", port: 443) { print(family) }
  // end
}
