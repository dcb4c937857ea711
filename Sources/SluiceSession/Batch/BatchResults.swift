internal import SluiceBody

/// The results that wait for the reader of a batch: a queue of limited size with one reader and one writer.
final class BatchResults<Element: Sendable>: Sendable {
  private struct State {
    var elements = Fifo<Element>()
    var count = 0
    var isFinished = false
    var failure: (any Error)?
    /// Fires when there is an element or the end.
    var reader: Signal?
    /// Fires when there is room.
    var writer: Signal?
  }

  private let limit: Int
  private let state = Lock(State())

  /// - Parameter limit: The number of elements at which the writer waits.
  init(limit: Int) { self.limit = limit }

  /// Whether no further element will be read.
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Appends an element, and waits until there is room for another one. Does nothing after the end.
  func append(_ element: Element) async {
    let (reader, writer) = state.withLock { state -> (Signal?, Signal?) in
      guard !state.isFinished else { return (nil, nil) }
      state.elements.append(element)
      state.count += 1
      if state.count >= limit { state.writer = Signal() }
      return (state.reader.take(), state.writer)
    }
    reader?.fire()
    await writer?.wait()
  }

  /// Ends the queue. An error takes the place of the elements that were not read.
  func finish(throwing error: (any Error)?) {
    let (reader, writer) = state.withLock { state -> (Signal?, Signal?) in
      guard !state.isFinished else { return (nil, nil) }
      state.isFinished = true
      state.failure = error
      if error != nil { state.elements = Fifo() }
      return (state.reader.take(), state.writer.take())
    }
    reader?.fire()
    writer?.fire()
  }

  /// Returns the next element, or `nil` at the end.
  ///
  /// - Throws: The error of the end, once.
  func next() async throws -> Element? {
    while true {
      let (element, signal, writer) = try state.withLock { state -> (Element?, Signal?, Signal?) in
        if let element = state.elements.popFirst() {
          state.count -= 1
          return (element, nil, state.writer.take())
        }
        if let failure = state.failure.take() { throw failure }
        if state.isFinished { return (nil, nil, nil) }
        let signal = Signal()
        state.reader = signal
        return (nil, signal, nil)
      }
      writer?.fire()
      guard let signal else { return element }
      await signal.wait()
    }
  }
}
