internal import SluiceBody

/// A queue of limited size between tasks that write and a single task that reads. A slow reader slows the writers down.
///
/// ```
///  open ── finish() ──► ended: next() returns the rest, then throws the error or returns nil
///    └──── close() ───► ended: the rest is dropped
/// ```
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State {
    /// The elements in the order of writing, which follow those of `first`.
    var last: [Element] = []
    /// The elements that are read first, in reverse.
    var first: [Element] = []
    var hasEnded = false
    var failure: (any Error)?
    /// Fires when there is an element or the end.
    var reader: Signal?
    /// Fire when there is room, or at the end.
    var writers: [Signal] = []

    var count: Int { first.count + last.count }

    /// Removes and returns the next element.
    ///
    /// - Complexity: Amortized O(1).
    mutating func popFirst() -> Element? {
      if first.isEmpty {
        first = last.reversed()
        last = []
      }
      return first.popLast()
    }
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
      state.last.append(element)
      var room: Signal?
      if state.count >= limit {
        let signal = Signal()
        state.writers.append(signal)
        room = signal
      }
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
    end(error) { ($0.first, $0.last) = ([], []) }
  }

  private func end(_ error: (any Error)?, _ change: (inout State) -> Void) {
    let (reader, writers) = state.withLock { state -> (Signal?, [Signal]) in
      guard !state.hasEnded else { return (nil, []) }
      state.hasEnded = true
      state.failure = error
      change(&state)
      defer { state.writers = [] }
      return (state.reader.take(), state.writers)
    }
    reader?.fire()
    for writer in writers { writer.fire() }
  }

  /// Returns the next element, or `nil` after the last one.
  ///
  /// - Throws: The error of the end, once; a `CancellationError`.
  func next() async throws -> Element? {
    while true {
      try Task.checkCancellation()
      let (element, news, writers) = try state.withLock { state -> (Element?, Signal?, [Signal]) in
        if let element = state.popFirst() {
          guard state.count < limit else { return (element, nil, []) }
          defer { state.writers = [] }
          return (element, nil, state.writers)
        }
        if let failure = state.failure.take() { throw failure }
        if state.hasEnded { return (nil, nil, []) }
        let signal = Signal()
        state.reader = signal
        return (nil, signal, [])
      }
      for writer in writers { writer.fire() }
      guard let news else { return element }
      await news.wait()
    }
  }
}
