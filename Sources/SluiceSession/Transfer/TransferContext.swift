internal import HTTPTypes
internal import SluiceBody

/// One call of a session's with all of its exchanges, as those see it who are told of it.
final class TransferContext: Sendable {
  private enum End {
    /// The last exchange runs, and the call has not got its result.
    case open
    /// The last exchange has ended.
    case exchangeEnded((any Error)?)
    /// The call has its result; the response's body is still read.
    case settled
    case completed
  }

  private struct State {
    var exchanges = 0
    var end = End.open
  }

  let id: TransferID
  /// Where the caller has a handle to hold it up.
  let control: TransferControl?
  private let events: EventDispatcher?
  private let report: Session.Report?
  /// None where nobody is told.
  private let state: Lock<State>?

  init(
    id: TransferID = TransferID(number: 0), control: TransferControl? = nil, events: EventDispatcher? = nil,
    report: Session.Report? = nil
  ) {
    self.id = id
    self.control = control
    self.events = events
    self.report = report
    state = events == nil ? nil : Lock(State())
  }

  /// Whether anybody wants to know how far it has come.
  var isObserved: Bool { report != nil || events != nil }

  func report(_ progress: TransferProgress) {
    report?(progress)
    events?.post(progress, of: id)
  }

  func post(_ event: @escaping @Sendable (any EventMonitor, TransferID) -> Void) {
    events?.post(of: id) { [id] monitor in event(monitor, id) }
  }

  /// - Parameter value: made only where anybody is told.
  func post<Value: Sendable>(
    _ value: @autoclosure () -> Value,
    as event: @escaping @Sendable (any EventMonitor, TransferID, Value) -> Void
  ) {
    guard events != nil else { return }
    let value = value()
    post { event($0, $1, value) }
  }

  /// Returns when all of its events have been told.
  func flush() async { await events?.flush() }

  /// - Returns: the number of the exchange that begins.
  func begin() -> Int {
    state?.withLock { state in
      state.exchanges += 1
      state.end = .open
      return state.exchanges
    } ?? 0
  }

  func ended(exchange number: Int, _ metrics: TransferMetrics, error: (any Error)?) {
    guard let state else { return }
    post { $0.measured($1, metrics) }
    let isLast = state.withLock { state in
      guard state.exchanges == number else { return false }
      switch state.end {
      case .open: state.end = .exchangeEnded(error)
      case .settled:
        state.end = .completed
        return true
      case .exchangeEnded, .completed: break
      }
      return false
    }
    if isLast { post { $0.completed($1, error: error) } }
  }

  /// The call has its result: there will be no further exchange.
  func settle() {
    guard let state else { return }
    let ended = state.withLock { state -> (any Error)?? in
      if case .exchangeEnded(let error) = state.end {
        state.end = .completed
        return .some(error)
      }
      state.end = .settled
      return nil
    }
    if let ended { post { $0.completed($1, error: ended) } }
  }

  func fail(_ error: any Error) {
    state?.withLock { $0.end = .completed }
    post { $0.completed($1, error: error) }
  }
}
