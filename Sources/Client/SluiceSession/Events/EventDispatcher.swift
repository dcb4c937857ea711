internal import SluiceBody
internal import SluiceTransport

/// Delivers events to monitors, in order, away from the threads where they happen.
///
/// Posting returns at once. A task delivers the events and ends when there are none left. A progress event that has not
/// been delivered is replaced by the transfer's next one, if no other event of the transfer is between them:
///
/// ```
///  posted     willSend(1)  didProgress(1, 10)  didProgress(2, 5)  didProgress(1, 20)  didMeasure(1)
///  delivered  willSend(1)  didProgress(1, 20)  didProgress(2, 5)  didMeasure(1)
/// ```
final class EventDispatcher: Sendable {
  typealias Event = @Sendable (any EventMonitor) -> Void

  private enum Entry: Sendable {
    case event(Event)
    case progress(TransferID, TransferProgress)
    case call(@Sendable () -> Void)
    case flush(CheckedContinuation<Void, Never>)
  }

  private struct State {
    var entries: [Entry] = []
    /// The positions of the transfers' latest progress events, if no other event of the transfer follows.
    var progressPlaces: [TransferID: Int] = [:]
    var isDelivering = false
  }

  private let monitors: [any EventMonitor]
  private let state = Lock(State())

  init(_ monitors: [any EventMonitor]) { self.monitors = monitors }

  /// Posts an event.
  func post(of transfer: TransferID, _ event: @escaping Event) {
    add { state in
      state.progressPlaces[transfer] = nil
      state.entries.append(.event(event))
    }
  }

  /// Posts a function, which is called between the events of the monitors.
  func post(of transfer: TransferID, calling function: @escaping @Sendable () -> Void) {
    add { state in
      state.progressPlaces[transfer] = nil
      state.entries.append(.call(function))
    }
  }

  /// Posts a progress event. It replaces the previous one of the transfer if that one has not been delivered, so that
  /// the backlog of a slow monitor grows with the number of transfers, not with time.
  func post(_ progress: TransferProgress, of transfer: TransferID) {
    let entry = Entry.progress(transfer, progress)
    add { state in
      if let place = state.progressPlaces[transfer] {
        state.entries[place] = entry
      } else {
        state.progressPlaces[transfer] = state.entries.count
        state.entries.append(entry)
      }
    }
  }

  /// Waits until all events that were posted before have been delivered.
  func flush() async {
    await withCheckedContinuation { continuation in add { $0.entries.append(.flush(continuation)) } }
  }

  private func add(_ change: (inout State) -> Void) {
    let mustBegin = state.withLock { state in
      change(&state)
      defer { state.isDelivering = true }
      return !state.isDelivering
    }
    // The task ends when there are no events, so it does not keep a released session alive.
    if mustBegin { Task(executorPreference: BlockingExecutor.shared) { self.deliver() } }
  }

  private func deliver() {
    while let entries = next() {
      for entry in entries {
        switch entry {
        case .event(let event): for monitor in monitors { event(monitor) }
        case .progress(let transfer, let progress):
          for monitor in monitors { monitor.didProgress(transfer, progress) }
        case .call(let function): function()
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
      state.isDelivering = !state.entries.isEmpty
      return state.isDelivering ? state.entries : nil
    }
  }
}
