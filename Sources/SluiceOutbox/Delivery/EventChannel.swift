internal import SluiceBody

/// Passes the events of a run to the loop that reads them. The run waits while a few events are unread, so that a slow
/// loop slows it down.
///
/// ```
///  open ── finish() ──► finished: next() returns the rest, then nil or throws
///    └──── close() ───► closed: send(_:) returns at once, and events are dropped
/// ```
final class EventChannel: Sendable {
  private static let capacity = 16

  private struct State {
    var events: [Outbox.Event] = []
    var end: Result<Void, any Error>?
    var reader: CheckedContinuation<Void, Never>?
    /// The tasks that wait for room.
    var senders: [CheckedContinuation<Void, Never>] = []

    var isFull: Bool { end == nil && events.count >= capacity }
  }

  private let state = Lock(State())

  /// Appends an event, and waits while there are too many.
  func send(_ event: Outbox.Event) async {
    let reader = state.withLock { state in
      if state.end == nil { state.events.append(event) }
      return state.reader.take()
    }
    reader?.resume()
    await withCheckedContinuation { continuation in
      let isFull = state.withLock { state in
        if state.isFull { state.senders.append(continuation) }
        return state.isFull
      }
      if !isFull { continuation.resume() }
    }
  }

  /// Ends the events.
  func finish(_ result: Result<Void, any Error>) {
    let (reader, senders) = state.withLock { state in
      state.end = state.end ?? result
      defer { state.senders = [] }
      return (state.reader.take(), state.senders)
    }
    reader?.resume()
    for sender in senders { sender.resume() }
  }

  /// Drops all events, those to come included.
  func close() {
    finish(.success(()))
    state.withLock { $0.events = [] }
  }

  /// Returns the next event; `nil` after the last one.
  ///
  /// - Throws: The error that ended the run; a `CancellationError`.
  func next() async throws -> Outbox.Event? {
    while true {
      try Task.checkCancellation()
      let (event, end, senders) = state.withLock { state in
        let event = state.events.isEmpty ? nil : state.events.removeFirst()
        var senders: [CheckedContinuation<Void, Never>] = []
        if !state.isFull { swap(&senders, &state.senders) }
        return (event, state.end, senders)
      }
      for sender in senders { sender.resume() }
      if let event { return event }
      if let end {
        try end.get()
        return nil
      }
      await waitForEvent()
    }
  }

  private func waitForEvent() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let hasNews = state.withLock { state in
          if !state.events.isEmpty || state.end != nil || Task.isCancelled { return true }
          state.reader = continuation
          return false
        }
        if hasNews { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.reader.take() }?.resume()
    }
  }
}
