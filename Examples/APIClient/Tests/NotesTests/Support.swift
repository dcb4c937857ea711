import Notes
import Sluice
import SluiceTesting
import Synchronization

/// A note, as the API sends it.
let milk: JSON.Value = ["id": 1, "title": "Groceries", "text": "Milk", "updated_at": "2026-01-02T03:04:05Z"]

/// Returns a client over a stub, which sends no tokens and hardly waits before a retry.
func client(
  _ stub: StubTransport, configure: (inout Session.Configuration) -> Void = { _ in }
) -> NotesClient {
  var configuration = Session.Configuration.notes(Account(refreshToken: ""))
  configuration.credentials = nil
  configuration.retries.initialDelay = .milliseconds(1)
  configure(&configuration)
  return NotesClient(Session(configuration, transport: stub))
}

/// The retries of a session.
final class Retries: EventMonitor {
  private let retries = Mutex<[Session.Retry]>([])

  func willRetry(_ transfer: TransferID, _ retry: Session.Retry) { retries.withLock { $0.append(retry) } }

  var delays: [Duration] { retries.withLock { $0.map(\.delay) } }

  var reasons: [String] {
    retries.withLock { retries in
      retries.map { retry in
        switch retry.reason {
        case .status(let status): "\(status.code)"
        case .error(let error): "\(error.code)"
        }
      }
    }
  }
}

extension HTTPField.Name {
  static let link = HTTPField.Name("Link")!
}
