// The snippets of "Storing requests", formatted as there.
// swift-format-ignore-file

import Sluice
import SluiceNetwork
import SluiceOutbox

private func store(session: Session, form: MultipartForm) async throws {
  // Article
  let request = try session.request(.post, "videos", body: form)
  print(request.curlCommand())                    // curl https://… -F 'video=@"/data/holiday.mov";…'
  let stored = try JSON.Encoder().encode(request)
  let response = try await session.send(JSON.Decoder().decode(SessionRequest.self, from: stored))
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
  print(try await NetworkStatus.current.isReachable)         // now
  for try await status in NetworkStatus.updates { print(status.isReachable, status.families) }
  // end
}

private func route() async throws {
  // Article
  if case .found(let family, _) = try await NetworkStatus.route(to: "example.com", port: 443) { print(family) }
  // end
}
