import Configuration
import Synchronization

/// Notes the keys that were read, and those with a value that is a secret.
final class Accesses: AccessReporter {
  private let events = Mutex<[(key: String, isSecret: Bool)]>([])

  var keys: [String] { events.withLock { $0.map(\.key) } }
  var secrets: [String] { events.withLock { $0.filter(\.isSecret).map(\.key) } }

  func report(_ event: AccessEvent) {
    let isSecret = (try? event.result.get())??.isSecret ?? false
    events.withLock { $0.append((event.metadata.key.description, isSecret)) }
  }
}
