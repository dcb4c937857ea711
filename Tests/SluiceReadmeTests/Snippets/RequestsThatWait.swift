// The snippets of "Requests that wait", formatted as in the README.
// swift-format-ignore-file

import Sluice
import SluiceOutbox

private func keep(session: Session, event: [String: Int]) async throws {
  // README
  let outbox = try Outbox(folder: "/var/lib/app/outbox")
  try await outbox.enqueue(session.request(.post, "events", event), key: "events")   // on the disk when it returns
  for try await event in outbox.run(with: session) {
    switch event {
    case .delivered(let entry, let response): print(entry.url, response.status)
    case .failed(let entry, let error, let time): print(entry.url, error, "again at \(time)")
    case .died(let entry, let error): print(entry.url, error)         // kept, until `retry` or `drop`
    case .setAside(let path, let error): print(path, error)           // a damaged file, which blocks no other
    }
  }
  // end
}
