internal import SluiceBody

/// Tells monitors what happens, in order and away from the threads on which it happens.
final class EventDispatcher: Sendable {
  typealias Event = @Sendable (any EventMonitor) -> Void

  private enum Entry: Sendable {
    case event(Event)
    case flush(CheckedContinuation<Void, Never>)
  }

  private struct State {
    var entries: [Entry] = []
    var isTelling = false
  }

  private let monitors: [any EventMonitor]
  private let state = Lock(State())

  init(_ monitors: [any EventMonitor]) { self.monitors = monitors }

  /// Returns at once.
  func post(_ event: @escaping Event) { add(.event(event)) }

  /// Returns when all that was posted before has been told.
  func flush() async {
    await withCheckedContinuation { add(.flush($0)) }
  }

  private func add(_ entry: Entry) {
    let mustBegin = state.withLock { state in
      state.entries.append(entry)
      defer { state.isTelling = true }
      return !state.isTelling
    }
    // It ends when there is nothing to tell, so nothing is left of a session that nobody holds.
    if mustBegin { Task(executorPreference: BlockingExecutor.shared) { self.tell() } }
  }

  private func tell() {
    while let entries = next() {
      for entry in entries {
        switch entry {
        case .event(let event): for monitor in monitors { event(monitor) }
        case .flush(let continuation): continuation.resume()
        }
      }
    }
  }

  private func next() -> [Entry]? {
    state.withLock { state in
      defer { state.entries = [] }
      state.isTelling = !state.entries.isEmpty
      return state.isTelling ? state.entries : nil
    }
  }
}
