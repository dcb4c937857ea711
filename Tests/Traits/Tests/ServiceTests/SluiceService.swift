// The snippets of the landing page of SluiceService, formatted as there.
// swift-format-ignore-file

import Logging
import ServiceLifecycle
import Sluice
import SluiceOutbox
import SluiceService
import UnixSignals

private func running() async throws {
  // Article
  let session = Session(baseURL: "https://api.example.com/v1/")
  let outbox = try Outbox(folder: "/var/lib/app/outbox")
  let group = ServiceGroup(
    services: [SessionService(session), OutboxService(outbox, session: session)],
    gracefulShutdownSignals: [.sigterm], logger: Logger(label: "app"))
  try await group.run()
  // end
}
