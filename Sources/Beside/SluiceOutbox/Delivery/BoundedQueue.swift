internal import SluiceBody

/// A queue of limited size between tasks that write and a single task that reads. A slow reader slows the writers down.
///
/// ```
///  open ── finish() ──► ended: next() returns the rest, then throws the error or returns nil
///    └──── close() ───► ended: the rest is dropped
/// ```
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    var elements = Fifo<Element>()
    var hasEnded = false
    var failure: (any Error)?
    /// Fires when there is an element or the end.
    var reader: Signal?
    /// Fires when there is room, or at the end. `nil` if no writer waits for that.
    var room: Signal?
  }

  private let limit: Int
  private let state = Lock(State())

  /// - Parameter limit: The number of elements at which writers wait.
  init(limit: Int) { self.limit = limit }

  /// Whether no further element will be accepted.
  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  /// Appends an element, and waits until there is room for another one, or the task is cancelled. Does nothing after
  /// the end.
  func append(_ element: Element) async {
    let (reader, room) = state.withLock { state -> (Signal?, Signal?) in
      guard !state.hasEnded else { return (nil, nil) }
      state.elements.append(element)
      guard state.elements.count >= limit else { return (state.reader.take(), nil) }
      let room = state.room ?? Signal()
      state.room = room
      return (state.reader.take(), room)
    }
    reader?.fire()
    await room?.wait()
  }

  /// Ends the queue. The elements that were not read can still be read. Has no effect after the end.
  ///
  /// - Parameter error: The error that ``next()`` throws after the last element. Defaults to `nil`, for none.
  func finish(throwing error: (any Error)? = nil) { end(error) { _ in } }

  /// Ends the queue, and drops the elements that were not read. Has no effect after the end.
  ///
  /// - Parameter error: The error that ``next()`` throws. Defaults to `nil`, for none.
  func close(throwing error: (any Error)? = nil) {
    end(error) { $0.elements = Fifo() }
  }

  private func end(_ error: (any Error)?, _ change: (inout State) -> Void) {
    let (reader, room) = state.withLock { state -> (Signal?, Signal?) in
      guard !state.hasEnded else { return (nil, nil) }
      state.hasEnded = true
      state.failure = error
      change(&state)
      return (state.reader.take(), state.room.take())
    }
    reader?.fire()
    room?.fire()
  }

  /// Returns the next element, or `nil` after the last one.
  ///
  /// - Throws: The error of the end, once; a `CancellationError`.
  func next() async throws -> Element? {
    while true {
      try Task.checkCancellation()
      let (element, news, room) = try state.withLock { state -> (Element?, Signal?, Signal?) in
        if let element = state.elements.popFirst() {
          return (element, nil, state.elements.count < limit ? state.room.take() : nil)
        }
        if let failure = state.failure.take() { throw failure }
        if state.hasEnded { return (nil, nil, nil) }
        let signal = Signal()
        state.reader = signal
        return (nil, signal, nil)
      }
      room?.fire()
      guard let news else { return element }
      await news.wait()
    }
  }
}
