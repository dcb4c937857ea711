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
    /// Where the progress stands that is the last a transfer has said.
    var progressPlaces: [TransferID: Int] = [:]
    var isTelling = false
  }

  private let monitors: [any EventMonitor]
  private let state = Lock(State())

  init(_ monitors: [any EventMonitor]) { self.monitors = monitors }

  /// Returns at once.
  func post(of transfer: TransferID, _ event: @escaping Event) {
    add { state in
      state.progressPlaces[transfer] = nil
      state.entries.append(.event(event))
    }
  }

  /// As `post`, but in place of what the transfer has said of its progress just before, where that has not been told:
  /// what waits for a slow monitor grows with transfers, not with time.
  func post(_ progress: TransferProgress, of transfer: TransferID) {
    let entry = Entry.event { $0.progressed(transfer, progress) }
    add { state in
      if let place = state.progressPlaces[transfer] {
        state.entries[place] = entry
      } else {
        state.progressPlaces[transfer] = state.entries.count
        state.entries.append(entry)
      }
    }
  }

  /// Returns when all that was posted before has been told.
  func flush() async {
    await withCheckedContinuation { continuation in add { $0.entries.append(.flush(continuation)) } }
  }

  private func add(_ change: (inout State) -> Void) {
    let mustBegin = state.withLock { state in
      change(&state)
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
      defer {
        state.entries = []
        state.progressPlaces = [:]
      }
      state.isTelling = !state.entries.isEmpty
      return state.isTelling ? state.entries : nil
    }
  }
}
